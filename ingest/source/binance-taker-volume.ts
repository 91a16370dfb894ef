// Taker buys and sells of perpetuals from Binance; a row is stamped with the end of its five minutes.
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
