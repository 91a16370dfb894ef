// What the caller trusts: the one thing that a proof cannot say about itself.
import { decodeVerifier, decodeWitness, type NoteVerifier } from "../note-text.ts";
import type { Committee, Workflow } from "../report.ts";

export type Pins = {
  /** Id of the object that was asked for. */
  readonly id: string | null;
  /** Name of the log; the name of its key where none is given. */
  readonly origin: string | null;
  /** Keys of the log; none pins nothing. */
  readonly keys: readonly NoteVerifier[];
  /** Keys of witnesses that must have seen the log, and how many of them; none asks nothing. */
  readonly witnesses: { readonly keys: readonly NoteVerifier[]; readonly needed: number } | null;
  readonly committee: Committee | null;
  readonly workflow: Workflow | null;
  /** Whether the anchor is to be looked up on a ledger. */
  readonly ledger: boolean;
};

/** As a caller writes them. */
export type PinTexts = {
  readonly id?: string | undefined;
  readonly origin?: string | undefined;
  readonly keys?: readonly string[];
  readonly witness?: readonly string[];
  readonly witnesses?: string | undefined;
  readonly oracle?: readonly string[];
  readonly f?: string | undefined;
  readonly workflow?: string | undefined;
  readonly ledger?: boolean;
};

const ADDRESS = /^0x[0-9a-f]{40}$/;
const WORKFLOW = /^([0-9a-f]{64})\/([0-9a-f]{40})$/;

function readCommittee(oracle: readonly string[], f: string | undefined): Committee | null {
  if (oracle.length === 0 && f === undefined) return null;
  const signers = oracle.map((one) => one.toLowerCase());
  const wrong = signers.find((one) => !ADDRESS.test(one));
  if (wrong !== undefined) throw new TypeError(`${wrong} is no address of a node: 0x and 40 hex digits`);
  if (new Set(signers).size !== signers.length) throw new TypeError("an address of a node is given twice");
  if (f === undefined || !/^(0|[1-9][0-9]{0,3})$/.test(f)) {
    throw new TypeError("nodes need f, how many of them may be faulty: a whole number");
  }
  if (signers.length <= Number(f)) throw new TypeError(`f is ${f}: more nodes than that are needed`);
  return { signers, f: Number(f) };
}

function readWorkflow(text: string): Workflow {
  const [, id, owner] = WORKFLOW.exec(text) ?? [];
  if (!id || !owner) throw new TypeError("a workflow reads <64 hex digits>/<40 hex digits>");
  return { id, owner };
}

/** All of them are needed where no number is given. */
function readWitnesses(texts: readonly string[], needed: string | undefined): Pins["witnesses"] {
  if (texts.length === 0 && needed === undefined) return null;
  const keys = texts.map(decodeWitness);
  if (new Set(keys.map(({ publicKey }) => publicKey.join())).size !== keys.length) {
    throw new TypeError("a key of a witness is given twice");
  }
  if (needed !== undefined && !/^[1-9][0-9]?$/.test(needed)) throw new TypeError("witnesses is a whole number from 1");
  const count = needed === undefined ? keys.length : Number(needed);
  if (count > keys.length) throw new TypeError(`${count} witnesses need as many keys; ${keys.length} are given`);
  return { keys, needed: count };
}

/** Throws TypeError where one cannot be read: a pin that means nothing would pin nothing. */
export function readPins(texts: PinTexts): Pins {
  const { id, origin, keys = [], witness = [], witnesses, oracle = [], f, workflow, ledger = false } = texts;
  const committee = readCommittee(oracle, f);
  if (workflow !== undefined && committee === null) throw new TypeError("a workflow is pinned with its nodes");
  if (origin !== undefined && keys.length === 0) throw new TypeError("an origin is pinned with its keys");
  return {
    id: id ?? null,
    origin: origin ?? null,
    keys: keys.map(decodeVerifier),
    witnesses: readWitnesses(witness, witnesses),
    committee,
    workflow: workflow === undefined ? null : readWorkflow(workflow),
    ledger,
  };
}
