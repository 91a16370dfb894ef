// Taker sells and buys (in this order) of swaps from OKX, in contracts; a row is stamped with the end of its five minutes.
import { asList, asNumber, asRecord } from "../body.ts";
import { onlyListing, source, stamped, type TokenSource } from "../define-source.ts";

const WINDOW_S = 300;

export const okxTakerVolume = source<TokenSource>({
  id: "okx-taker-volume",
  kind: "token",
  venue: "okx",
  market: "perp",
  dataset: "taker_volume",
  table: "taker_volume",
  calls: ({ symbol }) => [{ endpoint: "okx.taker", params: { instId: symbol, period: "5m", limit: 2 } }],
  parsers: [
    {
      parse: (body, about) =>
        asList(asRecord(body).data, "data").map((one) => {
          const [at, sell, buy] = asList(one);
          return stamped(about, onlyListing(about), {
            at: asNumber(at) - WINDOW_S * 1_000,
            window_s: WINDOW_S,
            buy: asNumber(buy),
            sell: asNumber(sell),
          });
        }),
    },
  ],
  rules: "taker_volume",
});
