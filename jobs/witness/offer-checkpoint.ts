// Offers the newest checkpoint to a witness and keeps its cosignature; a witness that knows another log is an alarm.
import type { CosignatureRow } from "../../schema/dataset/issued/cosignature.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { Http } from "../../schema/io/http.ts";
import { cosignedAt } from "../../schema/proof/cosignature.ts";
import { readNote } from "../../schema/proof/note-text.ts";
import { type Witness, witnessKey } from "../../schema/proof/witness.ts";
import type { CheckpointLatestRow } from "../../schema/query/log/checkpoint-latest.ts";
import { readConsistencyPath } from "../proof/read-tree.ts";
import { askWitness, type WitnessAnswer } from "./witness-door.ts";

type OfferDeps = { readonly store: Store; readonly http: Http };

export type Offered =
  | { readonly kind: "cosigned" }
  /** It knows a log of this name that ours does not continue: one of both is not the log. */
  | { readonly kind: "fork"; readonly problem: string }
  | { readonly kind: "refused"; readonly reason: string };

const toBase64 = (hex: string): string => Buffer.from(hex, "hex").toString("base64");

async function show(
  { store, http }: OfferDeps,
  witness: Witness,
  { note, size }: CheckpointLatestRow,
  old: number,
  signal?: AbortSignal,
): Promise<WitnessAnswer> {
  const proof = (await readConsistencyPath(store, old, size)).map(toBase64);
  return askWitness(http, witness, { old, proof, note }, signal);
}

/** The line of the witness's own key, where it holds over this checkpoint; nothing else that came with it is kept. */
function lineIn(lines: string, checkpoint: CheckpointLatestRow, witness: Witness) {
  const text = readNote(checkpoint.note)?.text ?? "";
  for (const line of lines.split("\n")) {
    const at = cosignedAt(`${text}\n${line}\n`, witness);
    if (at !== null && at !== false) return { line: `${line}\n`, at };
  }
  return null;
}

const shrank = (name: string, signed: number, size: number): Offered => ({
  kind: "fork",
  problem: `the witness ${name} signed a log of ${signed} entries, ours has ${size}`,
});

const rewritten = (name: string, size: number): Offered => ({
  kind: "fork",
  problem: `the witness ${name} signed another log of ${size} entries than ours`,
});

/** What a witness signed before tells by itself that the checkpoint does not continue it; null where it may. */
export function foundFork(
  witness: Witness,
  { size, note }: CheckpointLatestRow,
  signed: { readonly size: number; readonly line: string },
): Offered | null {
  if (signed.size > size) return shrank(witness.name, signed.size, size);
  if (signed.size < size) return null;
  const at = cosignedAt(`${readNote(note)?.text ?? ""}\n${signed.line.trimEnd()}\n`, witness);
  return at === null || at === false ? rewritten(witness.name, size) : null;
}

/** One offer. `known`: leaves of the newest checkpoint that this witness signed. Throws HttpError where it is away. */
export async function offerCheckpoint(
  deps: OfferDeps,
  witness: Witness,
  checkpoint: CheckpointLatestRow,
  known: number,
  signal?: AbortSignal,
): Promise<Offered> {
  const { size } = checkpoint;
  let answer = await show(deps, witness, checkpoint, known, signal);
  // It signed more than we have stored, or has lost what it signed: it says from where to prove.
  if (answer.kind === "elsewhere" && answer.size <= size) {
    answer = await show(deps, witness, checkpoint, answer.size, signal);
  }
  const { name } = witness;
  if (answer.kind === "elsewhere") {
    if (answer.size < size) return { kind: "refused", reason: "it moved on while it was asked" };
    return answer.size > size ? shrank(name, answer.size, size) : rewritten(name, size);
  }
  if (answer.kind === "inconsistent") {
    return { kind: "fork", problem: `what the witness ${name} signed before is not continued by our ${size} entries` };
  }
  if (answer.kind === "refused") return answer;
  const signed = lineIn(answer.lines, checkpoint, witness);
  if (signed === null) return { kind: "refused", reason: "what it answered is no cosignature of its key" };
  const key = witnessKey(witness);
  const row: CosignatureRow = { witness: key, size, line: signed.line, cosigned_at: signed.at * 1_000 };
  await deps.store.insert("cosignature", [row], `cosignature~${key}~${size}`);
  return { kind: "cosigned" };
}
