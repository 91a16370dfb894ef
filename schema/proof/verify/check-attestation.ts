// Checks what an oracle network signed about the log, and whether it read the object's number again.
import { isSame } from "../bytes.ts";
import { checkpointText } from "../checkpoint.ts";
import { readNote } from "../note-text.ts";
import { type Committee, type Observation, readReport } from "../report.ts";
import { bytesOf, checkOlder, type Log, signersOfNote } from "./check-log.ts";
import { Falsehood, type Named } from "./member.ts";
import type { Pins } from "./pins.ts";
import type { Attestation } from "./proof-members.ts";

type Whole = { readonly [Name in keyof Attestation]: NonNullable<Attestation[Name]> };

/** What an attestation has, and no other state may claim. */
const CLAIMS = [
  ...(["level", "workflow", "checkpoint", "report", "signatures_valid"] as const),
  ...(["quorum", "signers", "consistency"] as const),
];
const CHECKPOINT = "/data/attestation/checkpoint/signature";

function assertNoClaim(attestation: Attestation): void {
  const claimed = [...CLAIMS, "attested_at" as const].find((name) => attestation[name] !== null);
  if (claimed !== undefined) throw new Falsehood(`the attestation is ${attestation.status} and yet has ${claimed}`);
}

function assertWhole(attestation: Attestation): Whole {
  const missing = CLAIMS.find((name) => attestation[name] === null);
  if (missing !== undefined) throw new Falsehood(`the attestation has no ${missing}`);
  return attestation as Whole;
}

/** Nodes that count: those pinned, or those that the proof itself gives, which must be the same. */
function readCommittee({ signers, quorum }: Whole, { committee }: Pins): Committee {
  if (signers.some((one, at) => one <= (signers[at - 1] ?? ""))) {
    throw new Falsehood("the attestation's nodes are not each named once, in order");
  }
  if (quorum < 1 || quorum > signers.length) throw new Falsehood(`a quorum of ${quorum} of ${signers.length} is none`);
  if (committee === null) return { signers, f: quorum - 1 };
  if (quorum !== committee.f + 1) throw new Falsehood(`the quorum is ${quorum}, not ${committee.f + 1} as pinned`);
  if (signers.length !== committee.signers.length || !committee.signers.every((one) => signers.includes(one))) {
    throw new Falsehood("the attestation names other nodes than those pinned");
  }
  return { signers, f: committee.f };
}

/** The older checkpoint is the log's own. */
function checkCheckpoint({ checkpoint, consistency }: Whole, log: Log, named: Named): void {
  const { origin, size, root, signature } = checkpoint;
  checkOlder("attestation", { origin, size, root, consistency }, log);
  const text = checkpointText({ origin, size, root: bytesOf(root) });
  const note = `${text}\n${signature}\n`;
  if (readNote(note)?.text !== text) throw new Falsehood(`${CHECKPOINT} is no signature of a note`);
  signersOfNote(note, log.keys, CHECKPOINT, named);
}

function checkObservation({ checkpoint, level }: Whole, { size, root, corroborated }: Observation, log: Log): void {
  if (!isSame(root, bytesOf(checkpoint.root))) throw new Falsehood("the report is about another root");
  if (size !== checkpoint.size) throw new Falsehood("the report is about another size");
  if (corroborated.some((leaf, at) => leaf >= size || leaf <= (corroborated[at - 1] ?? -1))) {
    throw new Falsehood("the report's leaves are not in order in the tree");
  }
  const shown = corroborated.includes(log.leaf) ? "corroborated" : "existence";
  if (shown !== level) throw new Falsehood(`the report shows ${shown}, not ${level}`);
}

/** Throws Falsehood. @returns what was attested in words; null where nothing is attested yet. */
export function checkAttestation(attestation: Attestation, log: Log | null, pins: Pins, named: Named): string | null {
  if (attestation.status === "mismatch") {
    throw new Falsehood(`the service itself says that it does not hold: ${attestation.detail ?? "a mismatch"}`);
  }
  if (attestation.status !== "attested") {
    assertNoClaim(attestation);
    return null;
  }
  if (log === null) throw new Falsehood("attested, and yet in no checkpoint");
  const whole = assertWhole(attestation);
  checkCheckpoint(whole, log, named);
  const committee = readCommittee(whole, pins);
  const reading = readReport(whole.report, committee, pins.workflow ?? whole.workflow);
  if (reading.kind === "refused") throw new Falsehood(`the attestation: ${reading.reason}`);
  const { id, owner } = reading.workflow;
  if (id !== whole.workflow.id || owner !== whole.workflow.owner) {
    throw new Falsehood("the report is of another workflow");
  }
  const counted = reading.signatures.map(({ signature }) => signature);
  if (JSON.stringify(counted) !== JSON.stringify(whole.report.signatures)) {
    throw new Falsehood(
      "not every signature of the report is one of a node that counts, once, in order and in its one form",
    );
  }
  if (counted.length !== whole.signatures_valid) throw new Falsehood(`${counted.length} nodes signed, not as said`);
  checkObservation(whole, reading.observation, log);
  if (pins.committee !== null && pins.workflow === null) named.add("/data/attestation/workflow");
  return `${whole.level}: ${counted.length} of ${committee.signers.length} nodes signed, ${reading.quorum} needed`;
}
