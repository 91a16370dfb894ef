// The life of the signals of one token, kind and direction: fire, escalate, resolve, expire.
import type { SignalKind } from "../../schema/signal/index.ts";
import { FALSE_EVALUATIONS_TO_RESOLVE, SIGNAL_LIFE_S, type SignalRule } from "../../schema/signal/rule.ts";
import { roundRatio } from "../number/round.ts";
import type { SignalInput } from "../signal/input.ts";
import type { Hit } from "../signal/reading.ts";
import type { FiredSignal, LastFire, Slot } from "./state.ts";

/** A value of zero below its threshold is infinitely far beyond it; this says so in JSON. */
const RATIO_MAX = 1_000;

/** How many times the severity 1 threshold was met, whichever side of it fires; at least 1. */
const ratioOf = (value: number, threshold: number): number =>
  value === 0 ? RATIO_MAX : roundRatio(Math.min(RATIO_MAX, Math.max(value / threshold, threshold / value)));

const close = (signal: FiredSignal, status: FiredSignal["status"], at: number): FiredSignal => ({
  ...signal,
  status,
  closedAt: at,
});

type Closing = { readonly slot: Slot; readonly changed: readonly FiredSignal[] };

/** Lets go of signals older than their life, whether or not anything could be measured. */
export const expireSlot = (slot: Slot, at: number): Closing => {
  const due = slot.open.filter((signal) => signal.expiresAt <= at);
  if (due.length === 0) return { slot, changed: [] };
  return {
    slot: { ...slot, open: slot.open.filter((signal) => signal.expiresAt > at) },
    // A signal expires when its life ends, however late that is noticed.
    changed: due.map((signal) => close(signal, "expired", signal.expiresAt)),
  };
};

/** Counts one evaluation of the condition; the second false one in a row resolves what is open. */
export const countEvaluation = (slot: Slot, holds: boolean, at: number): Closing => {
  if (holds || slot.open.length === 0)
    return { slot: slot.falseRun === 0 ? slot : { ...slot, falseRun: 0 }, changed: [] };
  const falseRun = slot.falseRun + 1;
  if (falseRun < FALSE_EVALUATIONS_TO_RESOLVE) return { slot: { ...slot, falseRun }, changed: [] };
  return {
    slot: { ...slot, open: [], falseRun: 0 },
    changed: slot.open.map((signal) => close(signal, "resolved", at)),
  };
};

/** Whether cooldown and re-fire rules let a hit through. */
export const mayFire = (rule: SignalRule, last: LastFire | undefined, hit: Hit, at: number): boolean => {
  if (!last) return true;
  const ageS = (at - last.at) / 1000;
  if (ageS < rule.cooldownS && hit.severity <= last.severity) return false;
  const { refire } = rule;
  return !refire || ageS >= refire.withinS || Math.abs(hit.value) >= refire.factor * Math.abs(last.value);
};

/** Whether a slot that has nothing open is still needed to hold back the next signal. */
export const isSpent = (rule: SignalRule, slot: Slot, at: number): boolean =>
  slot.open.length === 0 && at - slot.last.at >= Math.max(rule.cooldownS, rule.refire?.withinS ?? 0) * 1000;

const earlierOf = (rule: SignalRule, slot: Slot | undefined, hit: Hit, at: number): string | null => {
  if (!slot || hit.severity <= slot.last.severity) return null;
  // A graver signal about another single thing (a second transfer) is not the first one growing.
  const still = rule.once === null && slot.open.some((signal) => signal.key === slot.last.key);
  return still || at - slot.last.at < rule.cooldownS * 1000 ? slot.last.key : null;
};

type Firing = { readonly slot: Slot; readonly signal: FiredSignal; readonly changed: readonly FiredSignal[] };

/** Adds a signal to its slot; the earlier one that it escalates leaves the open ones. */
export const fireSlot = (
  rule: SignalRule<SignalKind>,
  slot: Slot | undefined,
  input: SignalInput,
  hit: Hit,
  escalated: string | null = earlierOf(rule, slot, hit, input.at),
): Firing => {
  const { token, at } = input;
  const parts = [token, rule.kind, hit.direction, at, ...(hit.subject ? [hit.subject.id] : [])];
  const signal: FiredSignal = {
    key: parts.join("~"),
    kind: rule.kind,
    token,
    direction: hit.direction,
    severity: hit.severity,
    value: hit.value,
    ratio: ratioOf(hit.value, hit.thresholds[0]),
    at,
    expiresAt: at + SIGNAL_LIFE_S * 1000,
    status: "open",
    closedAt: null,
    escalates: escalated,
    details: detailsOf(rule, input, hit),
  };
  const open = slot?.open ?? [];
  return {
    signal,
    slot: {
      last: { key: signal.key, at, severity: hit.severity, value: hit.value },
      open: [...open.filter((earlier) => earlier.key !== escalated), signal],
      falseRun: 0,
    },
    changed: open.filter((earlier) => earlier.key === escalated).map((earlier) => close(earlier, "escalated", at)),
  };
};

const detailsOf = (rule: SignalRule, input: SignalInput, hit: Hit): FiredSignal["details"] => {
  const names = [...rule.requires, ...rule.optional];
  const sources = new Map(names.flatMap((name) => input.sources[name] ?? []).map((one) => [JSON.stringify(one), one]));
  return {
    unit: hit.unit ?? rule.unit,
    window: hit.window ?? rule.window,
    baseline: hit.baseline,
    threshold: hit.thresholds[hit.severity - 1] ?? hit.thresholds[0],
    thresholds: hit.thresholds,
    price_usd: input.price_usd,
    sources: [...sources.values()],
    rules: rule.rules,
    ...hit.details,
  };
};
