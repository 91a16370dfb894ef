// What the caller trusts: the one thing that a proof cannot say about itself.
import { decodeVerifier, type NoteVerifier } from "../note-text.ts";
import type { Committee, Workflow } from "../report.ts";

export type Pins = {
  /** Id of the object that was asked for. */
  readonly id: string | null;
  /** Name of the log; the name of its key where none is given. */
  readonly origin: string | null;
  /** Keys of the log; none pins nothing. */
  readonly keys: readonly NoteVerifier[];
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

/** Throws TypeError where one cannot be read: a pin that means nothing would pin nothing. */
export function readPins({ id, origin, keys = [], oracle = [], f, workflow, ledger = false }: PinTexts): Pins {
  const committee = readCommittee(oracle, f);
  if (workflow !== undefined && committee === null) throw new TypeError("a workflow is pinned with its nodes");
  if (origin !== undefined && keys.length === 0) throw new TypeError("an origin is pinned with its keys");
  return {
    id: id ?? null,
    origin: origin ?? null,
    keys: keys.map(decodeVerifier),
    committee,
    workflow: workflow === undefined ? null : readWorkflow(workflow),
    ledger,
  };
}
