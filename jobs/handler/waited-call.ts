// Jobs that a call waits for and nobody else: answers, addresses, sized orders, runs of agents, the past, and what callers do with monitors.
import { type JobPayload, jobId } from "../../schema/job.ts";
import { runAgent } from "../agent/run-agent.ts";
import { answerAsked } from "../ask/ask.ts";
import type { Deps } from "../deps.ts";
import { sizeEvaluation } from "../evaluate/size-evaluation.ts";
import { inspectAddress } from "../inspect/inspect.ts";
import { readPast } from "../past/past-state.ts";
import { replayForCall } from "../replay/replay-for-call.ts";
import { listMonitors, stopMonitor } from "../webhook/ask-monitor.ts";
import { beginMonitor, createMonitor } from "../webhook/create-monitor.ts";
import { answerCall } from "./answer-call.ts";

type Waited =
  | "answer.write"
  | "address.inspect"
  | "evaluation.size"
  | "agent.run"
  | "past.read"
  | "issued.replay"
  | "monitor.create"
  | "monitor.begin"
  | "monitor.list"
  | "monitor.stop";

/** `failed` is what the caller hears of an error that is no fault. */
const waitedCall =
  <N extends Waited>(
    name: N,
    failed: string,
    work: (deps: Deps, payload: JobPayload<N>, signal: AbortSignal) => Promise<object | null>,
  ) =>
  (deps: Deps, payload: JobPayload<N>, signal: AbortSignal): Promise<void> =>
    answerCall(deps, { job: jobId(name, payload.id), until: payload.until, signal }, failed, () =>
      work(deps, payload, signal),
    );

export const WAITED_CALLS = {
  "answer.write": waitedCall("answer.write", "The answer could not be written; try again.", answerAsked),
  "address.inspect": waitedCall("address.inspect", "The address could not be inspected; try again.", inspectAddress),
  "evaluation.size": waitedCall("evaluation.size", "The order could not be judged; try again.", sizeEvaluation),
  "agent.run": waitedCall("agent.run", "The agent could not finish; try again.", runAgent),
  "past.read": waitedCall("past.read", "The numbers of then could not be made; try again.", readPast),
  "issued.replay": waitedCall("issued.replay", "The object could not be made again; try again.", replayForCall),
  "monitor.create": waitedCall("monitor.create", "The monitor could not be made; try again.", createMonitor),
  "monitor.begin": waitedCall("monitor.begin", "The monitor could not begin; try again.", beginMonitor),
  "monitor.list": waitedCall("monitor.list", "The monitors could not be read; try again.", listMonitors),
  "monitor.stop": waitedCall("monitor.stop", "The monitor could not be stopped; try again.", stopMonitor),
};
