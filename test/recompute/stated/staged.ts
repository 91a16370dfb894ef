// A statement that is made of others, asked with what those have answered already in their places: the engine works out
// each of them once, and not again within every statement that names it.
import { readFileSync } from "node:fs";
import { quote } from "../../../schema/dataset/quote.ts";
import type { Store } from "../../../schema/io/clickhouse.ts";
import { type AskedOf, askStatement } from "../../../schema/io/statement.ts";
import type { StatementRow } from "../../../schema/recompute/compare.ts";
import { readStatement, type Statement, wholeOf } from "../../../schema/recompute/statement.ts";

const FOLDER = new URL("../../../docs/queries/recompute/", import.meta.url);
/** The sections of a state that evaluations and signals are made of. */
const WITHIN = ["market", "liquidity", "derivatives", "onchain", "supply", "security", "context", "signals"] as const;
const TYPE = "Array(Tuple(String, String, Float64))";

/** The rows as a statement that reads nothing. */
function tableOf(rows: readonly StatementRow[]): string {
  const list = rows.map(({ member, value, step }) => `(${quote(member)}, ${quote(value)}, ${step})`);
  return `SELECT row.1 AS member, row.2 AS value, row.3 AS step FROM (SELECT arrayJoin(CAST(${quote(`[${list.join(", ")}]`)}, '${TYPE}')) AS row)`;
}

type Answers = ReadonlyMap<string, readonly StatementRow[]>;

/** The statement with the answers in place of the statements that it is made of. Throws Error where one is missing. */
function stagedOf(section: string, answers: Answers): Statement {
  const text = readFileSync(new URL(`${section}.sql`, FOLDER), "utf8");
  const answerOf = (within: string) => {
    const rows = answers.get(within);
    if (rows === undefined) throw new Error(`${within} was not asked before ${section}`);
    return tableOf(rows);
  };
  return readStatement(section, wholeOf(text, answerOf));
}

/** What a statement makes of the answers of those it is made of, and of what it reads itself. */
export const askStaged = (
  store: Pick<Store, "query">,
  { section }: Statement,
  asked: AskedOf,
  answers: Answers,
): Promise<StatementRow[]> => askStatement(store, stagedOf(section, answers), asked);

/** What statements answered, each asked once of an instant and a token until it is forgotten. */
export function openAnswers(store: Pick<Store, "query">, statements: ReadonlyMap<string, Statement>) {
  const kept = new Map<object, Map<string, readonly StatementRow[]>>();
  const answerOf = async (built: Omit<AskedOf, "token">, token: string, section: string) => {
    const statement = statements.get(section);
    if (statement === undefined) throw new Error(`no statement ${section}`);
    const ofBuilt = kept.get(built) ?? new Map<string, readonly StatementRow[]>();
    kept.set(built, ofBuilt);
    const key = `${section} ${token}`;
    const rows = ofBuilt.get(key) ?? (await askStatement(store, statement, { ...built, token }));
    ofBuilt.set(key, rows);
    return rows;
  };
  return {
    answerOf,
    /** Of every section that another statement is made of. */
    async answersOf(built: Omit<AskedOf, "token">, token: string): Promise<Answers> {
      const answers = new Map<string, readonly StatementRow[]>();
      for (const section of WITHIN) answers.set(section, await answerOf(built, token, section));
      return answers;
    },
    forget: () => kept.clear(),
  };
}
