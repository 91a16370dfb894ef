// What the engine must know of a statement before running it: its kind, its output format and where an insert's data begins.

type Token = { kind: "word" | "quoted" | "string" | "other"; text: string; start: number; end: number; depth: number };

/** Offsets are in characters of the text given. `end` excludes a closing semicolon and comments after it. */
export type Statement = {
  readonly kind: string;
  readonly returnsRows: boolean;
  readonly format: string | undefined;
  /** Where `INTO OUTFILE` may go: before FORMAT, or at the end. */
  readonly outputAt: number;
  readonly end: number;
  readonly insert: Insert | undefined;
  readonly namesFile: boolean;
  readonly hasSecond: boolean;
  /** Whether a quoted name has an escape in it. */
  readonly hasEscapedName: boolean;
};
type Insert = {
  readonly form: "values" | "format" | "select";
  readonly headEnd: number;
  readonly settingsAt: number;
  readonly dataAt: number;
};

const ROW_KINDS = new Set(["SELECT", "WITH", "SHOW", "DESCRIBE", "DESC", "EXISTS", "EXPLAIN", "CHECK", "FROM"]);
const WORD = /[A-Za-z_][A-Za-z0-9_]*/y;
const SPACE = /(?:\s+|--[^\n]*|#[ !][^\n]*|\/\*[\s\S]*?(?:\*\/|$))+/y;
const HEREDOC = /\$([A-Za-z0-9_]*)\$/y;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function quotedEnd(text: string, start: number): number {
  const quote = text[start];
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === quote) {
      if (text[i + 1] !== quote) return i + 1;
      i++;
    }
  }
  return text.length;
}

function* readTokens(text: string): Generator<Token> {
  let at = 0;
  let depth = 0;
  while (at < text.length) {
    const space = matchAt(SPACE, text, at);
    if (space !== null && space[0] !== "") {
      at += space[0].length;
      continue;
    }
    const start = at;
    const char = text[at] ?? "";
    const word = matchAt(WORD, text, at);
    const heredoc = char === "$" ? matchAt(HEREDOC, text, at) : null;
    let kind: Token["kind"] = "other";
    if (word !== null) {
      kind = "word";
      at += word[0].length;
    } else if (char === "'" || char === "`" || char === '"') {
      kind = char === "'" ? "string" : "quoted";
      at = quotedEnd(text, at);
    } else if (heredoc !== null) {
      kind = "string";
      const close = text.indexOf(heredoc[0], at + heredoc[0].length);
      at = close < 0 ? text.length : close + heredoc[0].length;
    } else {
      at++;
      if (char === ")" || char === "]") depth--;
    }
    yield { kind, text: text.slice(start, at), start, end: at, depth };
    if (char === "(" || char === "[") depth++;
  }
}

const upper = (token: Token | undefined): string => (token?.kind === "word" ? token.text.toUpperCase() : "");

function readInsert(tokens: Token[]): { insert: Insert; format: string } | undefined {
  let select = false;
  let settingsAt = -1;
  for (let i = 1; i < tokens.length; i++) {
    const token = tokens[i];
    if (token === undefined) break;
    const word = upper(token);
    const before = upper(tokens[i - 1]);
    const next = tokens[i + 1];
    if (word === "SELECT" || (word === "WITH" && !select)) select = true;
    if (token.depth !== 0 || before === "INTO" || before === "TABLE" || tokens[i - 1]?.text === ".") continue;
    if (word === "SETTINGS" && settingsAt < 0) settingsAt = token.start;
    if (word === "VALUES" && !select) {
      const headEnd = token.start;
      const at = settingsAt < 0 ? headEnd : settingsAt;
      return { insert: { form: "values", headEnd, settingsAt: at, dataAt: token.end }, format: "Values" };
    }
    if (word === "FORMAT" && next?.kind === "word") {
      const headEnd = token.start;
      const form = select ? "select" : "format";
      const at = settingsAt < 0 ? headEnd : settingsAt;
      return { insert: { form, headEnd, settingsAt: at, dataAt: next.end }, format: next.text };
    }
  }
  if (!select) return undefined;
  const end = tokens.at(-1)?.end ?? 0;
  return { insert: { form: "select", headEnd: end, settingsAt: end, dataAt: -1 }, format: "" };
}

function findFormat(tokens: Token[]): Token | undefined {
  for (let i = tokens.length - 1; i > 0; i--) {
    const token = tokens[i];
    if (token?.depth !== 0 || upper(token) !== "FORMAT" || tokens[i + 1]?.kind !== "word") continue;
    const after = upper(tokens[i + 2]);
    if (tokens[i + 2] === undefined || after === "SETTINGS") return token;
  }
  return undefined;
}

function takeFirst(text: string): { tokens: Token[]; hasSecond: boolean } {
  const tokens: Token[] = [];
  let closed = false;
  let insert = false;
  for (const token of readTokens(text)) {
    if (token.text === ";" && token.depth <= 0) {
      closed = true;
      continue;
    }
    if (closed) return { tokens, hasSecond: true };
    tokens.push(token);
    insert ||= tokens.length === 1 && upper(token) === "INSERT";
    const before = tokens.at(-2);
    // Everything after VALUES or FORMAT <name> is data, which is not SQL and may be megabytes.
    if (insert && token.depth === 0 && tokens.length > 3) {
      const ends = upper(token) === "VALUES" || (upper(before) === "FORMAT" && token.kind === "word");
      if (ends && (readInsert(tokens)?.insert.dataAt ?? -1) >= 0) return { tokens, hasSecond: false };
    }
  }
  return { tokens, hasSecond: false };
}

function readAnew(text: string): Statement {
  const { tokens, hasSecond } = takeFirst(text);
  const first = tokens.find((token) => token.text !== "(");
  const kind = upper(first);
  const end = tokens.at(-1)?.end ?? 0;
  const hasEscapedName = tokens.some(({ kind, text }) => kind === "quoted" && text.includes("\\"));
  let namesFile = false;
  tokens.forEach((token, i) => {
    const next = tokens[i + 1];
    if (upper(token) === "INTO" && upper(next) === "OUTFILE") namesFile = true;
    if (upper(token) === "FROM" && upper(next) === "INFILE") namesFile = true;
  });
  const shared = { kind, end, namesFile, hasSecond, hasEscapedName };
  if (kind === "INSERT") {
    const found = readInsert(tokens);
    return { ...shared, returnsRows: false, format: found?.format, outputAt: end, insert: found?.insert };
  }
  const format = findFormat(tokens);
  const name = format === undefined ? undefined : tokens[tokens.indexOf(format) + 1]?.text;
  const outputAt = format?.start ?? end;
  return { ...shared, returnsRows: ROW_KINDS.has(kind), format: name, outputAt, insert: undefined };
}

/** Programs ask the same again and again with other parameters, and reading a text costs a twentieth of running it. */
const KNOWN_MAX = 300;
const KNOWN_CHARS_MAX = 8_192;
const known = new Map<string, Statement>();

/** Reads one statement. Never throws: what does not parse is left to the engine to refuse. */
export function readStatement(text: string): Statement {
  if (text.length > KNOWN_CHARS_MAX) return readAnew(text);
  const before = known.get(text);
  if (before !== undefined) return before;
  const statement = readAnew(text);
  // An insert's rows may stand in its text.
  if (statement.kind === "INSERT") return statement;
  for (const oldest of known.keys()) {
    if (known.size < KNOWN_MAX) break;
    known.delete(oldest);
  }
  known.set(text, statement);
  return statement;
}
