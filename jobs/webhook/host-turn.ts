// Turns at a host: one delivery at a time, whichever process makes it; who finds the host taken is told when to ask again.
import type { Redis } from "../../schema/io/redis.ts";
import { runScript, script } from "../../schema/io/script.ts";
import { KEYS } from "../../schema/key.ts";
import { LIMITS } from "../../schema/limit.ts";

/** A holder that died lets go by then. */
const HELD_MS = LIMITS.deliverMs + 5_000;
const KEPT_MS = 3_600_000;
/** What a turn at a host is taken to last of which nothing is known. */
const GUESS_MS = 100;
const WAIT_MS = { least: 20, most: 60_000 } as const;

/**
 * KEYS: the host. ARGV: holder, how long it holds, how long it is remembered, a turn's guessed length, least and most wait.
 * Gives 0 where the turn was taken, else how long to wait; and whether the last turn there failed.
 */
const TAKE = script(`
local at = redis.call("TIME")
local now = at[1] * 1000 + math.floor(at[2] / 1000)
local host = redis.call("HMGET", KEYS[1], "holder", "until", "next", "ms", "sick")
local sick = host[5] == "1" and 1 or 0
redis.call("PEXPIRE", KEYS[1], ARGV[3])
if host[1] and tonumber(host[2]) > now then
  local turn = math.max(tonumber(host[4] or ARGV[4]), tonumber(ARGV[5]))
  local free = math.max(tonumber(host[3] or 0), now) + turn
  if free - now > tonumber(ARGV[6]) then free = now + turn end
  redis.call("HSET", KEYS[1], "next", free)
  return {free - now, sick}
end
redis.call("HSET", KEYS[1], "holder", ARGV[1], "until", now + ARGV[2])
redis.call("PEXPIRE", KEYS[1], ARGV[3])
return {0, sick}`);

/** ARGV: holder, how long it took, whether it failed. */
const GIVE = script(`
if redis.call("HGET", KEYS[1], "holder") ~= ARGV[1] then return 0 end
redis.call("HDEL", KEYS[1], "holder", "until")
if ARGV[2] == "" then return 1 end
local before = tonumber(redis.call("HGET", KEYS[1], "ms") or ARGV[2])
redis.call("HSET", KEYS[1], "ms", math.floor((before + ARGV[2]) / 2), "sick", ARGV[3])
return 1`);

export type Turn =
  | { readonly waitMs: number }
  | {
      readonly waitMs: 0;
      /** The last delivery to this host failed. */
      readonly isSick: boolean;
      /** `took` is left out where nothing was sent. */
      give(took?: { readonly ms: number; readonly isSick: boolean }): Promise<void>;
    };

export async function takeTurn(redis: Redis, host: string, holder: string): Promise<Turn> {
  const keys = [KEYS.webhookTurn(host)];
  const args = [holder, HELD_MS, KEPT_MS, GUESS_MS, WAIT_MS.least, WAIT_MS.most];
  const [waitMs, sick] = (await runScript(redis, TAKE, keys, args)) as [number, number];
  if (waitMs > 0) return { waitMs };
  return {
    waitMs: 0,
    isSick: sick === 1,
    async give(took) {
      const length = took === undefined ? "" : Math.max(1, Math.round(took.ms));
      await runScript(redis, GIVE, keys, [holder, length, took?.isSick === true ? 1 : 0]);
    },
  };
}
