// Pace: one budget a venue, shared by every worker through Redis; nothing is sent while a venue asked to be left alone.
import { setTimeout as sleep } from "node:timers/promises";
import { httpError } from "../../schema/io/http.ts";
import type { Random } from "../../schema/io/random.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { runScript, script } from "../../schema/io/script.ts";
import { KEYS } from "../../schema/key.ts";
import { SANDBOX_PACE_FACTOR, VENUES, type VenueId } from "../source/venue.ts";

export type Pace = {
  /**
   * Resolves when a call of this weight may be sent. Throws rate_limited when the venue's pause is longer than
   * `patienceMs`. While Redis is away it waits: no budget means no request.
   */
  take(venue: VenueId, bucket: string, weight: number, signal: AbortSignal | undefined): Promise<void>;
  /** Keeps everyone from the venue for so long; a longer pause stays. */
  pause(venue: VenueId, ms: number): Promise<void>;
};

/** Generic cell rate: a bucket that refills steadily and lets a tenth of a period through at once. */
export const TAKE = script(`
local pause = redis.call('PTTL', KEYS[2])
if pause > 0 then return -pause end
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + tonumber(time[2]) / 1000
local cost = tonumber(ARGV[1])
local burst = tonumber(ARGV[2])
local at = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now)
local wait = at + cost - burst - now
if wait > 0 then return math.ceil(wait) end
redis.call('SET', KEYS[1], string.format('%.3f', at + cost), 'PX', math.ceil(at + cost - now) + 1000)
return 0`);

export const PAUSE = script(`
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[1]) then redis.call('SET', KEYS[1], '1', 'PX', ARGV[1]) end
return 0`);

const BURST_SHARE = 0.1;
const STEP_MS_MAX = 1_000;
const REDIS_RETRY_MS = 250;

type PaceOptions = { market: "sandbox" | "live"; random: Random; patienceMs?: number };

/** Opens the shared pace over the given connection. */
export function openPace(redis: Redis, options: PaceOptions): Pace {
  const { random, patienceMs = 5_000 } = options;
  const factor = options.market === "sandbox" ? SANDBOX_PACE_FACTOR : 1;
  const rest = (ms: number, signal: AbortSignal | undefined) =>
    sleep(ms + random.fraction() * Math.min(ms, 50), undefined, signal ? { signal } : {});

  return {
    async take(venue, bucket, weight, signal) {
      const budget: { limit: number; periodMs: number } | undefined = Object.entries(VENUES[venue].buckets).find(
        ([name]) => name === bucket,
      )?.[1];
      if (!budget) throw new Error(`no budget ${bucket} of ${venue}`);
      const cost = (budget.periodMs / (budget.limit * factor)) * weight;
      const burst = Math.max(cost, budget.periodMs * BURST_SHARE);
      for (;;) {
        signal?.throwIfAborted();
        const keys = [KEYS.pace(venue, bucket), KEYS.pause(venue)];
        const wait = await runScript(redis, TAKE, keys, [cost, burst]).then(Number, () => null);
        if (wait === 0) return;
        if (wait === null) await rest(REDIS_RETRY_MS, signal);
        else if (wait < -patienceMs)
          throw httpError("rate_limited", `${venue} asked for a pause`, { retryAfterMs: -wait });
        else await rest(Math.min(Math.abs(wait), STEP_MS_MAX), signal);
      }
    },
    async pause(venue, ms) {
      const wanted = Math.max(1, Math.ceil(ms));
      for (let attempt = 0; attempt < 20; attempt += 1) {
        const set = await runScript(redis, PAUSE, [KEYS.pause(venue)], [wanted]).then(
          () => true,
          () => false,
        );
        if (set) return;
        await sleep(REDIS_RETRY_MS);
      }
    },
  };
}
