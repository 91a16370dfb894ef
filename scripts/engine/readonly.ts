// What an analyst's statement may be: a reading of the analysts' database. It is judged as the engine itself has parsed
// it, and runs as the engine has written it down: that has one spelling where the text given has many.
import { isAllowedFunction } from "./allowed-function.ts";
import { EngineError } from "./fault.ts";
import { readStatement, type Statement } from "./statement.ts";

/** The one database whose tables analysts read. */
export const ANALYST_DATABASE = "analyst";

const KINDS = new Set(["SELECT", "WITH", "SHOW", "DESCRIBE", "DESC", "EXISTS", "EXPLAIN", "FROM"]);

/** What a statement may begin with that is no reading; anything else is none of SQL. */
const OTHERS = new Set(
  `INSERT ALTER CREATE DROP RENAME TRUNCATE OPTIMIZE SYSTEM SET USE KILL GRANT REVOKE ATTACH DETACH EXCHANGE BACKUP
  RESTORE CHECK WATCH MOVE UPDATE DELETE UNDROP BEGIN START COMMIT ROLLBACK EXECUTE EXTERNAL PARALLEL REPLACE`.split(
    /\s+/,
  ),
);

/** Kinds of nodes of the engine's syntax tree that a reading is made of. A node that hides what is in it is not here. */
const NODES = new Set(
  `SelectWithUnionQuery SelectIntersectExceptQuery SelectQuery ExpressionList Subquery WithElement Identifier Literal
  Function Asterisk QualifiedAsterisk ColumnsRegexpMatcher ColumnsListMatcher QualifiedColumnsRegexpMatcher
  QualifiedColumnsListMatcher ColumnsTransformerList ColumnsExceptTransformer ColumnsReplaceTransformer
  ColumnsReplaceTransformer::Replacement TablesInSelectQuery TablesInSelectQueryElement TableExpression TableIdentifier
  TableJoin ArrayJoin OrderByElement InterpolateElement WindowDefinition WindowListElement
  DescribeQuery Explain`.split(/\s+/),
);
const EXPLAINED = /^Explain EXPLAIN(?: AST| SYNTAX| QUERY TREE| PIPELINE| ESTIMATE)?(?: \(children \d+\))?$/;

const NAME = "`?\\w+`?";
const TABLE = `(?:\`?${ANALYST_DATABASE}\`?\\.)?${NAME}`;
const LIKE = "(?: (?:NOT )?I?LIKE '[^'\\\\]*')?(?: LIMIT \\d+)?";
/** What asks for names alone, as the engine writes it. */
const NAMES_ONLY = new RegExp(
  `^(?:SHOW DATABASES${LIKE}|SHOW TABLES(?: FROM \`?${ANALYST_DATABASE}\`?)?${LIKE}|SHOW CREATE (?:TABLE|VIEW) ${TABLE}|EXISTS (?:TABLE|VIEW) ${TABLE})$`,
);

function refuse(what: string): never {
  throw new EngineError(164, "READONLY", `Cannot ${what} in readonly mode`);
}

function deny(name: string): never {
  const text = `Not enough privileges. Analysts read the database ${ANALYST_DATABASE}, not ${name}`;
  throw new EngineError(497, "ACCESS_DENIED", text);
}

/** Throws 497 ACCESS_DENIED where an analyst would start from another database than theirs. */
export function checkDatabase(database: string | undefined): void {
  if (database !== undefined && database !== "" && database !== ANALYST_DATABASE) deny(database);
}

/** Throws 62 SYNTAX_ERROR for what is no statement, and 164 READONLY for what is no reading at all, before the engine is asked about it. */
export function checkKind(statement: Statement): void {
  const { kind } = statement;
  if (KINDS.has(kind)) return;
  if (/^[A-Z]+$/.test(kind) && !OTHERS.has(kind)) {
    throw new EngineError(62, "SYNTAX_ERROR", `Syntax error: no statement begins with ${kind.slice(0, 40)}`);
  }
  refuse("execute query");
}

/**
 * Checks a statement as the engine has written it and returns what of it is still to be judged by its syntax tree, or
 * undefined where nothing is. Throws 164 READONLY, or 358 for a statement that names a file.
 */
export function checkRendered(rendered: string): string | undefined {
  const statement = readStatement(rendered);
  checkKind(statement);
  if (statement.hasSecond) refuse("execute two queries");
  if (statement.namesFile)
    throw new EngineError(358, "INTO_OUTFILE_NOT_ALLOWED", "INTO OUTFILE and FROM INFILE are not allowed over HTTP");
  if (statement.hasEscapedName) refuse("use a name with a backslash");
  // The format belongs to the answer, not to what is read.
  const read = rendered.slice(0, statement.outputAt).trim();
  if (statement.kind !== "SHOW" && statement.kind !== "EXISTS") return read;
  if (!NAMES_ONLY.test(read.replace(/\s+/g, " "))) refuse("execute this query");
  return undefined;
}

function checkTable(name: string): void {
  const [first, ...rest] = name.split(".");
  if (rest.length > 0 && (first !== ANALYST_DATABASE || rest.length > 1)) deny(name);
}

/**
 * Checks the engine's syntax tree of a statement. `databases` are all of the store: a column may have dots in its name,
 * but what begins with a database may be one of its tables, as to the right of IN. Throws 164 READONLY or 497.
 */
export function checkTree(tree: string, databases: ReadonlySet<string>): void {
  const lines = tree.split("\n");
  const isExplained = lines[0]?.startsWith("Explain ") === true;
  if (isExplained && !EXPLAINED.test(lines[0] ?? "")) refuse("execute this query");
  if (!/^(SelectWithUnionQuery|SelectIntersectExceptQuery|DescribeQuery|Explain) /.test(lines[0] ?? "")) {
    refuse("execute this query");
  }
  for (const [at, line] of lines.entries()) {
    const [kind = "", name = ""] = line.trim().split(" ");
    // Options of EXPLAIN; elsewhere they are settings, which go by the URL.
    if (kind === "Set" && isExplained && at === 1) continue;
    if (!NODES.has(kind)) refuse(kind === "Set" ? "modify settings of a query" : `use ${kind}`);
    if (kind === "Function" && !isAllowedFunction(name)) refuse(`use ${name}`);
    if (kind === "TableIdentifier") checkTable(name);
    const [first = "", ...rest] = name.split(".");
    if (kind === "Identifier" && rest.length > 0 && first !== ANALYST_DATABASE && databases.has(first)) deny(name);
  }
}
