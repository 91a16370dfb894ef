// An issued object made again for a call that waits: what it is called by is followed to the object that proves it.
import { fault } from "../../schema/fault.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { JobPayload } from "../../schema/job.ts";
import { answerOfRun } from "../../schema/object/answer.ts";
import type { Replay } from "../../schema/object/replay.ts";
import { briefOfRun } from "../../schema/query/issued/brief-number.ts";
import { toTime } from "../../schema/shape/time.ts";
import type { Deps } from "../deps.ts";
import { codeVersion } from "../proof/code-version.ts";
import { type Replayed, replayIssued } from "./replay-issued.ts";
import { replayDataOf } from "./tell-replay.ts";

/** A run of an agent is an object of its own; an investigation is its brief, and any other run its answer. */
export async function replayNamed(store: Pick<Store, "query">, id: string): Promise<Replayed | null> {
  const [own] = await replayIssued(store, [id]);
  if (own && own.result !== "not_found") return own;
  if (!id.startsWith("run_")) return null;
  const [brief] = await store.query(briefOfRun, { run: id });
  const [other] = await replayIssued(store, [brief?.id ?? answerOfRun(id)]);
  return other && other.result !== "not_found" ? other : null;
}

/** Throws the fault proof_not_found. */
export async function replayForCall(deps: Deps, { issued }: JobPayload<"issued.replay">): Promise<Replay> {
  const replayed = await replayNamed(deps.store, issued);
  if (replayed === null) throw fault("proof_not_found", "Nothing was issued under this id.");
  const now = deps.clock.now();
  const data = replayDataOf(replayed, codeVersion(), now);
  return { object: "replay", id: replayed.id, as_of: toTime(now), data, sources: [] };
}
