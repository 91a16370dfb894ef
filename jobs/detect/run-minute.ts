// Evaluates one minute over all tokens and says what is to be written; pure, so that a retry comes to the same.

import type { SignalRow } from "../../schema/dataset/signal/signal.ts";
import type { SignalEvaluationRow } from "../../schema/dataset/signal/signal-evaluation.ts";
import type { SignalStateRow } from "../../schema/dataset/signal/signal-state.ts";
import type { Reason } from "../../schema/reason.ts";
import { SIGNAL_KINDS, type SignalKind } from "../../schema/signal/index.ts";
import { SIGNAL_RULES_VERSION } from "../../schema/signal/rule.ts";
import type { SignalInput } from "../signal/input.ts";
import { countNotEvaluated, evaluateToken, type NotEvaluated } from "./evaluate.ts";
import { type FiredSignal, inKeyOrder, type SignalState, type TokenState } from "./state.ts";

/** Rules that could not be judged, by the first reason of each. */
type Unjudged = Readonly<Partial<Record<Reason, readonly SignalKind[]>>>;

/** Rules judged, rules that could not be, the first reason why, which they were, and which do not apply. */
export type TokenCoverage = readonly [
  evaluated: number,
  notEvaluated: number,
  reason: Reason | null,
  unjudged: Unjudged,
  aside?: readonly SignalKind[],
];

export type JudgedInput = {
  /** What the rules remembered; null where they knew nothing of the token. */
  readonly before: TokenState | null;
  readonly input: SignalInput;
};

/** What one minute came to, before new signals have numbers. */
type MinuteOutcome = {
  readonly at: number;
  readonly state: SignalState;
  readonly fired: readonly FiredSignal[];
  readonly changed: readonly FiredSignal[];
  /** States that differ from the minute before in more than the minute. */
  readonly states: readonly SignalStateRow[];
  /** What signals that fired or changed were judged from, so that they can be judged again. */
  readonly inputs: readonly JudgedInput[];
  readonly coverage: Readonly<Record<string, TokenCoverage>>;
  readonly evaluations: readonly SignalEvaluationRow[];
};

const remembered = ({ slots, seen, recent }: TokenState): string => JSON.stringify({ slots, seen, recent });
const NOTHING = remembered({ at: 0, slots: {}, seen: {}, recent: {} });

function unjudgedOf(gaps: readonly NotEvaluated[]): Unjudged {
  const first = new Map<SignalKind, Reason>();
  for (const { kind, reason } of gaps) if (!first.has(kind)) first.set(kind, reason);
  return Object.fromEntries(
    [...new Set(first.values())].map((reason) => [
      reason,
      [...first].flatMap(([kind, why]) => (why === reason ? [kind] : [])),
    ]),
  );
}

type Tally = {
  readonly evaluated: Map<SignalKind, number>;
  readonly gaps: NotEvaluated[];
  readonly fired: FiredSignal[];
};

function evaluationRows(at: number, tally: Tally): SignalEvaluationRow[] {
  const counts = countNotEvaluated(tally.gaps);
  return SIGNAL_KINDS.map((kind) => {
    const reasons = counts[kind] ?? {};
    return {
      at,
      kind,
      evaluated_count: tally.evaluated.get(kind) ?? 0,
      not_evaluated_count: Object.values(reasons).reduce((all, one) => all + one, 0),
      fired_count: tally.fired.filter((signal) => signal.kind === kind).length,
      reasons: JSON.stringify(reasons),
      rules: SIGNAL_RULES_VERSION,
    };
  });
}

/** One input a token, all of the minute `at` (epoch ms). */
export function runMinute(before: SignalState, at: number, inputs: readonly SignalInput[]): MinuteOutcome {
  const tokens = new Map(Object.entries(before.tokens));
  const tally: Tally = { evaluated: new Map(), gaps: [], fired: [] };
  const changed: FiredSignal[] = [];
  const states: SignalStateRow[] = [];
  const judged: JudgedInput[] = [];
  const coverage: Record<string, TokenCoverage> = {};
  for (const input of inputs) {
    const { token } = input;
    const known = tokens.get(token);
    const step = evaluateToken(known, input);
    tokens.set(token, step.state);
    tally.fired.push(...step.fired);
    tally.gaps.push(...step.notEvaluated);
    for (const kind of step.evaluated) tally.evaluated.set(kind, (tally.evaluated.get(kind) ?? 0) + 1);
    changed.push(...step.changed);
    if (step.fired.length + step.changed.length > 0) judged.push({ before: known ?? null, input });
    if (remembered(step.state) !== (known ? remembered(known) : NOTHING))
      states.push({ token, at, rules: SIGNAL_RULES_VERSION, state: JSON.stringify(step.state) });
    const missing = new Set(step.notEvaluated.map(({ kind }) => kind));
    const [first] = step.notEvaluated;
    const aside = SIGNAL_KINDS.filter((kind) => !missing.has(kind) && !step.evaluated.includes(kind));
    const told = [step.evaluated.length, missing.size, first?.reason ?? null, unjudgedOf(step.notEvaluated)] as const;
    coverage[token] = aside.length === 0 || aside.length === SIGNAL_KINDS.length ? told : [...told, aside];
  }
  const state = { rules: SIGNAL_RULES_VERSION, tokens: inKeyOrder(tokens) } as const;
  const evaluations = evaluationRows(at, tally);
  return { at, state, fired: tally.fired, changed, states, inputs: judged, coverage, evaluations };
}

/** Natural keys whose numbers the rows of an outcome need and that were not fired in it. */
export function keysOf({ fired, changed }: MinuteOutcome): { tokens: string[]; keys: string[] } {
  const own = new Set(fired.map(({ key }) => key));
  const needed = [...changed.map(({ token, key }) => ({ token, key })), ...[...fired, ...changed].flatMap(earlierOf)];
  const earlier = needed.filter(({ key }) => !own.has(key));
  return { tokens: [...new Set(earlier.map(({ token }) => token))], keys: [...new Set(earlier.map(({ key }) => key))] };
}

const earlierOf = ({ token, escalates }: FiredSignal) => (escalates === null ? [] : [{ token, key: escalates }]);

/** The row of a signal; `ids` are the numbers of earlier ones by their keys. */
export function toRow(signal: FiredSignal, id: number, ids: ReadonlyMap<string, number>, changedAt: number): SignalRow {
  const escalates = signal.escalates === null ? null : (ids.get(signal.escalates) ?? null);
  return {
    token: signal.token,
    at: signal.at,
    key: signal.key,
    id,
    kind: signal.kind,
    direction: signal.direction,
    severity: signal.severity,
    value: signal.value,
    ratio: signal.ratio,
    details: JSON.stringify({ ...signal.details, escalates }),
    status: signal.status,
    expires_at: signal.expiresAt,
    closed_at: signal.closedAt,
    rules: SIGNAL_RULES_VERSION,
    changed_at: changedAt,
  };
}

/**
 * Gives new signals the numbers after `lastId`, in the order they fired, and makes the rows; one row a key, in its last
 * status. `known` holds the numbers of earlier keys.
 */
export function numberSignals(
  outcome: MinuteOutcome,
  lastId: number,
  known: ReadonlyMap<string, number>,
): { readonly rows: readonly SignalRow[]; readonly lastId: number } {
  const ids = new Map([...known, ...outcome.fired.map(({ key }, index) => [key, lastId + index + 1] as const)]);
  const rows = new Map<string, SignalRow>();
  for (const signal of [...outcome.fired, ...outcome.changed]) {
    const id = ids.get(signal.key);
    // A change of a signal whose row is gone changes nothing that could still be shown.
    if (id !== undefined) rows.set(signal.key, toRow(signal, id, ids, outcome.at));
  }
  return { rows: [...rows.values()], lastId: lastId + outcome.fired.length };
}
