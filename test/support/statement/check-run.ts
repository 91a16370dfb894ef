// Holds a run of an agent against its own evidence and its card: what a reader can check who has nothing but the two. Pure.
import { compare } from "../../../jobs/evaluate/judge.ts";
import { type AgentCard, classOf } from "../../../schema/agent/agent.ts";
import { METRICS } from "../../../schema/evaluation/metric.ts";
import type { AgentRunData } from "../../../schema/object/agent.ts";
import { checkText } from "../../../schema/statement/check-text.ts";

type Published = Omit<AgentRunData, "hash" | "verify_url">;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Words of ours that may carry digits. */
const namesOf = ({ evidence, token }: Published): string[] => [
  ...(token === null ? [] : [token.symbol, token.name]),
  ...Object.values(METRICS).flatMap(({ says }) => [says, capital(says)]),
  ...evidence.flatMap(({ data: { subject } }) => (typeof subject === "string" ? [subject] : [])),
];

/** Everything that does not hold. */
export function checkRun(card: AgentCard, run: Published): string[] {
  const { evidence, reasons, verdict, verdict_class: grade, summary } = run;
  const names = namesOf(run);
  const of = (ids: readonly string[]) => evidence.filter(({ id }) => ids.includes(id));
  const texts = reasons.flatMap(({ text, evidence: ids }) =>
    checkText(text, of(ids), names).map(({ detail }) => `${text}: ${detail}`),
  );
  const numbers = reasons.flatMap(({ code, metric, value, threshold, comparator, evidence: ids }) => {
    if (code === "not_measured") return value === null && ids.length === 0 ? [] : [`${code} has a value`];
    if (metric === null || comparator === null || value === null || threshold === null)
      return [`${code} has no number`];
    const cited = of(ids).some(({ data }) => data.metric === metric && Object.values(data).includes(value));
    const isPassed = typeof value === "string" || compare(comparator, value, Number(threshold));
    const held = isPassed === (code !== "within_limits");
    return [...(cited ? [] : [`${code} is not in its evidence`]), ...(held ? [] : [`${code} does not hold`])];
  });
  const first = reasons[0];
  const lead = first === undefined || first.verdict === verdict || classOf(card, verdict) === "proceed";
  return [
    ...texts,
    ...numbers,
    ...checkText(summary, evidence, names).map(({ detail }) => `summary: ${detail}`),
    ...(lead ? [] : [`the first reason speaks for ${first?.verdict}, not for ${verdict}`]),
    ...(classOf(card, verdict) === grade ? [] : [`${verdict} is not ${grade}`]),
    ...(summary.startsWith(`${verdict}: `) ? [] : ["the summary does not begin with the verdict"]),
  ];
}
