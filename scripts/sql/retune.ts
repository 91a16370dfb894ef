// Proposes thresholds of the signal rules from stored history, against the frequencies they aim at; prints, never edits.
import { SIGNALS, type SignalKind } from "../../schema/signal/index.ts";
import type { SignalSeverity } from "../../schema/signal/rule.ts";
import type { Place } from "../connect.ts";
import { askRows } from "./ask.ts";

/** What a token should not exceed over all kinds: severity 1 in a day, 2 in a week, 3 in thirty days. */
const AIMS: Readonly<
  Record<SignalSeverity, { readonly signals: number; readonly days: number; readonly span: string }>
> = {
  1: { signals: 3, days: 1, span: "day" },
  2: { signals: 3, days: 7, span: "week" },
  3: { signals: 1, days: 30, span: "30 days" },
};
const SEVERITIES = [1, 2, 3] as const;
/** Less than so many days of a mean token prove nothing. */
const DAYS_MIN = 7;

/** One stored signal: how far its value lies beyond the threshold of its own severity, at least 1. */
export type StoredSignal = { readonly kind: SignalKind; readonly severity: SignalSeverity; readonly excess: number };
type History = {
  readonly signals: readonly StoredSignal[];
  /** Tokens that were judged, and for how many days. */
  readonly tokens: number;
  readonly days: number;
};

type Proposal = {
  readonly severity: SignalSeverity;
  /** Signals of a mean token in the span of the aim. */
  readonly rate: number;
  readonly aim: number;
  /** The kinds whose threshold would have to move away from the usual, by what factor, and what is left of them. */
  readonly changes: readonly {
    readonly kind: SignalKind;
    readonly factor: number;
    readonly from: number;
    readonly to: number;
  }[];
};

/** The largest share each kind may keep so that all together stay within the budget: small kinds keep theirs whole. */
function shareOut(counts: ReadonlyMap<SignalKind, number>, budget: number): Map<SignalKind, number> {
  const kept = new Map<SignalKind, number>();
  let left = budget;
  const rising = [...counts].sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1));
  for (const [index, [kind, count]] of rising.entries()) {
    const share = Math.min(count, Math.floor(left / (rising.length - index)));
    kept.set(kind, share);
    left -= share;
  }
  return kept;
}

/** For each severity its rate and, where that is above the aim, which thresholds would have kept it. */
export function proposeLevels({ signals, tokens, days }: History): Proposal[] {
  return SEVERITIES.map((severity) => {
    const own = signals.filter((signal) => signal.severity === severity);
    const { signals: aim, days: span } = AIMS[severity];
    const rate = (own.length / tokens / days) * span;
    const budget = Math.floor((aim * tokens * days) / span);
    const counts = new Map<SignalKind, number>();
    for (const { kind } of own) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const kept = shareOut(counts, budget);
    const changes = [...counts].flatMap(([kind, from]) => {
      const to = kept.get(kind) ?? from;
      if (own.length <= budget || to >= from) return [];
      const falling = own.filter((one) => one.kind === kind).map(({ excess }) => excess);
      falling.sort((a, b) => b - a);
      // Just beyond the first one that must go.
      return [{ kind, factor: falling[to] ?? 1, from, to }];
    });
    return { severity, rate, aim, changes };
  });
}

type Counted = { readonly tokens: number; readonly days: number };

/** Reads what fired in the last `days`, and over how many token days the rules ran. */
export async function readHistory(place: Place, days: number): Promise<History> {
  const since = `now() - INTERVAL ${days} DAY`;
  const [ran] = await askRows<Counted>(
    place,
    `SELECT max(tokens) AS tokens, sum(minutes) / 1440 AS days FROM (SELECT toDate(e.at) AS day, uniqExact(e.at) AS minutes,
       max(e.evaluated_count + e.not_evaluated_count) AS tokens FROM ${place.facts}.signal_evaluation AS e WHERE e.at > ${since} GROUP BY day)`,
  );
  const signals = await askRows<StoredSignal>(
    place,
    `SELECT kind, severity, greatest(1, if(limit = 0 OR value = 0, 1, greatest(value / limit, limit / value))) AS excess
     FROM (SELECT s.kind AS kind, s.severity AS severity, s.value AS value, JSONExtractFloat(s.details, 'threshold') AS limit
       FROM ${place.facts}.signal AS s FINAL WHERE s.replaced_at = 0 AND s.at > ${since})`,
  );
  return { signals, tokens: Number(ran?.tokens ?? 0), days: Number(ran?.days ?? 0) };
}

const levelOf = (kind: SignalKind, severity: SignalSeverity): number | null =>
  SIGNALS[kind].levels[severity - 1] ?? null;
/** A rule that fires below its threshold moves away from the usual by going down. */
const falls = (kind: SignalKind): boolean => (SIGNALS[kind].levels[1] ?? 0) < SIGNALS[kind].levels[0];

/** The proposals as lines for a person. */
export function sayProposals(history: History): string[] {
  const { tokens, days } = history;
  if (tokens === 0 || days < DAYS_MIN)
    return [
      `The rules ran for ${days.toFixed(1)} days over ${tokens} tokens; ${DAYS_MIN} days are needed to propose anything.`,
    ];
  const lines = [
    `${history.signals.length} signals of ${tokens} tokens in ${days.toFixed(1)} days of evaluated minutes.`,
  ];
  for (const { severity, rate, aim, changes } of proposeLevels(history)) {
    const verdict = changes.length === 0 ? "within the aim, nothing to change" : "above the aim";
    lines.push(
      "",
      `severity ${severity}: ${rate.toFixed(2)} a ${AIMS[severity].span} and token, aim at most ${aim}: ${verdict}`,
    );
    for (const { kind, factor, from, to } of changes) {
      const level = levelOf(kind, severity);
      const next = level === null ? null : falls(kind) ? level / factor : level * factor;
      lines.push(
        `  ${kind.padEnd(22)} ${from} → ${to} signals: threshold ${level} → beyond ${next === null ? "?" : Number(next.toPrecision(4))} ${SIGNALS[kind].unit} (× ${factor.toFixed(3)})`,
      );
    }
  }
  return [
    ...lines,
    "",
    "Only the first number of a rule is looked at, and only what fired: a lower threshold cannot be judged from signals.",
    "Nothing was changed. A changed threshold is a new version of the rules; signals that are stored keep theirs.",
  ];
}
