// alert-watchtower over one planted token: what fired, which minutes were watched with what coverage, and its verdicts.
import { alertWatchtower, towerOf } from "../../../jobs/agent/alert-watchtower.ts";
import { NO_PAST, type Past } from "../../../jobs/agent/judged-before.ts";
import { blindTo } from "../../../jobs/agent/judged-rules.ts";
import type { InForce, Lapse } from "../../../jobs/agent/read-states.ts";
import { type CoveredMinutes, judgeMinutes, type WatchedTime } from "../../../jobs/agent/watched-time.ts";
import type { TokenCoverage } from "../../../jobs/detect/run-minute.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import type { ReadState } from "../../../jobs/state/read-state.ts";
import { HOUR_MS as HOUR, MINUTE_MS as MINUTE, minuteOf } from "../../../schema/duration.ts";
import type { HistoryEvent } from "../../../schema/object/history.ts";
import type { SectionOf } from "../../../schema/section/index.ts";
import { toTime } from "../../../schema/shape/time.ts";
import { SIGNAL_KINDS } from "../../../schema/signal/index.ts";
import { plantedRun } from "../planted-run.ts";
import { AS_OF, factsOf, wholeRows } from "./facts.ts";

type Signal = Extract<SectionOf<"signals">["open"], readonly unknown[]>[number];
const state: ReadState = { ...buildState(factsOf(wholeRows()), "bitcoin"), build: AS_OF };

let count = 0;
export const signal = (severity: number, change: Partial<Signal> = {}, hoursAgo = 1): Signal => {
  count += 1;
  return {
    ...{ id: count, kind: "price_move", token: "bitcoin", direction: "bearish", severity, value: -4.2, ratio: 1.2 },
    ...{ at: toTime(AS_OF - hoursAgo * HOUR), details: {}, status: "open", expires_at: toTime(AS_OF + HOUR) },
    ...change,
  } as Signal;
};
const source = { provider: "sandbox:assay", endpoint: "signal", as_of: toTime(AS_OF) };
export const fired = (data: Signal): HistoryEvent => ({
  ...{ kind: "signal", id: `signal~${data.id}`, at: data.at, severity: data.severity, direction: data.direction },
  ...{ summary: "BTC fell 4.2 % within an hour", data, source },
});
export const change = (to: "avoid" | "caution"): HistoryEvent => ({
  ...{ kind: "verdict_change", id: `verdict~${to}`, at: toTime(AS_OF - HOUR), severity: 3, direction: null },
  ...{
    summary: "BTC's verdict changed",
    data: { evaluation_id: "eval_2", previous_evaluation_id: null, from: "proceed", to },
    source,
  },
});

export type Planted = {
  open?: Signal[] | "unassessed";
  events?: HistoryEvent[];
  judged?: readonly InForce[];
  minSeverity?: number;
  rules?: TokenCoverage;
  watched?: WatchedTime;
  hasState?: boolean;
  hours?: number;
  past?: Past;
  lapses?: ReadonlyMap<string, Lapse>;
  kinds?: readonly (typeof SIGNAL_KINDS)[number][];
};
export const ALL_JUDGED: TokenCoverage = [
  17,
  3,
  "no_source",
  { no_source: ["exchange_inflow", "exchange_outflow", "tvl_drop"] },
];
export const SILENT: TokenCoverage = [0, 20, "stale", { stale: [...SIGNAL_KINDS] }];
export const UNREAD: TokenCoverage = [0, 20, "pending", { pending: [...SIGNAL_KINDS] }];
export const PART: TokenCoverage = [19, 1, "pending", { pending: ["oi_flush"] }];
export const NOW = minuteOf(AS_OF);
/** So many minutes up to one that is so many ago. */
export const lasting = (minutes: number, ago = 0, coverage = ALL_JUDGED): CoveredMinutes => ({
  ...{ coverage, minutes, lastAt: NOW - ago * MINUTE, firstAt: NOW - (ago + minutes - 1) * MINUTE },
});
export const watching = (minutes: readonly CoveredMinutes[], hasBefore = true): WatchedTime => ({
  ...{ minutes: () => minutes, hasBefore },
});
export const WHOLE = watching([lasting(1_440)]);
export const standing = (verdict: InForce["verdict"], ...lost: InForce["lost"]): InForce => ({
  ...{ id: "eval_1", token: "bitcoin", verdict, lost },
});
/** Verdicts since so many minutes before now, with a break of so many, so many of them judged without something. */
export const since = (minutes: number, longest = 0, hidingCount = 0): ReadonlyMap<string, Lapse> =>
  new Map([["bitcoin", { firstAt: AS_OF - minutes * MINUTE, longestMs: longest * MINUTE, hidingCount }]]);
const ALWAYS = since(80 * 60);
export const judgedOver = (minutes: readonly CoveredMinutes[]) =>
  judgeMinutes(minutes, ({ coverage, lastAt: at }) => blindTo({ coverage, at, past: NO_PAST }, SIGNAL_KINDS));

export function runTower(test: Parameters<typeof plantedRun>[0], planted: Planted) {
  const { open = [], events = [], judged = [standing("caution")], minSeverity = 1, rules = ALL_JUDGED } = planted;
  const { watched = WHOLE, hasState = true, hours = 24, past = NO_PAST } = planted;
  const { lapses = ALWAYS, kinds = SIGNAL_KINDS } = planted;
  const own = { ...state, sections: { ...state.sections, signals: { ...state.sections.signals, open } } };
  const asked = { tokens: ["bitcoin"], hours, minSeverity, kinds };
  const read = {
    ...{
      lapses,
      states: new Map(hasState ? [["bitcoin", own]] : []),
      watched,
      judgedRules: () => ({ coverage: rules, at: NOW, past }),
      events,
      judged: new Map(judged.map((one) => [one.token, one])),
      odds: {},
      isSimulated: true,
      now: AS_OF,
    },
  };
  return plantedRun(
    test,
    alertWatchtower,
    { tokens: ["bitcoin"] },
    towerOf(asked, read, () => "bitcoin"),
    AS_OF,
  );
}
