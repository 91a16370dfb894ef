// Judges readings by the rules of an agent's card: which rules fire, which could not be judged, and what that comes to. Pure.
import { type AgentCard, type AgentRule, classOf, type VerdictClass } from "../../schema/agent/agent.ts";
import { compare } from "../evaluate/judge.ts";
import { type Gap, isGap, isStructural } from "../measure/gap.ts";
import type { Read, Reading, RunToken, Subject } from "./reading.ts";

type Rules = Pick<AgentCard, "verdicts" | "otherwise" | "lacking" | "unmeasured" | "metrics" | "rules">;

/** A condition with what it was held against. */
export type Held = {
  readonly metric: string;
  readonly value: number;
  readonly comparator: AgentRule["when"][number]["comparator"];
  readonly threshold: number;
  readonly reading: Reading;
};
type Fired = { readonly rule: AgentRule; readonly token: RunToken | null; readonly held: readonly Held[] };
export type Lack = {
  readonly metric: string;
  readonly token: RunToken | null;
  readonly gap: Gap;
  /** Whether something graver may hide behind it. */
  readonly isOpen: boolean;
};

type JudgedSubject = { readonly token: RunToken | null; readonly verdict: string; readonly class: VerdictClass };

export type Judged = {
  readonly verdict: string;
  readonly class: VerdictClass;
  /** Gravest first. */
  readonly fired: readonly Fired[];
  /** What was measured and held against a limit that it keeps. */
  readonly quiet: readonly (Held & { readonly token: RunToken | null })[];
  readonly lacks: readonly Lack[];
  /** In the order of the subjects. */
  readonly subjects: readonly JudgedSubject[];
  /** Nothing that decides was measured. */
  readonly isFree: boolean;
  /** Of what applies, the share that was measured, 0..1. */
  readonly coverage: number;
};

const rankOf = ({ verdicts }: Rules, value: string): number => verdicts.findIndex((one) => one.value === value);

/** `known` is the rank of what fired alone, `rank` that with what may hide. */
type Outcome = {
  readonly known: number;
  readonly rank: number;
  readonly fired: Fired[];
  readonly open: ReadonlySet<string>;
};

function judgeSubject(card: Rules, { token, readings }: Subject, limits: Read["limits"]): Outcome {
  const fired: Fired[] = [];
  const unjudged: { readonly rank: number; readonly gaps: readonly string[] }[] = [];
  for (const rule of card.rules) {
    const held: Held[] = [];
    const gaps: string[] = [];
    const isOut = rule.when.some(({ metric, comparator, threshold }) => {
      const reading = readings[metric];
      const value = reading?.value ?? null;
      if (reading === undefined || value === null) return true;
      const limit = typeof threshold === "number" ? threshold : (limits[threshold] ?? Number.NaN);
      if (isGap(value)) gaps.push(metric);
      else if (compare(comparator, value, limit)) held.push({ metric, value, comparator, threshold: limit, reading });
      else return true;
      return false;
    });
    if (isOut) continue;
    if (gaps.length === 0) fired.push({ rule, token, held });
    else unjudged.push({ rank: rankOf(card, rule.verdict), gaps });
  }
  fired.sort((a, b) => rankOf(card, a.rule.verdict) - rankOf(card, b.rule.verdict));
  const known = rankOf(card, fired[0]?.rule.verdict ?? card.otherwise);
  const isHiding = (metric: string) => {
    const value = readings[metric]?.value ?? null;
    return isGap(value) && (card.metrics[metric]?.isDeciding === true || !isStructural(value));
  };
  const hiding = unjudged.filter(({ rank }) => rank < known).flatMap(({ gaps }) => gaps);
  const deciding = Object.keys(card.metrics).filter((metric) => card.metrics[metric]?.isDeciding === true);
  const open = new Set([...hiding, ...deciding].filter(isHiding));
  return { known, rank: open.size === 0 ? known : Math.min(known, rankOf(card, card.lacking)), fired, open };
}

/** The limit that a measured value keeps: that of the mildest rule that would speak against it. */
function quietOf(card: Rules, { token, readings }: Subject, { fired }: Outcome, limits: Read["limits"]) {
  const said = new Set(fired.flatMap(({ held }) => held.map(({ metric }) => metric)));
  return Object.entries(readings).flatMap(([metric, reading]) => {
    const { value } = reading;
    if (said.has(metric) || value === null || isGap(value)) return [];
    const rules = card.rules.filter(
      (rule) => rule.when[0].metric === metric && classOf(card, rule.verdict) !== "proceed",
    );
    const condition = rules.toSorted((a, b) => rankOf(card, b.verdict) - rankOf(card, a.verdict))[0]?.when[0];
    if (condition === undefined) return [];
    const { comparator, threshold: limit } = condition;
    const threshold = typeof limit === "number" ? limit : (limits[limit] ?? Number.NaN);
    // A limit that is passed while another condition of its rule does not hold is not kept.
    if (compare(comparator, value, threshold)) return [];
    return [{ token, metric, value, comparator, threshold, reading }];
  });
}

/** The same readings are judged the same. */
export function judge(card: Rules, { subjects, limits }: Read): Judged {
  const outcomes = subjects.map((subject) => judgeSubject(card, subject, limits));
  const verdictAt = (rank: number) => card.verdicts[rank]?.value ?? card.lacking;
  const values = subjects.flatMap(({ readings }) => Object.entries(readings)).filter(([, { value }]) => value !== null);
  const deciding = values.filter(([metric]) => card.metrics[metric]?.isDeciding === true);
  const isFree = deciding.every(([, { value }]) => isGap(value));
  const ranks = outcomes.map(({ rank }) => rank);
  const worst = isFree
    ? Math.min(...outcomes.map(({ known }) => known), rankOf(card, card.unmeasured ?? card.lacking))
    : Math.min(...ranks);
  const verdict = verdictAt(worst);
  const lacks = subjects.flatMap(({ token, readings }, at) =>
    Object.entries(readings).flatMap(([metric, { value }]): Lack[] =>
      isGap(value) ? [{ metric, token, gap: value, isOpen: outcomes[at]?.open.has(metric) === true }] : [],
    ),
  );
  return {
    verdict,
    class: classOf(card, verdict),
    fired: outcomes
      .flatMap(({ fired }) => fired)
      .toSorted((a, b) => rankOf(card, a.rule.verdict) - rankOf(card, b.rule.verdict)),
    quiet: subjects.flatMap((subject, at) => quietOf(card, subject, outcomes[at] as Outcome, limits)),
    lacks,
    subjects: subjects.map(({ token }, at) => {
      const value = verdictAt(ranks[at] ?? 0);
      return { token, verdict: value, class: classOf(card, value) };
    }),
    isFree,
    coverage: values.length === 0 ? 0 : values.filter(([, { value }]) => !isGap(value)).length / values.length,
  };
}
