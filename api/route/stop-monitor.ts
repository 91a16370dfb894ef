// DELETE /v1/monitor/{id}: stops a monitor.
import { Type } from "typebox";
import { digestOf } from "../../schema/canonical.ts";
import { systemRandom } from "../../schema/io/random.ts";
import { jobId } from "../../schema/job.ts";
import { LIMITS } from "../../schema/limit.ts";
import { type Monitor, monitor } from "../../schema/object/monitor.ts";
import { NOTHING, route } from "../contract.ts";
import { askJob } from "../job-call.ts";
import { stoppedExample } from "./example/monitor.ts";

const contract = route({
  id: "stopMonitor",
  method: "DELETE",
  path: "/v1/monitor/{id}",
  tag: "Watch",
  tier: "free",
  summary: "Stop a monitor",
  description: "Nothing more is sent. Needs the secret in X-Monitor-Secret; costs nothing.",
  params: Type.Object({ id: Type.String({ description: "The monitor.", minLength: 1, maxLength: 64 }) }),
  query: NOTHING,
  output: monitor,
  faults: ["monitor_secret_required", "monitor_not_found", "overloaded"],
  rates: ["monitor"],
  workMs: LIMITS.monitorWaitMs,
  monitorSecret: "required",
  maxAgeS: 0,
  example: { params: { id: stoppedExample.data.id }, query: {}, answer: stoppedExample },
});

export const stopMonitor = contract.handle(async ({ params, monitorSecret = "" }, deps, { requestId }) => {
  const now = deps.clock.now();
  const id = systemRandom.id(now);
  const payload = { id, monitor: params.id, digest: digestOf(monitorSecret), until: now + LIMITS.monitorWaitMs };
  const request = { name: "monitor.stop", id: jobId("monitor.stop", id), payload, requestId } as const;
  const given = (await askJob(deps.jobCalls, request, LIMITS.monitorWaitMs)) as Monitor;
  return { body: given, asOf: Date.parse(given.as_of), from: null };
});
