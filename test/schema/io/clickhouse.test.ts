import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import t, { type Test } from "tap";
import { openStore } from "../../../schema/io/clickhouse.ts";
import type { Query } from "../../../schema/query/query.ts";
import { findFreePort } from "../../../scripts/start/port.ts";
import { startTestStore } from "../../support/store.ts";

type Count = { n: number };
const count: Query<{ provider: string }, Count> = {
  name: "test-count",
  sql: "SELECT count() AS n FROM reject WHERE provider = {provider:String}",
};
const numbers: Query<{ n: number }, { n: number }> = {
  name: "test-numbers",
  sql: "SELECT number AS n FROM numbers({n:UInt32})",
};

const row = (provider: string, reason: string) => ({
  dataset: "candle",
  provider,
  source: "test",
  token: "bitcoin",
  reason,
  row: "{}",
  at: 1_795_226_400_000,
});

/** Takes connections and says nothing. */
async function startSilentServer(t: Test) {
  const server = createServer((socket) => void t.teardown(() => socket.destroy())).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

t.test("the store door", async (t) => {
  const { store } = await startTestStore(t);

  t.test("the same rows under the same key are taken once, whatever the table engine", async (t) => {
    for (let attempt = 0; attempt < 3; attempt++) await store.insert("reject", [row("once", "a")], "key-1");
    t.same(await store.query(count, { provider: "once" }), [{ n: 1 }]);
  });

  t.test("different rows under the same key are all kept", async (t) => {
    await store.insert("reject", [row("both", "a")], "key-2");
    await store.insert("reject", [row("both", "b")], "key-2");
    t.same(await store.query(count, { provider: "both" }), [{ n: 2 }]);
  });

  t.test("an insert without a member, or with one that is unknown, is refused whole", async (t) => {
    await t.rejects(store.insert("reject", [{ ...row("refused", "a"), extra: 1 }], "key-3"));
    await t.rejects(store.insert("reject", [row("refused", "a"), { ...row("refused", "b"), at: "never" }], "key-4"));
    t.same(await store.query(count, { provider: "refused" }), [{ n: 0 }]);
  });

  t.test("parameters are values, never statements", async (t) => {
    const provider = "x' OR 1=1 --\t\\'";
    await store.insert("reject", [row(provider, "a")], "key-5");
    t.same(await store.query(count, { provider }), [{ n: 1 }]);
  });

  t.test("days are those of UTC, whatever zone the server is in", async (t) => {
    const sql = "SELECT getSetting('session_timezone') AS zone";
    t.same(await store.query<object, object>({ name: "test-zone", sql }, {}), [{ zone: "UTC" }]);
    for await (const rows of store.stream<object, object>({ name: "test-zone", sql }, {}))
      t.same(rows, [{ zone: "UTC" }]);
    await store.insert("reject", [{ ...row("zone", "a"), at: "2026-01-01 00:00:00.000" }], "key-6");
    const day = "SELECT toUnixTimestamp64Milli(at) AS at FROM reject WHERE provider = 'zone'";
    t.same(await store.query<object, object>({ name: "test-day", sql: day }, {}), [{ at: Date.UTC(2026, 0, 1) }]);
  });

  t.test("a stream gives every row in blocks and can be left early", async (t) => {
    let seen = 0;
    for await (const rows of store.stream(numbers, { n: 100_000 })) seen += rows.length;
    t.equal(seen, 100_000);
    for await (const rows of store.stream(numbers, { n: 50_000_000 })) {
      t.ok(rows.length > 0);
      break;
    }
    t.ok(await store.ping(), "the door still works after a stream was left");
  });

  t.test("what a connection comes to says whose it was; what ClickHouse says stays as it is", async (t) => {
    const closed = await findFreePort();
    const about = { user: "default", password: "", database: "assay", process: "test" };
    const away = openStore({ ...about, url: `http://127.0.0.1:${closed}` });
    const inTime = openStore({ ...about, url: (await startSilentServer(t)).url, timeoutMs: 50 });
    t.teardown(() => Promise.all([away.close(), inTime.close()]));
    const streamed = async () => {
      for await (const _ of away.stream(numbers, { n: 1 })) t.fail("no rows");
    };
    const refused = { message: /^ClickHouse: .*ECONNREFUSED/ };
    await t.rejects(away.query(numbers, { n: 1 }), refused);
    await t.rejects(streamed(), refused);
    await t.rejects(away.insert("reject", [row("away", "a")], "key-6"), refused);
    await t.rejects(away.command("SELECT 1"), refused);
    await t.rejects(inTime.query(numbers, { n: 1 }), { message: "ClickHouse: Timeout error." });
    await t.rejects(store.command("SELECT no_such_column"), { message: /no_such_column/, code: "47" });
  });
});
