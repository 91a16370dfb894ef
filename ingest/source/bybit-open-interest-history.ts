// Hourly open interest of perpetuals from Bybit, the single side as the venue values it.
import { asList, asNumber, asRecord } from "../body.ts";
import { openInterestPast } from "../parse/open-interest-past.ts";

/** As much as the other venues give. */
export const bybitOpenInterestHistory = openInterestPast({
  venue: "bybit",
  pastDays: 30,
  pageDays: 8,
  call: (symbol, span) => {
    const asked = span ? { startTime: span.from, endTime: span.to, limit: 200 } : { limit: 3 };
    return { endpoint: "bybit.openInterest", params: { category: "linear", symbol, intervalTime: "1h", ...asked } };
  },
  fine: (symbol, { from, to }) => ({
    endpoint: "bybit.openInterest",
    params: { category: "linear", symbol, intervalTime: "5min", startTime: from, endTime: to, limit: 100 },
  }),
  rows: (body, { factor }) =>
    asList(asRecord(asRecord(body).result, "result").list, "result.list").map((one) => {
      const row = asRecord(one);
      return {
        at: asNumber(row.timestamp),
        coins: asNumber(row.singleOpenInterest) * factor,
        usd: asNumber(row.singleOpenInterestValue),
      };
    }),
});
