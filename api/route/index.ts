// The registry of endpoints, in the order of the documentation.
import type { Route } from "../contract.ts";
import { AGENT_RUNS } from "./create-agent-run.ts";
import { createAnswer } from "./create-answer.ts";
import { createBrief } from "./create-brief.ts";
import { createEvaluation } from "./create-evaluation.ts";
import { createMonitor } from "./create-monitor.ts";
import { getAddressProfile } from "./get-address-profile.ts";
import { getAgent } from "./get-agent.ts";
import { getBrief } from "./get-brief.ts";
import { getConsistency } from "./get-consistency.ts";
import { getEvaluation } from "./get-evaluation.ts";
import { getHistory } from "./get-history.ts";
import { getLatestBrief } from "./get-latest-brief.ts";
import { getMarket } from "./get-market.ts";
import { getPastMarket } from "./get-past-market.ts";
import { getPastState } from "./get-past-state.ts";
import { getPayment } from "./get-payment.ts";
import { getRecord } from "./get-record.ts";
import { getReplay } from "./get-replay.ts";
import { getState } from "./get-state.ts";
import { getStatus } from "./get-status.ts";
import { getTokenRecord } from "./get-token-record.ts";
import { getVerify } from "./get-verify.ts";
import { listAgents } from "./list-agents.ts";
import { listMonitors } from "./list-monitors.ts";
import { listTokens } from "./list-tokens.ts";
import { stopMonitor } from "./stop-monitor.ts";

export const ROUTES: readonly Route[] = [
  listTokens,
  getStatus,
  getState,
  getHistory,
  getMarket,
  getPastState,
  getPastMarket,
  getEvaluation,
  getAddressProfile,
  getRecord,
  getTokenRecord,
  createEvaluation,
  getLatestBrief,
  getBrief,
  createBrief,
  createAnswer,
  createMonitor,
  listMonitors,
  stopMonitor,
  getVerify,
  getReplay,
  listAgents,
  getAgent,
  ...AGENT_RUNS,
  getPayment,
  getConsistency,
];
