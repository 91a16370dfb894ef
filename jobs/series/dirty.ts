// Tokens whose past changed: claimed atomically, kept in mind until they were rebuilt, taken again when a claim is lost.
import { MINUTE_MS } from "../../schema/duration.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { runScript, script } from "../../schema/io/script.ts";
import { KEYS } from "../../schema/key.ts";

/** A claim older than this was lost with its process. */
const CLAIM_MS = 5 * MINUTE_MS;

const CLAIM = script(`
local taken = {}
local marks = redis.call("HGETALL", KEYS[1])
for i = 1, #marks, 2 do
  if tonumber(marks[i + 1]) < tonumber(ARGV[3]) then
    redis.call("HSET", KEYS[2], marks[i], ARGV[1])
    taken[#taken + 1] = marks[i]
  end
end
redis.call("DEL", KEYS[1])
local claims = redis.call("HGETALL", KEYS[2])
for i = 1, #claims, 2 do
  if tonumber(claims[i + 1]) < tonumber(ARGV[1]) - tonumber(ARGV[2]) then
    redis.call("HSET", KEYS[2], claims[i], ARGV[1])
    taken[#taken + 1] = claims[i]
  end
end
return taken`);

const KEEP = script(`
if redis.call("HGET", KEYS[1], ARGV[1]) == ARGV[2] then return redis.call("HDEL", KEYS[1], ARGV[1]) end
return 0`);

/**
 * Takes every token that was marked as changed before `tailFrom` (what changed later the tail sees), and those whose
 * claim was lost. Times in epoch milliseconds. @returns their ids.
 */
export async function claimDirty(redis: Redis, now: number, tailFrom: number): Promise<string[]> {
  const keys = [KEYS.historyDirty, KEYS.historyClaimed];
  return (await runScript(redis, CLAIM, keys, [now, CLAIM_MS, tailFrom])) as string[];
}

/** The claim on a token, or null where it has none. Read it before the rows. */
export async function claimOf(redis: Redis, token: string): Promise<string | null> {
  return redis.hget(KEYS.historyClaimed, token);
}

/** Says that a token was rebuilt from rows read after `claim`; a later claim stays. */
export async function settleClaim(redis: Redis, token: string, claim: string): Promise<void> {
  await runScript(redis, KEEP, [KEYS.historyClaimed], [token, claim]);
}
