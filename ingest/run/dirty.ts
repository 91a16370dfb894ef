// Marks a token whose past changed, so that its history is built again from that time on.
import { runScript, script } from "../../schema/io/script.ts";
import { KEYS } from "../../schema/key.ts";
import type { IngestDeps } from "../deps.ts";

export const EARLIEST = script(`
local known = tonumber(redis.call('HGET', KEYS[1], ARGV[1]))
if known == nil or tonumber(ARGV[2]) < known then redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) end
return 0`);

/** Says that a token's history changed from this time on (epoch ms); the earliest of several stays. */
export async function markHistoryDirty(deps: IngestDeps, token: string, from: number): Promise<void> {
  await runScript(deps.redis, EARLIEST, [KEYS.historyDirty], [token, from]);
}
