// Idempotency-Key: the first call with a key does the work, every further one waits for it and gets its answer.
import { setTimeout as sleep } from "node:timers/promises";
import { digestOf } from "../../schema/canonical.ts";
import { fault } from "../../schema/fault.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { runScript, script } from "../../schema/io/script.ts";
import { KEYS } from "../../schema/key.ts";
import { LIMITS } from "../../schema/limit.ts";
import type { StoredAnswer } from "../pay/payment.ts";

type IdempotentCall = {
  readonly caller: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
  /** SHA-256 of the canonical body. */
  readonly fingerprint: string;
  /** How long it waits for the same call that runs already. */
  readonly patienceMs: number;
};

export type Idempotency = {
  /**
   * The stored answer, that of the same call which runs, or the work's, which is kept where it is final. Where the one
   * that ran has left no answer, the work is done here.
   * @throws idempotency_in_progress, idempotency_key_reused, upstream_unavailable.
   */
  run(call: IdempotentCall, work: () => Promise<StoredAnswer>): Promise<StoredAnswer>;
};

/** A call that runs says so; the key of one that died is free again after this. */
const RUNNING_MS = 10_000;
const RENEW_MS = 3_000;
const RETRY_S = 2;
const LOOK_MS = 100;

/** KEYS: the call. ARGV: fingerprint, run, ms. Gives what there is, or nothing where the run may begin. */
const BEGIN = script(`
local held = redis.call("HMGET", KEYS[1], "fingerprint", "status", "headers", "body")
if held[1] then return held end
redis.call("HSET", KEYS[1], "fingerprint", ARGV[1], "run", ARGV[2])
redis.call("PEXPIRE", KEYS[1], ARGV[3])
return {}`);

/** ARGV: run, ms. */
const RENEW = script(`
if redis.call("HGET", KEYS[1], "run") == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) end
return 0`);

/** ARGV: run, fingerprint, seconds, status, headers, body. */
const KEEP = script(`
local run = redis.call("HGET", KEYS[1], "run")
if run and run ~= ARGV[1] then return 0 end
redis.call("HSET", KEYS[1], "run", ARGV[1], "fingerprint", ARGV[2], "status", ARGV[4], "headers", ARGV[5], "body", ARGV[6])
return redis.call("EXPIRE", KEYS[1], ARGV[3])`);

/** ARGV: run. */
const FORGET = script(`
if redis.call("HGET", KEYS[1], "run") == ARGV[1] then return redis.call("DEL", KEYS[1]) end
return 0`);

/** The key of a header, bare or quoted. Throws invalid_request. */
export function readIdempotencyKey(header: string): string {
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(key) && key.length <= LIMITS.idempotencyKeyLengthMax) return key;
  const detail = `Idempotency-Key has 1 to ${LIMITS.idempotencyKeyLengthMax} printable ASCII characters.`;
  throw fault("invalid_request", detail, {
    errors: [{ header: "Idempotency-Key", code: "invalid_request", detail }],
  });
}

const NOT_KEPT = new Set([401, 402, 409, 429]);
const isKept = (status: number) => status < 500 && !NOT_KEPT.has(status);

/** The answer of the same call; null while that runs. Throws idempotency_key_reused. */
function keptAnswer(held: readonly (Buffer | null)[], fingerprint: string): StoredAnswer | null {
  const [print, status, headers, body] = held;
  if (print?.toString() !== fingerprint) {
    throw fault("idempotency_key_reused", "The Idempotency-Key was used with another body; use a new one.");
  }
  if (!status || !headers || !body) return null;
  const kept = JSON.parse(headers.toString()) as [string, string][];
  return { status: Number(status.toString()), headers: [...kept, ["idempotency-replayed", "true"]], body };
}

/** Watches calls that run, in whatever process: one look serves all who wait for the same one. */
function openWatch(redis: Redis) {
  const watched = new Map<string, Promise<void>>();
  const look = async (key: string) => {
    for (;;) {
      await sleep(LOOK_MS);
      const [run, status] = await redis.hmget(key, "run", "status");
      if (run === null || status !== null) return;
    }
  };
  /** Resolves when the call has ended, or when that cannot be seen. */
  return (key: string): Promise<void> => {
    const held = watched.get(key);
    if (held !== undefined) return held;
    const watching = look(key)
      .catch(() => undefined)
      .finally(() => watched.delete(key));
    watched.set(key, watching);
    return watching;
  };
}

export function openIdempotency(redis: Redis, holder: string): Idempotency {
  const untilEnd = openWatch(redis);
  let count = 0;

  /** What is there of the call; nothing where the run may begin. */
  async function begin(key: string, fingerprint: string, run: string): Promise<readonly (Buffer | null)[]> {
    const held = await redis
      .callBuffer("EVAL", BEGIN.lua, 1, key, fingerprint, run, RUNNING_MS)
      .catch((cause: unknown) => {
        const detail = "Whether this call was made before cannot be told just now; try again.";
        throw fault("upstream_unavailable", detail, { retryAfterS: RETRY_S, cause });
      });
    return held as readonly (Buffer | null)[];
  }

  async function doWork(key: string, run: string, fingerprint: string, work: () => Promise<StoredAnswer>) {
    const timer = setInterval(() => {
      runScript(redis, RENEW, [key], [run, RUNNING_MS]).catch(() => undefined);
    }, RENEW_MS);
    try {
      const answer = await work();
      const headers = JSON.stringify(answer.headers);
      const args = [run, fingerprint, LIMITS.idempotencyKeptS, answer.status, headers, Buffer.from(answer.body)];
      if (isKept(answer.status)) await runScript(redis, KEEP, [key], args).catch(() => undefined);
      else await runScript(redis, FORGET, [key], [run]).catch(() => undefined);
      return answer;
    } catch (error) {
      await runScript(redis, FORGET, [key], [run]).catch(() => undefined);
      throw error;
    } finally {
      clearInterval(timer);
    }
  }

  return {
    async run({ caller, method, path, key: named, fingerprint, patienceMs }, work) {
      const key = KEYS.idempotency(digestOf([caller, method, path, named].join("\n")));
      count += 1;
      const run = `${holder}~${count}`;
      const waiting = new AbortController();
      let late: Promise<boolean> | null = null;
      try {
        for (;;) {
          const held = await begin(key, fingerprint, run);
          if (held.length === 0) return await doWork(key, run, fingerprint, work);
          const answer = keptAnswer(held, fingerprint);
          if (answer !== null) return answer;
          late ??= sleep(patienceMs, true, { signal: waiting.signal }).catch(() => true);
          const isLate = await Promise.race([late, untilEnd(key).then(() => false)]);
          if (isLate) {
            throw fault("idempotency_in_progress", "The same call is still running; ask again.", {
              retryAfterS: RETRY_S,
            });
          }
        }
      } finally {
        waiting.abort();
      }
    },
  };
}
