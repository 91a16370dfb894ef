// Idempotency-Key: the first call with a key does the work, every further one gets its answer.
import { createHash } from "node:crypto";
import { fault } from "../../schema/fault.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { runScript, script } from "../../schema/io/script.ts";
import { KEYS } from "../../schema/key.ts";
import { LIMITS } from "../../schema/limit.ts";
import type { StoredAnswer } from "../pay/payment.ts";

export type IdempotentCall = {
  readonly caller: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
  /** SHA-256 of the canonical body. */
  readonly fingerprint: string;
};

export type Idempotency = {
  /**
   * The stored answer, or the work's, which is kept where it is final.
   * @throws idempotency_in_progress, idempotency_key_reused, upstream_unavailable.
   */
  run(call: IdempotentCall, work: () => Promise<StoredAnswer>): Promise<StoredAnswer>;
};

/** A call that runs says so; the key of one that died is free again after this. */
const RUNNING_MS = 10_000;
const RENEW_MS = 3_000;
const RETRY_S = 2;

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

function replay(held: readonly (Buffer | null)[], fingerprint: string): StoredAnswer {
  const [print, status, headers, body] = held;
  if (print?.toString() !== fingerprint) {
    throw fault("idempotency_key_reused", "The Idempotency-Key was used with another body; use a new one.");
  }
  if (!status || !headers || !body) {
    throw fault("idempotency_in_progress", "The same call is still running; ask again.", { retryAfterS: RETRY_S });
  }
  const kept = JSON.parse(headers.toString()) as [string, string][];
  return { status: Number(status.toString()), headers: [...kept, ["idempotency-replayed", "true"]], body };
}

export function openIdempotency(redis: Redis, holder: string): Idempotency {
  let count = 0;
  return {
    async run({ caller, method, path, key, fingerprint }, work) {
      const digest = createHash("sha256").update([caller, method, path, key].join("\n")).digest("hex");
      const keys = [KEYS.idempotency(digest)];
      count += 1;
      const run = `${holder}~${count}`;
      const held = await redis
        .callBuffer("EVAL", BEGIN.lua, 1, ...keys, fingerprint, run, RUNNING_MS)
        .catch((cause: unknown) => {
          const detail = "Whether this call was made before cannot be told just now; try again.";
          throw fault("upstream_unavailable", detail, { retryAfterS: RETRY_S, cause });
        });
      if ((held as (Buffer | null)[]).length > 0) return replay(held as (Buffer | null)[], fingerprint);
      const timer = setInterval(() => {
        runScript(redis, RENEW, keys, [run, RUNNING_MS]).catch(() => undefined);
      }, RENEW_MS);
      try {
        const answer = await work();
        const headers = JSON.stringify(answer.headers);
        const args = [run, fingerprint, LIMITS.idempotencyKeptS, answer.status, headers, Buffer.from(answer.body)];
        if (isKept(answer.status)) await runScript(redis, KEEP, keys, args).catch(() => undefined);
        else await runScript(redis, FORGET, keys, [run]).catch(() => undefined);
        return answer;
      } catch (error) {
        await runScript(redis, FORGET, keys, [run]).catch(() => undefined);
        throw error;
      } finally {
        clearInterval(timer);
      }
    },
  };
}
