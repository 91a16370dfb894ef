// Does the work of a call that waits, and leaves it the answer or why there is none.
import { type Fault, fault, isFault } from "../../schema/fault.ts";
import { isStoreAway } from "../../schema/io/clickhouse.ts";
import { leaveReply } from "../../schema/io/reply.ts";
import type { Deps } from "../deps.ts";

/** `until` in epoch milliseconds: nobody waits any longer. */
type WaitedFor = { readonly job: string; readonly until: number; readonly signal: AbortSignal };

const RETRY_S = 5;

function faultOf(error: unknown, failed: string): Fault {
  if (!isStoreAway(error)) return fault("internal_error", failed);
  return fault("upstream_unavailable", "What is stored cannot be read just now; nothing was charged. Try again.", {
    retryAfterS: RETRY_S,
  });
}

/**
 * Nothing is left where `work` gives null, or where nobody waits any more. `failed` is what a caller hears of an error
 * that is no fault. Of a run that was cancelled nobody hears: who runs the job after it answers.
 */
export async function answerCall(
  deps: Pick<Deps, "clock" | "redis">,
  { job, until, signal }: WaitedFor,
  failed: string,
  work: () => Promise<object | null>,
): Promise<void> {
  if (deps.clock.now() >= until) return;
  const leave = (reply: object) => leaveReply(deps.redis, job, JSON.stringify(reply));
  try {
    const answer = await work();
    if (answer !== null) await leave({ answer });
  } catch (error) {
    if (signal.aborted) throw error;
    const { code, message, extra } = isFault(error) ? error : faultOf(error, failed);
    const { errors = [], retryAfterS = null, violated_policies = [] } = extra;
    await leave({ fault: { code, detail: message, errors, retryAfterS, violated_policies } });
    if (!isFault(error)) throw error;
  }
}
