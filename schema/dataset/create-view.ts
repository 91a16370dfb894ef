// The statement that makes the view through which analysts see a dataset as it is.
import type { Shown } from "./analysts.ts";
import type { Dataset } from "./dataset.ts";
import { quote } from "./quote.ts";

type Columns = Dataset["columns"];

function columnOf(name: string, shown: Shown, columns: Columns): readonly [type: string, as: string, comment: string] {
  if (shown !== null && typeof shown !== "string") {
    const [type, expression, comment] = shown;
    return [type, expression === name ? name : `${expression} AS ${name}`, comment];
  }
  const own = columns[name];
  if (own === undefined) throw new Error(`a view shows ${name}, which its dataset does not have`);
  return [own.type, name, shown ?? own.comment];
}

/** @returns SQL that makes the view anew; null where the dataset is not shown as it is. */
export function createViewSql({ name, rows, columns, analysts }: Dataset): string | null {
  if (analysts === undefined) return null;
  const shown = Object.entries(analysts.shows).map(
    ([column, what]) => [column, ...columnOf(column, what, columns)] as const,
  );
  return [
    `CREATE OR REPLACE VIEW analyst.${analysts.view}`,
    "(",
    shown.map(([column, type, , comment]) => `  ${column} ${type} COMMENT ${quote(comment)}`).join(",\n"),
    ")",
    "DEFINER = CURRENT_USER SQL SECURITY DEFINER",
    `COMMENT ${quote(analysts.about)}`,
    `AS SELECT ${shown.map(([, , as]) => as).join(", ")}`,
    `FROM ${name}${rows.startsWith("Replacing") ? " FINAL" : ""};`,
    "",
  ].join("\n");
}
