// What the model may cost in a day, of all processes together: taken before it is asked, corrected by what it used.

import { DAY_MS } from "../../schema/duration.ts";
import type { Clock } from "../../schema/io/clock.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { runScript, script } from "../../schema/io/script.ts";
import { KEYS } from "../../schema/key.ts";

/** In millionths of a dollar. */
type Taken = { readonly day: number; readonly cost: number; readonly isFree: boolean };

export type Budget = {
  /** Null where the day's is used up. Rejects where Redis is away. */
  take(cost: number, isFree: boolean): Promise<Taken | null>;
  /** What it came to. */
  correct(taken: Taken, cost: number): Promise<void>;
};

/** What nobody pays for may take this part of it. */
export const FREE_SHARE = 0.3;
const KEPT_S = 3 * 86_400;

const TAKE = script(`
local all = tonumber(redis.call('HGET', KEYS[1], 'all') or '0')
local free = tonumber(redis.call('HGET', KEYS[1], 'free') or '0')
local cost, isFree = tonumber(ARGV[1]), ARGV[4] == '1'
if all + cost > tonumber(ARGV[2]) or (isFree and free + cost > tonumber(ARGV[3])) then return 0 end
redis.call('HINCRBY', KEYS[1], 'all', cost)
if isFree then redis.call('HINCRBY', KEYS[1], 'free', cost) end
redis.call('EXPIRE', KEYS[1], ARGV[5])
return 1`);

/** `dayMax` in millionths of a dollar. */
export function openBudget({ redis, clock, dayMax }: { redis: Redis; clock: Clock; dayMax: number }): Budget {
  return {
    async take(cost, isFree) {
      const day = Math.floor(clock.now() / DAY_MS);
      const most = [cost, dayMax, Math.floor(dayMax * FREE_SHARE), isFree ? 1 : 0, KEPT_S];
      const done = await runScript(redis, TAKE, [KEYS.modelSpent(day)], most);
      return done === 1 ? { day, cost, isFree } : null;
    },
    async correct({ day, cost: taken, isFree }, cost) {
      const change = cost - taken;
      await redis.hincrby(KEYS.modelSpent(day), "all", change);
      if (isFree) await redis.hincrby(KEYS.modelSpent(day), "free", change);
    },
  };
}
