// Who asks about readings says which of their versions: no statement counts what another reading has replaced, and none of a
// build reads what was stored after the instant that it knows.
import t from "tap";
import { FOLLOWING, MEMBERS } from "../../jobs/fact/member.ts";
import { hasVersions } from "../../schema/dataset/dataset.ts";
import { TABLES } from "../../schema/dataset/index.ts";
import { chainHead } from "../../schema/query/chain/chain-head.ts";
import { coinIdentity } from "../../schema/query/coin/coin-identity.ts";
import { coinNamesake } from "../../schema/query/coin/coin-namesake.ts";
import { callBehind } from "../../schema/query/service/call-behind.ts";
import { callLatest, callSettled } from "../../schema/query/service/call-latest.ts";
import { listFiles, readText } from "../support/tree.ts";

const READINGS = Object.values(TABLES)
  .filter((dataset) => hasVersions(dataset))
  .map(({ name }) => name)
  .join("|");
/** What a build reads, readings or not: of each row it is told when it was stored. */
const STORED = Object.values(TABLES)
  .filter(({ columns }) => "stored_at" in columns)
  .map(({ name }) => name)
  .join("|");
const NAMED = new RegExp(`\\b(?:FROM|JOIN) (?:${STORED})\\b`);
/** Each place where one row a key is asked for, up to the end of its condition. */
const FOLDED = new RegExp(
  `\\b(?:FROM|JOIN) (?:\\$\\{[\\w.]+\\}\\.)?(?:${READINGS})(?: AS \\w+)? FINAL\\b\\s*([^)]*)`,
  "g",
);
const FOLD = /\bknownOf\(|\breplaced_at = 0\b|\bNEWEST\b|\breplaced_at\b/;

t.test("what another reading has replaced is counted by no statement", async (t) => {
  const files = ["api", "ingest", "jobs", "schema", "scripts/sql", "docs/queries"]
    .flatMap((folder) => listFiles(folder))
    .filter((file) => /\.(ts|sql)$/.test(file) && !file.startsWith("schema/migration/"));
  const folded = files.flatMap((file) => [...readText(file).matchAll(FOLDED)].map(([, rest = ""]) => ({ file, rest })));
  t.ok(folded.length > 40, `${folded.length}`);
  const whole = folded.filter(({ rest }) => !FOLD.test(rest)).map(({ file }) => file);
  t.same(whole, []);
});

/** What a build asks beside its members. */
const OTHERS = [coinIdentity, coinNamesake, chainHead, callLatest, callSettled, callBehind];

t.test("every query of a build names the instant it knows", async (t) => {
  const queries = [...MEMBERS.map(({ query }) => query), ...Object.values(FOLLOWING), ...OTHERS];
  const ofReadings = queries.filter(({ sql }) => NAMED.test(sql));
  t.ok(ofReadings.length > 30, `${ofReadings.length}`);
  const all = (sql: string) => sql.match(new RegExp(NAMED, "g"))?.length ?? 0;
  const bound = (sql: string) => sql.match(/stored_at <= fromUnixTimestamp64Milli\(\{known:Int64\}/g)?.length ?? 0;
  t.same(
    ofReadings.filter(({ sql }) => bound(sql) < all(sql)).map(({ name }) => name),
    [],
  );
});
