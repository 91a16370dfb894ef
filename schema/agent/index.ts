// The registry of agents, in the order of the documentation.
import type { AgentCard } from "./agent.ts";
import { leverageRadar } from "./leverage-radar.ts";
import { tradeGatekeeper } from "./trade-gatekeeper.ts";
import { whaleWatch } from "./whale-watch.ts";

const MEMBERS = {
  "trade-gatekeeper": tradeGatekeeper,
  "leverage-radar": leverageRadar,
  "whale-watch": whaleWatch,
} as const;

export type AgentId = keyof typeof MEMBERS;
export const AGENTS = MEMBERS as unknown as { readonly [Id in AgentId]: AgentCard };
export const AGENT_IDS = Object.keys(MEMBERS) as AgentId[];
