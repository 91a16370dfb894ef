// 24-hour statistics and best quotes of spot markets from KuCoin; the time is the envelope's.
import { tickers } from "../../parse/ticker.ts";
import { asNumber, asRecord, asRecords } from "../../source/body.ts";

const dataOf = (body: unknown) => asRecord(asRecord(body).data, "data");

export const kucoinTicker = tickers({
  id: "kucoin-ticker",
  venue: "kucoin",
  market: "spot",
  call: { endpoint: "kucoin.allTickers", params: {} },
  rows: (body) => asRecords(dataOf(body).ticker, "data.ticker"),
  symbolOf: (row) => row.symbol,
  read: (row, _listing, _about, body) => ({
    at: asNumber(dataOf(body).time),
    last: row.last,
    bid: row.buy,
    ask: row.sell,
    high: row.high,
    low: row.low,
    base: asNumber(row.vol),
    usd: asNumber(row.volValue),
  }),
});
