// Turns at a host: one delivery at a time, whichever process makes it, and one more for owners whose last one there
// failed; who finds the host taken is told when to ask again.
import type { DeliveryRow } from "../../schema/dataset/watch/delivery.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { runScript, script } from "../../schema/io/script.ts";
import { KEYS } from "../../schema/key.ts";
import { LIMITS } from "../../schema/limit.ts";
import { MADE_ATTEMPT, MADE_S, type Made, madeText, readMade } from "./made.ts";

/** A holder that died lets go by then. */
const HELD_MS = LIMITS.deliverMs + 5_000;
const KEPT_MS = 3_600_000;
/** What a turn at a host is taken to last of which nothing is known. */
const GUESS_MS = 100;
const WAIT_MS = { least: 20, most: 120_000 } as const;
/** Whoever hangs leaves the line of those whose last one was taken: they look again as soon as this. */
const WELL_AGAIN_MS = 2_000;

/**
 * Many share a host: what fails for one of them stands in a line of its own, so that it holds up nobody else there.
 * A turn that has lasted is taken to last as long again: many would else ask all the time whether a host still hangs.
 * KEYS: the host, the last attempt that was made of the message. ARGV: owner, holder, how long it holds, how long it is
 * remembered, a turn's guessed length, least and most wait, the attempt, what a turn of the first line is taken to last on
 * at most. Gives 0 where the turn was taken, -1 where too
 * many wait, -2 where the attempt was made, else how long to wait; when the owner's last turn there failed, 0 where it was
 * taken; what is remembered of the attempt that was made.
 */
const TAKE = script(`${MADE_ATTEMPT}
local made = redis.call("GET", KEYS[2])
if attemptOf(made) >= tonumber(ARGV[8]) then return {-2, 0, made} end
local at = redis.call("TIME")
local now = at[1] * 1000 + math.floor(at[2] / 1000)
local failed = tonumber(redis.call("HGET", KEYS[1], "sick " .. ARGV[1]) or 0)
-- Its clock was set back: once before all others, then told aright.
if failed > now then failed = 1 end
local line = failed > 0 and "sick:" or "well:"
local host = redis.call("HMGET", KEYS[1], line .. "holder", line .. "until", line .. "next", line .. "ms", line .. "since")
redis.call("PEXPIRE", KEYS[1], ARGV[4])
if host[1] and tonumber(host[2]) > now then
  local turn = math.max(tonumber(host[4] or ARGV[5]), tonumber(ARGV[6]))
  local held = now - tonumber(host[5] or now)
  if failed == 0 then held = math.min(held, tonumber(ARGV[9])) end
  local free = math.max(tonumber(host[3] or 0), now + held) + turn
  if free - now > tonumber(ARGV[7]) then return {-1, failed} end
  redis.call("HSET", KEYS[1], line .. "next", free)
  return {free - now, failed}
end
redis.call("HSET", KEYS[1], line .. "holder", ARGV[2], line .. "until", now + ARGV[3], line .. "since", now)
redis.call("PEXPIRE", KEYS[1], ARGV[4])
return {0, failed}`);

/**
 * KEYS: the host, the last attempt of the message. ARGV: owner, holder, line, how long it took, whether it failed, what is
 * remembered of the attempt and for how long; of a turn in which nothing was sent, no lengths and nothing. What fails goes
 * into the other line, so the first learns nothing of it; where turns become shorter, less is waited for.
 */
const GIVE = script(`${MADE_ATTEMPT}
local line = ARGV[3]
if ARGV[6] ~= "" and attemptOf(ARGV[6]) > attemptOf(redis.call("GET", KEYS[2])) then
  redis.call("SET", KEYS[2], ARGV[6], "EX", ARGV[7])
end
if redis.call("HGET", KEYS[1], line .. "holder") ~= ARGV[2] then return 0 end
redis.call("HDEL", KEYS[1], line .. "holder", line .. "until", line .. "since")
if ARGV[4] == "" then return 1 end
local at = redis.call("TIME")
local now = at[1] * 1000 + math.floor(at[2] / 1000)
local leaves = ARGV[5] == "1" and line == "well:"
if leaves then
  redis.call("HDEL", KEYS[1], line .. "next")
else
  local before = tonumber(redis.call("HGET", KEYS[1], line .. "ms") or ARGV[4])
  local turn = math.floor((before + ARGV[4]) / 2)
  redis.call("HSET", KEYS[1], line .. "ms", turn)
  local next = tonumber(redis.call("HGET", KEYS[1], line .. "next") or 0)
  if turn < before and next > now then
    redis.call("HSET", KEYS[1], line .. "next", now + math.floor((next - now) * turn / before))
  end
end
if ARGV[5] == "1" then redis.call("HSET", KEYS[1], "sick " .. ARGV[1], now)
else redis.call("HDEL", KEYS[1], "sick " .. ARGV[1]) end
return 1`);

/** An attempt that has ended; `ms` is how long it took. */
export type Sent = { readonly ms: number; readonly isSick: boolean; readonly row: DeliveryRow };

type Turn =
  /** By another run of the job; what is remembered of the message's last attempt. */
  | { readonly kind: "made"; readonly made: Made }
  | { readonly kind: "later"; readonly waitMs: number }
  /** So many wait that who comes now is looked for again by the sweep. */
  | { readonly kind: "full" }
  | {
      readonly kind: "taken";
      /** When the owner's last delivery to this host failed, by the clock of Redis; null where it was taken. */
      readonly failedAt: number | null;
      /** Left out where nothing was sent; from here on the attempt is made, whatever becomes of this process. */
      give(sent?: Sent): Promise<void>;
    };

type Asked = {
  readonly host: string;
  /** Whose receivers they are. */
  readonly owner: string;
  readonly message: string;
  readonly attempt: number;
  /** Of no other turn. */
  readonly holder: string;
};

export async function takeTurn(redis: Redis, { host, owner, message, attempt, holder }: Asked): Promise<Turn> {
  const keys = [KEYS.webhookTurn(host), KEYS.webhookMade(message)];
  const args = [owner, holder, HELD_MS, KEPT_MS, GUESS_MS, WAIT_MS.least, WAIT_MS.most, attempt, WELL_AGAIN_MS];
  const [waitMs, failed, made = null] = (await runScript(redis, TAKE, keys, args)) as [
    number,
    number,
    (string | null)?,
  ];
  if (waitMs === -2) return { kind: "made", made: readMade(made) };
  if (waitMs < 0) return { kind: "full" };
  if (waitMs > 0) return { kind: "later", waitMs };
  return {
    kind: "taken",
    failedAt: failed > 0 ? failed : null,
    async give(sent) {
      const line = failed > 0 ? "sick:" : "well:";
      const told =
        sent === undefined
          ? ["", 0, "", 0]
          : [Math.min(HELD_MS, Math.max(1, Math.round(sent.ms))), sent.isSick ? 1 : 0, madeText(sent.row), MADE_S];
      await runScript(redis, GIVE, keys, [owner, holder, line, ...told]);
    },
  };
}
