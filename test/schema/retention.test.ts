// How long rows are kept is said once as data and once in the tables' text; both say the same.
import t from "tap";
import { RETENTION, retentionText } from "../../schema/retention.ts";
import { TABLES, type TableName } from "../../schema/row/index.ts";
import { readText } from "../support/tree.ts";

/** Limits of a table's text, its columns' own aside: days and which rows. */
const limitsOf = (sql: string) =>
  [...(sql.split("\nTTL ")[1] ?? "").matchAll(/INTERVAL (\d+) (DAY|YEAR)(?: DELETE WHERE ([^,\n]+))?/g)].map(
    ([, count, unit, where]) => ({ days: Number(count) * (unit === "YEAR" ? 365 : 1), where: where?.trim() }),
  );

/** The proof log grows by what is issued, the ledger by what is paid, and nothing of them may go. */
const FOR_GOOD: ReadonlySet<TableName> = new Set([
  "log_leaf",
  "event",
  "log_node",
  "checkpoint",
  "attestation",
  "payment",
  "record_call",
  "outcome",
  "market_hour",
  "market_sample",
]);

for (const table of Object.keys(TABLES) as TableName[]) {
  t.test(`${table}: the text of the table keeps rows as long as the data says`, async (t) => {
    const sql = readText(`schema/table/${table}.sql`);
    const said = RETENTION[table].filter(({ days }) => days !== null).map(({ days, where }) => ({ days, where }));
    t.same(limitsOf(sql), said);
    const isBounded = said.length > 0 || /\nORDER BY (token|id)\n/.test(sql);
    t.ok(isBounded || FOR_GOOD.has(table), "rows end, or there is one for each thing, or proofs rest on them");
  });
}

t.test("the sentence for readers fits a notice and says what candles of each grain are kept for", async (t) => {
  const text = retentionText();
  t.ok(text.length <= 300, `${text.length}`);
  for (const { what } of RETENTION.candle) t.match(text, what);
});
