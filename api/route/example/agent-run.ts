// Example answers of runs of agents, each made of its card's own example.
import { type AgentCard, classOf } from "../../../schema/agent/agent.ts";
import type { AgentRun } from "../../../schema/object/agent.ts";

const id = "run_01KAGRXJG00000000000000000";
const AT = "2026-11-20T11:58:20.000Z";

/** A metric of one of several tokens, where the example's details have it. */
function toldOf(details: object, metric: string): { readonly token: string; readonly value: number } | undefined {
  const rows = Object.values(details).filter(Array.isArray).flat() as readonly Readonly<Record<string, unknown>>[];
  return rows.flatMap((row) => {
    const { token, [metric]: value } = row;
    return typeof token === "string" && typeof value === "number" ? [{ token, value }] : [];
  })[0];
}

/** The number that the example's reason is about: that of the first rule of its verdict. */
function reasonOf({ rules, metrics, example }: AgentCard): AgentRun["data"]["reasons"] {
  const rule = rules.find(({ verdict }) => verdict === example.verdict);
  const condition = rule?.when[0];
  if (rule === undefined || condition === undefined || typeof condition.threshold !== "number") return [];
  const { metric, comparator, threshold } = condition;
  const says = metrics[metric]?.says ?? metric;
  const told = toldOf(example.details, metric);
  return [
    {
      ...{ code: rule.code, verdict: rule.verdict, subject: told?.token ?? example.token?.id ?? null, metric },
      text: `${says.charAt(0).toUpperCase()}${says.slice(1)} is past its limit.`,
      ...{ value: told?.value ?? threshold, threshold, comparator, evidence: [] },
    },
  ];
}

export function runExample(card: AgentCard): AgentRun {
  const { verdict, token, input, details } = card.example;
  const meaning = card.verdicts.find(({ value }) => value === verdict)?.meaning ?? "";
  return {
    object: "agent_run",
    id,
    as_of: AT,
    data: {
      ...{ run_id: id, proof_id: id, agent: card.id, agent_version: card.version },
      ...{ token, input: input as Record<string, unknown>, verdict, verdict_class: classOf(card, verdict) },
      summary: `${verdict}: ${meaning}`,
      reasons: reasonOf(card),
      details: details as Record<string, unknown>,
      rests_on: [],
      caveats: ["All of it comes from a simulated market."],
      ...{ not_checked: [], unassessed: [], evidence: [], confidence: 1, charged: true },
      ...{ valid_until: "2026-11-20T12:13:21.000Z", created_at: "2026-11-20T11:58:21.000Z", model: "deterministic-1" },
      duration_ms: 1_000,
      hash: "6f1d3a3f0f7f4c0f6f5f0f7d1c6d7c2f86b7d8f3f0a1b2c3d4e5f60718293a4b",
      verify_url: `http://localhost:8080/v1/verify/${id}`,
    },
    sources: [{ id: "S1", provider: "sandbox:binance", endpoint: "binance.open-interest", as_of: AT }],
  };
}
