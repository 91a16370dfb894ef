// What empty tables hold is asked once, and what has rows each time.
import t from "tap";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { Query } from "../../schema/query/query.ts";
import { askedOnce } from "./asked-once.ts";
import { startTestStore } from "./store.ts";

const count = (table: string) => ({
  name: table,
  sql: `SELECT count() AS n FROM ${table} WHERE toUnixTimestamp64Milli(at) <= {asOf:Int64}`,
});
const ODDS = { number: 1, at: 1, digest: "0".repeat(64), odds: "{}" };

t.test("a statement is asked again once a table it reads has rows, however they came", async (t) => {
  const { store } = await startTestStore(t);
  let asked = 0;
  const counted: Store = {
    ...store,
    query<P extends object, R>(query: Query<P, R>, params: P) {
      if (query.name !== "test") asked += 1;
      return store.query(query, params);
    },
  };
  const once = askedOnce(counted);
  const read = async (table: string, asOf: number, from = once) => {
    const before = asked;
    const rows = await from.query(count(table), { asOf });
    return { rows, isAsked: asked > before };
  };
  t.same(await read("odds", 5), { rows: [{ n: 0 }], isAsked: true });
  t.same(await read("odds", 6), { rows: [{ n: 0 }], isAsked: false });
  t.same(await read("event", 6), { rows: [{ n: 0 }], isAsked: true }, "another is another");
  t.same(await read("event", 6, askedOnce(counted)), { rows: [{ n: 0 }], isAsked: false }, "one asks for all stores");
  await once.insert("odds", [ODDS], "one");
  t.same(await read("odds", 6), { rows: [{ n: 1 }], isAsked: true });
  t.same(await read("odds", 6), { rows: [{ n: 1 }], isAsked: true });
  t.same(await read("event", 7), { rows: [{ n: 0 }], isAsked: false });
  await once.command("TRUNCATE TABLE odds");
  t.same(await read("odds", 7), { rows: [{ n: 0 }], isAsked: false }, "as when it had none before");
  await once.command("INSERT INTO odds (number, at, digest, odds) VALUES (2, 2, '', '{}')");
  t.same(await read("odds", 8), { rows: [{ n: 1 }], isAsked: true });
  await once.command("TRUNCATE TABLE odds");
  await once.command("CREATE TABLE odds_too (at DateTime64(3)) ENGINE = Memory");
  t.same(await read("odds", 7), { rows: [{ n: 0 }], isAsked: true }, "with other tables nothing is taken for known");
  await once.command("DROP TABLE odds_too");
  t.same((await once.query({ name: "tables", sql: "SELECT 1 AS n FROM system.one" }, {})).length, 1);
});
