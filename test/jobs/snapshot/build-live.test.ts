// A store that can be read and takes no rows: what it holds goes on being shown, readiness says so, and no build is lost.
import t from "tap";
import { partsOf } from "../../../api/recovery.ts";
import { publishedVersion } from "../../../jobs/publish.ts";
import { buildLive } from "../../../jobs/snapshot/build-live.ts";
import { SNAPSHOTS } from "../../../schema/key.ts";
import { BASE } from "../../support/base.ts";
import { openTestDeps } from "../../support/deps.ts";
import { startTestRedis } from "../../support/redis.ts";
import { startTestStore } from "../../support/store.ts";

t.test("a store that answers and refuses rows holds up no number", async (t) => {
  const { store } = await startTestStore(t);
  const { url } = await startTestRedis(t);
  const { deps, redis, producer, close } = openTestDeps(url, { store, clock: { now: () => BASE } });
  t.teardown(close);
  const snapshots = { probe: async () => null };
  const parts = partsOf({ redis, store, producer, snapshots, recovery: { isWhole: () => true } });
  const build = (at: number) => buildLive(deps, at, new AbortController().signal);
  const shown = () => publishedVersion(redis, SNAPSHOTS.tokens);

  await build(BASE);
  t.equal(await shown(), BASE);
  t.same(await parts.store?.(), { status: "ok" });
  await store.command("RENAME TABLE build TO build_away");
  await build(BASE + 1_000);
  t.equal(await shown(), BASE + 1_000, "what can be read is shown");
  t.same(await parts.store?.(), { status: "failing", why: "it answers and takes no rows" });
  await store.command("RENAME TABLE build_away TO build");
  await build(BASE + 2_000);
  t.same(await parts.store?.(), { status: "ok" });
  const told = "SELECT toUnixTimestamp64Milli(version) - {base:Int64} AS after FROM build ORDER BY version";
  t.same(await store.query<object, object>({ name: "test", sql: told }, { base: BASE }), [
    { after: 0 },
    { after: 1_000 },
    { after: 2_000 },
  ]);
});
