// What the statements behind every number cost the engine over a month of 100 tokens, against four bare scans of the rows
// that each of them reads.
import { DAY_MS } from "../../schema/duration.ts";
import { readStatements } from "../../schema/io/statement.ts";
import { judge, say } from "./measure.ts";
import { withMonth } from "./queries.ts";

const BAR = 4;
/** What a statement reads of each view: its name, and which rows. */
const READ = /\bFROM (\w+)\s+WHERE ([\s\S]*?)\n\s*(?:GROUP BY|ORDER BY|LIMIT|\))/g;
const NAMED = `WITH toUnixTimestamp64Milli({at:DateTime64(3, 'UTC')}) AS at_ms, intDiv(at_ms, 3600000) * 3600000 AS hour_ms,
  intDiv(at_ms, 900000) * 900000 AS bar_ms, intDiv(at_ms - 600000, 3600000) * 3600000 AS usual_ms`;
const NAMED_IN_SERIES = `WITH toUnixTimestamp64Milli({since:DateTime64(3, 'UTC')}) AS first_ms`;

/** `isQuick`: ten tokens. */
export async function recompute({ isQuick }: { isQuick: boolean }): Promise<void> {
  await withMonth(isQuick ? 10 : 100, async ({ tokens, cost }) => {
    const at = new Date().toISOString().replace("T", " ").replace("Z", "");
    const since = new Date(Date.now() - 14 * DAY_MS).toISOString().replace("T", " ").replace("Z", "");
    for (const { section, of, sql, parameters } of readStatements().values()) {
      const all: Readonly<Record<string, string>> = {
        token: tokens[1] ?? "ethereum",
        since,
        size_s: "3600",
        side: "buy",
      };
      const params = Object.fromEntries(parameters.map(({ name }) => [name, all[name] ?? at]));
      // The one row that is kept of an order is no scan to hold it against.
      if (parameters.some(({ name }) => name === "id")) continue;
      let scans = 0;
      for (const [, view = "", rows = ""] of sql.matchAll(READ)) {
        scans += await cost(
          `${of === "history" ? NAMED_IN_SERIES : NAMED} SELECT * FROM ${view} WHERE ${rows} FORMAT Null`,
          "analyst",
          params,
        );
      }
      const spent = await cost(sql, "analyst", params);
      say(`  ${section}: ${spent.toFixed(2)} s of processor, its rows ${scans.toFixed(2)} s`);
      judge(`${section}, in bare scans of its rows`, spent / scans, BAR, "below");
    }
  });
}
