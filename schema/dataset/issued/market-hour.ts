// Extremes of minute closes and sigmas by hour.
import { own } from "../analysts.ts";
import { realOrNull, TOKEN, time, whole } from "../column.ts";
import { dataset, latestBy, type Row } from "../dataset.ts";
import { FOR_GOOD } from "../keep.ts";

export const marketHour = dataset({
  name: "market_hour",
  about: "Extremes of minute closes and the usual size of returns, by token and hour: what outcomes are settled with.",
  columns: {
    token: TOKEN,
    at: time("Start of the hour. UTC."),
    revision: whole(16, "0 as first read, 1 as read again a day later; the later one counts. Without a unit."),
    close_count: whole(16, "Minutes of the hour with a close."),
    low: realOrNull("Lowest of the minute closes, each the median over venues; null where there is none. USD."),
    high: realOrNull("Highest of them. USD."),
    sigma_1h_pct: realOrNull(
      "Deviation of 1-hour returns over the 30 days before the hour; null where too few hours are stored. Percentage points.",
    ),
    sigma_24h_pct: realOrNull("The same of 24-hour returns. Percentage points."),
    sigma_7d_pct: realOrNull("The same of 7-day returns. Percentage points."),
    scored_at: time("When it was read. UTC."),
  },
  rows: latestBy("revision"),
  order: ["at", "token"],
  partition: "toYYYYMM(at)",
  analysts: {
    view: "market_hour",
    about:
      "Extremes of minute closes and the usual size of returns, by token and hour: what outcomes are settled with.",
    shows: {
      ...own("token", "at"),
      revision: "0 as first read, 1 as read again a day later; the later one counts; without a unit.",
      ...own("close_count", "low", "high", "sigma_1h_pct", "sigma_24h_pct", "sigma_7d_pct", "scored_at"),
    },
  },
  keep: FOR_GOOD,
});

export type MarketHourRow = Row<typeof marketHour>;
