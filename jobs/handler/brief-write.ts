// brief.write: investigates a token and issues a brief, for a call that waits or for all who read the latest one.
import { type JobPayload, jobId } from "../../schema/job.ts";
import { investigate } from "../brief/investigate.ts";
import type { Deps } from "../deps.ts";
import { answerCall } from "./answer-call.ts";

const FAILED = "The investigation failed on our side; try again.";

export const handleBriefWrite = (deps: Deps, payload: JobPayload<"brief.write">, signal: AbortSignal): Promise<void> =>
  answerCall(deps, { job: jobId("brief.write", payload.run), until: payload.until }, FAILED, () =>
    investigate(deps, payload, signal),
  );
