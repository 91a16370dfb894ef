// evaluation.size: judges an order for a call that waits, and leaves it the answer or why there is none.
import { isFault } from "../../schema/fault.ts";
import { leaveReply } from "../../schema/io/reply.ts";
import { type JobPayload, jobId } from "../../schema/job.ts";
import type { Deps } from "../deps.ts";
import { sizeEvaluation } from "../evaluate/size-evaluation.ts";

export async function handleEvaluationSize(
  deps: Deps,
  payload: JobPayload<"evaluation.size">,
  signal: AbortSignal,
): Promise<void> {
  if (deps.clock.now() >= payload.until) return;
  const leave = (reply: object) => leaveReply(deps.redis, jobId("evaluation.size", payload.id), JSON.stringify(reply));
  try {
    const answer = await sizeEvaluation(deps, payload, signal);
    if (answer !== null) await leave({ answer });
  } catch (error) {
    const { code, message, extra } = isFault(error)
      ? error
      : { code: "internal_error" as const, message: "The order could not be judged; try again.", extra: {} };
    await leave({
      fault: { code, detail: message, errors: extra.errors ?? [], retryAfterS: extra.retryAfterS ?? null },
    });
    if (!isFault(error)) throw error;
  }
}
