// Builds the evidence liquidations: the last hour, the week's usual hour, and the fiercest quarter of the window.
import { QUARTER_MS } from "../../schema/duration.ts";
import type { HistoryEventOf } from "../../schema/object/history.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import { toTime } from "../../schema/shape/time.ts";
import { group } from "../draft/draft.ts";
import { derive, gap, type Measured } from "../measure/gap.ts";
import { roundRatio, roundUsd } from "../number/round.ts";
import { sumExactly } from "../number/statistics.ts";
import { sourcesAs } from "../state/built-state.ts";
import type { Cited } from "../state/cite.ts";
import { readNumber } from "../state/read-number.ts";
import { rarityOf } from "./against-past.ts";
import { type EvidenceBuilder, eventsOf, instantOf, needed, say, type WindowRows } from "./builder.ts";
import { beforeMove } from "./sharpest-move.ts";

type Closed = HistoryEventOf<"liquidation">;
const HOUR_H = 1;
const NOT_WATCHED = gap("insufficient_history", "No venue was watched for 7 days yet.");

const amount = (value: number | typeof UNASSESSED): number => (value === UNASSESSED ? 0 : value);

/** Closures by quarter of an hour, over venues. */
function quartersOf(window: WindowRows) {
  const { from, to } = window;
  const quarters = new Map<number, Closed[]>();
  for (const event of eventsOf(window, "liquidation")) {
    const at = Date.parse(event.at);
    if (at < from - QUARTER_MS || at >= to) continue;
    quarters.set(at, [...(quarters.get(at) ?? []), event]);
  }
  return [...quarters].map(([at, told]) => ({
    at,
    told,
    longUsd: roundUsd(sumExactly(told.map(({ data }) => amount(data.long_usd)))),
    shortUsd: roundUsd(sumExactly(told.map(({ data }) => amount(data.short_usd)))),
  }));
}

/** The fiercest quarter: of those that may have moved the price, where there are any, else of all. */
function peakOf(window: WindowRows) {
  const move = beforeMove(window);
  const all = quartersOf(window)
    .map((one) => ({ ...one, totalUsd: roundUsd(one.longUsd + one.shortUsd) }))
    .toSorted((a, b) => b.totalUsd - a.totalUsd || a.at - b.at);
  const pushing = all.filter(({ at, longUsd, shortUsd }) => {
    if (move === null || at < move.from || at >= move.barsTo) return false;
    return (longUsd >= shortUsd ? -1 : 1) === move.sign;
  });
  return (pushing[0]?.totalUsd ?? 0) > 0 ? pushing[0] : all[0];
}

const citedOf = (token: string, { source }: Closed, at: number): Cited => ({
  dataset: "liquidation",
  provider: source.provider,
  venue: source.venue ?? null,
  at,
  retrievedAt: Date.parse(source.retrieved_at ?? source.as_of ?? ""),
  token,
  past: true,
});

export const liquidations: EvidenceBuilder<"liquidations"> = {
  words: "forced closures",
  draft({ state, window }) {
    const { derivatives } = state.sections;
    if (derivatives.applicable === false) return [];
    const number = (name: "long_usd" | "short_usd" | "total_usd" | "largest_usd") =>
      needed(readNumber(state, "derivatives", "liquidations_1h", name));
    const total = number("total_usd");
    const usual: Measured<number> = window.usualLiquidationsUsd ?? NOT_WATCHED;
    const against = (sum: Measured<number>) => derive([sum, usual], (now, hour) => roundRatio(now / hour));
    const peak = peakOf(window);
    return [
      {
        asOf: instantOf(derivatives),
        sources: [
          ...sourcesAs(state, "derivatives", "liquidation"),
          ...(peak?.told.map((event) => citedOf(state.token.id, event, peak.at)) ?? []),
        ],
        members: {
          long_usd: number("long_usd"),
          short_usd: number("short_usd"),
          total_usd: total,
          largest_usd: number("largest_usd"),
          median_hourly_7d_usd: derive([usual], roundUsd),
          ratio: against(total),
          window_h: HOUR_H,
          peak: peak
            ? group({
                at: toTime(peak.at),
                long_usd: peak.longUsd,
                short_usd: peak.shortUsd,
                total_usd: peak.totalUsd,
                ratio: against(peak.totalUsd),
                ...rarityOf(peak.totalUsd, window.pastClosuresUsd),
              })
            : // None that is known of is none where closures were read.
              derive([total], () => null),
        },
      },
    ];
  },
  say: (data) =>
    `At least ${say(data.total_usd, "usd_short")} closed by force in the last hour, ${say(data.long_usd, "usd_short")} of it long`,
};
