// The statement that creates the table of a dataset.
import { type Dataset, hasVersions } from "./dataset.ts";
import { quote } from "./quote.ts";

const INSERTS_REMEMBERED = 1_000;

const listOf = (names: readonly string[]): string => (names.length === 1 ? `${names[0]}` : `(${names.join(", ")})`);

/** Rows lie in the order of the key; what was replaced lies beside what replaced it. */
const orderOf = (order: readonly string[], isVersioned: boolean): string[] =>
  isVersioned
    ? [`PRIMARY KEY ${listOf(order)}`, `ORDER BY ${listOf([...order, "replaced_at"])}`]
    : [`ORDER BY ${listOf(order)}`];

/** @returns SQL without an ending, which does nothing where the table exists. */
export function createTableSql({ name, about, columns, rows, order, partition, ...rest }: Dataset): string {
  const { insertsRemembered = INSERTS_REMEMBERED, rowsPerMark, indexes = [] } = rest;
  const lines = Object.entries(columns).map(
    ([column, { type, comment, codec }]) =>
      `${column} ${type} COMMENT ${quote(comment)}${codec === null ? "" : ` CODEC(${codec})`}`,
  );
  const settings = [
    `non_replicated_deduplication_window = ${insertsRemembered}`,
    ...(rowsPerMark === undefined ? [] : [`index_granularity = ${rowsPerMark}`]),
  ];
  return [
    `CREATE TABLE IF NOT EXISTS ${name}`,
    "(",
    [...lines, ...indexes.map((index) => `INDEX ${index}`)].map((line) => `  ${line}`).join(",\n"),
    ")",
    `ENGINE = ${rows}`,
    ...(partition === undefined ? [] : [`PARTITION BY ${partition}`]),
    ...orderOf(order, hasVersions({ columns })),
    `SETTINGS ${settings.join(", ")}`,
    `COMMENT ${quote(about)}`,
  ].join("\n");
}
