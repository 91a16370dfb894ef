// Parts what was typed into statements at semicolons that are not inside quotes or comments.

const PIECE =
  /'(?:\\[\s\S]|''|[^'\\])*'|"(?:\\[\s\S]|[^"\\])*"|`(?:\\[\s\S]|[^`\\])*`|--[^\n]*|\/\*[\s\S]*?\*\/|[\s\S]/g;
/** A quote that was opened and not closed is a piece by itself. */
const OPEN = /^['"`]$/;

const isEmpty = (sql: string): boolean => sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, "").trim() === "";

/** Whole statements without their semicolon, and what has no end yet. */
export function splitStatements(text: string): { statements: string[]; rest: string } {
  const statements: string[] = [];
  let start = 0;
  for (const match of text.matchAll(PIECE)) {
    const [piece] = match;
    // From an unclosed quote or comment on, nothing ends a statement.
    if (OPEN.test(piece) || (piece === "/" && text[match.index + 1] === "*")) break;
    if (piece !== ";") continue;
    const sql = text.slice(start, match.index).trim();
    if (!isEmpty(sql)) statements.push(sql);
    start = match.index + 1;
  }
  const rest = text.slice(start);
  return { statements, rest: isEmpty(rest) ? "" : rest };
}

/** The same for one more line of what was typed: a line that begins with a backslash is a part by itself. */
export function splitLine(typed: string, line: string): { statements: string[]; rest: string } {
  if (typed === "" && line.trim().startsWith("\\")) return { statements: [line.trim()], rest: "" };
  return splitStatements(`${typed}${line}\n`);
}

/** The statements and backslash lines of a whole text; the last statement needs no semicolon. */
export function splitText(text: string): string[] {
  const parts: string[] = [];
  let typed = "";
  for (const line of text.split("\n")) {
    const { statements, rest } = splitLine(typed, line);
    parts.push(...statements);
    typed = rest;
  }
  return typed === "" ? parts : [...parts, typed.trim()];
}
