// The console's own commands, those that begin with a backslash: each becomes a statement, a text, or the end.
import { readdir, readFile } from "node:fs/promises";
import { quote } from "../../schema/dataset/quote.ts";
import type { Place } from "../connect.ts";
import { askRows, VIEWS } from "./ask.ts";

export type Meaning =
  | { readonly kind: "quit" }
  | { readonly kind: "say"; readonly text: string }
  /** What cannot be done, and why. */
  | { readonly kind: "fault"; readonly text: string }
  | { readonly kind: "ask"; readonly sql: string }
  | { readonly kind: "format"; readonly name: string }
  | { readonly kind: "parquet"; readonly file: string; readonly sql: string };

const QUERIES = new URL("../../docs/queries/", import.meta.url);

const HELP = `  \\tables              views for analysts; with --facts or --write the tables of facts too
  \\d NAME              columns of a view or table, with what they hold
  \\queries             worked queries; \\run NAME runs one
  \\parquet FILE SQL    writes the answer to a Parquet file
  \\format NAME         how answers look: PrettyCompact, Vertical, CSVWithNames, JSONEachRow, …
  \\credentials         address and credential for other tools
  \\q                   leaves; Ctrl-C cancels a statement
  Statements end with a semicolon and may have several lines.`;

/** Worked queries by name, with the question of their first line. */
export async function listQueries(): Promise<{ name: string; question: string; sql: string }[]> {
  const files = (await readdir(QUERIES)).filter((file) => file.endsWith(".sql")).sort();
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(new URL(file, QUERIES), "utf8");
      return { name: file.slice(0, -".sql".length), question: (sql.split("\n")[0] ?? "").replace(/^--\s*/, ""), sql };
    }),
  );
}

const tablesSql = ({ facts, readsFacts }: Place) =>
  readsFacts
    ? `SELECT database, name, comment FROM system.tables
       WHERE database IN (${quote(VIEWS)}, ${quote(facts)}) ORDER BY database != ${quote(VIEWS)}, name`
    : `SELECT DISTINCT ${quote(VIEWS)} AS database, view AS name, about AS comment FROM dictionary ORDER BY name`;

function describeSql(name: string, { facts, readsFacts }: Place): string {
  const [first = "", second] = name.replaceAll("`", "").split(".");
  if (!readsFacts) {
    return `SELECT concat(${quote(`${VIEWS}.`)}, view) AS of, column AS name, type, meaning AS comment FROM dictionary
      WHERE view = ${quote(second ?? first)} AND ${quote(second === undefined ? VIEWS : first)} = ${quote(VIEWS)} ORDER BY position`;
  }
  const where =
    second === undefined
      ? `database IN (${quote(VIEWS)}, ${quote(facts)}) AND table = ${quote(first)}`
      : `database = ${quote(first)} AND table = ${quote(second)}`;
  return `SELECT concat(database, '.', table) AS of, name, type, comment FROM system.columns WHERE ${where}
    ORDER BY database != ${quote(VIEWS)}, position`;
}

const sayPlace = ({ url, user, password, guarded }: Place): string =>
  guarded
    ? `  url ${url}\n  user ${user}\n  The password is the one in your settings; it may write. Make a read-only user: scripts/deploy/analyst.sql`
    : `  url ${url}\n  user ${user}\n  password ${password}\n  database ${VIEWS}`;

/** The columns of a view or table; a fault where there is none of that name. */
async function readDescribe(name: string, place: Place): Promise<Meaning> {
  const sql = describeSql(name, place);
  if ((await askRows(place, sql)).length > 0) return { kind: "ask", sql };
  const more = place.readsFacts ? "" : "; --facts shows the tables of facts too";
  return { kind: "fault", text: `There is no view or table ${name}; \\tables lists them${more}.` };
}

/** What a backslash line asks for. */
export async function readCommand(line: string, place: Place): Promise<Meaning> {
  const [, word = "", rest = ""] = /^\\(\w*)\s*([\s\S]*?)\s*;?\s*$/.exec(line) ?? [];
  const say = (text: string): Meaning => ({ kind: "say", text });
  switch (word) {
    case "q":
      return { kind: "quit" };
    case "tables":
      return { kind: "ask", sql: tablesSql(place) };
    case "d":
      return rest === "" ? { kind: "ask", sql: tablesSql(place) } : readDescribe(rest, place);
    case "queries":
      return say((await listQueries()).map(({ name, question }) => `  ${name.padEnd(28)} ${question}`).join("\n"));
    case "run": {
      const found = (await listQueries()).find(({ name }) => name === rest);
      if (found) return { kind: "ask", sql: found.sql };
      return { kind: "fault", text: `There is no query ${rest}; \\queries lists them.` };
    }
    case "format":
      return { kind: "format", name: rest };
    case "parquet": {
      const [, file = "", sql = ""] = /^(\S+)\s+([\s\S]+)$/.exec(rest) ?? [];
      return sql === "" ? say("  \\parquet FILE SELECT …;") : { kind: "parquet", file, sql };
    }
    case "credentials":
      return say(sayPlace(place));
    case "":
    case "h":
    case "help":
      return say(HELP);
    default:
      return { kind: "fault", text: `There is no command \\${word}.\n${HELP}` };
  }
}
