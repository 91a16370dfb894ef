// An agent's card as answers show it, written from its definition.
import { type AgentCard, classOf } from "../../schema/agent/agent.ts";
import type { AgentCardAnswer, AgentListAnswer } from "../../schema/object/agent.ts";
import { PRICES } from "../../schema/tier.ts";
import { runExample } from "../route/example/agent-run.ts";

type Shown = AgentListAnswer["data"]["agents"][number];

/** A shape as plain JSON. */
const plain = (shape: object): Record<string, unknown> => JSON.parse(JSON.stringify(shape)) as Record<string, unknown>;

export function listedCard(card: AgentCard, origin: string): Shown {
  const { id, name, summary, description, tier, version, tags, example, waitMs } = card;
  const amount = PRICES.tiers[tier];
  const input = plain(example.input as object);
  return {
    ...{ id, name, summary, description, tier, version, tags: [...tags] },
    price: { amount, unit: PRICES.unit, lovelace: String(amount * PRICES.lovelace_per_unit) },
    input_schema: plain(card.input),
    verdicts: card.verdicts.map((one) => ({ ...one })),
    ...{ otherwise: card.otherwise, lacking: card.lacking, unmeasured: card.unmeasured ?? card.lacking },
    output_schema: plain(card.details),
    example_input: input,
    ...{ uses: [...card.uses], live: [...card.live], not_checked: [...card.notChecked] },
    metrics: Object.entries(card.metrics).map(([metric, { unit, says, worse, isDeciding }]) => ({
      ...{ metric, unit, says, worse, deciding: isDeciding === true },
    })),
    limits: Object.entries(card.limits).map(([limit, { unit, says }]) => ({ limit, unit, says })),
    rules: card.rules.map(({ code, verdict, when, why }) => ({
      ...{ code, verdict, class: classOf(card, verdict), why },
      when: when.map(({ metric, comparator, threshold }) => ({ metric, comparator, threshold })),
    })),
    max_duration_s: waitMs / 1_000,
    endpoint: `${origin}/v1/agents/${id}`,
    mcp: { tool: "run_agent", arguments: { id, input } },
  };
}

export const wholeCard = (card: AgentCard, origin: string): AgentCardAnswer["data"] => ({
  ...listedCard(card, origin),
  example_output: plain(runExample(card)),
});
