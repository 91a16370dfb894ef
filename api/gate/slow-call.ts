// Few slow calls at once: two of a caller, eight of all, and one line of all processes for those who wait; a process that dies gives its places back by itself.
import { fault } from "../../schema/fault.ts";
import type { Clock } from "../../schema/io/clock.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { runScript, script } from "../../schema/io/script.ts";
import { KEYS } from "../../schema/key.ts";
import { LIMITS } from "../../schema/limit.ts";

/** A place is lost when its holder does not say for so long that it still works, or waits. */
const PLACE_MS = 6_000;
const RENEW_MS = 2_000;
const LOOK_MS = 100;
const RETRY_S = 5;

/**
 * Who asks is in a line of all processes until it has a place: as many of its front as places are free may take one.
 * What a process that says nothing any more left in the line goes. KEYS: of the caller, of all, the line, holders that
 * wait. ARGV: call, caller, of a caller at most (running and waiting), of all at most, in the line at most, how long a
 * place or a holder stands, holder.
 */
const LOOK = script(`
local at = redis.call("TIME")
local now = at[1] * 1000 + math.floor(at[2] / 1000)
for i = 1, 2 do redis.call("ZREMRANGEBYSCORE", KEYS[i], "-inf", now) end
redis.call("ZREMRANGEBYSCORE", KEYS[4], "-inf", now)
redis.call("ZADD", KEYS[4], now + tonumber(ARGV[6]), ARGV[7])
local own = ARGV[1] .. " " .. ARGV[2]
local count = redis.call("ZCARD", KEYS[1])
for _, one in ipairs(redis.call("ZRANGE", KEYS[3], 0, -1)) do
  if not redis.call("ZSCORE", KEYS[4], string.match(one, "^[^~]*")) then redis.call("ZREM", KEYS[3], one)
  elseif string.match(one, " (.*)$") == ARGV[2] and one ~= own then count = count + 1 end
end
local isNew = not redis.call("ZSCORE", KEYS[3], own)
if isNew then
  if count >= tonumber(ARGV[3]) then return "caller" end
  local last = redis.call("ZRANGE", KEYS[3], -1, -1, "WITHSCORES")[2]
  redis.call("ZADD", KEYS[3], (tonumber(last) or 0) + 1, own)
end
local place = redis.call("ZRANK", KEYS[3], own)
local isFree = place < tonumber(ARGV[4]) - redis.call("ZCARD", KEYS[2])
local isBeyond = isNew and place >= tonumber(ARGV[5])
if isFree or isBeyond then redis.call("ZREM", KEYS[3], own) end
for i = 3, 4 do redis.call("PEXPIRE", KEYS[i], tonumber(ARGV[6])) end
if not isFree then return isBeyond and "full" or "waiting" end
for i = 1, 2 do
  redis.call("ZADD", KEYS[i], now + tonumber(ARGV[6]), ARGV[1])
  redis.call("PEXPIRE", KEYS[i], tonumber(ARGV[6]))
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
   * Runs the work in a place of its own, and tells it until when all of the call may take; of those who wait, in whatever
   * process, who came first goes first. Throws concurrency_limited, or overloaded where too many wait.
   */
  run<T>(caller: string, work: (until: number) => Promise<T>): Promise<T>;
};

type Waiting = { wake: () => void };

function untilWoken(waiting: Waiting): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LOOK_MS);
    waiting.wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

function refuse(outcome: "caller" | "full"): never {
  if (outcome === "full") {
    throw fault("overloaded", "Too many such calls run and wait; try again.", { retryAfterS: RETRY_S });
  }
  throw fault("concurrency_limited", `A caller has at most ${LIMITS.slowCallsPerCallerMax} of these at once.`, {
    violated_policies: ["slow-calls"],
    retryAfterS: RETRY_S,
  });
}

export function openSlowCalls(redis: Redis, clock: Clock, holder: string): SlowCalls {
  /** Those of this process that have no place yet, in the order they came; its first asks for one. */
  const line: Waiting[] = [];
  let count = 0;
  const { slowCallsPerCallerMax, slowCallsMax, slowCallsWaitingMax } = LIMITS;
  const maxima = [slowCallsPerCallerMax, slowCallsMax, slowCallsWaitingMax];
  const lineKey = KEYS.slowCalls("line");
  const unavailable = (cause: unknown) =>
    fault("upstream_unavailable", "Slow calls cannot be counted just now; try again.", { retryAfterS: RETRY_S, cause });
  const look = (caller: string, keys: readonly string[], call: string) =>
    runScript(
      redis,
      LOOK,
      [...keys, lineKey, KEYS.slowCalls("holders")],
      [call, caller, ...maxima, PLACE_MS, holder],
    ).catch((cause: unknown) => Promise.reject(unavailable(cause)));

  async function take(caller: string, keys: readonly string[], call: string): Promise<void> {
    const until = clock.now() + LIMITS.slowCallsWaitMs;
    const me: Waiting = { wake: () => {} };
    line.push(me);
    let outcome: unknown = "waiting";
    try {
      for (let isNew = true; ; isNew = false) {
        const isFirst = line[0] === me;
        // Whoever comes later only enters the line of all.
        if (isFirst || isNew) outcome = await look(caller, keys, call);
        if (outcome === "taken") return;
        if (outcome === "caller" || outcome === "full") refuse(outcome);
        if (clock.now() >= until) refuse("full");
        // Who came to be the first meanwhile asks at once.
        if (isFirst || line[0] !== me) await untilWoken(me);
      }
    } finally {
      line.splice(line.indexOf(me), 1);
      if (outcome === "waiting") void redis.zrem(lineKey, `${call} ${caller}`).catch(() => undefined);
      line[0]?.wake();
    }
  }

  return {
    async run(caller, work) {
      const until = clock.now() + LIMITS.slowCallMs;
      const keys = [KEYS.slowCalls(caller), KEYS.slowCalls("all")];
      count += 1;
      const call = `${holder}~${count}`;
      await take(caller, keys, call);
      const timer = setInterval(() => {
        runScript(redis, RENEW, keys, [call, PLACE_MS]).catch(() => undefined);
      }, RENEW_MS);
      try {
        return await work(until);
      } finally {
        clearInterval(timer);
        const given = Promise.allSettled(keys.map((key) => redis.zrem(key, call)));
        void given.then(() => line[0]?.wake());
      }
    },
  };
}
