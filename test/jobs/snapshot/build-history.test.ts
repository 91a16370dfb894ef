import { Queue } from "bullmq";
import t from "tap";
import { handleStoreSweep } from "../../../jobs/handler/store-sweep.ts";
import { publishFrames } from "../../../jobs/publish.ts";
import { claimDirty, claimOf, settleClaim } from "../../../jobs/series/dirty.ts";
import { tailStart } from "../../../jobs/series/history-frame.ts";
import { buildHistory } from "../../../jobs/snapshot/build-history.ts";
import { encodeFrame } from "../../../schema/frame.ts";
import { KEYS, SNAPSHOTS } from "../../../schema/key.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { BASE } from "../../support/base.ts";
import { NO_STORE, openTestDeps } from "../../support/deps.ts";
import { startTestRedis } from "../../support/redis.ts";

const NOW = BASE;
const TAIL = tailStart(NOW);
const open = async (t: Parameters<typeof startTestRedis>[0], rows?: typeof NO_STORE) => {
  const server = await startTestRedis(t);
  const opened = openTestDeps(server.url, rows ? { store: rows } : {});
  t.teardown(opened.close);
  return opened;
};

t.test("a mark is claimed once, stays until it is settled, and is claimed again when that never comes", async (t) => {
  const { redis } = await open(t);
  await redis.hset(KEYS.historyDirty, { bitcoin: TAIL - 1, ethereum: TAIL });
  t.strictSame(await claimDirty(redis, NOW, TAIL), ["bitcoin"], "what changed within the tail needs no whole build");
  t.strictSame(await claimDirty(redis, NOW + 1, TAIL), []);
  const claim = await claimOf(redis, "bitcoin");
  t.equal(claim, String(NOW));
  t.strictSame(await claimDirty(redis, NOW + 300_001, TAIL), ["bitcoin"], "the claim was lost");
  await settleClaim(redis, "bitcoin", claim ?? "");
  t.equal(await claimOf(redis, "bitcoin"), String(NOW + 300_001), "an older build does not settle a later claim");
  await settleClaim(redis, "bitcoin", String(NOW + 300_001));
  t.equal(await claimOf(redis, "bitcoin"), null);
});

t.test("a whole build that fails leaves its claim", async (t) => {
  const { redis, deps } = await open(t);
  await redis.hset(KEYS.historyDirty, { bitcoin: 1 });
  await claimDirty(redis, NOW, TAIL);
  await t.rejects(buildHistory(deps, NOW, { tokens: ["bitcoin"] }, new AbortController().signal));
  t.equal(await claimOf(redis, "bitcoin"), String(NOW));
});

t.test("an empty store: every token gets frames, some at once and the rest as one job behind all others", async (t) => {
  const empty = { ...NO_STORE, query: async () => [] };
  const { redis, deps, producer } = await open(t, empty);
  const queue = new Queue("history", { connection: redis, prefix: KEYS.queuePrefix });
  await buildHistory(deps, NOW, {}, new AbortController().signal);
  const names = await redis.hkeys(KEYS.snapshotVersions);
  const built = TRACKED.filter(({ id }) => names.includes(SNAPSHOTS.history(id, "price", "15m"))).length;
  const [left] = await queue.getJobs(["prioritized"]);
  t.ok(built > 0);
  t.equal(left?.data.tokens.length ?? 0, TRACKED.length - built);
  await buildHistory(deps, NOW + 120_000, {}, new AbortController().signal);
  t.ok((await producer.backlog("history")).waiting.length <= 1, "however many tokens are left, one job waits");
});

t.test(
  "a sweep drops what belongs to tokens that are not tracked, and nothing else, while the store is away too",
  async (t) => {
    const { redis, deps } = await open(t);
    const gone = Object.values(SNAPSHOTS).flatMap((name) =>
      typeof name === "string" ? [] : [name("no-such-coin", "price", "15m")],
    );
    const names = ["market", "state/bitcoin", ...gone];
    const frames = names.map((name) => ({
      name,
      version: 1,
      frame: encodeFrame({ name, version: 1, meta: {} }, new Map()),
    }));
    await publishFrames(redis, frames);
    await redis.hset(KEYS.historyClaimed, { bitcoin: 1, "no-such-coin": 1 });
    await t.rejects(handleStoreSweep(deps, { slot: 0 }, new AbortController().signal), /store is away/);
    t.strictSame((await redis.hkeys(KEYS.snapshotVersions)).sort(), ["market", "state/bitcoin"]);
    t.equal(await redis.exists(...gone.map(KEYS.snapshot)), 0);
    t.strictSame(await redis.hkeys(KEYS.historyClaimed), ["bitcoin"]);
  },
);
