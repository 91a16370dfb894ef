// Builder of the market section breadth: how many tracked tokens take part.
import { DAY_MS } from "../../schema/duration.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import { derive, gap, isGap, type Measured } from "../measure/gap.ts";
import { roundPct } from "../number/round.ts";
import { mean } from "../number/statistics.ts";
import { type MarketBuilder, type MarketInput, sourcesOf } from "./market-builder.ts";
import { countOf, known, medianOf, oldest, positivePct, readAll, shareKnown, tokensLeftOut } from "./token-value.ts";

/** Moves smaller than this are no moves. Percentage points. */
const STILL_PCT = 0.1;
const DAYS = 20;
const HOURS_MIN = 0.9 * DAYS * 24;

const LONG_DAYS = 50;

/** Where the price stands among the hourly closes of 20 days: above their daily mean, at a high, at a low. */
function placeOf(input: MarketInput, token: string): Measured<{ above: boolean; high: boolean; low: boolean }> {
  const spot = input.facts.universe.spot.get(token);
  const hours = input.facts.tokens.get(token)?.hours;
  if (!spot || isGap(spot.price) || !hours) return gap("insufficient_history");
  const { price } = spot;
  const from = input.asOf - DAYS * DAY_MS;
  const closes = hours.close.filter((_, at) => (hours.at[at] ?? 0) > from);
  if (closes.length < HOURS_MIN) return gap("insufficient_history");
  const last = hours.at.at(-1) ?? 0;
  const daily = hours.close.filter(
    (_, at) => (hours.at[at] ?? 0) > from && (last - (hours.at[at] ?? 0)) % DAY_MS === 0,
  );
  return { above: price > mean(daily), high: price >= Math.max(...closes), low: price <= Math.min(...closes) };
}

/** A count over tokens with 20 days of closes, when at least 60 % of the tokens have them. */
function countPlaces(input: MarketInput, of: "above" | "high" | "low"): Measured<{ count: number; share: number }> {
  const places = TRACKED.map(({ id }) => placeOf(input, id)).filter((place) => !isGap(place));
  if (places.length < TRACKED.length * 0.6) {
    return gap("insufficient_history", `Only ${places.length} of ${TRACKED.length} tokens have 20 days of closes.`);
  }
  const count = places.filter((place) => !isGap(place) && place[of]).length;
  return { count, share: count / places.length };
}

/** Share of tokens whose price is above the mean of their last 50 daily closes, where 60 % of them have 45 or more. */
function aboveLongMean(input: MarketInput): Measured<number> {
  const from = input.asOf - LONG_DAYS * DAY_MS;
  const above = TRACKED.flatMap(({ id }) => {
    const price = input.facts.universe.spot.get(id)?.price ?? gap("pending");
    const days = input.facts.tokens.get(id)?.days;
    const closes = days?.close.filter((_, at) => (days.at[at] ?? 0) > from) ?? [];
    return isGap(price) || closes.length < 0.9 * LONG_DAYS ? [] : [price > mean(closes)];
  });
  if (above.length < TRACKED.length * 0.6) {
    return gap("insufficient_history", `Only ${above.length} of ${TRACKED.length} tokens have 50 days of closes.`);
  }
  return roundPct((above.filter(Boolean).length / above.length) * 100);
}

export const breadth: MarketBuilder<"breadth"> = (input) => {
  const day = readAll(input, "market", "change_24h_pct");
  return {
    asOf: oldest(input, known(day)),
    sources: sourcesOf(input, "market"),
    weight: shareKnown(day),
    partial: tokensLeftOut("/unassessed_24h", day),
    coverage: { assessed: known(day).length, expected: TRACKED.length },
    members: {
      universe: TRACKED.length,
      up_1h_pct: positivePct(readAll(input, "market", "change_1h_pct")),
      up_24h_pct: positivePct(day),
      up_7d_pct: positivePct(readAll(input, "market", "change_7d_pct")),
      median_change_24h_pct: medianOf(day, roundPct),
      advancers_24h: countOf(day, (value) => value >= STILL_PCT),
      decliners_24h: countOf(day, (value) => value <= -STILL_PCT),
      unchanged_24h: countOf(day, (value) => Math.abs(value) < STILL_PCT),
      unassessed_24h: TRACKED.length - known(day).length,
      above_sma20d_pct: derive([countPlaces(input, "above")], ({ share }) => roundPct(share * 100)),
      above_sma50d_pct: aboveLongMean(input),
      new_highs_20d: derive([countPlaces(input, "high")], ({ count }) => count),
      new_lows_20d: derive([countPlaces(input, "low")], ({ count }) => count),
    },
  };
};
