// GET /v1/agents: every agent with its input, verdicts, rules and price.
import { AGENTS } from "../../schema/agent/index.ts";
import { originOf } from "../../schema/link.ts";
import { agentList } from "../../schema/object/agent.ts";
import { toTime } from "../../schema/shape/time.ts";
import { listedCard } from "../agent/show-card.ts";
import { NOTHING, route } from "../contract.ts";
import type { Deps } from "../deps.ts";

const CARDS = Object.values(AGENTS);

const agentsOf = (origin: string) => CARDS.map((card) => listedCard(card, origin));

const contract = route({
  id: "listAgents",
  method: "GET",
  path: "/v1/agents",
  tag: "Agents",
  tier: "free",
  summary: "List the agents",
  description:
    "Every agent: what it takes, what it may come to and with which class, its rules with their thresholds and which way each number is worse, its price and an example. A run is asked for at the agent's endpoint.",
  params: NOTHING,
  query: NOTHING,
  output: agentList,
  faults: [],
  maxAgeS: 300,
  example: {
    params: {},
    query: {},
    answer: {
      ...{ object: "agent_list", id: null, as_of: "2026-11-20T12:00:00.000Z", sources: [] },
      data: { count: CARDS.length, agents: agentsOf("http://localhost:8080").slice(0, 1) },
    },
  },
});

function run({ env, clock }: Pick<Deps, "env" | "clock">) {
  const asOf = clock.now();
  const data = { count: CARDS.length, agents: agentsOf(originOf(env)) };
  const body = { object: "agent_list" as const, id: null, as_of: toTime(asOf), data, sources: [] };
  return { body, asOf, from: [] };
}

export const listAgents = contract.handle(
  (_, deps) => run(deps),
  (_, deps) => run(deps),
);
