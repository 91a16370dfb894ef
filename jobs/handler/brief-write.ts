// brief.write: investigates a token and issues a brief, for a call that waits or for all who read the latest one.
import { jobId } from "../../schema/job.ts";
import { investigate } from "../brief/investigate.ts";
import type { Handler } from "../deps.ts";
import { answerCall } from "./answer-call.ts";

const FAILED = "The investigation failed on our side; try again.";

/** Throws the fault of one that nobody waits for: nobody else would hear of it. */
export const handleBriefWrite: Handler<"brief.write"> = async (deps, payload, signal) => {
  const { run, until, isFree } = payload;
  if (isFree) await investigate(deps, payload, signal);
  else
    await answerCall(deps, { job: jobId("brief.write", run), until, signal }, FAILED, () =>
      investigate(deps, payload, signal),
    );
};
