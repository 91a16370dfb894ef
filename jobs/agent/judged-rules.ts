// Which rules of signals were judged for tokens in the minute that their states speak of, and what may hide behind the others.
import { DAY_MS } from "../../schema/duration.ts";
import { signalMinuteLatest } from "../../schema/query/signal/signal-minute-latest.ts";
import { signalMinuteUsual } from "../../schema/query/signal/signal-minute-usual.ts";
import type { Reason } from "../../schema/reason.ts";
import type { Deps } from "../deps.ts";
import type { TokenCoverage } from "../detect/run-minute.ts";
import { coverageOf } from "../detect/show.ts";
import { isStructural } from "../evaluate/judge.ts";
import { type Gap, gap } from "../measure/gap.ts";
import type { ReadState } from "../state/read-state.ts";

export type JudgedRules = {
  readonly coverage: TokenCoverage;
  /** Rules that were judged at no hour of the day before. */
  readonly never: ReadonlySet<string>;
};

/** Reasons for which a rule is never judged here, however long one waits. */
const NEVER: ReadonlySet<Reason> = new Set(["no_source", "not_configured", "not_tracked"]);
/** Which is for a while at one token, and for good at another that is traded or moved where nobody looks. */
const EITHER: Reason = "insufficient_coverage";
/** Hours of the day before that must be known to say of it what is usual. */
const HOURS_MIN = 12;

/** Rules that could not be judged, with the reason. */
const unjudgedIn = ([, missing, first, byReason]: TokenCoverage): (readonly [Reason, readonly string[]])[] => {
  const named = Object.entries(byReason) as [Reason, readonly string[]][];
  // A minute that was stored before the rules were named says how many.
  return named.length > 0 || missing === 0 ? named : [[first ?? "pending", []]];
};

/**
 * What may hide behind rules of these kinds that were not judged; null where their silence is calm. A rule that is judged
 * at other times and was not in this minute may hide anything; so may the rest where fewer than half of those that can be
 * judged were.
 */
export function blindTo({ coverage, never }: JudgedRules, kinds: readonly string[]): Gap | null {
  const [judged, missing] = coverage;
  if (judged + missing === 0) return gap("pending", "No rule could be judged.");
  const isUsual = (reason: Reason, kind: string) => NEVER.has(reason) || (reason === EITHER && never.has(kind));
  let [left, usual] = [0, 0];
  for (const [reason, all] of unjudgedIn(coverage)) {
    const asked = all.filter((kind) => kinds.includes(kind));
    const unusual = asked.filter((kind) => !isUsual(reason, kind));
    if ((all.length === 0 || unusual.length > 0) && !isStructural(gap(reason)))
      return gap(reason, `Not judged: ${unusual.join(", ") || "some rules"}.`);
    left += all.length === 0 ? missing : unusual.length;
    usual += asked.length - unusual.length;
  }
  return Math.min(judged, kinds.length - left - usual) < left
    ? gap(EITHER, "Fewer than half of the rules of signals could be judged.")
    : null;
}

/** What an answer says of whose silence may be due to that. */
export const LEFT_OUT = "Rules that were not judged for some of the tokens say nothing here: their states name them.";
/** Whether rules of these kinds were not judged, whatever the reason. */
export const leavesOut = ({ coverage }: JudgedRules, kinds: readonly string[]): boolean =>
  unjudgedIn(coverage).some(([, all]) => all.length === 0 || all.some((kind) => kinds.includes(kind)));

/** What was judged at no hour at all; nothing is usual where too few hours are known. */
export function neverJudged(hours: readonly TokenCoverage[]): ReadonlySet<string> {
  if (hours.length < HOURS_MIN) return new Set();
  const [first, ...rest] = hours.map((hour) => new Set(unjudgedIn(hour).flatMap(([, kinds]) => kinds)));
  return new Set([...(first ?? [])].filter((kind) => rest.every((kinds) => kinds.has(kind))));
}

const UNREAD: JudgedRules = { coverage: [0, 0, null, {}], never: new Set() };

async function readMinute(
  { store, clock }: Pick<Deps, "store" | "clock">,
  minute: number,
  tokens: readonly string[],
): Promise<(readonly [token: string, rules: JudgedRules])[]> {
  const detections = await store.query(signalMinuteLatest, { asOf: minute, known: clock.now() });
  const coverages = new Map(tokens.map((token) => [token, coverageOf(detections, token)]));
  const doubtful = tokens.filter((token) => coverages.get(token)?.[3][EITHER] !== undefined);
  const hours =
    doubtful.length === 0
      ? []
      : await store.query(signalMinuteUsual, { since: minute - DAY_MS, asOf: minute, tokens: doubtful });
  const before = new Map(
    doubtful.map((token, at) => {
      const told = hours.flatMap(({ coverage }) => coverage[at] || []);
      const known = told.map((text) => JSON.parse(text) as TokenCoverage).filter(({ length }) => length > 3);
      return [token, neverJudged(known)] as const;
    }),
  );
  return [...coverages].map(([token, coverage]) => [token, { coverage, never: before.get(token) ?? UNREAD.never }]);
}

/**
 * For the minute of detection that each state speaks of: what a later one found is not in it. States may be minutes apart,
 * and mostly they are not.
 */
export async function readJudgedRules(
  deps: Pick<Deps, "store" | "clock">,
  states: ReadonlyMap<string, Pick<ReadState, "sections">>,
): Promise<(token: string) => JudgedRules> {
  const minuteOf = new Map([...states].map(([id, { sections }]) => [id, Date.parse(sections.signals.as_of)]));
  const read = [...new Set(minuteOf.values())].map((minute) =>
    readMinute(
      deps,
      minute,
      [...states.keys()].filter((id) => minuteOf.get(id) === minute),
    ),
  );
  const known = new Map((await Promise.all(read)).flat());
  return (token) => known.get(token) ?? UNREAD;
}
