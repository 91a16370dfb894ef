// The dataset candle and its rows.
import { n, notNegative, ordered, positive } from "../admit.ts";
import { own } from "../analysts.ts";
import { MARKET, real, SYMBOL, TOKEN, time, VENUE, whole } from "../column.ts";
import type { Row } from "../dataset.ts";
import { minutes } from "../fresh.ts";
import { reading } from "../reading.ts";

export const candle = reading({
  name: "candle",
  about: "Closed candles as venues report them.",
  columns: {
    token: TOKEN,
    venue: VENUE,
    market: MARKET,
    symbol: SYMBOL,
    interval_s: whole(32, "Length of the candle. Seconds."),
    open_at: time("Start of the candle. UTC."),
    open: real("First price. USD."),
    high: real("Highest price. USD."),
    low: real("Lowest price. USD."),
    close: real("Last price. USD."),
    volume_native: real("Traded amount. Native coins."),
    volume_usd: real("Traded value. USD."),
  },
  order: ["token", "interval_s", "market", "venue", "open_at"],
  partition: "(interval_s, if(interval_s = 60, toYYYYMM(open_at), toYear(open_at)))",
  rowsPerMark: 1_024,
  fresh: {
    candle: {
      everyS: minutes(1),
      sloS: 120,
      hardTtlS: minutes(15),
      kinds: ["candle-1m", "candle-15m", "candle-1h", "candle-1d", "perp-candle-1h"],
    },
  },
  admit: [
    positive("low"),
    ordered("low_above_high", "low", "high"),
    [
      "outside_range",
      (row) =>
        n(row, "low") <= Math.min(n(row, "open"), n(row, "close")) &&
        n(row, "high") >= Math.max(n(row, "open"), n(row, "close")),
    ],
    notNegative("volume_native", "volume_usd"),
    ["running", (row, { now }) => n(row, "open_at") + n(row, "interval_s") * 1_000 <= now],
  ],
  analysts: {
    view: "venue_candle",
    about: "Closed candles of each venue and market, each once: the latest reading of it.",
    shows: {
      ...own("token", "venue", "market", "symbol", "interval_s", "open_at"),
      close_at: [
        "DateTime64(3, 'UTC')",
        "addSeconds(open_at, interval_s)",
        "End of the candle, the instant its close holds at. UTC.",
      ],
      ...own("open", "high", "low", "close", "volume_native", "volume_usd", "provider"),
      retrieved_at: "When we received it. UTC.",
    },
  },
  keep: {
    at: "open_at",
    kept: [
      { what: "minutes and quarters of an hour", days: 90, where: "interval_s < 3600", first: [60, 900] },
      { what: "hours", days: 730, where: "interval_s = 3600", first: [3_600] },
      { what: "days", days: null, where: "interval_s = 86400", first: [86_400] },
    ],
  },
});

export type CandleRow = Row<typeof candle>;
