// answer.write: answers a question or checks a claim and issues the answer, for a call that waits.
import { type JobPayload, jobId } from "../../schema/job.ts";
import { answerAsked } from "../ask/ask.ts";
import type { Deps } from "../deps.ts";
import { answerCall } from "./answer-call.ts";

const FAILED = "The answer could not be written; try again.";

export const handleAnswerWrite = (
  deps: Deps,
  payload: JobPayload<"answer.write">,
  signal: AbortSignal,
): Promise<void> =>
  answerCall(deps, { job: jobId("answer.write", payload.id), until: payload.until, signal }, FAILED, () =>
    answerAsked(deps, payload, signal),
  );
