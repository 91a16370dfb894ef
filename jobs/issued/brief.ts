// What follows of issued briefs: the last one of a token is published, and builders hear that there are new ones.
import { encodeFrame } from "../../schema/frame.ts";
import { KEYS, SNAPSHOTS, STORED_BRIEF } from "../../schema/key.ts";
import type { Brief } from "../../schema/object/brief.ts";
import type { BriefMeta } from "../../schema/snapshot.ts";
import type { Deps } from "../deps.ts";
import { type Publication, publishFrames } from "../publish.ts";

/** Those about the whole market are of no token. */
function publicationsOf(wire: Brief): Publication[] {
  const token = wire.data.token?.id;
  if (token === undefined) return [];
  const name = SNAPSHOTS.brief(token);
  const version = wire.data.id;
  const createdAt = Date.parse(wire.data.created_at);
  const meta: BriefMeta = { asOf: Date.parse(wire.as_of), id: wire.data.id, createdAt };
  return [{ name, version, frame: encodeFrame({ name, version, meta }, new Map([["body", JSON.stringify(wire)]])) }];
}

/** The highest number stays. */
export const publishBriefs = (redis: Deps["redis"], issued: readonly Brief[]): Promise<number> =>
  publishFrames(redis, issued.flatMap(publicationsOf));

export async function followBriefs({ redis, log }: Pick<Deps, "redis" | "log">, issued: readonly Brief[]) {
  // Where these are lost, the planner of briefs publishes them and builders find them some minutes later by themselves.
  await Promise.all([publishBriefs(redis, issued), redis.hincrby(KEYS.storedCount, STORED_BRIEF, issued.length)]).catch(
    (error: unknown) => log.warn({ err: error, briefs: issued.map(({ id }) => id) }, "issued briefs not told"),
  );
}
