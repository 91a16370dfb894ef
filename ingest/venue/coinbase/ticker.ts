// 24-hour statistics of dollar markets from Coinbase: coins without their value, neither quotes nor a time.
import { tickers } from "../../parse/ticker.ts";
import { asNumber, asRecord, recordIn } from "../../source/body.ts";

export const coinbaseTicker = tickers({
  id: "coinbase-ticker",
  venue: "coinbase",
  market: "spot",
  call: { endpoint: "coinbase.stats", params: {} },
  rows: (body) =>
    Object.entries(asRecord(body, "statistics by product")).flatMap(([id, one]) =>
      // A product that was not traded for a day has no statistics.
      recordIn(one).flatMap(({ stats_24hour: day }) => recordIn(day).map((stats) => ({ ...stats, id }))),
    ),
  symbolOf: (row) => row.id,
  read: (row, _listing, about) => ({
    at: about.now,
    last: row.last,
    high: row.high,
    low: row.low,
    base: asNumber(row.volume),
    usd: null,
  }),
});
