// Makes issued objects again from the store alone, and compares their canonical bytes with those that were issued.
import { digestOf } from "../../schema/canonical.ts";
import { ruleSetOf } from "../../schema/evaluation/rule-set.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { AgentRun } from "../../schema/object/agent.ts";
import type { Answer } from "../../schema/object/answer.ts";
import type { Brief } from "../../schema/object/brief.ts";
import type { Evaluation } from "../../schema/object/evaluation.ts";
import { type IssuedBasisRow, issuedBasis, oddsByDigest } from "../../schema/query/issued/issued-basis.ts";
import { issuedText } from "../../schema/query/issued/issued-kept.ts";
import type { OddsTable } from "../../schema/record/rule.ts";
import type { RunInputs } from "../agent/inputs.ts";
import type { AnswerInputs } from "../ask/inputs.ts";
import type { BriefInputs } from "../brief/inputs.ts";
import type { Previous } from "../evaluate/evaluate.ts";
import type { Listed, StandardInputs } from "../evaluate/inputs.ts";
import { DETERMINISTIC } from "../model/worded.ts";
import { seal } from "../proof/seal.ts";
import { differences, isObject } from "./differences.ts";
import { judgeAgain } from "./judge-again.ts";
import { runAgain } from "./run-again.ts";
import { withoutWords } from "./without-words.ts";
import { answerAgain, briefAgain } from "./write-again.ts";

/** Why an object cannot be made again. */
type Hindrance = "not_found" | "inputs_not_kept" | "inputs_gone" | "odds_gone" | "rules_gone";

export type Replayed = {
  readonly id: string;
  /** Empty where it was not found. */
  readonly kind: string;
  readonly rules: string;
  readonly hash: string;
  /**
   * `altered`: what is stored is not what was issued, so that nothing is to be compared; `failed`: see `why`;
   * `numbers_identical`: a model worded it, and all but its words is the same.
   */
  readonly result: "identical" | "numbers_identical" | "differs" | "altered" | "failed" | Hindrance;
  /** Where the bytes differ, the members that do, as JSON pointers. */
  readonly members: readonly string[];
  /** Epoch milliseconds; null where that was not kept. */
  readonly judgedMs: number | null;
  /** Of the code that made it; empty where that was not kept. */
  readonly codeVersion: string;
  /** What kept it from being made again. */
  readonly why?: string;
};

/** Ids travel in a question's address. */
const AT_ONCE = 100;
const MEMBERS_MAX = 50;

type Evaluated = Omit<Evaluation, "id">;

type Known = { readonly texts: ReadonlyMap<string, string>; readonly odds: ReadonlyMap<string, string> };

function previousOf({ previous_id: id }: IssuedBasisRow, { texts }: Known): Previous | null {
  const text = texts.get(id);
  if (text === undefined) return null;
  const { data } = JSON.parse(text) as Evaluated;
  return { ...data, id };
}

function isWordedByModel({ canonical }: IssuedBasisRow): boolean {
  const { data } = JSON.parse(canonical) as { readonly data?: { readonly model?: unknown } };
  return typeof data?.model === "string" && data.model !== DETERMINISTIC;
}

/** Runs of an earlier release were kept without the number of their sources. */
function runTextAgain(row: IssuedBasisRow): Again {
  if (row.judged_ms === null || row.inputs === "") return "inputs_not_kept";
  const inputs = JSON.parse(row.inputs) as Partial<RunInputs>;
  if (!isObject(inputs.facts) || inputs.sources === undefined) return "inputs_not_kept";
  const draft = runAgain({
    ...{ id: row.id, judgedAt: row.judged_ms, inputs: inputs as RunInputs },
    run: JSON.parse(row.canonical) as AgentRun,
    calls: JSON.parse(row.source_calls) as Listed["calls"],
  });
  return draft === null ? "rules_gone" : { text: seal("run", draft, row.judged_ms, row.code_version).row.canonical };
}

type Again = { readonly text: string } | Hindrance;

const listedOf = (
  { source_calls: calls }: IssuedBasisRow,
  canonical: { readonly sources: Listed["sources"] },
): Listed => ({
  sources: canonical.sources,
  calls: JSON.parse(calls) as Listed["calls"],
});

/** Those that were in force; none where it was judged without any. */
function oddsOf({ odds }: IssuedBasisRow, known: Known): OddsTable | null {
  const text = odds === "" ? "{}" : known.odds.get(odds);
  return text === undefined ? null : (JSON.parse(text) as OddsTable);
}

function writtenAgain(row: IssuedBasisRow, known: Known): Again {
  if (row.judged_ms === null || row.inputs === "") return "inputs_not_kept";
  const canonical = JSON.parse(row.canonical) as Pick<Brief, "sources"> & { readonly data: object };
  const inputs = JSON.parse(row.inputs) as object;
  const made = { id: row.id, judgedAt: row.judged_ms, listed: listedOf(row, canonical) };
  if (row.kind === "answer") {
    const draft = answerAgain({ ...made, inputs: inputs as AnswerInputs, data: canonical.data as Answer["data"] });
    return typeof draft === "string"
      ? draft
      : { text: seal("answer", draft, row.judged_ms, row.code_version).row.canonical };
  }
  const odds = oddsOf(row, known);
  if (odds === null) return "odds_gone";
  const draft = briefAgain({ ...made, inputs: inputs as BriefInputs, data: canonical.data as Brief["data"] }, odds);
  return typeof draft === "string"
    ? draft
    : { text: seal("brief", draft, row.judged_ms, row.code_version).row.canonical };
}

function evaluatedAgain(row: IssuedBasisRow, known: Known): Again {
  const rules = ruleSetOf(row.rules);
  if (rules === undefined) return "rules_gone";
  if (row.judged_ms === null || row.inputs === "") return "inputs_not_kept";
  const inputs = JSON.parse(row.inputs) as StandardInputs;
  // Orders of an earlier release came without the state.
  if (!isObject(inputs.state)) return "inputs_not_kept";
  const odds = oddsOf(row, known);
  if (odds === null) return "odds_gone";
  const listed = listedOf(row, JSON.parse(row.canonical) as Evaluated);
  const draft = judgeAgain({
    ...{ id: row.id, judgedAt: row.judged_ms, odds, rules, inputs, listed },
    previous: previousOf(row, known),
  });
  return { text: seal("evaluation", draft, row.judged_ms, row.code_version).row.canonical };
}

/** The canonical text as it would be issued from what is kept, or why there is none. */
function textAgain(row: IssuedBasisRow, known: Known): Again {
  if (row.kind === "run") return runTextAgain(row);
  return row.kind === "evaluation" ? evaluatedAgain(row, known) : writtenAgain(row, known);
}

const aboutOf = ({ id, kind, rules, hash, code_version: codeVersion, judged_ms: judgedMs }: IssuedBasisRow) => ({
  ...{ id, kind, rules, hash, codeVersion, judgedMs },
});

/** Whether it hashes to what was issued, and to what the log has of it. */
const isAsIssued = ({ canonical, hash, logged_hash: logged }: IssuedBasisRow): boolean =>
  digestOf(Buffer.from(canonical)) === hash && (logged === "" || logged === hash);

function compare(row: IssuedBasisRow, known: Known): Replayed {
  const about = aboutOf(row);
  // Sources, calls and the code's version are taken from the object, which is to be the one that was issued.
  if (!isAsIssued(row)) return { ...about, result: "altered", members: [] };
  const again = textAgain(row, known);
  if (typeof again === "string") {
    const isGone = again === "inputs_not_kept" && row.judged_ms !== null && row.inputs === "";
    return { ...about, result: isGone ? "inputs_gone" : again, members: [] };
  }
  if (again.text === row.canonical) return { ...about, result: "identical", members: [] };
  const texts = [row.canonical, again.text].map((text) => JSON.parse(text) as Readonly<Record<string, unknown>>);
  const isWorded = isWordedByModel(row);
  const [before, after] = isWorded ? texts.map(withoutWords) : texts;
  const members = differences(before, after).slice(0, MEMBERS_MAX);
  return { ...about, result: isWorded && members.length === 0 ? "numbers_identical" : "differs", members };
}

/** One that cannot be made again leaves the others. */
function compareSafely(row: IssuedBasisRow, known: Known): Replayed {
  try {
    return compare(row, known);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ...aboutOf(row), result: "failed", members: [], why };
  }
}

const NOTHING = { kind: "", rules: "", hash: "", codeVersion: "", judgedMs: null, members: [] } as const;

async function replaySome(store: Pick<Store, "query">, ids: readonly string[]): Promise<Replayed[]> {
  const rows = await store.query(issuedBasis, { ids });
  const before = [...new Set(rows.flatMap(({ previous_id: id }) => (id === "" ? [] : [id])))];
  const digests = [...new Set(rows.flatMap(({ odds }) => (odds === "" ? [] : [odds])))];
  const [texts, odds] = await Promise.all([
    before.length === 0 ? [] : store.query(issuedText, { ids: before }),
    digests.length === 0 ? [] : store.query(oddsByDigest, { digests }),
  ]);
  const known: Known = {
    texts: new Map(texts.map(({ id, canonical }) => [id, canonical])),
    odds: new Map(odds.map((row) => [row.digest, row.odds])),
  };
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = found.get(id);
    return row ? compareSafely(row, known) : { ...NOTHING, id, result: "not_found" };
  });
}

/** Makes the objects again, as their rules and kept inputs have it. @returns what came of each, in their order. */
export async function replayIssued(store: Pick<Store, "query">, ids: readonly string[]): Promise<Replayed[]> {
  const replayed: Replayed[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    replayed.push(...(await replaySome(store, ids.slice(at, at + AT_ONCE))));
  }
  return replayed;
}
