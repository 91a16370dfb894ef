// POST /v1/evaluate: an order judged against books, quotes and the caller's policy, for a call that waits.
import { EVALUATION_RULES_VERSION } from "../../schema/evaluation/rule-set.ts";
import { systemRandom } from "../../schema/io/random.ts";
import { jobId } from "../../schema/job.ts";
import { LIMITS } from "../../schema/limit.ts";
import { EvaluateRequest, type Evaluation, evaluation } from "../../schema/object/evaluation.ts";
import { describedBy } from "../answer/described-by.ts";
import { NOTHING, route } from "../contract.ts";
import { askJob } from "../job-call.ts";
import { ORDER_FAULTS, verifyOrder } from "../request/verify-order.ts";
import { namedPolicy } from "../snapshot/named-policy.ts";
import { namedToken, TOKEN_FAULTS } from "../snapshot/named-token.ts";
import { sizedEvaluationExample } from "./example/sized-evaluation.ts";

const contract = route({
  id: "createEvaluation",
  method: "POST",
  path: "/v1/evaluate",
  tag: "Decide",
  tier: "premium",
  summary: "Judge an order of a size",
  description: `The verdict of the rules ${EVALUATION_RULES_VERSION} on buying or selling an amount: its cost on the merged order books and as aggregators quote it just now, its share of depth and volume, the largest safe size, and the caller's own policy, which fails where what it needs is not measured. Recorded and provable. An answer whose liquidity could not be measured costs nothing. Not advice.`,
  params: NOTHING,
  query: NOTHING,
  body: EvaluateRequest,
  output: evaluation,
  faults: [...ORDER_FAULTS, ...TOKEN_FAULTS],
  rates: ["evaluate"],
  slow: true,
  workMs: LIMITS.evaluateWaitMs,
  status: 201,
  maxAgeS: 0,
  verify({ body }, deps) {
    verifyOrder(body);
    namedToken(deps.snapshots, body.token);
    if (body.policy) namedPolicy(deps.snapshots, body.policy);
  },
  example: {
    params: {},
    query: {},
    body: { token: "BTC", side: "buy", size_usd: 50_000, policy: { max_impact_pct: 0.5 } },
    answer: sizedEvaluationExample,
  },
});

export const createEvaluation = contract.handle(async ({ body }, deps, { errand, requestId }) => {
  const { token: _, policy, ...asked } = body;
  const order = policy === undefined ? asked : { ...asked, policy: namedPolicy(deps.snapshots, policy) };
  const now = deps.clock.now();
  const id = `eval_${errand ?? systemRandom.id(now)}`;
  const payload = {
    id,
    token: namedToken(deps.snapshots, body.token).found.token.id,
    order,
    until: now + LIMITS.evaluateWaitMs,
  };
  const request = { name: "evaluation.size", id: jobId("evaluation.size", id), payload, requestId } as const;
  const answer = (await askJob(deps.jobCalls, request, LIMITS.evaluateWaitMs)) as Evaluation;
  return {
    body: answer,
    asOf: Date.parse(answer.as_of),
    from: null,
    describedBy: describedBy(["evaluation", "order"], deps),
    isFree: answer.data.dimensions.liquidity.verdict === "unassessed",
  };
});
