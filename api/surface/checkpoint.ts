// GET /checkpoint: the newest signed checkpoint of the proof log, a C2SP note that witnesses can read.
import { fault } from "../../schema/fault.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import type { Deps } from "../deps.ts";

/** Throws not_ready before the first object is issued and signed. */
export function checkpointPage({ snapshots }: Deps): string {
  const note = snapshots.get("checkpoint", SNAPSHOTS.checkpoint)?.parts.get("note");
  if (!note) throw fault("not_ready", "No checkpoint is signed yet: nothing was issued.", { retryAfterS: 60 });
  return note.toString("utf8");
}
