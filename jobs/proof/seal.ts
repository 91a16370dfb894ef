// Seals an object for issuing: refuses one that does not fit its shape, and makes its canonical bytes, their hash and the row of the store. Pure but for the code's version.
import { canonicalBytes, canonicalObject, digestOf } from "../../schema/canonical.ts";
import { type Check, compile } from "../../schema/check.ts";
import type { IssuedRow } from "../../schema/dataset/issued/issued-object.ts";
import { ISSUED, type IssuedKind, type SaidBy } from "../../schema/issued/index.ts";
import { monthOfId } from "../../schema/issued/issued.ts";
import { verifyUrl } from "../../schema/link.ts";
import type { SourceCall } from "../../schema/object/proof.ts";
import type { Source } from "../../schema/shape/source.ts";
import { toTime } from "../../schema/shape/time.ts";
import type { Standing } from "../evaluate/standing.ts";
import { codeVersion } from "./code-version.ts";

/** What it was judged by, so that it can be judged again. */
export type Basis = {
  /** Epoch milliseconds. */
  readonly judgedAt: number;
  /** Version of the state it was judged on; null where it was judged on none. */
  readonly build: number | null;
  /** Digest of the odds it was given; empty where there were none. */
  readonly odds: string;
  /** What it was judged from that nothing else keeps. */
  readonly inputs: object;
};

export type Draft<K extends IssuedKind> = {
  /** Public id: the natural key of the object. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly asOf: number;
  readonly data: SaidBy[K];
  readonly sources: readonly Source[];
  /** The calls behind the sources. */
  readonly calls: readonly SourceCall[];
  readonly basis?: Basis;
  /** Of what changes with each object of its line: what stands since. */
  readonly standing?: Standing;
  /** Id of the object this one corrects. */
  readonly supersedes?: string;
};

/** An object as it is stored, with what it was judged from as text; null where nothing is kept of that. */
export type Sealed = { readonly row: IssuedRow; readonly inputs: string | null };

const CHECKS = Object.fromEntries(Object.entries(ISSUED).map(([kind, { shape }]) => [kind, compile(shape)])) as {
  readonly [K in IssuedKind]: Check<unknown>;
};
const NO_HASH = "0".repeat(64);

/** Throws where the calls are not those of the sources: each source with a digest has its one call, and no other is listed. */
function assertBehind({ id, sources, calls }: Pick<Draft<IssuedKind>, "id" | "sources" | "calls">): void {
  const nameOf = (source: string | null | undefined, digest: string) => `${source ?? ""} ${digest}`;
  const said = sources.flatMap(({ id: number, raw_sha256: sha }) => (sha == null ? [] : [nameOf(number, sha)])).sort();
  const listed = calls.map((call) => nameOf(call.source_id, call.raw_sha256)).sort();
  if (said.join() !== listed.join()) throw new Error(`the calls behind ${id} are not those of its sources`);
}

const SIMULATED = '"sandbox:';

/**
 * An object that is issued now (epoch ms) by this code, ready to be stored. Throws Error where it does not fit its shape or its calls are not
 * those of its sources, TypeError where the data has no exact canonical form.
 */
export function seal<K extends IssuedKind>(
  kind: K,
  draft: Draft<K>,
  now: number,
  madeBy: string = codeVersion(),
): Sealed {
  const { id, data, sources } = draft;
  const { object, schema, leftOut, atFirst, columnsOf } = ISSUED[kind];
  const said = { id, object, as_of: toTime(draft.asOf), sources };
  const check = CHECKS[kind];
  if (!check({ ...said, data: { ...data, ...atFirst, hash: NO_HASH, verify_url: verifyUrl("", id) } })) {
    throw new Error(`${kind} ${id} does not fit its shape: ${check.describe()}`);
  }
  assertBehind(draft);
  const bytes = canonicalBytes(canonicalObject({ ...said, schema, code_version: madeBy, data }, leftOut));
  const canonical = bytes.toString("utf8");
  const { judgedAt = null, build = null, odds = "", inputs } = draft.basis ?? {};
  const row = {
    ...columnsOf(data),
    ...{ id, month: monthOfId(id), kind, object, schema, as_of: draft.asOf, issued_at: now },
    ...{ standing: draft.standing?.verdict ?? "", changed_from: draft.standing?.changedFrom ?? "" },
    ...{ judged_at: judgedAt, build, odds, code_version: madeBy },
    is_simulated: canonical.includes(SIMULATED) ? 1 : 0,
    ...{ canonical, hash: digestOf(bytes), source_calls: JSON.stringify(draft.calls) },
    supersedes: draft.supersedes ?? "",
  };
  return { row, inputs: inputs === undefined ? null : JSON.stringify(inputs) };
}
