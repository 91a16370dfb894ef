// Evaluates the signal rules minute by minute: (state, input) → (state, what fired, what changed, what could not be judged).
import { HOUR_MS } from "../../schema/duration.ts";
import type { Reason } from "../../schema/reason.ts";
import { SIGNAL_KINDS, SIGNALS, type SignalKind } from "../../schema/signal/index.ts";
import type { InputName } from "../../schema/signal/input-name.ts";
import type { SignalDirection, SignalRule } from "../../schema/signal/rule.ts";
import { DETECTORS } from "../signal/index.ts";
import type { SignalInput } from "../signal/input.ts";
import type { Hit } from "../signal/reading.ts";
import { countEvaluation, expireSlot, fireSlot, isSpent, mayFire } from "./slot.ts";
import { EMPTY_TOKEN_STATE, type FiredSignal, inKeyOrder, type Seen, type Slot, type TokenState } from "./state.ts";

/** A rule that could not be judged: neither "signal" nor "no signal". */
export type NotEvaluated = {
  readonly token: string;
  readonly kind: SignalKind;
  readonly at: number;
  readonly input: InputName;
  readonly reason: Reason;
};

type Outcome = {
  /** New signals, in the order of the registry. */
  readonly fired: readonly FiredSignal[];
  /** Earlier signals with their new status: escalated, resolved or expired. */
  readonly changed: readonly FiredSignal[];
  readonly notEvaluated: readonly NotEvaluated[];
};

const DIRECTIONS: readonly SignalDirection[] = ["bullish", "bearish", "neutral"];

type Draft = {
  readonly slots: Map<string, Slot>;
  readonly seen: Map<string, Seen>;
  readonly recent: Map<string, readonly number[]>;
  readonly fired: FiredSignal[];
  readonly changed: FiredSignal[];
  readonly notEvaluated: NotEvaluated[];
  readonly evaluated: SignalKind[];
};

const expire = (draft: Draft, at: number): void => {
  for (const [name, slot] of draft.slots) {
    const closing = expireSlot(slot, at);
    draft.slots.set(name, closing.slot);
    draft.changed.push(...closing.changed);
  }
  for (const [name, seen] of draft.seen) if (seen.until <= at) draft.seen.delete(name);
  for (const [kind, times] of draft.recent) {
    const kept = times.filter((time) => at - time < HOUR_MS);
    if (kept.length > 0) draft.recent.set(kind, kept);
    else draft.recent.delete(kind);
  }
};

/** Fires one hit unless a cooldown, an earlier signal about the same thing or the hourly limit holds it back. */
const fireHit = (draft: Draft, rule: SignalRule<SignalKind>, input: SignalInput, hit: Hit): void => {
  const slotName = `${rule.kind}~${hit.direction}`;
  const slot = draft.slots.get(slotName);
  const seenName = hit.subject && `${rule.kind}~${hit.subject.id}`;
  const seen = seenName === undefined ? undefined : draft.seen.get(seenName);
  if (seen && !(rule.once?.escalates && hit.severity > seen.severity)) return;
  if (!mayFire(rule, slot?.last, hit, input.at)) return;

  const recent = draft.recent.get(rule.kind) ?? [];
  const full = rule.hourlyMax !== null && recent.length >= rule.hourlyMax;
  const firing = full ? undefined : fireSlot(rule, slot, input, hit, ...(seen ? [seen.key] : []));
  if (seenName !== undefined && hit.subject) {
    const key = firing?.signal.key ?? null;
    draft.seen.set(seenName, { until: hit.subject.until, severity: hit.severity, key });
  }
  if (!firing) return;
  draft.slots.set(slotName, firing.slot);
  draft.fired.push(firing.signal);
  draft.changed.push(...firing.changed);
  if (rule.hourlyMax !== null) draft.recent.set(rule.kind, [...recent, input.at]);
};

const evaluateKind = (draft: Draft, kind: SignalKind, input: SignalInput): void => {
  const rule: SignalRule<SignalKind> = SIGNALS[kind];
  const reading = DETECTORS[kind](input);
  if (reading.outcome === "not_applicable") return;
  if (reading.outcome === "not_evaluated") {
    const { token, at } = input;
    draft.notEvaluated.push(...reading.missing.map((missing) => ({ token, kind, at, ...missing })));
    return;
  }
  draft.evaluated.push(kind);
  for (const direction of rule.resolves && draft.slots.size > 0 ? DIRECTIONS : []) {
    const slot = draft.slots.get(`${kind}~${direction}`);
    if (!slot) continue;
    const holds = reading.hits.some((hit) => hit.direction === direction);
    const closing = countEvaluation(slot, holds, input.at);
    draft.slots.set(`${kind}~${direction}`, closing.slot);
    draft.changed.push(...closing.changed);
  }
  for (const hit of reading.hits) fireHit(draft, rule, input, hit);
};

const dropSpent = (draft: Draft, at: number): void => {
  for (const [name, slot] of draft.slots) {
    const kind = name.slice(0, name.indexOf("~")) as SignalKind;
    if (kind in SIGNALS && isSpent(SIGNALS[kind], slot, at)) draft.slots.delete(name);
  }
};

const NOTHING: Outcome = { fired: [], changed: [], notEvaluated: [] };

/** Evaluates every rule for one token at one minute; `evaluated` are the rules that could be judged. A minute at or before the last one changes nothing. */
export const evaluateToken = (
  state: TokenState | undefined,
  input: SignalInput,
): Outcome & { readonly state: TokenState; readonly evaluated: readonly SignalKind[] } => {
  const before = state ?? EMPTY_TOKEN_STATE;
  if (input.at <= before.at) return { state: before, ...NOTHING, evaluated: [] };
  const draft: Draft = {
    slots: new Map(Object.entries(before.slots)),
    seen: new Map(Object.entries(before.seen)),
    recent: new Map(Object.entries(before.recent)),
    fired: [],
    changed: [],
    notEvaluated: [],
    evaluated: [],
  };
  expire(draft, input.at);
  for (const kind of SIGNAL_KINDS) evaluateKind(draft, kind, input);
  dropSpent(draft, input.at);
  return {
    state: {
      at: input.at,
      slots: inKeyOrder(draft.slots),
      seen: inKeyOrder(draft.seen),
      recent: inKeyOrder(draft.recent),
    },
    fired: draft.fired,
    changed: draft.changed,
    notEvaluated: draft.notEvaluated,
    evaluated: draft.evaluated,
  };
};

/** How often each rule could not be judged, and why; a rule with several gaps counts once for its first. */
export const countNotEvaluated = (
  gaps: readonly NotEvaluated[],
): Readonly<Partial<Record<SignalKind, Readonly<Partial<Record<Reason, number>>>>>> => {
  const counts: Partial<Record<SignalKind, Partial<Record<Reason, number>>>> = {};
  const counted = new Set<string>();
  for (const { token, kind, at, reason } of gaps) {
    const once = `${token}~${kind}~${at}`;
    if (counted.has(once)) continue;
    counted.add(once);
    counts[kind] = { ...counts[kind], [reason]: (counts[kind]?.[reason] ?? 0) + 1 };
  }
  return counts;
};
