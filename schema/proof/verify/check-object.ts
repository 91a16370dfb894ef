// Checks that the object is the one that was asked for, and that its canonical bytes have the hash.
import canonicalize from "canonicalize";
import { toHex, toUtf8 } from "../bytes.ts";
import { sha256 } from "../curve.ts";
import { PROOF_KINDS, type ProofKind } from "../proof-kind.ts";
import { Falsehood } from "./member.ts";
import type { Answer } from "./proof-members.ts";
import { isObject, type Json } from "./strict-json.ts";

/** What the proof is of. */
export type Subject = {
  readonly kind: string;
  readonly id: string;
  readonly token: string | null;
  readonly verdict: string | null;
  readonly as_of: string;
};

const textOf = (value: Json | undefined): string | null => (typeof value === "string" ? value : null);

function equal(what: string, given: string, expected: string): void {
  if (given !== expected) throw new Falsehood(`${what} is ${given}, not ${expected}`);
}

/** The kind, where the schema's name and the id's form are of it. */
function kindOf({ kind, id, schema }: Answer["data"]): (typeof PROOF_KINDS)[ProofKind] {
  const known = Object.hasOwn(PROOF_KINDS, kind) ? PROOF_KINDS[kind as ProofKind] : undefined;
  if (known === undefined) throw new Falsehood(`${kind} is no kind of issued object`);
  if (!new RegExp(`^vmi/${kind}/[1-9][0-9]*$`).test(schema)) throw new Falsehood(`${schema} is no schema of ${kind}`);
  if (!known.id.test(id)) throw new Falsehood(`${id} is no id of ${kind}`);
  return known;
}

/** A brief and an answer may be asked for by the run that they came from. */
function equalAsked({ data }: Answer, asked: string): void {
  const run = data.kind === "run" ? null : textOf(data.canonical.data.run_id);
  if (asked.startsWith("run_") && run !== null) equal("the run of the object", run, asked);
  else equal("the object's id", data.id, asked);
}

/** Throws Falsehood. @returns what the object says of itself, and its hash. */
export function checkObject(answer: Answer, expectedId: string | null): { subject: Subject; hash: string } {
  const { data } = answer;
  const { canonical } = data;
  const kind = kindOf(data);
  if (expectedId !== null) equalAsked(answer, expectedId);
  equal("the answer's id", answer.id, data.id);
  equal("the canonical object's id", canonical.id, data.id);
  equal("the canonical object's schema", canonical.schema, data.schema);
  equal("the canonical object's name", canonical.object, kind.object);
  equal("the answer's as_of", answer.as_of, canonical.as_of);
  const hash = toHex(sha256(toUtf8(canonicalize(canonical) ?? "")));
  equal("the hash of the canonical object", hash, data.hash);
  const { token } = canonical.data;
  const subject = {
    kind: data.kind,
    id: data.id,
    token: isObject(token) ? textOf(token.id) : textOf(token),
    verdict: textOf(canonical.data[kind.verdict]),
    as_of: canonical.as_of,
  };
  return { subject, hash };
}
