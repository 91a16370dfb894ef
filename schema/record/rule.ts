// The rules score-1: when a call was right, as data with a version; a change is a new version, what was scored keeps its own.
import { MINUTE_MS } from "../duration.ts";

export const SCORING_VERSION = "score-1";

/** Hours from issuance to settlement. */
export const HORIZONS = { "1h": 1, "24h": 24, "7d": 168 } as const;
export type HorizonId = keyof typeof HORIZONS;
export const HORIZON_IDS = Object.keys(HORIZONS) as HorizonId[];

export const CALL_KINDS = ["evaluation", "signal", "brief"] as const;
export type CallKind = (typeof CALL_KINDS)[number];

export const SCORING = {
  /** Noise band: the larger of so many percent and so many sigmas of the horizon. */
  bandMinPct: 0.2,
  bandSigmas: 0.25,
  /** A move, and the end of a calm. */
  moveSigmas: 1,
  /** What a verdict "caution" gives a probability of. */
  dipSigmas: 1,
  /** What the risk table counts. */
  fallSigmas: 2,
  /** A close this late still counts as the first one. */
  toleranceMs: 15 * MINUTE_MS,
  /** By then after the tolerance its candles are stored. */
  storedMs: 5 * MINUTE_MS,
  /** Outcomes are looked at once more this long after they were due; what differs then is corrected. */
  recheckMs: 24 * 60 * MINUTE_MS,
  binCount: 10,
  binCallsMin: 5,
  /** Below so many independent calls a row is a small sample. */
  smallBelow: 30,
  /** Weight of the base rate in a probability, in calls. */
  priorWeight: 10,
  /** From so many calls on a confidence counts as calibrated. */
  calibratedFrom: 30,
} as const;

/**
 * What makes a call right, in terms of the return r, the noise band b, sigma s and the extremes within the horizon.
 * `sign` is the direction in which a return counts as gain. dips and runs are events, never scored.
 */
export const DEFINITIONS = {
  up: { right: "r >= b", wrong: "r <= -b", sign: 1 },
  down: { right: "r <= -b", wrong: "r >= b", sign: -1 },
  move: { right: "max(|worst|, |best|) >= s", wrong: "otherwise", sign: 1 },
  calm: { right: "|r| < s", wrong: "otherwise", sign: 1 },
  holds: { right: "r > -b", wrong: "otherwise", sign: 1 },
  lags: { right: "r < b", wrong: "otherwise", sign: -1 },
  dips: { right: "never scored; the event is worst <= -s", wrong: "never", sign: 1 },
  runs: { right: "never scored; the event is best >= s", wrong: "never", sign: -1 },
} as const;
export type Definition = keyof typeof DEFINITIONS;
export const DEFINITION_IDS = Object.keys(DEFINITIONS) as Definition[];

export type CallSaid = {
  readonly kind: CallKind;
  readonly verdict: string;
  readonly direction: string;
  readonly side: string;
};

/** The definition of a call. A selling order mirrors the buying one. */
export function definitionOf({ kind, verdict, direction, side }: CallSaid): Definition {
  const sells = side === "sell";
  if (verdict === "proceed") return sells ? "lags" : "holds";
  if (verdict === "avoid") return sells ? "holds" : "lags";
  if (verdict === "caution") return sells ? "runs" : "dips";
  if (direction === "bullish") return "up";
  if (direction === "bearish") return "down";
  return kind === "signal" ? "move" : "calm";
}

const RESULTS = ["right", "wrong", "push", "not_scored", "unassessed"] as const;
export type Result = (typeof RESULTS)[number];

/** Percentage points, each rounded to four decimals: whoever sees them comes to the same result. */
export type Moved = {
  readonly returnPct: number;
  readonly worstPct: number;
  readonly bestPct: number;
  readonly sigmaPct: number;
  readonly bandPct: number;
};

const either = (right: boolean): Result => (right ? "right" : "wrong");
const sides = (right: boolean, wrong: boolean): Result => (right ? "right" : wrong ? "wrong" : "push");

const JUDGES: Readonly<Record<Definition, (moved: Moved) => Result>> = {
  up: ({ returnPct: r, bandPct: b }) => sides(r >= b, r <= -b),
  down: ({ returnPct: r, bandPct: b }) => sides(r <= -b, r >= b),
  move: ({ worstPct, bestPct, sigmaPct }) => either(Math.max(Math.abs(worstPct), Math.abs(bestPct)) >= sigmaPct),
  calm: ({ returnPct, sigmaPct }) => either(Math.abs(returnPct) < sigmaPct),
  holds: ({ returnPct: r, bandPct: b }) => either(r > -b),
  lags: ({ returnPct: r, bandPct: b }) => either(r < b),
  dips: () => "not_scored",
  runs: () => "not_scored",
};

export const judgeCall = (definition: Definition, moved: Moved): Result => JUDGES[definition](moved);

/** The class whose past gives a call its probability. */
export const oddsClassOf = (call: CallSaid & { readonly subkind: string; readonly severity: number }): string =>
  call.kind === "evaluation"
    ? `evaluation~${call.verdict}`
    : call.kind === "signal"
      ? `signal~${call.subkind}~${call.severity}`
      : `brief~${call.direction}~${call.severity}`;

/** The class that only signals of one direction are in: what they came to says nothing of those of another one. */
export const directedClassOf = (signal: {
  readonly kind: string;
  readonly severity: number;
  readonly direction: string;
}): string => `signal~${signal.kind}~${signal.severity}~${signal.direction}`;

/**
 * What came of the calls of a class at a horizon; `base` is the share of the market's hours for which it held. Of calls of a
 * token within one horizon's length one is `independent`. `windows` of that length had calls, worth as much as `even`
 * ones with equally many; and all together are worth `effective` ones that know nothing of each other. Tables of before that
 * was counted have none of these.
 */
export type Odds = {
  readonly n: number;
  readonly right: number;
  readonly base: number;
  readonly independent?: number;
  readonly windows?: number;
  readonly even?: number;
  readonly effective?: number;
};
export type OddsTable = Readonly<Record<string, Readonly<Record<HorizonId, Odds | null>>>>;

/** Before anything was measured. */
const PRIOR = 0.5;

/** The smoothed share of past calls that were right, to four decimals. */
export function probabilityOf(odds: Odds | null | undefined): number {
  if (!odds) return PRIOR;
  const share = (odds.right + SCORING.priorWeight * odds.base) / (odds.n + SCORING.priorWeight);
  return Math.round(share * 10_000) / 10_000;
}

export function oddsOf(table: OddsTable, name: string): { readonly p: Record<HorizonId, number>; readonly n: number } {
  const odds = table[name];
  const p = Object.fromEntries(HORIZON_IDS.map((id) => [id, probabilityOf(odds?.[id])])) as Record<HorizonId, number>;
  return { p, n: odds?.["24h"]?.n ?? 0 };
}
