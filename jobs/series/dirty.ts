// Tokens whose past changed: claimed atomically, kept in mind until they were rebuilt, taken again when a claim is lost.
import type { Redis } from "../../schema/io/redis.ts";
import { KEYS } from "../../schema/key.ts";

/** A claim older than this was lost with its process. */
const CLAIM_MS = 300_000;

const CLAIM = `
local taken = {}
for _, token in ipairs(redis.call("SMEMBERS", KEYS[1])) do
  redis.call("HSET", KEYS[2], token, ARGV[1])
  taken[#taken + 1] = token
end
redis.call("DEL", KEYS[1])
local claims = redis.call("HGETALL", KEYS[2])
for i = 1, #claims, 2 do
  if tonumber(claims[i + 1]) < tonumber(ARGV[1]) - tonumber(ARGV[2]) then
    redis.call("HSET", KEYS[2], claims[i], ARGV[1])
    taken[#taken + 1] = claims[i]
  end
end
return taken`;

const KEEP = `
if redis.call("HGET", KEYS[1], ARGV[1]) == ARGV[2] then return redis.call("HDEL", KEYS[1], ARGV[1]) end
return 0`;

/** Marks tokens whose stored past changed. */
export async function markDirty(redis: Redis, tokens: readonly string[]): Promise<void> {
  if (tokens.length > 0) await redis.sadd(KEYS.historyDirty, ...tokens);
}

/** Takes every marked token, and those whose claim was lost. @returns their ids. */
export async function claimDirty(redis: Redis, now: number): Promise<string[]> {
  const keys = [KEYS.historyDirty, KEYS.historyClaimed];
  return (await redis.eval(CLAIM, 2, ...keys, now, CLAIM_MS)) as string[];
}

/** The time of a token's claim, or null where it is not claimed. */
export async function claimedAt(redis: Redis, token: string): Promise<string | null> {
  return redis.hget(KEYS.historyClaimed, token);
}

/** Says that a token was rebuilt from rows read after `claim`; a later claim stays. */
export async function settleClaim(redis: Redis, token: string, claim: string): Promise<void> {
  await redis.eval(KEEP, 1, KEYS.historyClaimed, token, claim);
}
