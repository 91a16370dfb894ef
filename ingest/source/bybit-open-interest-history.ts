// Hourly open interest of perpetuals from Bybit, the single side as the venue values it.
import { asList, asNumber, asRecord } from "../body.ts";
import { openInterestPast } from "../parse/open-interest-past.ts";

/** As much as the other venues give. */
export const bybitOpenInterestHistory = openInterestPast({
  venue: "bybit",
  pastDays: 30,
  pageDays: 8,
  call: (symbol, period, span) => {
    const asked = span ? { startTime: span.from, endTime: span.to, limit: 200 } : { limit: 3 };
    const intervalTime = period === "5m" ? "5min" : period;
    return { endpoint: "bybit.openInterest", params: { category: "linear", symbol, intervalTime, ...asked } };
  },
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
