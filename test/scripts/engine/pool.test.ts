// Connections are used again by requests that set the same by name, one at a time, and never after an error.
import t from "tap";
import type { Connection } from "../../../scripts/engine/native.ts";
import { ConnectionPool } from "../../../scripts/engine/pool.ts";

const NOTHING = { bytes: new Uint8Array(), rowsRead: 0, bytesRead: 0, rowsWritten: 0, bytesWritten: 0 };

/** Opens connections that note what runs on them; a statement `fail` fails, and `wait` ends with `free`. */
function openWorld() {
  const pool = new ConnectionPool();
  const opened: { ran: string[]; isClosed: boolean }[] = [];
  let free = (): void => undefined;
  const open = (): Connection => {
    const own = { ran: [] as string[], isClosed: false };
    opened.push(own);
    const run = async (sql: string) => {
      own.ran.push(sql);
      if (sql === "wait") await new Promise<void>((resolve) => (free = resolve));
      if (sql === "fail") throw new Error("no");
      return NOTHING;
    };
    return {
      query: run,
      write: run,
      close: async () => {
        own.isClosed = true;
      },
    };
  };
  const serve = async (key: string, set: string, sql: string): Promise<void> => {
    const { connection, prepare, release } = pool.lease(key, open);
    await prepare(set, "USE d");
    await connection.query(sql).catch(() => undefined);
    await release();
  };
  return { pool, opened, open, serve, free: () => free() };
}

t.test("what is set by the same names is set again only where a value differs", async (t) => {
  const { opened, serve } = openWorld();
  await serve("a", "SET x = 1", "one");
  await serve("a", "SET x = 1", "two");
  await serve("a", "SET x = 2", "three");
  t.same(opened, [{ ran: ["SET x = 1;\nUSE d", "one", "two", "SET x = 2", "three"], isClosed: false }]);
  await serve("b", "SET y = 2", "four");
  t.same(opened[1], { ran: ["SET y = 2;\nUSE d", "four"], isClosed: false }, "other names have another connection");
});

t.test("requests at the same time never share one", async (t) => {
  const { pool, opened, open } = openWorld();
  const leases = [pool.lease("a", open), pool.lease("a", open)];
  t.equal(opened.length, 2);
  for (const { release } of leases) await release();
  pool.lease("a", open);
  pool.lease("a", open);
  t.equal(opened.length, 2, "both serve again");
});

t.test("a connection on which anything failed, or still runs, is closed", async (t) => {
  const { pool, opened, open, serve, free } = openWorld();
  await serve("a", "SET x = 1", "fail");
  t.same(opened[0]?.isClosed, true);
  const first = pool.lease("a", open);
  await t.rejects(first.prepare("fail", ""));
  await first.release();
  t.same(opened[1]?.isClosed, true, "what was to be set may stand by half");
  const second = pool.lease("a", open);
  const running = second.connection.query("wait");
  await second.release();
  t.same(opened[2]?.isClosed, true);
  free();
  await running;
  await serve("a", "SET x = 1", "one");
  t.equal(opened.length, 4);
});

t.test("none from before a change of the store serves after it", async (t) => {
  const { pool, opened, open, serve } = openWorld();
  await serve("a", "", "one");
  const under = pool.lease("a", open);
  await pool.renew();
  await under.release();
  await serve("a", "", "two");
  await serve("b", "", "three");
  await pool.renew();
  t.same(
    opened.map(({ isClosed }) => isClosed),
    [true, true, true],
  );
});

t.test("one serves a thousand times, and 64 wait for use", async (t) => {
  const { opened, serve } = openWorld();
  for (let n = 0; n < 1_001; n++) await serve("a", "", "one");
  t.equal(opened.length, 2);
  for (let n = 0; n < 64; n++) await serve(`key ${n}`, "", "one");
  t.same(opened.filter(({ isClosed }) => !isClosed).length, 64);
  t.ok(opened[1]?.isClosed, "the longest unused went first");
});
