// GET /v1/monitor: the monitors under one secret, and how their deliveries stand.

import { digestOf } from "../../schema/canonical.ts";
import { systemRandom } from "../../schema/io/random.ts";
import { jobId } from "../../schema/job.ts";
import { LIMITS } from "../../schema/limit.ts";
import { type MonitorList, monitorList } from "../../schema/object/monitor.ts";
import { NOTHING, route } from "../contract.ts";
import { askJob } from "../job-call.ts";
import { listedExample } from "./example/monitor.ts";

const contract = route({
  id: "listMonitors",
  method: "GET",
  path: "/v1/monitor",
  tag: "Watch",
  tier: "free",
  summary: "List the monitors of a secret",
  description:
    "All monitors made with the secret in X-Monitor-Secret, with the newest sequence, what is still to be sent and what was given up; what was missed is in /v1/history. Deliveries that were suspended begin again with what comes from now on. Costs nothing.",
  params: NOTHING,
  query: NOTHING,
  output: monitorList,
  faults: ["monitor_secret_required", "monitor_not_found", "overloaded"],
  rates: ["monitor"],
  workMs: LIMITS.monitorWaitMs,
  monitorSecret: "required",
  maxAgeS: 0,
  example: { params: {}, query: {}, answer: listedExample },
});

export const listMonitors = contract.handle(async ({ monitorSecret = "" }, deps, { requestId }) => {
  const now = deps.clock.now();
  const id = systemRandom.id(now);
  const payload = { id, digest: digestOf(monitorSecret), until: now + LIMITS.monitorWaitMs };
  const request = { name: "monitor.list", id: jobId("monitor.list", id), payload, requestId } as const;
  const given = (await askJob(deps.jobCalls, request, LIMITS.monitorWaitMs)) as MonitorList;
  return { body: given, asOf: Date.parse(given.as_of), from: null };
});
