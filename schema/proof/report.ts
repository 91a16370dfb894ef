// Reports of an oracle network's workflow in the form of Chainlink CRE: a header, a body, and signatures of f+1 nodes.
import { fromHex, toHex } from "./bytes.ts";
import { keccak256, normalSignature, recoverAddress, signDigest } from "./curve.ts";

/** What a workflow's nodes agreed on about a checkpoint; times in epoch seconds. */
export type Observation = {
  readonly root: Uint8Array;
  readonly size: number;
  readonly time: number;
  /** Leaves whose number each signing node read again at a primary source, ascending. */
  readonly corroborated: readonly number[];
};

export type Workflow = {
  /** 32 bytes, hex. */
  readonly id: string;
  /** 20 bytes, hex. */
  readonly owner: string;
};

type ReportHeader = {
  readonly workflow: Workflow;
  /** 32 bytes, hex. */
  readonly executionId: string;
  readonly donId: number;
  readonly donVersion: number;
  /** Epoch seconds. */
  readonly timestamp: number;
  /** 10 bytes, hex. */
  readonly name: string;
};

/** As the workflow sends it: hex without a prefix. */
export type SignedReport = {
  readonly report: string;
  readonly context: string;
  readonly signatures: readonly string[];
};

/** The nodes of a network that may sign, `0x…` in lower case, and how many of them may be faulty. */
export type Committee = { readonly signers: readonly string[]; readonly f: number };

const HEADER_BYTES = 109;
const WORD = 32;
const VERSION = 1;
export const CORROBORATED_MAX = 20;
/** A digest and a counter, or the three words of older contexts. */
const CONTEXT_BYTES = new Set([40, 96]);

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(WORD);
  bytes.writeBigUInt64BE(BigInt(value), WORD - 8);
  return bytes;
};

/** abi.encode(bytes32 root, uint256 size, uint256 time, uint256[] corroborated). */
export const encodeObservation = ({ root, size, time, corroborated }: Observation): Buffer =>
  Buffer.concat([root, word(size), word(time), word(4 * WORD), word(corroborated.length), ...corroborated.map(word)]);

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/** A number below 2^53 from a word; null where it is larger. */
function numberAt(bytes: Uint8Array, offset: number): number | null {
  if (bytes.subarray(offset, offset + WORD - 8).some((byte) => byte !== 0)) return null;
  const value = viewOf(bytes).getBigUint64(offset + WORD - 8);
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : null;
}

/** Reads exactly what `encodeObservation` writes; null for anything else. */
export function decodeObservation(body: Uint8Array): Observation | null {
  if (body.length < 5 * WORD || body.length % WORD !== 0) return null;
  const words = Array.from({ length: body.length / WORD }, (_, at) => (at === 0 ? 0 : numberAt(body, at * WORD)));
  const [, size, time, offset, count, ...corroborated] = words;
  if (size == null || time == null || offset !== 4 * WORD || count !== corroborated.length) return null;
  if (count > CORROBORATED_MAX || corroborated.includes(null)) return null;
  return { root: body.subarray(0, WORD), size, time, corroborated: corroborated as number[] };
}

export function encodeReport(header: ReportHeader, body: Buffer): Buffer {
  const head = Buffer.alloc(HEADER_BYTES);
  head.writeUInt8(VERSION, 0);
  head.write(header.executionId, 1, 32, "hex");
  head.writeUInt32BE(header.timestamp, 33);
  head.writeUInt32BE(header.donId, 37);
  head.writeUInt32BE(header.donVersion, 41);
  head.write(header.workflow.id, 45, 32, "hex");
  head.write(header.name, 77, 10, "hex");
  head.write(header.workflow.owner, 87, 20, "hex");
  return Buffer.concat([head, body]);
}

/** Header and body; null where the bytes are no report of a known version. */
export function decodeReport(report: Uint8Array): { readonly header: ReportHeader; readonly body: Uint8Array } | null {
  if (report.length < HEADER_BYTES || report[0] !== VERSION) return null;
  const hex = (from: number, to: number) => toHex(report.subarray(from, to));
  const number = (at: number) => viewOf(report).getUint32(at);
  const header = {
    executionId: hex(1, 33),
    timestamp: number(33),
    donId: number(37),
    donVersion: number(41),
    workflow: { id: hex(45, 77), owner: hex(87, 107) },
    name: hex(77, 87),
  };
  return { header, body: report.subarray(HEADER_BYTES) };
}

/** What the nodes sign. */
export const reportDigest = (report: Uint8Array, context: Uint8Array): Uint8Array =>
  keccak256(keccak256(report), context);

export const signReport = (report: Uint8Array, context: Uint8Array, secret: Uint8Array): string =>
  toHex(signDigest(reportDigest(report, context), secret));

type NodeSignature = { readonly signer: string; readonly signature: string };

/** One signature of each node of the committee whose signature holds, by address; others prove nothing and do no harm. */
function signaturesOf(digest: Uint8Array, signatures: readonly string[], { signers }: Committee): NodeSignature[] {
  const found = new Map<string, string>();
  for (const text of signatures) {
    const signature = fromHex(text) ?? new Uint8Array(0);
    const signer = recoverAddress(digest, signature);
    if (signer !== null && !found.has(signer)) found.set(signer, toHex(normalSignature(signature)));
  }
  return [...new Set(signers)].sort().flatMap((signer) => {
    const signature = found.get(signer);
    return signature === undefined ? [] : [{ signer, signature }];
  });
}

type Reading =
  | {
      readonly kind: "read";
      readonly workflow: Workflow;
      readonly observation: Observation;
      /** Those that count, one a node, in their one form. */
      readonly signatures: readonly NodeSignature[];
      readonly quorum: number;
    }
  | { readonly kind: "refused"; readonly reason: string };

const refused = (reason: string): Reading => ({ kind: "refused", reason });

/** Trusts a report only where f+1 distinct nodes of the committee signed it for the one workflow that counts. */
export function readReport(signed: SignedReport, committee: Committee, workflow: Workflow): Reading {
  const [report, context] = [fromHex(signed.report), fromHex(signed.context)];
  if (report === null || context === null) return refused("the report is not hex");
  const decoded = decodeReport(report);
  if (decoded === null) return refused("the report has no header that can be read");
  if (!CONTEXT_BYTES.has(context.length)) return refused("the report's context has another length");
  const { id, owner } = decoded.header.workflow;
  if (id !== workflow.id || owner !== workflow.owner) return refused("the report is of another workflow");
  const observation = decodeObservation(decoded.body);
  if (observation === null) return refused("the report's body is no checkpoint");
  const signatures = signaturesOf(reportDigest(report, context), signed.signatures, committee);
  const quorum = committee.f + 1;
  if (signatures.length < quorum) return refused(`${signatures.length} of ${quorum} needed signatures hold`);
  return { kind: "read", workflow: { id, owner }, observation, signatures, quorum };
}
