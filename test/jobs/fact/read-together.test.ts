// Reads that many have in common: the same question is put to the store once, another one by itself, and one that failed is nobody else's.
import t from "tap";
import { readTogether } from "../../../jobs/fact/read-together.ts";
import type { Store } from "../../../schema/io/clickhouse.ts";
import type { Query } from "../../../schema/query/query.ts";

type Row = { readonly at: number };
const closes: Query<{ readonly token: string }, Row> = { name: "closes", sql: "SELECT 1" };
const others: Query<{ readonly token: string }, Row> = { name: "closes", sql: "SELECT 2" };

/** Answers when it is told to, each question by itself. */
function openAsked() {
  const asked: { readonly end: (rows: unknown[]) => void; readonly fail: (error: Error) => void }[] = [];
  const store: Pick<Store, "query"> = {
    query: <P extends object, R>(_: Query<P, R>, __: P) =>
      new Promise<R[]>((end, fail) => asked.push({ end: end as (rows: unknown[]) => void, fail })),
  };
  return { store, asked };
}

t.test("fifty who ask the same at once are one question, whoever wraps the store", async (t) => {
  const { store, asked } = openAsked();
  const all = Array.from({ length: 50 }, () => readTogether(store, 1).query(closes, { token: "bitcoin" }));
  t.equal(asked.length, 1);
  asked[0]?.end([{ at: 1 }]);
  for (const rows of await Promise.all(all)) t.same(rows, [{ at: 1 }]);
  t.same(await readTogether(store, 1).query(closes, { token: "bitcoin" }), [{ at: 1 }], "and a moment later");
  t.equal(asked.length, 1);
});

t.test("another token, and another statement, are other questions", async (t) => {
  const { store, asked } = openAsked();
  const together = readTogether(store, 1);
  const all = [together.query(closes, { token: "a" }), together.query(closes, { token: "b" })];
  all.push(together.query(others, { token: "a" }));
  t.equal(asked.length, 3);
  for (const [at, one] of asked.entries()) one.end([{ at }]);
  t.same(await Promise.all(all), [[{ at: 0 }], [{ at: 1 }], [{ at: 2 }]]);
});

t.test("who answers from a later build reads anew", async (t) => {
  const { store, asked } = openAsked();
  const all = [1, 2, 2].map((build) => readTogether(store, build).query(closes, { token: "a" }));
  t.equal(asked.length, 2);
  for (const [at, one] of asked.entries()) one.end([{ at }]);
  t.same(await Promise.all(all), [[{ at: 0 }], [{ at: 1 }], [{ at: 1 }]]);
});

t.test("what failed is asked anew", async (t) => {
  const { store, asked } = openAsked();
  const together = readTogether(store, 1);
  const first = together.query(closes, { token: "a" });
  asked[0]?.fail(new Error("away"));
  await t.rejects(first, /away/);
  const second = together.query(closes, { token: "a" });
  t.equal(asked.length, 2);
  asked[1]?.end([]);
  t.same(await second, []);
});
