// evaluation.size: judges an order for a call that waits.
import { type JobPayload, jobId } from "../../schema/job.ts";
import type { Deps } from "../deps.ts";
import { sizeEvaluation } from "../evaluate/size-evaluation.ts";
import { answerCall } from "./answer-call.ts";

const FAILED = "The order could not be judged; try again.";

export const handleEvaluationSize = (
  deps: Deps,
  payload: JobPayload<"evaluation.size">,
  signal: AbortSignal,
): Promise<void> =>
  answerCall(deps, { job: jobId("evaluation.size", payload.id), until: payload.until, signal }, FAILED, () =>
    sizeEvaluation(deps, payload, signal),
  );
