// address.inspect: looks at an address for a call that waits.
import { type JobPayload, jobId } from "../../schema/job.ts";
import type { Deps } from "../deps.ts";
import { inspectAddress } from "../inspect/inspect.ts";
import { answerCall } from "./answer-call.ts";

const FAILED = "The address could not be inspected; try again.";

export const handleAddressInspect = (
  deps: Deps,
  payload: JobPayload<"address.inspect">,
  signal: AbortSignal,
): Promise<void> =>
  answerCall(deps, { job: jobId("address.inspect", payload.id), until: payload.until, signal }, FAILED, () =>
    inspectAddress(deps, payload, signal),
  );
