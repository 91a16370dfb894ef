// 24-hour statistics and best quotes of spot markets from Gate.
import { asNumber, asRecords } from "../../body.ts";
import { tickers } from "../../parse/ticker.ts";

export const gateTicker = tickers({
  id: "gate-ticker",
  venue: "gate",
  market: "spot",
  call: { endpoint: "gate.spot.tickers", params: {} },
  rows: (body) => asRecords(body, "tickers"),
  symbolOf: (row) => row.currency_pair,
  read: (row, _listing, about) => ({
    at: about.now,
    last: row.last,
    bid: row.highest_bid,
    ask: row.lowest_ask,
    high: row.high_24h,
    low: row.low_24h,
    base: asNumber(row.base_volume),
    usd: asNumber(row.quote_volume),
  }),
});
