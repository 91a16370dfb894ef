// What follows of issued briefs: builders hear that there are new ones.
import { KEYS, STORED_BRIEF } from "../../schema/key.ts";
import type { Brief } from "../../schema/object/brief.ts";
import type { Deps } from "../deps.ts";

export async function followBriefs({ redis, log }: Pick<Deps, "redis" | "log">, issued: readonly Brief[]) {
  // Where this is lost, builders find the briefs some minutes later by themselves.
  await redis
    .hincrby(KEYS.storedCount, STORED_BRIEF, issued.length)
    .catch((error: unknown) =>
      log.warn({ err: error, briefs: issued.map(({ id }) => id) }, "issued briefs not counted"),
    );
}
