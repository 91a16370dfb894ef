// store.sweep: keeps Redis bounded, and drops what ClickHouse has held for as long as its tables keep it.
import { snapshotKey } from "../../schema/io/snapshot-key.ts";
import { KEYS, SNAPSHOTS } from "../../schema/key.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import type { Deps, Handler } from "../deps.ts";
import { dropPast } from "../drop-past.ts";
import { trimJobHealth } from "../health.ts";

const kindOf = (name: string) => name.split("/")[0] ?? "";

/** Kinds of snapshots of which each token has its own. */
const WITH_TOKEN = new Set(
  Object.values(SNAPSHOTS).flatMap((name) => (typeof name === "string" ? [] : [kindOf(name("", "price", "1h"))])),
);

/** The token a snapshot is about, or null where it is about all. */
function tokenOf(name: string): string | null {
  return WITH_TOKEN.has(kindOf(name)) ? (name.split("/")[1] ?? null) : null;
}

/** Drops the snapshots and claims of tokens that are not tracked any more. @returns how many. */
async function dropUntracked(deps: Deps): Promise<number> {
  const tracked = new Set(TRACKED.map(({ id }) => id));
  const untracked = (token: string | null) => token !== null && !tracked.has(token);
  const names = (await deps.redis.hkeys(KEYS.snapshotVersions)).filter((name) => untracked(tokenOf(name)));
  for (const name of names) {
    await deps.redis.hdel(KEYS.snapshotVersions, name);
    await deps.redis.del(snapshotKey(deps.redis, name));
  }
  const claims = (await deps.redis.hkeys(KEYS.historyClaimed)).filter(untracked);
  if (claims.length > 0) await deps.redis.hdel(KEYS.historyClaimed, ...claims);
  return names.length + claims.length;
}

export const handleStoreSweep: Handler<"store.sweep"> = async (deps, _payload, signal) => {
  const untracked = await dropUntracked(deps);
  const counters = await trimJobHealth(deps.redis, deps.clock.now());
  const partitions = await dropPast(deps, signal);
  deps.log.info({ untracked, counters, partitions }, "swept");
};
