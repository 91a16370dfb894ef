// POST /v1/agents/{id}: a run of an agent, for a call that waits. Each agent has its own path, shapes and price.
import type { AgentCard } from "../../schema/agent/agent.ts";
import { AGENT_IDS, AGENTS, type AgentId } from "../../schema/agent/index.ts";
import { systemRandom } from "../../schema/io/random.ts";
import { jobId } from "../../schema/job.ts";
import { type AgentRun, agentRunOf } from "../../schema/object/agent.ts";
import { INPUT_FAULTS, readAgentInput } from "../agent/read-input.ts";
import { describedBy, statedOfRuns } from "../answer/described-by.ts";
import { NOTHING, type Route, route } from "../contract.ts";
import { askJob } from "../job-call.ts";
import { runExample } from "./example/agent-run.ts";

type Input = Readonly<Record<string, unknown>>;

const pascal = (id: string): string =>
  id
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

function runRoute(id: AgentId): Route {
  const stated = statedOfRuns(id);
  const card: AgentCard = AGENTS[id];
  const contract = route({
    id: `run${pascal(id)}`,
    method: "POST",
    path: `/v1/agents/${id}`,
    tag: "Agents",
    tier: card.tier,
    allowance: false,
    summary: card.summary,
    description: `${card.description} Recorded and provable by its run id. A run for which nothing that decides was measured costs nothing.`,
    params: NOTHING,
    query: NOTHING,
    body: card.input,
    output: agentRunOf(card),
    faults: INPUT_FAULTS[id],
    rates: ["llm"],
    slow: true,
    workMs: card.waitMs,
    status: 201,
    maxAgeS: 0,
    verify: ({ body }, deps) => {
      readAgentInput(id, body as Input, deps);
    },
    example: { params: {}, query: {}, body: card.example.input, answer: runExample(card) as never },
  });
  return contract.handle(async ({ body }, deps, { errand, requestId }) => {
    const now = deps.clock.now();
    const run = `run_${errand ?? systemRandom.id(now)}`;
    const input = { ...readAgentInput(id, body as Input, deps) };
    const payload = { id: run, agent: id, input, until: now + card.waitMs };
    const request = { name: "agent.run", id: jobId("agent.run", run), payload, requestId } as const;
    const answer = (await askJob(deps.jobCalls, request, card.waitMs)) as AgentRun;
    const about = { asOf: Date.parse(answer.as_of), describedBy: describedBy(stated, deps) };
    return { body: answer as never, from: null, isFree: !answer.data.charged, ...about };
  });
}

export const AGENT_RUNS: readonly Route[] = AGENT_IDS.map(runRoute);
