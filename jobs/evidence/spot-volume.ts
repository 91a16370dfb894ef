// Builds the evidence spot_volume from a day of minutes of the token's largest spot venue.
import { HOUR_MS, MINUTE_MS } from "../../schema/duration.ts";

import type { CandleWindowRow } from "../../schema/query/trade/candle-window.ts";
import { placeOf } from "../../schema/shape/source.ts";
import { toTime } from "../../schema/shape/time.ts";
import { derive, gap, type Measured } from "../measure/gap.ts";
import { roundRatio, roundUsd } from "../number/round.ts";
import { median, sumExactly } from "../number/statistics.ts";
import { type BuiltState, sourcesAs } from "../state/built-state.ts";
import { type EvidenceBuilder, instantOf, say } from "./builder.ts";

const DAY_HOURS = 24;
/** An hour with fewer minutes is not told as one, nor a day with fewer hours. */
const MINUTES_MIN = 55;
const HOURS_MIN = 20;
const LATE_MS = 10 * MINUTE_MS;
const BUSIEST = 5;
const NO_VENUE = gap("no_source", "No spot venue of the token is read by the minute.");
const TOO_FEW = gap("insufficient_coverage", "Minutes of the venue are missing.");

/** Volume of the hours before `to`, the newest first; those with holes are gaps. */
function hoursBefore(candles: readonly CandleWindowRow[], to: number): Measured<number>[] {
  return Array.from({ length: DAY_HOURS }, (_, back) => {
    const [start, end] = [to - (back + 1) * HOUR_MS, to - back * HOUR_MS];
    const inside = candles.filter(({ open_at: at }) => at >= start && at < end);
    return inside.length < MINUTES_MIN ? TOO_FEW : sumExactly(inside.map(({ volume_usd: usd }) => usd));
  });
}

const decimal = (value: number, places: number): string => String(Number(value.toFixed(places)));

const minuteOf = ({ open_at, open, close, volume_usd }: CandleWindowRow) => ({
  ts: toTime(open_at),
  close: plain(close),
  v: decimal(volume_usd, 2),
  ret: open > 0 ? decimal((close / open - 1) * 100, 4) : "0",
});

/** Without an exponent. */
const plain = (value: number): string => (value < 1e-6 ? value.toFixed(18).replace(/0+$/, "") : String(value));

const venueOf = ({ sources }: BuiltState, id: string) => sources[placeOf(id)]?.venue;

const usd = (value: Measured<number>) => derive([value], roundUsd);

export const spotVolume: EvidenceBuilder<"spot_volume"> = {
  words: "spot volume",
  draft({ state, window }) {
    const { venue, from, to } = window;
    const candles = venue?.candles ?? [];
    const newest = candles.at(-1);
    // Minutes come a little after they end: hours are counted from the newest that is there, unless that is long ago.
    const isLate = newest === undefined || newest.open_at + MINUTE_MS < to - LATE_MS;
    const end = isLate ? to : newest.open_at + MINUTE_MS;
    const hours = venue === null ? [] : hoursBefore(candles, end);
    const known = hours.filter((hour) => typeof hour === "number");
    const hour = venue === null ? NO_VENUE : (hours[0] ?? TOO_FEW);
    const usual = venue === null ? NO_VENUE : known.length < HOURS_MIN ? TOO_FEW : median(known);
    const inside = candles.filter(({ open_at: at }) => at >= from && at < to);
    const busiest = inside.toSorted((a, b) => b.volume_usd - a.volume_usd || a.open_at - b.open_at).slice(0, BUSIEST);
    const missing = venue === null ? NO_VENUE : TOO_FEW;
    const peak = busiest[0];
    return [
      {
        asOf: instantOf(state.sections.market),
        sources: sourcesAs(state, "market", "candle").filter((id) => venueOf(state, id) === venue?.venue),
        members: {
          venue: venue?.venue ?? NO_VENUE,
          symbol: venue?.symbol ?? NO_VENUE,
          volume_1h_usd: usd(hour),
          median_hourly_24h_usd: usd(usual),
          ratio: derive([hour, usual], (last, middle) => roundRatio(last / middle)),
          volume_window_usd:
            inside.length === 0 ? missing : roundUsd(sumExactly(inside.map(({ volume_usd: sum }) => sum))),
          busiest_minutes: inside.length === 0 ? missing : busiest.map(minuteOf),
          peak: peak ? { at: toTime(peak.open_at), volume_usd: roundUsd(peak.volume_usd) } : missing,
        },
      },
    ];
  },
  say: (data, symbol) =>
    `${symbol} on ${say(data.venue, "name")}: ${say(data.volume_1h_usd, "usd_short")} in the last hour, ${say(data.ratio, "times")} its median hour of the day`,
};
