// The statements that make the views through which analysts see a dataset as it is.
import type { Analysts, Shown } from "./analysts.ts";
import { type Dataset, hasVersions } from "./dataset.ts";
import { quote } from "./quote.ts";
import { NEWEST } from "./version.ts";

type Columns = Dataset["columns"];

function columnOf(name: string, shown: Shown, columns: Columns): readonly [type: string, as: string, comment: string] {
  if (shown !== null && typeof shown !== "string") {
    const [type, expression, comment] = shown;
    return [type, expression === name ? name : `${expression} AS ${name}`, comment];
  }
  const column = columns[name];
  if (column === undefined) throw new Error(`a view shows ${name}, which its dataset does not have`);
  return [column.type, name, shown ?? column.comment];
}

type View = { readonly name: string; readonly sql: string };

function viewOf({ name, rows, columns }: Dataset, { view, about, shows }: Analysts, where: string): View {
  const shown = Object.entries(shows).map(([column, what]) => [column, ...columnOf(column, what, columns)] as const);
  const sql = [
    `CREATE OR REPLACE VIEW analyst.${view}`,
    "(",
    shown.map(([column, type, , comment]) => `  ${column} ${type} COMMENT ${quote(comment)}`).join(",\n"),
    ")",
    "DEFINER = CURRENT_USER SQL SECURITY DEFINER",
    `COMMENT ${quote(about)}`,
    `AS SELECT ${shown.map(([, , as]) => as).join(", ")}`,
    `FROM ${name}${rows.startsWith("Replacing") ? " FINAL" : ""}${where};`,
    "",
  ].join("\n");
  return { name: view, sql };
}

/** Words by which a number says its unit. */
const UNIT = /USD|coins|[Pp]ercent|Basis points|Seconds|Milliseconds|Hours|Bytes|0 or 1|[Uu]nit|Long over short/;

/** All columns in words that say their units; text as it was received is never shown. */
const allOf = ({ columns }: Dataset): Readonly<Record<string, Shown>> =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, { kind, comment }]) => {
      const isPlain = !kind.startsWith("number") || UNIT.test(comment);
      return name.endsWith("_raw") ? [] : [[name, isPlain ? null : `${comment} Without a unit.`]];
    }),
  );

/** What others fold is shown reading by reading too, so that whatever was served can be made again by anybody. */
const readingsOf = (dataset: Dataset): Analysts => ({
  view: `${dataset.name}_versions`,
  about: `${dataset.about.replace(/\.$/, "")}: every reading, also those that another has replaced.`,
  shows: allOf(dataset),
});

/**
 * @returns SQL that makes the views of a dataset anew: its newest readings, and beside them all versions where it has
 * them; of readings that are not shown as they are their versions alone, and of other rows none.
 */
export function createViews(dataset: Dataset): View[] {
  const { analysts } = dataset;
  if (analysts === undefined) return hasVersions(dataset) ? [viewOf(dataset, readingsOf(dataset), "")] : [];
  if (!hasVersions(dataset)) return [viewOf(dataset, analysts, "")];
  const all = {
    view: `${analysts.view}_versions`,
    about: `Every reading behind the view ${analysts.view}, also those that another has replaced.`,
    shows: { ...allOf(dataset), ...analysts.shows },
  };
  return [viewOf(dataset, analysts, ` WHERE ${NEWEST}`), viewOf(dataset, all, "")];
}
