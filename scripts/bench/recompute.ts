// What the statements behind every number cost the engine over a month of 100 tokens, against four bare scans of the rows
// that each of them reads.
import { readStatements } from "../../schema/io/statement.ts";
import { judge, say } from "./measure.ts";
import { withMonth } from "./queries.ts";

const BAR = 4;
/** What a statement reads of each view: its name, and which rows. */
const READ = /\bFROM (\w+)\s+WHERE ([\s\S]*?)\n\s*(?:GROUP BY|ORDER BY|LIMIT|\))/g;
const NAMED = `WITH toUnixTimestamp64Milli({at:DateTime64(3, 'UTC')}) AS at_ms, intDiv(at_ms, 3600000) * 3600000 AS hour_ms`;

/** `isQuick`: ten tokens. */
export async function recompute({ isQuick }: { isQuick: boolean }): Promise<void> {
  await withMonth(isQuick ? 10 : 100, async ({ tokens, cost }) => {
    const at = new Date().toISOString().replace("T", " ").replace("Z", "");
    const params = { token: tokens[1] ?? "ethereum", at, known: at };
    for (const { section, sql } of readStatements().values()) {
      let scans = 0;
      for (const [, view = "", rows = ""] of sql.matchAll(READ)) {
        scans += await cost(`${NAMED} SELECT * FROM ${view} WHERE ${rows} FORMAT Null`, "analyst", params);
      }
      const spent = await cost(sql, "analyst", params);
      say(`  ${section}: ${spent.toFixed(2)} s of processor, its rows ${scans.toFixed(2)} s`);
      judge(`${section}, in bare scans of its rows`, spent / scans, BAR, "below");
    }
  });
}
