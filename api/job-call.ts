// A call that a worker answers: the job is asked for, and its answer waited for within a deadline.
import { FAULTS, type FaultCode, fault } from "../schema/fault.ts";
import type { JobRequest, Producer } from "../schema/io/queue.ts";
import type { Replies } from "../schema/io/reply.ts";
import type { ProblemItem } from "../schema/shape/problem.ts";

export type JobCalls = {
  /**
   * The answer of a job. Throws the fault the job ended in, upstream_unavailable where it could not be asked for, and
   * overloaded where no answer comes within `patienceMs`.
   */
  ask(request: JobRequest, patienceMs: number): Promise<unknown>;
};

type Reply = {
  readonly answer?: unknown;
  readonly fault?: {
    readonly code: string;
    readonly detail: string;
    readonly errors: readonly ProblemItem[];
    readonly retryAfterS: number | null;
    readonly violated_policies?: readonly string[];
  };
};

const RETRY_S = 5;
const isCode = (code: string): code is FaultCode => Object.hasOwn(FAULTS, code);

function readReply(text: string): unknown {
  const { answer, fault: failed } = JSON.parse(text) as Reply;
  if (failed === undefined) return answer;
  const code = isCode(failed.code) ? failed.code : "internal_error";
  const { violated_policies: policies = [] } = failed;
  throw fault(code, failed.detail, {
    ...(failed.errors.length > 0 ? { errors: failed.errors } : {}),
    ...(policies.length > 0 ? { violated_policies: policies } : {}),
    ...(failed.retryAfterS === null ? {} : { retryAfterS: failed.retryAfterS }),
  });
}

/** The answer of a job; see JobCalls. Throws upstream_unavailable where this process has nobody to ask. */
export function askJob(jobCalls: JobCalls | undefined, request: JobRequest, patienceMs: number): Promise<unknown> {
  if (jobCalls) return jobCalls.ask(request, patienceMs);
  throw fault("upstream_unavailable", "No worker can be asked.", { retryAfterS: RETRY_S });
}

export function openJobCalls({ producer, replies }: { producer: Producer; replies: Replies }): JobCalls {
  return {
    async ask(request, patienceMs) {
      // Expected before it is asked for: an answer may come at once.
      const reply = replies.expect(request.id, patienceMs);
      const text = await Promise.race([
        reply,
        producer.add({ ...request, isForgotten: true }).then(
          () => reply,
          (cause: unknown) => {
            const detail = "The work cannot be handed on just now; nothing was charged. Try again.";
            throw fault("upstream_unavailable", detail, { retryAfterS: RETRY_S, cause });
          },
        ),
      ]);
      if (text !== null) return readReply(text);
      const detail = `No worker answered within ${patienceMs / 1_000} s; nothing was charged. Try again.`;
      throw fault("overloaded", detail, { retryAfterS: RETRY_S });
    },
  };
}
