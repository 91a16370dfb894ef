// Open interest of USDT perpetuals from Gate, the past by the hour; the venue values it in USD itself.
import { HOUR_MS } from "../../../schema/duration.ts";
import { openInterestPast } from "../../parse/open-interest-past.ts";
import { asNumber } from "../../source/body.ts";
import { GATE_ROWS_MAX, GATE_WINDOW_S, gateStats, gateStatsCall } from "./stats.ts";

/** Four days, in one call. */
const PAST_DAYS = GATE_ROWS_MAX / 24;
const PERIOD_MS = { "1h": HOUR_MS, "5m": GATE_WINDOW_S * 1_000 } as const;

export const gateOpenInterestHistory = openInterestPast({
  venue: "gate",
  pastDays: PAST_DAYS,
  pageDays: PAST_DAYS,
  call: (symbol, period, span) => {
    const call = gateStatsCall(symbol, Math.ceil((span.to - span.from) / PERIOD_MS[period]));
    return { ...call, params: { ...call.params, interval: period } };
  },
  rows: (body, { contractSize, factor }) =>
    gateStats(body).map(({ at, row }) => ({
      at,
      coins: asNumber(row.open_interest) * contractSize * factor,
      usd: asNumber(row.open_interest_usd),
    })),
});
