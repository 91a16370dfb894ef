// POST /v1/ask: a question about a token answered, or a claim held against what was measured, for a call that waits.
import { type FaultCode, faultAt } from "../../schema/fault.ts";
import { systemRandom } from "../../schema/io/random.ts";
import { jobId } from "../../schema/job.ts";
import { LIMITS } from "../../schema/limit.ts";
import { type Answer, ASK_FORMS, AskRequest, answer, TEXT } from "../../schema/object/answer.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import { describedBy, STATED_OF_ANSWERS } from "../answer/described-by.ts";
import { NOTHING, route } from "../contract.ts";
import { untilOf } from "../gate/asked-by.ts";
import { askJob } from "../job-call.ts";
import { namedToken, TOKEN_FAULTS } from "../snapshot/named-token.ts";
import { answerExample } from "./example/answer.ts";

function refuse(code: FaultCode, pointer: string, detail: string): never {
  throw faultAt({ pointer }, code, detail);
}

/** One of both, 3 to 500 characters without the blanks around it. Throws faults. */
function inputOf({ question, claim }: AskRequest): { readonly mode: "question" | "claim"; readonly text: string } {
  if (question === undefined && claim === undefined)
    return refuse("question_or_claim_required", "/question", "Send question or claim.");
  if (question !== undefined && claim !== undefined)
    return refuse("question_and_claim_exclusive", "/claim", "Send either question or claim.");
  const mode = question === undefined ? "claim" : "question";
  const text = (question ?? claim ?? "").trim();
  const length = [...text].length;
  if (length >= TEXT.least && length <= TEXT.most) return { mode, text };
  return refuse(
    "text_length",
    `/${mode}`,
    `The text has ${length} characters; ${TEXT.least} to ${TEXT.most} are taken.`,
  );
}

const contract = route({
  id: "createAnswer",
  method: "POST",
  path: "/v1/ask",
  tag: "Decide",
  tier: "premium",
  summary: "Ask about a token, or check a claim",
  description:
    "A question gets a plain answer whose every number is in the evidence that its sentence cites, with when it was measured and what was not. A claim gets supported, contradicted or unknown: its conditions are computed first and shown in claims_checked; a stated number holds to half its last digit, a time that is not named is 24 hours, today is 24 hours and this week seven days, while so far today, so far this week and since Monday are of the calendar in UTC. Words that were not read, forecasts, opinions and causes make it unknown. Recorded and provable. An answer for which nothing was measured costs nothing. Not advice.",
  params: NOTHING,
  query: NOTHING,
  body: AskRequest,
  bodyForms: ASK_FORMS,
  rangeFaults: { "/question": "text_length", "/claim": "text_length" },
  output: answer,
  faults: [
    ...(["question_or_claim_required", "question_and_claim_exclusive", "text_length"] as const),
    ...TOKEN_FAULTS,
  ],
  rates: ["llm"],
  slow: true,
  workMs: LIMITS.askWaitMs,
  status: 201,
  maxAgeS: 0,
  verify: ({ body }, deps) => {
    inputOf(body);
    namedToken(deps.snapshots, body.token);
  },
  example: {
    params: {},
    query: {},
    body: { token: "BTC", claim: "Bitcoin is up more than 1 % today and funding is positive" },
    answer: answerExample,
  },
});

/** Whether nothing of what was asked was measured: such an answer costs nothing. */
const isEmpty = ({ data: { key_points: points, claims_checked: checked } }: Answer): boolean =>
  points ? points.length === 0 : !(checked ?? []).some(({ measured }) => measured !== UNASSESSED);

export const createAnswer = contract.handle(async ({ body }, deps, by) => {
  const now = deps.clock.now();
  const until = untilOf(now, LIMITS.askWaitMs, by);
  const id = `ans_${by.errand ?? systemRandom.id(now)}`;
  const payload = {
    id,
    token: namedToken(deps.snapshots, body.token).found.token.id,
    ...inputOf(body),
    until,
  };
  const request = { name: "answer.write", id: jobId("answer.write", id), payload, requestId: by.requestId } as const;
  const given = (await askJob(deps.jobCalls, request, until - now)) as Answer;
  const about = { asOf: Date.parse(given.as_of), describedBy: describedBy(STATED_OF_ANSWERS, deps) };
  return { body: given, from: null, isFree: isEmpty(given), ...about };
});
