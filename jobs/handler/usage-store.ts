// usage.store: moves counted calls from Redis into the store, each block once.
import { digestOf } from "../../schema/canonical.ts";
import { compile } from "../../schema/check.ts";
import { type UsageRow, usage } from "../../schema/dataset/service/usage.ts";
import { MINUTE_MS } from "../../schema/duration.ts";
import { type Lock, takeLock } from "../../schema/io/lock.ts";
import { runScript, script } from "../../schema/io/script.ts";
import type { JobPayload } from "../../schema/job.ts";
import { KEYS } from "../../schema/key.ts";
import { UsageBlock } from "../../schema/usage.ts";
import { type Deps, LEFT } from "../deps.ts";

const isBlock = compile(UsageBlock);
const LOCK_MS = MINUTE_MS;
const BLOCKS_MAX = 2_000;

/** KEYS: counted, taken. ARGV: how many. */
const MOVE = script(`
local blocks = redis.call("LPOP", KEYS[1], ARGV[1])
if blocks then redis.call("RPUSH", KEYS[2], unpack(blocks)) end
return 0`);

/** The rows of a block, as the table has them. */
export const rowsOf = ({ at, process, counts, once = [] }: UsageBlock): UsageRow[] => [
  ...counts.map((count) => ({ at, process, ...count })),
  ...once.flatMap(({ callers, ...kind }) =>
    callers.split(" ").map((caller) => ({ at, process, ...kind, caller, calls: 1 })),
  ),
];

async function storeTaken({ redis, store, log }: Deps, lock: Lock): Promise<void> {
  if ((await redis.exists(KEYS.usageTaken)) === 0)
    await runScript(redis, MOVE, [KEYS.usage, KEYS.usageTaken], [BLOCKS_MAX]);
  const texts = await redis.lrange(KEYS.usageTaken, 0, -1);
  if (texts.length === 0) return;
  const blocks = texts.map((text): unknown => JSON.parse(text)).filter(isBlock);
  if (blocks.length < texts.length) log.warn({ refused: texts.length - blocks.length }, "counts that are none");
  const rows = blocks.flatMap(rowsOf);
  if (rows.length > 0) await store.insert(usage.name, rows, `usage~${digestOf(texts.join("\n"))}`);
  await lock.extend();
  await redis.del(KEYS.usageTaken);
}

/**
 * What is stored is first moved aside: after a death in the middle the very same blocks are taken again, and the store
 * knows them by their digest.
 */
export async function handleUsageStore(deps: Deps, _payload: JobPayload<"usage.store">): Promise<unknown> {
  const lock = await takeLock(deps.redis, "usage.store", LOCK_MS, deps.clock.now());
  if (lock === null) return LEFT;
  try {
    return await storeTaken(deps, lock);
  } finally {
    await lock.release();
  }
}
