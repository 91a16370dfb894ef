// A run of an agent made again from what is kept with it, by the card of today.
import { AGENTS, type AgentId } from "../../schema/agent/index.ts";
import type { AgentRun } from "../../schema/object/agent.ts";
import type { SourceCall } from "../../schema/object/proof.ts";
import { AGENT_JOBS } from "../agent/index.ts";
import { type RunInputs, restoreGathered } from "../agent/inputs.ts";
import { draftRun } from "../agent/run-agent.ts";
import type { Draft } from "../proof/seal.ts";

type Made = {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly judgedAt: number;
  readonly inputs: RunInputs;
  /** As it was issued. */
  readonly run: Pick<AgentRun, "as_of" | "sources"> & {
    readonly data: Pick<AgentRun["data"], "agent" | "agent_version">;
  };
  readonly calls: readonly SourceCall[];
};

const isAgent = (id: string): id is AgentId => Object.hasOwn(AGENTS, id);

/** What would be issued; null where its rules are not those of today. */
export function runAgain({ id, judgedAt, inputs, run, calls }: Made): Draft<"run"> | null {
  const { agent, agent_version: version } = run.data;
  if (!isAgent(agent) || AGENTS[agent].version !== version) return null;
  const gathered = restoreGathered(inputs, { sources: run.sources, calls }, Date.parse(run.as_of));
  return { id, ...draftRun(AGENT_JOBS[agent], { id, input: inputs.asked, createdAt: judgedAt }, gathered) };
}
