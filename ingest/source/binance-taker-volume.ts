// Taker buys and sells of perpetuals from Binance; a row's stamp is read as the end of its five minutes.
// Not settled: its page does not say which end, and users report that archives turned to the start on 2026-06-25
// (binance-public-data issue 491). If the answers did too, rows lie five minutes early and the last one still runs.
import { asList, asNumber, asRecord } from "../body.ts";
import { onlyListing, source, stamped, type TokenSource } from "../define-source.ts";

const WINDOW_S = 300;

export const binanceTakerVolume = source<TokenSource>({
  id: "binance-taker-volume",
  kind: "token",
  venue: "binance",
  market: "perp",
  dataset: "taker_volume",
  table: "taker_volume",
  calls: ({ symbol }) => [{ endpoint: "binance.data.taker", params: { symbol, period: "5m", limit: 2 } }],
  parsers: [
    {
      parse: (body, about) =>
        asList(body).map((one) => {
          const row = asRecord(one);
          return stamped(about, onlyListing(about), {
            at: asNumber(row.timestamp) - WINDOW_S * 1_000,
            window_s: WINDOW_S,
            buy: asNumber(row.buyVol),
            sell: asNumber(row.sellVol),
          });
        }),
    },
  ],
  rules: "taker_volume",
});
