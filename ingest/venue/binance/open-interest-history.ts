// Past open interest of perpetuals from Binance, which keeps thirty days of it.
import { openInterestPast } from "../../parse/open-interest-past.ts";
import { asNumber, asRecords } from "../../source/body.ts";

/** The venue refuses a start before its thirty days. */
export const binanceOpenInterestHistory = openInterestPast({
  venue: "binance",
  pastDays: 29,
  pageDays: 15,
  call: (symbol, period, span) => {
    const asked = { startTime: span.from, endTime: span.to, limit: 500 };
    return { endpoint: "binance.data.openInterest", params: { symbol, period, ...asked } };
  },
  rows: (body, { factor }) =>
    asRecords(body).map((row) => {
      return {
        at: asNumber(row.timestamp),
        coins: asNumber(row.sumOpenInterest) * factor,
        usd: asNumber(row.sumOpenInterestValue),
        said: row.symbol,
      };
    }),
});
