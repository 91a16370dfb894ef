// Which rules of signals were judged for tokens in the minute that their states speak of, and what may hide behind the others.
import { DAY_MS } from "../../schema/duration.ts";
import { signalMinuteLatest } from "../../schema/query/signal/signal-minute-latest.ts";
import type { Reason } from "../../schema/reason.ts";
import type { Deps } from "../deps.ts";
import type { TokenCoverage } from "../detect/run-minute.ts";
import { coverageOf } from "../detect/show.ts";
import { type Gap, gap } from "../measure/gap.ts";
import type { ReadState } from "../state/read-state.ts";
import { NO_PAST, type Past, type PastMinutes, pastOf, readPastMinutes, THIN } from "./judged-before.ts";

export type JudgedRules = {
  readonly coverage: TokenCoverage;
  /** The minute of it, the last of several; epoch milliseconds. */
  readonly at: number;
  readonly past: Past;
};

/** Reasons for which a rule is never judged here, however long one waits: unless it was until just now. */
const NEVER: ReadonlySet<Reason> = new Set(["no_source", "not_configured", "not_tracked"]);
/** Which is so until it was judged once, and a hole after that. */
const SHORT: Reason = "insufficient_history";

/** Rules that could not be judged, with the reason. */
const unjudgedIn = ([, missing, first, byReason]: TokenCoverage): (readonly [Reason, readonly string[]])[] => {
  const named = Object.entries(byReason) as [Reason, readonly string[]][];
  // A minute that was stored before the rules were named says how many.
  return named.length > 0 || missing === 0 ? named : [[first ?? "pending", []]];
};

/**
 * What may hide behind rules of these kinds that were not judged; null where their silence is calm. Each that applies and
 * that any source tells must have been judged, but for those that never were, as long as half of them were: a rule that
 * was judged at other times and was not in this minute may hide anything, whatever the reason is called.
 */
export function blindTo({ coverage, at, past }: JudgedRules, kinds: readonly string[]): Gap | null {
  const [judged, missing, , , aside = []] = coverage;
  if (judged + missing === 0) return gap("pending", "No rule could be judged.");
  const isExcused = (reason: Reason, kind: string) =>
    (NEVER.has(reason) && at < (past.latelyFrom.get(kind) ?? Number.POSITIVE_INFINITY)) ||
    (reason === THIN && past.never.has(kind)) ||
    (reason === SHORT && at < (past.judgedFrom.get(kind) ?? Number.POSITIVE_INFINITY));
  const applicable = kinds.filter((kind) => !aside.some((other) => other === kind));
  let [lost, untold] = [0, 0];
  for (const [reason, all] of unjudgedIn(coverage)) {
    const asked = all.filter((kind) => kinds.includes(kind));
    const unexcused = asked.filter((kind) => !isExcused(reason, kind));
    if (unexcused.length > 0 || (all.length === 0 && !NEVER.has(reason) && reason !== SHORT))
      // What was judged before is missing for the moment, and no matter of what is never known here.
      return gap(
        reason === SHORT || NEVER.has(reason) ? THIN : reason,
        `Not judged: ${unexcused.join(", ") || "some rules"}.`,
      );
    if (NEVER.has(reason)) untold += all.length === 0 ? missing : asked.length;
    else lost += all.length === 0 ? missing : asked.length;
  }
  const known = Math.min(judged, applicable.length - lost - untold);
  return known < lost || (known <= 0 && applicable.length > 0)
    ? gap(THIN, "Fewer than half of the rules of signals could be judged.")
    : null;
}

/** Whether it is known that none of these kinds applies. */
export const appliesNone = ({ coverage: [, , , , aside = []] }: JudgedRules, kinds: readonly string[]): boolean =>
  kinds.every((kind) => aside.some((other) => other === kind));

/** What an answer says of whose silence may be due to that. */
export const LEFT_OUT = "Rules that were not judged for some of the tokens say nothing here: their states name them.";
/** The rules of these kinds that were not judged in any of some minutes, whatever the reason; where a minute names none, all. */
export const unjudgedOf = (minutes: readonly Pick<JudgedRules, "coverage">[], kinds: readonly string[]): string[] => {
  const lists = minutes.flatMap(({ coverage }) => unjudgedIn(coverage).map(([, all]) => all));
  if (lists.some(({ length }) => length === 0)) return [...kinds];
  const named = new Set(lists.flat());
  return kinds.filter((kind) => named.has(kind));
};

/** Whether rules of these kinds were not judged for one of these reasons. */
const isFor = (reasons: Iterable<Reason>, [, , , byReason]: TokenCoverage, kinds: readonly string[]): boolean =>
  [...reasons].some((reason) => byReason[reason]?.some((kind) => kinds.includes(kind)));

const UNREAD: JudgedRules = { coverage: [0, 0, null, {}], at: 0, past: NO_PAST };

/**
 * For the minute of detection that each state speaks of: what a later one found is not in it. States may be minutes apart,
 * and mostly they are not. `minutesOf`: further minutes that are asked about.
 */
export async function readJudgedRules(
  deps: Pick<Deps, "store" | "clock">,
  states: ReadonlyMap<string, Pick<ReadState, "sections">>,
  kinds: readonly string[],
  minutesOf: (token: string) => readonly PastMinutes[] = () => [],
): Promise<(token: string) => JudgedRules> {
  const known = deps.clock.now();
  const minuteOf = new Map([...states].map(([id, { sections }]) => [id, Date.parse(sections.signals.as_of)]));
  const read = await Promise.all(
    [...new Set(minuteOf.values())].map(
      async (minute) => [minute, await deps.store.query(signalMinuteLatest, { asOf: minute, known })] as const,
    ),
  );
  const detections = new Map(read);
  const covered = [...minuteOf].map(([id, at]) => ({
    ...{ id, at, coverage: coverageOf(detections.get(at) ?? [], id), minutes: minutesOf(id) },
  }));
  /** Those of whose minutes the past must say what they mean. */
  const whereFor = (reasons: Iterable<Reason>) =>
    covered.flatMap(({ id, coverage, minutes }) =>
      [coverage, ...minutes.map((one) => one.coverage)].some((one) => isFor(reasons, one, kinds)) ? [id] : [],
    );
  const [kept, lately] = await Promise.all([
    readPastMinutes(deps, whereFor([THIN, SHORT]), known),
    readPastMinutes(deps, whereFor(NEVER), known, DAY_MS),
  ]);
  const rules = new Map(
    covered.map(({ id, at, coverage, minutes }) => [
      id,
      { coverage, at, past: pastOf(kept(id), [...lately(id), ...minutes]) },
    ]),
  );
  return (token) => rules.get(token) ?? UNREAD;
}
