// Reads the published statements that make numbers again, from the folder where people find them too.
import { readdirSync, readFileSync } from "node:fs";
import type { StatementRow } from "../recompute/compare.ts";
import { readStatement, type Statement } from "../recompute/statement.ts";
import type { Store } from "./clickhouse.ts";

const FOLDER = new URL("../../docs/queries/recompute/", import.meta.url);
const ENDING = ".sql";

/** By section, in the order of their names. */
export function readStatements(): ReadonlyMap<string, Statement> {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(ENDING));
  return new Map(
    files.sort().map((file) => {
      const section = file.slice(0, -ENDING.length);
      return [section, readStatement(section, readFileSync(new URL(file, FOLDER), "utf8"))];
    }),
  );
}

/** Epoch milliseconds. */
export type AskedOf = { readonly token: string; readonly at: number; readonly known: number };

const instant = (ms: number): string => new Date(ms).toISOString().replace("T", " ").replace("Z", "");

/** What a statement makes of the readings; `store` is opened on the analysts' database. */
export function askStatement(
  store: Pick<Store, "query">,
  { section, sql, parameters }: Statement,
  { token, at, known }: AskedOf,
): Promise<StatementRow[]> {
  const all = { token, at: instant(at), known: instant(known) };
  const needed = Object.fromEntries(parameters.map(({ name }) => [name, all[name]]));
  return store.query<object, StatementRow>({ name: `recompute-${section}`, sql }, needed);
}
