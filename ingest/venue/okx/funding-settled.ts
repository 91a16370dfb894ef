// Settled funding rates from OKX: realizedRate is what was paid, fundingRate what was announced.
import { settledFunding } from "../../parse/settled-funding.ts";
import { asNumber, asRecord, asRecords } from "../../source/body.ts";

/** The venue keeps three months; a page's newest 400 rows hold it whole where funding is paid every 2 hours or more seldom. */
export const okxFundingSettled = settledFunding({
  venue: "okx",
  pastDays: 92,
  pageDays: 31,
  call: (symbol, span) => {
    const asked = span ? { before: span.from - 1, after: span.to, limit: 400 } : { limit: 3 };
    return { endpoint: "okx.fundingHistory", params: { instId: symbol, ...asked } };
  },
  rows: (body) =>
    asRecords(asRecord(body).data, "data").map((row) => {
      return { at: asNumber(row.fundingTime), rate: asNumber(row.realizedRate), mark: null, said: row.instId };
    }),
});
