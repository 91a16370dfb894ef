// The dataset ticker and its rows.
import { near, notNegative, ordered, positive, recent } from "../admit.ts";
import { MARKET, real, realOrNull, SYMBOL, TOKEN, time, VENUE } from "../column.ts";
import { minutes } from "../fresh.ts";
import { days } from "../keep.ts";
import type { LatestRow } from "../latest.ts";
import { reading } from "../reading.ts";

export const ticker = reading({
  name: "ticker",
  about: "Rolling 24-hour statistics and best quotes of a market.",
  columns: {
    token: TOKEN,
    venue: VENUE,
    market: MARKET,
    symbol: SYMBOL,
    at: time("The venue's time of the reading, or ours where it gives none. UTC."),
    price: real("Last trade. USD."),
    bid: realOrNull("Best bid; null where the venue gives none. USD."),
    ask: realOrNull("Best ask; null where the venue gives none. USD."),
    high_24h: real("Highest of 24 hours. USD."),
    low_24h: real("Lowest of 24 hours. USD."),
    volume_24h_native: real("Traded in 24 hours. Native coins."),
    volume_24h_usd: real("Traded in 24 hours. USD."),
  },
  order: ["token", "market", "venue", "at"],
  partition: "toYYYYMMDD(at)",
  latest: {
    member: "tickers",
    of: "token",
    by: ["token", "market", "venue"],
    tells: ["symbol", "price", "volume_24h_usd"],
    within: "1 DAY",
  },
  fresh: { ticker: { everyS: minutes(1), sloS: 120, hardTtlS: minutes(15), kinds: ["ticker", "perp-ticker"] } },
  admit: [
    recent,
    positive("price", "low_24h", "high_24h"),
    ordered("low_above_high", "low_24h", "high_24h"),
    ordered("crossed", "bid", "ask"),
    notNegative("volume_24h_native", "volume_24h_usd"),
    near("price"),
  ],
  // Too bulky for as long as builds can be made again otherwise.
  keep: days(30),
});

export type TickerLatestRow = LatestRow<typeof ticker>;
