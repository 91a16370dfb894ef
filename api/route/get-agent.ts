// GET /v1/agents/{id}: the card of one agent.
import { Type } from "typebox";
import type { AgentCard } from "../../schema/agent/agent.ts";
import { AGENT_IDS, AGENTS, type AgentId } from "../../schema/agent/index.ts";
import { echo, fault } from "../../schema/fault.ts";
import { originOf } from "../../schema/link.ts";
import { agentCard } from "../../schema/object/agent.ts";
import { toTime } from "../../schema/shape/time.ts";
import { wholeCard } from "../agent/show-card.ts";
import { NOTHING, route } from "../contract.ts";
import type { Deps } from "../deps.ts";

const isAgent = (id: string): id is AgentId => Object.hasOwn(AGENTS, id);

/** Throws agent_not_found. */
function cardOf(id: string): AgentCard {
  if (isAgent(id)) return AGENTS[id];
  throw fault("agent_not_found", `There is no agent "${echo(id)}": ${AGENT_IDS.join(", ")}.`);
}

const EXAMPLE: AgentId = "leverage-radar";

const contract = route({
  id: "getAgent",
  method: "GET",
  path: "/v1/agents/{id}",
  tag: "Agents",
  tier: "free",
  summary: "Read an agent's card",
  description:
    "One agent as in the list, with an example answer. Its rules say what fires, at which threshold and why; the verdict that stands first among those that fire counts.",
  params: Type.Object({
    id: Type.String({
      minLength: 1,
      maxLength: 64,
      description: `One of ${AGENT_IDS.join(", ")}.`,
      examples: [EXAMPLE],
    }),
  }),
  query: NOTHING,
  output: agentCard,
  faults: ["agent_not_found"],
  maxAgeS: 300,
  verify: ({ params }) => {
    cardOf(params.id);
  },
  example: {
    params: { id: EXAMPLE },
    query: {},
    answer: {
      ...{ object: "agent", id: EXAMPLE, as_of: "2026-11-20T12:00:00.000Z", sources: [] },
      data: wholeCard(AGENTS[EXAMPLE], "http://localhost:8080"),
    },
  },
});

function run({ id }: { readonly id: string }, { env, clock }: Pick<Deps, "env" | "clock">) {
  const asOf = clock.now();
  const data = wholeCard(cardOf(id), originOf(env));
  const body = { object: "agent" as const, id: data.id, as_of: toTime(asOf), data, sources: [] };
  return { body, asOf, from: [] };
}

export const getAgent = contract.handle(
  ({ params }, deps) => run(params, deps),
  ({ params }, deps) => run(params, deps),
);
