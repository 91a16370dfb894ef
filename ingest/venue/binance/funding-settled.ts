// Settled funding rates from Binance; a page holds 960 rows where funding is hourly.
import { SETTLED_PAST_DAYS, settledFunding } from "../../parse/settled-funding.ts";
import { asNumber, asNumberOrNull, asRecords } from "../../source/body.ts";

export const binanceFundingSettled = settledFunding({
  venue: "binance",
  pastDays: SETTLED_PAST_DAYS,
  pageDays: 40,
  call: (symbol, span) => ({
    endpoint: "binance.fapi.fundingRate",
    params: span ? { symbol, limit: 1_000, startTime: span.from, endTime: span.to } : { symbol, limit: 3 },
  }),
  rows: (body, { factor }) =>
    asRecords(body).map((row) => {
      const mark = asNumberOrNull(row.markPrice);
      return {
        at: asNumber(row.fundingTime),
        rate: asNumber(row.fundingRate),
        said: row.symbol,
        mark: mark === null ? null : mark / factor,
      };
    }),
});
