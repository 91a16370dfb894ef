// Issued kind run: what an agent came to. What it says of prices to come is said by the evaluations that it names, which the record scores.
import { type AgentRunData, agentRun as shape } from "../object/agent.ts";
import { ABOUT, type IssuedKindOf, NO_COLUMNS } from "./issued.ts";

export const run = {
  object: "agent_run",
  schema: "vmi/run/1",
  shape,
  leftOut: ABOUT,
  atFirst: {},
  columnsOf: (said) => ({
    ...NO_COLUMNS,
    token: said.token?.id ?? "",
    subkind: said.agent,
    verdict: said.verdict,
    confidence: said.confidence,
    valid_until: Date.parse(said.valid_until),
    created_at: Date.parse(said.created_at),
    rules: said.agent_version,
  }),
  isEvent: () => false,
} as const satisfies IssuedKindOf<Omit<AgentRunData, "hash" | "verify_url">>;
