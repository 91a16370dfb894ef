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
  /**
   * Runs the work in a place of its own; who waits for one goes first who came first. Throws concurrency_limited, or
   * overloaded where too many wait.
   */
  run<T>(caller: string, work: () => Promise<T>): Promise<T>;
};

type Waiting = { readonly caller: string; wake: () => void };

function untilWoken(waiting: Waiting): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LOOK_MS);
    waiting.wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

function refuse(outcome: unknown): never {
  if (outcome === "all") {
    throw fault("overloaded", "Too many such calls run and wait; try again.", { retryAfterS: RETRY_S });
  }
  throw fault("concurrency_limited", `A caller has at most ${LIMITS.slowCallsPerCallerMax} of these at once.`, {
    violated_policies: ["slow-calls"],
    retryAfterS: RETRY_S,
  });
}

export function openSlowCalls(redis: Redis, clock: Clock, holder: string): SlowCalls {
  /** All who have no place yet, in the order they came; its first asks for one. */
  const line: Waiting[] = [];
  let isFull = false;
  let count = 0;
  const unavailable = (cause: unknown) =>
    fault("upstream_unavailable", "Slow calls cannot be counted just now; try again.", { retryAfterS: RETRY_S, cause });
  const look = (keys: readonly string[], call: string, placesMax: number) =>
    runScript(redis, TAKE, keys, [call, LIMITS.slowCallsPerCallerMax, placesMax, PLACE_MS]).catch((cause: unknown) =>
      Promise.reject(unavailable(cause)),
    );

  async function take(caller: string, keys: readonly string[], call: string): Promise<void> {
    const until = clock.now() + LIMITS.slowCallsWaitMs;
    // One caller alone may not fill the line for all others.
    if (line.filter((one) => one.caller === caller).length >= LIMITS.slowCallsPerCallerMax) refuse("caller");
    const me: Waiting = { caller, wake: () => {} };
    line.push(me);
    try {
      for (let isNew = true; ; isNew = false) {
        const isFirst = line[0] === me;
        // Whoever comes later only learns whether this caller may have one more.
        const outcome = isFirst || isNew ? await look(keys, call, isFirst ? LIMITS.slowCallsMax : 0) : "all";
        if (outcome === "taken") return;
        if (isFirst) isFull = outcome === "all";
        const isBeyond = isFull && line.indexOf(me) >= LIMITS.slowCallsWaitingMax;
        if (outcome !== "all" || isBeyond || clock.now() >= until) refuse(outcome);
        // Who came to be the first meanwhile asks at once.
        if (isFirst || line[0] !== me) await untilWoken(me);
      }
    } finally {
      line.splice(line.indexOf(me), 1);
      line[0]?.wake();
    }
  }

  return {
    async run(caller, work) {
      const keys = [KEYS.slowCalls(caller), KEYS.slowCalls("all")];
      count += 1;
      const call = `${holder}~${count}`;
      await take(caller, keys, call);
      const timer = setInterval(() => {
        runScript(redis, RENEW, keys, [call, PLACE_MS]).catch(() => undefined);
      }, RENEW_MS);
      try {
        return await work();
      } finally {
        clearInterval(timer);
        const given = Promise.allSettled(keys.map((key) => redis.zrem(key, call)));
        void given.then(() => line[0]?.wake());
      }
    },
  };
}
