// Few slow calls at once: two of a caller, eight of all; a process that dies gives its places back by itself.
import { fault } from "../../schema/fault.ts";
import type { Clock } from "../../schema/io/clock.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { runScript, script } from "../../schema/io/script.ts";
import { KEYS } from "../../schema/key.ts";
import { LIMITS } from "../../schema/limit.ts";

/** A place is lost when its holder does not say for so long that it still works. */
const PLACE_MS = 6_000;
const RENEW_MS = 2_000;
const LOOK_MS = 100;
const RETRY_S = 5;

/** KEYS: of the caller, of all. ARGV: call, of a caller at most, of all at most, how long a place stands. */
const TAKE = script(`
local at = redis.call("TIME")
local now = at[1] * 1000 + math.floor(at[2] / 1000)
for i = 1, 2 do redis.call("ZREMRANGEBYSCORE", KEYS[i], "-inf", now) end
if redis.call("ZCARD", KEYS[1]) >= tonumber(ARGV[2]) then return "caller" end
if redis.call("ZCARD", KEYS[2]) >= tonumber(ARGV[3]) then return "all" end
for i = 1, 2 do
  redis.call("ZADD", KEYS[i], now + tonumber(ARGV[4]), ARGV[1])
  redis.call("PEXPIRE", KEYS[i], tonumber(ARGV[4]))
end
return "taken"`);

const RENEW = script(`
local at = redis.call("TIME")
local now = at[1] * 1000 + math.floor(at[2] / 1000)
for i = 1, 2 do
  redis.call("ZADD", KEYS[i], "XX", now + tonumber(ARGV[2]), ARGV[1])
  redis.call("PEXPIRE", KEYS[i], tonumber(ARGV[2]))
end`);

export type SlowCalls = {
  /** Runs the work in a place of its own. Throws concurrency_limited, or overloaded where too many wait. */
  run<T>(caller: string, work: () => Promise<T>): Promise<T>;
};

export function openSlowCalls(redis: Redis, clock: Clock, holder: string): SlowCalls {
  let waiting = 0;
  let count = 0;
  const unavailable = (cause: unknown) =>
    fault("upstream_unavailable", "Slow calls cannot be counted just now; try again.", { retryAfterS: RETRY_S, cause });

  const refuse = (outcome: unknown): never => {
    if (outcome === "all") {
      throw fault("overloaded", "Too many such calls run and wait; try again.", { retryAfterS: RETRY_S });
    }
    throw fault("concurrency_limited", `A caller has at most ${LIMITS.slowCallsPerCallerMax} of these at once.`, {
      violated_policies: ["slow-calls"],
      retryAfterS: RETRY_S,
    });
  };
  const look = (keys: readonly string[], call: string) =>
    runScript(redis, TAKE, keys, [call, LIMITS.slowCallsPerCallerMax, LIMITS.slowCallsMax, PLACE_MS]).catch(
      (cause: unknown) => Promise.reject(unavailable(cause)),
    );

  async function take(keys: readonly string[], call: string): Promise<void> {
    const until = clock.now() + LIMITS.slowCallsWaitMs;
    let outcome = await look(keys, call);
    if (outcome === "taken") return;
    if (outcome === "caller" || waiting >= LIMITS.slowCallsWaitingMax) refuse(outcome);
    waiting += 1;
    try {
      while (outcome === "all" && clock.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
        outcome = await look(keys, call);
      }
    } finally {
      waiting -= 1;
    }
    if (outcome !== "taken") refuse(outcome);
  }

  return {
    async run(caller, work) {
      const keys = [KEYS.slowCalls(caller), KEYS.slowCalls("all")];
      count += 1;
      const call = `${holder}~${count}`;
      await take(keys, call);
      const timer = setInterval(() => {
        runScript(redis, RENEW, keys, [call, PLACE_MS]).catch(() => undefined);
      }, RENEW_MS);
      try {
        return await work();
      } finally {
        clearInterval(timer);
        for (const key of keys) redis.zrem(key, call).catch(() => undefined);
      }
    },
  };
}
