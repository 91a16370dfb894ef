// Settled funding rates from Gate: times in seconds, newest first; a page holds 960 rows where funding is hourly.
import { SETTLED_PAST_DAYS, settledFunding } from "../../parse/settled-funding.ts";
import { asNumber, asRecords } from "../../source/body.ts";

const secondsOf = (at: number): number => Math.floor(at / 1_000);

export const gateFundingSettled = settledFunding({
  venue: "gate",
  pastDays: SETTLED_PAST_DAYS,
  pageDays: 40,
  call: (symbol, span) => {
    const asked = span ? { from: secondsOf(span.from), to: secondsOf(span.to), limit: 1_000 } : { limit: 3 };
    return { endpoint: "gate.fundingRate", params: { settle: "usdt", contract: symbol, ...asked } };
  },
  rows: (body) =>
    asRecords(body, "settlements").map((row) => {
      return { at: asNumber(row.t) * 1_000, rate: asNumber(row.r), mark: null };
    }),
});
