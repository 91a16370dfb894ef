// GET /v1/replay/{id}: an issued object made again from what is kept, for a call that waits.
import { Type } from "typebox";
import { systemRandom } from "../../schema/io/random.ts";
import { jobId } from "../../schema/job.ts";
import { LIMITS } from "../../schema/limit.ts";
import { type Replay, replay } from "../../schema/object/replay.ts";
import { NOTHING, route } from "../contract.ts";
import { askJob } from "../job-call.ts";
import { replayExample } from "./example/replay.ts";

const contract = route({
  id: "getReplay",
  method: "GET",
  path: "/v1/replay/{id}",
  tag: "Trust",
  tier: "premium",
  summary: "Make an issued object again",
  description:
    "The evaluation, brief, answer or run is made again from the inputs that were kept of it, under its rules version, and its canonical bytes are compared with those that were issued: identical, or the members that differ and why. Of what a model worded everything but the words is compared. Where its inputs are past their time (60 days) it is unassessed and costs nothing.",
  params: Type.Object({
    id: Type.String({
      description: "An evaluation id (eval_…), an answer id (ans_…), a run id (run_…) or a brief number.",
      pattern: "^((eval|ans|run)_[0-9A-HJKMNP-TV-Z]{26}|[1-9][0-9]{0,14})$",
      maxLength: 64,
    }),
  }),
  query: NOTHING,
  output: replay,
  faults: ["proof_not_found", "upstream_unavailable", "overloaded"],
  slow: true,
  workMs: LIMITS.pastWaitMs,
  maxAgeS: 0,
  example: { params: { id: replayExample.data.id }, query: {}, answer: replayExample },
});

export const getReplay = contract.handle(async ({ params }, deps) => {
  const now = deps.clock.now();
  const id = systemRandom.id(now);
  const payload = { id, issued: params.id, until: now + LIMITS.pastWaitMs };
  const request = { name: "issued.replay", id: jobId("issued.replay", id), payload } as const;
  const answer = (await askJob(deps.jobCalls, request, LIMITS.pastWaitMs)) as Replay;
  return {
    body: answer,
    asOf: Date.parse(answer.as_of),
    from: null,
    isFree: answer.data.result === "unassessed",
  };
});
