// What of an instant is gone follows from what drawers keep, for every query that facts are asked with.
import t from "tap";
import { FOLLOWING, MEMBERS } from "../../../jobs/fact/member.ts";
import { goneAt, READS } from "../../../jobs/past/kept.ts";
import { hasVersions } from "../../../schema/dataset/dataset.ts";
import { TABLES } from "../../../schema/dataset/index.ts";
import { DAY_MS } from "../../../schema/duration.ts";
import { BASE } from "../../support/base.ts";
import { NO_STORE } from "../../support/deps.ts";

const KEPT = { ...NO_STORE, query: async () => [] };
const goneAfter = async (days: number) =>
  goneAt(KEPT, { asOf: BASE - days * DAY_MS, known: BASE - days * DAY_MS }, BASE);

t.test("every query of facts says what it reads, and how far back", async (t) => {
  const names = [...MEMBERS.map(({ query }) => query.name), FOLLOWING.past.name, FOLLOWING.transfers.name];
  t.same(
    names.filter((name) => READS[name] === undefined),
    [],
  );
  t.ok(Object.values(READS).every(({ table, days }) => table in TABLES && days > 0));
  t.ok(Object.values(TABLES).some(hasVersions));
});

t.test("nothing is gone of yesterday, minutes after their ninety days, and daily closes never", async (t) => {
  t.same([...(await goneAfter(1)).tables], []);
  const [before, after] = [await goneAfter(80), await goneAfter(89)];
  t.notOk(before.queries.has("spot-minute"));
  t.ok(after.queries.has("spot-minute"), "its window begins before what is kept");
  const long = await goneAfter(3_000);
  t.notOk(long.queries.has("spot-day"));
  t.notOk(long.queries.has("brief-latest"));
});

t.test("without the calls of then nobody knows why a row is missing", async (t) => {
  const { tables, datasets, queries } = await goneAfter(46);
  t.ok(tables.has("source_call"));
  t.ok(datasets.has("candle") && datasets.has("headline"));
  t.notOk(queries.has("headline-latest"), "rows that are kept are told all the same");
});
