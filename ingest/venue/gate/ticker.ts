// 24-hour statistics of spot markets, with best quotes, and of USDT perpetuals from Gate.
import { tickers } from "../../parse/ticker.ts";
import { asNumber, asRecords } from "../../source/body.ts";

/** 24-hour statistics and best quotes of spot markets from Gate. */
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

/** 24-hour statistics of USDT perpetuals from Gate: volume_24h counts contracts, volume_24h_base coins, volume_24h_quote USDT. */
export const gatePerpTicker = tickers({
  id: "gate-perp-ticker",
  venue: "gate",
  market: "perp",
  call: { endpoint: "gate.tickers", params: { settle: "usdt" } },
  rows: (body) => asRecords(body, "tickers"),
  symbolOf: (row) => row.contract,
  read: (row, _listing, about) => ({
    at: about.now,
    last: row.last,
    bid: row.highest_bid,
    ask: row.lowest_ask,
    high: row.high_24h,
    low: row.low_24h,
    base: asNumber(row.volume_24h_base),
    usd: asNumber(row.volume_24h_quote),
  }),
});
