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
