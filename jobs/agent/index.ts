// The registry of what agents do: a card without its work does not compile.
import type { AgentId } from "../../schema/agent/index.ts";
import type { AgentJob } from "./agent.ts";
import { leverageRadar } from "./leverage-radar.ts";
import { tradeGatekeeper } from "./trade-gatekeeper.ts";
import { whaleWatch } from "./whale-watch.ts";

export const AGENT_JOBS: { readonly [Id in AgentId]: AgentJob } = {
  "trade-gatekeeper": tradeGatekeeper,
  "leverage-radar": leverageRadar,
  "whale-watch": whaleWatch,
};
