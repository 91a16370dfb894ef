// Verifies a proof against what the caller pins: pure, for Node and browsers. What no check looked at is named.
import { checkAnchor, isOnLedger } from "./check-anchor.ts";
import { checkAttestation } from "./check-attestation.ts";
import { checkCalls } from "./check-calls.ts";
import { checkLog, type Log, type Signed } from "./check-log.ts";
import { checkObject, type Subject } from "./check-object.ts";
import { Falsehood, type Named } from "./member.ts";
import type { Pins } from "./pins.ts";
import { type Anchor, type Answer, answerMembers } from "./proof-members.ts";
import { JsonFault, readStrictJson } from "./strict-json.ts";

/** ok: checked against what was pinned; self-consistent: only against what the proof says itself. */
export type Step = {
  readonly name: "id" | "hash" | "inclusion" | "checkpoint" | "witnesses" | "attestation" | "anchor" | "calls";
  readonly state: "ok" | "self-consistent" | "not checked" | "not proven";
  readonly text: string;
};

export type Report = {
  readonly verdict: "verified" | "self-consistent" | "not proven" | "false";
  /** 0: everything asked for was proven; 1: something is false; 2: something asked for could not be proven. */
  readonly exit: 0 | 1 | 2;
  /** What was proven of; null where something is false. */
  readonly subject: Subject | null;
  readonly steps: readonly Step[];
  /** What could not be proven, or is false. */
  readonly reasons: readonly string[];
  /** JSON pointers of the members that were not checked. */
  readonly notChecked: readonly string[];
  /** What is to be looked up on a ledger. */
  readonly anchor: Anchor | null;
};

/** What the ledger answered: the metadata of the anchor's transaction, or why there is none. */
export type LedgerAnswer =
  | { readonly kind: "metadata"; readonly metadata: unknown }
  | { readonly kind: "unknown" }
  | { readonly kind: "away"; readonly reason: string };

type Ground = {
  readonly pins: Pins;
  readonly ledger: LedgerAnswer | null;
  readonly named: Named;
  readonly steps: Step[];
  readonly reasons: string[];
};

function proveObject(answer: Answer, { pins, steps, reasons }: Ground): { subject: Subject; hash: string } {
  const object = checkObject(answer, pins.id);
  if (pins.id === null) {
    steps.push({
      name: "id",
      state: "not checked",
      text: `which object it must be was not said; this is ${object.subject.id}`,
    });
    reasons.push("which object it must be was not said");
  } else steps.push({ name: "id", state: "ok", text: `${pins.id}, as asked for` });
  steps.push({ name: "hash", state: "ok", text: object.hash });
  return object;
}

function proveLog({ data }: Answer, hash: string, { pins, named, steps, reasons }: Ground): Log | null {
  if (data.inclusion === null) {
    steps.push({
      name: "inclusion",
      state: "not proven",
      text: "in no signed checkpoint yet; one is signed every five minutes",
    });
    reasons.push("it is in no signed checkpoint yet: ask again in five minutes");
    return null;
  }
  const log = checkLog(data.inclusion, hash, pins, named);
  const signed = `${log.origin}, signed by ${log.signers.join(", ")}`;
  steps.push({ name: "inclusion", state: "ok", text: `leaf ${log.leaf} of ${log.size}` });
  if (pins.keys.length > 0) steps.push({ name: "checkpoint", state: "ok", text: signed });
  else {
    steps.push({ name: "checkpoint", state: "self-consistent", text: `${signed}; no key of the log is pinned` });
    reasons.push("no key of the log is pinned: whoever made this proof may have made its keys");
    named.add("/data/inclusion/keys");
  }
  proveWitnesses(log, { pins, steps, reasons });
  return log;
}

/** Whether enough of the pinned witnesses saw this very checkpoint. */
function proveWitnesses({ seen }: Signed, { pins, steps, reasons }: Pick<Ground, "pins" | "steps" | "reasons">): void {
  if (pins.witnesses === null) return;
  const { keys, needed } = pins.witnesses;
  const when = [...seen].map(([name, timeS]) => `${name} at ${new Date(timeS * 1_000).toISOString()}`);
  const text = `${seen.size} of ${keys.length} saw it, ${needed} needed${when.length > 0 ? `: ${when.join(", ")}` : ""}`;
  const isProven = seen.size >= needed;
  steps.push({ name: "witnesses", state: isProven ? "ok" : "not proven", text });
  if (!isProven)
    reasons.push(`${seen.size} of ${needed} witnesses saw the checkpoint so far: ask again in five minutes`);
}

function proveAttestation({ data }: Answer, log: Log | null, { pins, named, steps, reasons }: Ground): void {
  const { attestation } = data;
  const said = checkAttestation(attestation, log, pins, named);
  const isPinned = pins.committee !== null && pins.keys.length > 0;
  if (!isPinned) named.add("/data/attestation");
  if (said === null) {
    const state = pins.committee === null ? "not checked" : "not proven";
    steps.push({ name: "attestation", state, text: `none: ${attestation.status}` });
    if (pins.committee !== null) reasons.push(`there is no attestation: ${attestation.status}`);
  } else if (isPinned) steps.push({ name: "attestation", state: "ok", text: said });
  else steps.push({ name: "attestation", state: "self-consistent", text: `${said}; nodes and log are not pinned` });
}

/** Throws Falsehood where the ledger contradicts. @returns why it does not prove the anchor; empty where it does. */
function doubtOf(anchor: Anchor, ledger: LedgerAnswer | null): string {
  if (ledger === null) return "not looked up on a ledger";
  if (ledger.kind === "away") return ledger.reason;
  if (ledger.kind === "unknown") throw new Falsehood("the ledger does not know the anchor's transaction (404)");
  if (isOnLedger(anchor, ledger.metadata)) return "";
  throw new Falsehood("the ledger holds another root under the anchor's transaction");
}

function proveAnchor({ data }: Answer, log: Log | null, { pins, ledger, named, steps, reasons }: Ground): void {
  const { anchor } = data;
  if (anchor !== null) checkAnchor(anchor, log);
  const doubt = anchor === null ? "there is none" : doubtOf(anchor, ledger);
  const said = anchor === null ? "" : `transaction ${anchor.transaction}, label ${anchor.label}: `;
  if (doubt === "") {
    steps.push({ name: "anchor", state: "ok", text: `${said}read on the ledger` });
    return;
  }
  named.add("/data/anchor");
  steps.push({ name: "anchor", state: pins.ledger ? "not proven" : "not checked", text: said + doubt });
  if (pins.ledger) reasons.push(`the anchor is not proven: ${doubt}`);
}

function proveCalls({ data }: Answer, { named, steps }: Ground): void {
  const { source_calls: calls, canonical } = data;
  if (canonical.code_version === undefined) {
    named.add("/data/source_calls");
    const text = "an object that names no code version is older than calls that are listed one to one";
    steps.push({ name: "calls", state: "not checked", text });
    return;
  }
  const compared = checkCalls(calls, canonical.sources, named);
  const said = `${compared} of ${canonical.sources.length} sources have their call, by digest; ${calls.length} calls`;
  steps.push({ name: "calls", state: compared === canonical.sources.length ? "ok" : "not checked", text: said });
}

const falseReport = (reason: string, steps: readonly Step[] = []): Report => ({
  verdict: "false",
  exit: 1,
  subject: null,
  steps,
  reasons: [reason],
  notChecked: [],
  anchor: null,
});

function conclude(subject: Subject, anchor: Anchor | null, { pins, named, steps, reasons }: Ground): Report {
  const [verdict, exit] =
    reasons.length === 0
      ? (["verified", 0] as const)
      : ([pins.keys.length === 0 ? "self-consistent" : "not proven", 2] as const);
  const notChecked = [...named].filter((path) => ![...named].some((other) => path.startsWith(`${other}/`))).sort();
  return { verdict, exit, subject, steps, reasons, notChecked, anchor };
}

/** Of the bytes that GET /v1/verify/{id} answered, and of what a ledger answered where it was asked. */
export function verifyProof(bytes: Uint8Array, pins: Pins, ledger: LedgerAnswer | null = null): Report {
  const ground: Ground = { pins, ledger, named: new Set(), steps: [], reasons: [] };
  try {
    const answer = answerMembers(readStrictJson(bytes), "", ground.named);
    const { subject, hash } = proveObject(answer, ground);
    const log = proveLog(answer, hash, ground);
    proveAttestation(answer, log, ground);
    proveAnchor(answer, log, ground);
    proveCalls(answer, ground);
    return conclude(subject, answer.data.anchor, ground);
  } catch (error) {
    if (error instanceof Falsehood) return falseReport(error.message, ground.steps);
    if (error instanceof JsonFault) return falseReport(`the answer is not strict I-JSON: ${error.message}`);
    throw error;
  }
}
