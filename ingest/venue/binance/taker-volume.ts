// Taker buys and sells of perpetuals from Binance, in base units: of its candles of five minutes, whose open time is documented.
//
// Its own call for this (futures/data/takerlongshortRatio) stamps a row without saying which end of the period that is, and
// the archives of the same figures turned from the end to the start on 2026-06-25 (binance-public-data, issue 491). A candle
// holds the same two volumes: every trade has one taker, so what takers did not buy they sold.

import { TAKER_WINDOW_S, takerWindows } from "../../parse/taker-window.ts";
import { asNumber, asRows } from "../../source/body.ts";
import { onlyListing, stamped, tokenSource } from "../../source/define-source.ts";

export const binanceTakerVolume = tokenSource({
  id: "binance-taker-volume",
  venue: "binance",
  market: "perp",
  calls: ({ symbol }, first, now, seenAt) => [
    // One more: the newest still runs.
    {
      endpoint: "binance.fapi.klines",
      params: { symbol, interval: "5m", limit: takerWindows(first, now, seenAt) + 1 },
    },
  ],
  parse: (body, about) =>
    asRows(body).flatMap((row) => {
      const [at, volume, buy] = [asNumber(row[0]), asNumber(row[5]), asNumber(row[9])];
      if (at + TAKER_WINDOW_S * 1_000 > about.now) return [];
      return [stamped(about, onlyListing(about), { at, window_s: TAKER_WINDOW_S, buy, sell: volume - buy })];
    }),
});
