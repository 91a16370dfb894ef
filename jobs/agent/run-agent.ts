// Runs an agent, from the job to the issued run: once however often the job is done.
import { AGENTS, type AgentId } from "../../schema/agent/index.ts";
import { wireOf } from "../../schema/issued/wire.ts";
import type { JobPayload } from "../../schema/job.ts";
import { originOf } from "../../schema/link.ts";
import type { AgentRun } from "../../schema/object/agent.ts";
import { issuedById } from "../../schema/query/issued/issued-by-id.ts";
import type { Deps } from "../deps.ts";
import { issue } from "../proof/issue.ts";
import type { AgentJob, Gathered } from "./agent.ts";
import { AGENT_JOBS } from "./index.ts";
import { inputsOf } from "./inputs.ts";
import { judge } from "./judge.ts";
import { type RunDraft, writeRun } from "./write-run.ts";

/** What it comes to. Pure: the same facts at the same instant (epoch ms) come to the same bytes. */
export function draftRun(
  job: AgentJob,
  run: { readonly id: string; readonly input: object; readonly createdAt: number },
  gathered: Gathered<object>,
): RunDraft {
  const judged = judge(job.card, job.read(gathered.facts, run.input));
  return writeRun(job.card, run, gathered, judged, job.tell(gathered.facts, run.input, judged));
}

/** The run of a job that was killed after it was issued. */
async function ranBefore(deps: Deps, id: string): Promise<AgentRun | null> {
  const [row] = await deps.store.query(issuedById, { id });
  return row ? (wireOf("run", row, originOf(deps.env)) as AgentRun) : null;
}

const isAgent = (id: string): id is AgentId => Object.hasOwn(AGENTS, id);

/** The run under the payload's id; null where nobody waits for it any longer. Throws faults of what it reads. */
export async function runAgent(
  deps: Deps,
  { id, agent, input, until }: JobPayload<"agent.run">,
  signal: AbortSignal,
): Promise<AgentRun | null> {
  if (!isAgent(agent)) throw new Error(`no agent ${agent}`);
  const job = AGENT_JOBS[agent];
  const before = await ranBefore(deps, id);
  if (before !== null) return before;
  const gathered = await job.gather(deps, input, { id, until }, signal);
  if (gathered === null) return null;
  const createdAt = deps.clock.now();
  const draft = draftRun(job, { id, input, createdAt }, gathered);
  signal.throwIfAborted();
  if (createdAt >= until) return null;
  const basis = { judgedAt: createdAt, build: gathered.build, odds: "", inputs: inputsOf(input, gathered) };
  return (await issue(deps, "run", { id, ...draft, basis })).wire;
}
