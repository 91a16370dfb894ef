// Settled funding rates from Hyperliquid, one an hour: a page's 500 rows are oldest first.
import { HOUR_MS } from "../../../schema/duration.ts";
import { SETTLED_PAST_DAYS, settledFunding } from "../../parse/settled-funding.ts";
import { asNumber, asRecords } from "../../source/body.ts";

export const hyperliquidFundingSettled = settledFunding({
  venue: "hyperliquid",
  pastDays: SETTLED_PAST_DAYS,
  pageDays: 20,
  // Who is up to date is not asked for again, so that a run cut short by the venue's pace goes on where it ended.
  everyS: 900,
  intervalMs: HOUR_MS,
  call: (symbol, span, now) => ({
    endpoint: span ? "hyperliquid.fundingPast" : "hyperliquid.fundingNewest",
    params: {
      type: "fundingHistory",
      coin: symbol,
      ...(span ? { startTime: span.from, endTime: span.to } : { startTime: now - 3 * HOUR_MS }),
    },
  }),
  rows: (body) =>
    asRecords(body, "settlements").map((row) => {
      return { at: asNumber(row.time), rate: asNumber(row.fundingRate), mark: null, said: row.coin };
    }),
});
