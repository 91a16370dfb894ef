// Cursors: the newest stored open time of a source and token; forward only, and derived from the store when lost.
import { providerName } from "../../schema/env.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { runScript, script } from "../../schema/io/script.ts";
import { KEYS } from "../../schema/key.ts";
import { candleHead } from "../../schema/query/trade/candle-head.ts";
import type { IngestDeps } from "../deps.ts";
import type { GridSource } from "../source/define-source.ts";

export const FORWARD = script(`
for i = 1, #ARGV, 2 do
  local known = tonumber(redis.call('HGET', KEYS[1], ARGV[i]) or -1)
  if tonumber(ARGV[i + 1]) > known then redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
end
return 0`);

/** Moves cursors to later open times (epoch ms); earlier ones change nothing. */
export async function forwardCursors(redis: Redis, source: string, heads: ReadonlyMap<string, number>): Promise<void> {
  if (heads.size === 0) return;
  await runScript(redis, FORWARD, [KEYS.cursor(source)], [...heads].flat());
}

/** Cursors by token, epoch ms; absent where nothing was ever stored. */
export async function readCursors(deps: IngestDeps, source: GridSource): Promise<Map<string, number>> {
  const stored = await deps.redis.hgetall(KEYS.cursor(source.id));
  const cursors = new Map(Object.entries(stored).map(([token, at]) => [token, Number(at)]));
  if (cursors.size > 0) return cursors;
  const { venue, market, intervalS: interval_s } = source;
  const heads = await deps.store.query(candleHead, {
    venue,
    market,
    interval_s,
    provider: providerName(deps.env, source.provider),
  });
  const derived = new Map(heads.map((row) => [row.token, row.open_at]));
  await forwardCursors(deps.redis, source.id, derived);
  return derived;
}
