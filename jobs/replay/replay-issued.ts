// Makes issued objects again from the store alone, and compares their canonical bytes with those that were issued.
import { digestOf } from "../../schema/canonical.ts";
import { ruleSetOf } from "../../schema/evaluation/rule-set.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { AgentRun } from "../../schema/object/agent.ts";
import type { Evaluation } from "../../schema/object/evaluation.ts";
import { type IssuedBasisRow, issuedBasis, oddsByDigest } from "../../schema/query/issued/issued-basis.ts";
import { issuedText } from "../../schema/query/issued/issued-kept.ts";
import type { OddsTable } from "../../schema/record/rule.ts";
import type { RunInputs } from "../agent/inputs.ts";
import type { Previous } from "../evaluate/evaluate.ts";
import type { Listed, StandardInputs } from "../evaluate/inputs.ts";
import { DETERMINISTIC } from "../model/worded.ts";
import { seal } from "../proof/seal.ts";
import { differences, isObject } from "./differences.ts";
import { judgeAgain } from "./judge-again.ts";
import { runAgain } from "./run-again.ts";

/** Why an object cannot be made again. */
type Hindrance = "not_found" | "inputs_not_kept" | "odds_gone" | "rules_gone" | "written_by_a_model";

export type Replayed = {
  readonly id: string;
  /** `altered`: what is stored is not what was issued, so that nothing is to be compared; `failed`: see `why`. */
  readonly result: "identical" | "differs" | "altered" | "failed" | Hindrance;
  /** Where the bytes differ, the members that do, as JSON pointers. */
  readonly members: readonly string[];
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
function runTextAgain(row: IssuedBasisRow): { readonly text: string } | Hindrance {
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

/** The canonical text as it would be issued from what is kept, or why there is none. */
function textAgain(row: IssuedBasisRow, known: Known): { readonly text: string } | Hindrance {
  if (row.kind === "run") return runTextAgain(row);
  if (row.kind !== "evaluation") return isWordedByModel(row) ? "written_by_a_model" : "inputs_not_kept";
  const rules = ruleSetOf(row.rules);
  if (rules === undefined) return "rules_gone";
  if (row.judged_ms === null || row.inputs === "") return "inputs_not_kept";
  const inputs = JSON.parse(row.inputs) as StandardInputs;
  // Orders of an earlier release came without the state.
  if (!isObject(inputs.state)) return "inputs_not_kept";
  const odds = row.odds === "" ? "{}" : known.odds.get(row.odds);
  if (odds === undefined) return "odds_gone";
  const { sources } = JSON.parse(row.canonical) as Evaluated;
  const draft = judgeAgain({
    ...{ id: row.id, judgedAt: row.judged_ms, odds: JSON.parse(odds) as OddsTable, rules, inputs },
    previous: previousOf(row, known),
    listed: { sources, calls: JSON.parse(row.source_calls) as Listed["calls"] },
  });
  return { text: seal("evaluation", draft, row.judged_ms, row.code_version).row.canonical };
}

function compare(row: IssuedBasisRow, known: Known): Replayed {
  const about = { id: row.id, codeVersion: row.code_version };
  // Sources, calls and the code's version are taken from the object, which is to be the one that was issued.
  if (digestOf(Buffer.from(row.canonical)) !== row.hash) return { ...about, result: "altered", members: [] };
  const again = textAgain(row, known);
  if (typeof again === "string") return { ...about, result: again, members: [] };
  if (again.text === row.canonical) return { ...about, result: "identical", members: [] };
  const members = differences(JSON.parse(row.canonical), JSON.parse(again.text));
  return { ...about, result: "differs", members: members.slice(0, MEMBERS_MAX) };
}

/** One that cannot be made again leaves the others. */
function compareSafely(row: IssuedBasisRow, known: Known): Replayed {
  try {
    return compare(row, known);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { id: row.id, codeVersion: row.code_version, result: "failed", members: [], why };
  }
}

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
    return row ? compareSafely(row, known) : { id, result: "not_found", members: [], codeVersion: "" };
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
