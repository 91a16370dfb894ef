// Reads the published statements that make numbers again, from the folder where people find them too.
import { readdirSync, readFileSync } from "node:fs";
import type { StatementRow } from "../recompute/compare.ts";
import { type Parameter, readStatement, type Statement, wholeOf } from "../recompute/statement.ts";
import type { Store } from "./clickhouse.ts";

const FOLDER = new URL("../../docs/queries/recompute/", import.meta.url);
const ENDING = ".sql";

/** By section, in the order of their names. */
export function readStatements(): ReadonlyMap<string, Statement> {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(ENDING));
  const textOf = (section: string) => readFileSync(new URL(`${section}${ENDING}`, FOLDER), "utf8");
  return new Map(
    files.sort().map((file) => {
      const section = file.slice(0, -ENDING.length);
      return [section, readStatement(section, wholeOf(textOf(section), textOf))];
    }),
  );
}

/** Epoch milliseconds. */
export type AskedOf = {
  readonly token: string;
  readonly at: number;
  readonly known: number;
  /** What was known to the answers of before that a build held, by query; of all others `known` was. */
  readonly older?: ReadonlyMap<string, { readonly known: number }>;
  /** Of a series, where its rows begin, and the length of a bucket. */
  readonly since?: number;
  readonly sizeS?: number;
  /** Of an evaluation; that of the standard check without it. */
  readonly side?: "buy" | "sell";
  /** Of an order, the id of its evaluation. */
  readonly id?: string;
};

const instant = (ms: number): string => new Date(ms).toISOString().replace("T", " ").replace("Z", "");

function filledBy(
  parameter: Parameter,
  { token, at, known, older, since = at, sizeS = 0, side = "buy", id = "" }: AskedOf,
): string {
  if ("query" in parameter) return instant(older?.get(parameter.query)?.known ?? known);
  const values = {
    token,
    at: instant(at),
    known: instant(known),
    side,
    id,
    since: instant(since),
    size_s: String(sizeS),
  };
  return values[parameter.name];
}

/** What a statement makes of the readings; `store` is opened on the analysts' database. */
export function askStatement(
  store: Pick<Store, "query">,
  { section, sql, parameters }: Statement,
  asked: AskedOf,
): Promise<StatementRow[]> {
  const needed = Object.fromEntries(parameters.map((parameter) => [parameter.name, filledBy(parameter, asked)]));
  return store.query<object, StatementRow>({ name: `recompute-${section}`, sql }, needed);
}
