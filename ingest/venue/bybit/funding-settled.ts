// Settled funding rates from Bybit; a page's newest 200 rows hold it whole from 4 hours on.
import { SETTLED_PAST_DAYS, settledFunding } from "../../parse/settled-funding.ts";
import { asNumber, asRecord, asRecords } from "../../source/body.ts";

export const bybitFundingSettled = settledFunding({
  venue: "bybit",
  pastDays: SETTLED_PAST_DAYS,
  pageDays: 32,
  call: (symbol, span) => {
    // A start is taken only together with an end.
    const asked = span ? { startTime: span.from, endTime: span.to, limit: 200 } : { limit: 3 };
    return { endpoint: "bybit.fundingHistory", params: { category: "linear", symbol, ...asked } };
  },
  rows: (body) =>
    asRecords(asRecord(asRecord(body).result, "result").list, "result.list").map((row) => {
      return { at: asNumber(row.fundingRateTimestamp), rate: asNumber(row.fundingRate), mark: null, said: row.symbol };
    }),
});
