// POST /v1/explain: a fresh investigation of a token, for a call that waits.
import { systemRandom } from "../../schema/io/random.ts";
import { jobId } from "../../schema/job.ts";
import { LIMITS } from "../../schema/limit.ts";
import { type Brief, brief, ExplainRequest, HOURS } from "../../schema/object/brief.ts";
import { describedBy, STATED_OF_BRIEFS } from "../answer/described-by.ts";
import { NOTHING, route } from "../contract.ts";
import { untilOf } from "../gate/asked-by.ts";
import { askJob } from "../job-call.ts";
import { namedToken, TOKEN_FAULTS } from "../snapshot/named-token.ts";
import { briefExample } from "./example/brief.ts";

const contract = route({
  id: "createBrief",
  method: "POST",
  path: "/v1/explain",
  tag: "Decide",
  tier: "premium",
  summary: "Investigate what moved a token",
  description:
    "Reads the last hours of price, volume, positions, forced closures, books, exchange flows, large transfers, news and the market around, names likely causes by size and order in time, and issues a brief whose every number is in the evidence that its sentence cites. Recorded and provable, by its number or its run_id. Where the price or more than half of the evidence cannot be read: investigation_failed, and nothing is charged. Not advice.",
  params: NOTHING,
  query: NOTHING,
  body: ExplainRequest,
  output: brief,
  faults: [...(["hours_out_of_range", ...TOKEN_FAULTS] as const), "investigation_failed"],
  rangeFaults: { "/hours": "hours_out_of_range" },
  rates: ["llm"],
  slow: true,
  workMs: LIMITS.explainWaitMs,
  maxAgeS: 0,
  verify: ({ body }, deps) => {
    namedToken(deps.snapshots, body.token);
  },
  example: { params: {}, query: {}, body: { token: "BTC", hours: 2 }, answer: briefExample },
});

export const createBrief = contract.handle(async ({ body }, deps, by) => {
  const now = deps.clock.now();
  const run = `run_${by.errand ?? systemRandom.id(now)}`;
  const until = untilOf(now, LIMITS.explainWaitMs, by);
  const payload = {
    run,
    token: namedToken(deps.snapshots, body.token).found.token.id,
    hours: body.hours ?? HOURS.usual,
    until,
  };
  const request = { name: "brief.write", id: jobId("brief.write", run), payload, requestId: by.requestId } as const;
  const answer = (await askJob(deps.jobCalls, request, until - now)) as Brief;
  return { body: answer, asOf: Date.parse(answer.as_of), from: null, describedBy: describedBy(STATED_OF_BRIEFS, deps) };
});
