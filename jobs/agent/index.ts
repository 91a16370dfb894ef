// The registry of what agents do: a card without its work does not compile.
import type { AgentId } from "../../schema/agent/index.ts";
import type { AgentJob } from "./agent.ts";
import { alertWatchtower } from "./alert-watchtower.ts";
import { dailyMarketBrief } from "./daily-market-brief.ts";
import { dueDiligenceAnalyst } from "./due-diligence-analyst.ts";
import { leverageRadar } from "./leverage-radar.ts";
import { opportunityScout } from "./opportunity-scout.ts";
import { portfolioCheckup } from "./portfolio-checkup.ts";
import { tradeGatekeeper } from "./trade-gatekeeper.ts";
import { treasurySteward } from "./treasury-steward.ts";
import { walletGuard } from "./wallet-guard.ts";
import { whaleWatch } from "./whale-watch.ts";

export const AGENT_JOBS: { readonly [Id in AgentId]: AgentJob } = {
  "trade-gatekeeper": tradeGatekeeper,
  "wallet-guard": walletGuard,
  "due-diligence-analyst": dueDiligenceAnalyst,
  "opportunity-scout": opportunityScout,
  "leverage-radar": leverageRadar,
  "whale-watch": whaleWatch,
  "portfolio-checkup": portfolioCheckup,
  "treasury-steward": treasurySteward,
  "alert-watchtower": alertWatchtower,
  "daily-market-brief": dailyMarketBrief,
};
