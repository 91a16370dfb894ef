// What an issued evaluation or a signal was judged from, beside what the statements of inputs make of the same readings.
import type { Written } from "../jobs/detect/ledger.ts";
import { compareEvaluation } from "../jobs/replay/compare-evaluation.ts";
import { readBasis } from "../jobs/replay/told-build.ts";
import type { Store } from "../schema/io/clickhouse.ts";
import { type AskedOf, askStatement } from "../schema/io/statement.ts";
import type { EvaluationData } from "../schema/object/evaluation.ts";
import { issuedBasis } from "../schema/query/issued/issued-basis.ts";
import { buildKnown } from "../schema/query/service/build-known.ts";
import { signalOutcome } from "../schema/query/signal/signal-outcome.ts";
import { signalVersions } from "../schema/query/signal/signal-version.ts";
import { type Compared, compareSection } from "../schema/recompute/compare.ts";
import type { Statement } from "../schema/recompute/statement.ts";

type Stores = { readonly owner: Store; readonly analyst: Store };
type Statements = ReadonlyMap<string, Statement>;
type ComparedInputs = {
  readonly statement: Statement;
  readonly asked: AskedOf;
  readonly compared: readonly Compared[];
};

const EVALUATION = /^eval_/;
const SIGNAL = /^signal_(\d+)$/;
export const isIssued = (word: string): boolean => EVALUATION.test(word) || SIGNAL.test(word);

function needStatement(statements: Statements, section: string): Statement {
  const statement = statements.get(section);
  if (!statement) throw new Error(`There is no statement ${section}.`);
  return statement;
}

async function ofEvaluation({ owner, analyst }: Stores, statements: Statements, id: string): Promise<ComparedInputs> {
  const [issued] = await owner.query(issuedBasis, { ids: [id] });
  if (!issued) throw new Error(`Nothing was issued as ${id}.`);
  const { data } = JSON.parse(issued.canonical) as { readonly data: EvaluationData };
  const [build] = issued.build_ms === null ? [] : await owner.query(buildKnown, { versions: [issued.build_ms] });
  if (!build) throw new Error(`The build that ${id} was judged on is not kept.`);
  const statement = needStatement(statements, "evaluation");
  const { older } = readBasis(build);
  const side = data.order?.side ?? "buy";
  const asked = { token: data.token.id, at: build.as_of, known: build.known, older, side };
  const rows = await askStatement(analyst, statement, asked);
  const sized =
    data.order === null ? [] : await askStatement(analyst, needStatement(statements, "order"), { ...asked, id });
  return { statement, asked, compared: compareEvaluation(data, [...rows, ...sized]) };
}

async function ofSignal({ owner, analyst }: Stores, statements: Statements, id: number): Promise<ComparedInputs> {
  const [fired] = await owner.query(signalVersions, { ids: [id] });
  if (!fired) throw new Error(`No signal has the number ${id}.`);
  const [minute] = await owner.query(signalOutcome, { at: fired.at });
  const inputs = minute === undefined ? [] : ((JSON.parse(minute.outcome) as Written).inputs ?? []);
  const judged = inputs.find(({ input }) => input.token === fired.token);
  if (!minute || !judged) throw new Error(`What signal ${id} was judged from is kept no longer.`);
  const statement = needStatement(statements, "signal");
  const { price_usd, values } = judged.input;
  const asked = { token: fired.token, at: minute.read_at, known: minute.written_at };
  const rows = await askStatement(analyst, statement, asked);
  return { statement, asked, compared: compareSection(statement, { price_usd, ...values }, rows) };
}

/** Of `eval_…`, or of `signal_` and a number. Throws Error where what it was judged from is not kept. */
export function compareInputs(stores: Stores, statements: Statements, id: string): Promise<ComparedInputs> {
  const [, number] = SIGNAL.exec(id) ?? [];
  return number === undefined ? ofEvaluation(stores, statements, id) : ofSignal(stores, statements, Number(number));
}
