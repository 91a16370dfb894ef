// Publishes a checkpoint under its newest signatures: the log's own, and those of the witnesses that saw it.
import type { Env } from "../../schema/env.ts";
import { encodeFrame } from "../../schema/frame.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import { verifiersOf } from "../../schema/proof/log-key.ts";
import { encodeVerifier } from "../../schema/proof/note.ts";
import type { CheckpointLatestRow } from "../../schema/query/log/checkpoint-latest.ts";
import { cosignatureOfSize } from "../../schema/query/log/cosignature-of-size.ts";
import type { CheckpointMeta } from "../../schema/snapshot.ts";
import { publishFrames } from "../publish.ts";

type PublishDeps = { readonly store: Store; readonly redis: Redis; readonly env: Env };

/** A cosignature is published though nothing else is new: each makes the version a millisecond later. */
export async function publishCheckpoint({ store, redis, env }: PublishDeps, checkpoint: CheckpointLatestRow) {
  const { size, root, origin, signed_at: signedAt } = checkpoint;
  const cosigned = await store.query(cosignatureOfSize, { size });
  const meta: CheckpointMeta = { size, root, origin, signedAt, keys: verifiersOf(env).map(encodeVerifier) };
  const name = SNAPSHOTS.checkpoint;
  const version = signedAt + cosigned.length;
  const note = [checkpoint.note, ...cosigned.map(({ line }) => line)].join("");
  await publishFrames(redis, [
    { name, version, frame: encodeFrame({ name, version, meta }, new Map([["note", note]])) },
  ]);
}
