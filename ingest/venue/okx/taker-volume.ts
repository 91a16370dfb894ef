// Taker sells and buys (in this order) of swaps from OKX, in contracts; a row is stamped with the start of its five minutes.
import { TAKER_WINDOW_S, takerWindows } from "../../parse/taker-window.ts";
import { asNumber, asRecord, asRows } from "../../source/body.ts";
import { onlyListing, stamped, tokenSource } from "../../source/define-source.ts";

export const okxTakerVolume = tokenSource({
  id: "okx-taker-volume",
  venue: "okx",
  market: "perp",
  calls: ({ symbol }, first, now, seenAt) => [
    // One more: the newest still runs.
    { endpoint: "okx.taker", params: { instId: symbol, period: "5m", limit: takerWindows(first, now, seenAt) + 1 } },
  ],
  parse: (body, about) =>
    asRows(asRecord(body).data, "data").flatMap(([start, sell, buy]) => {
      const at = asNumber(start);
      // The document calls the period a bar and its time the opening's: the newest one still runs.
      if (at + TAKER_WINDOW_S * 1_000 > about.now) return [];
      const volumes = { window_s: TAKER_WINDOW_S, buy: asNumber(buy), sell: asNumber(sell) };
      return [stamped(about, onlyListing(about), { at, ...volumes })];
    }),
});
