// The steps of a check in their order: what each holds against what, how it ended, and which one failed.
import type { Report, Step } from "../../../schema/proof/verify/verify-proof.ts";

type StepName = "read" | Step["name"];
type Outcome = {
  readonly name: StepName;
  readonly what: string;
  readonly state: Step["state"] | "in part" | "not there" | "failed" | "not reached";
  readonly text: string;
};

const WHAT: Readonly<Record<StepName, string>> = {
  read: "The answer is strict I-JSON with the members of a proof, none of them twice.",
  id: "The object is the one that was asked for.",
  hash: "SHA-256 of its canonical bytes (RFC 8785) is the hash that the proof names.",
  inclusion: "The audit path leads from that hash to the root of the log's tree (RFC 6962).",
  checkpoint: "A key of the log signed that root (Ed25519).",
  witnesses: "Witnesses that are pinned saw the checkpoint (C2SP tlog-cosignature).",
  attestation: "Nodes of an oracle network signed the checkpoint (secp256k1).",
  anchor: "A transaction of a ledger holds the root.",
  calls: "Each source of the object has its call, with the same digest.",
};
const ORDER = Object.keys(WHAT) as StepName[];

/** Where a false proof is false: the first step that did not end. */
function failedStep({ steps, reasons }: Report): StepName {
  const [reason = ""] = reasons;
  const done = new Set(steps.map(({ name }) => name));
  if (!done.has("hash")) {
    if (reason.startsWith("the hash of")) return "hash";
    return /^(\/|the answer is not)/.test(reason) ? "read" : "id";
  }
  if (!done.has("inclusion")) {
    if (reason.startsWith("the cosignature of")) return "witnesses";
    return reason.includes("audit path") ? "inclusion" : "checkpoint";
  }
  return (["attestation", "anchor", "calls"] as const).find((name) => !done.has(name)) ?? "calls";
}

/** How a step ended, where "not checked" would say less than is known. */
function stateOf({ state, text }: Step): Outcome["state"] {
  if (state !== "not checked") return state;
  if (/^(none\b|there is none)/.test(text)) return "not there";
  return /^[1-9]\d* of /.test(text) ? "in part" : state;
}

/** Every step, those behind a failed one too. */
export function outcomesOf(report: Report): readonly Outcome[] {
  const failed = report.verdict === "false" ? failedStep(report) : null;
  const failedAt = failed === null ? ORDER.length : ORDER.indexOf(failed);
  // Of witnesses nothing is said where none is pinned.
  const shown = ORDER.filter(
    (name) => name !== "witnesses" || name === failed || report.steps.some((step) => step.name === name),
  );
  return shown.map((name) => {
    const at = ORDER.indexOf(name);
    const what = WHAT[name];
    if (name === failed) return { name, what, state: "failed", text: report.reasons.join("; ") };
    const step = report.steps.find((one) => one.name === name);
    if (step !== undefined) return { name, what, state: stateOf(step), text: step.text };
    if (at > failedAt) return { name, what, state: "not reached", text: "" };
    return { name, what, state: report.verdict !== "false" && name !== "read" ? "not proven" : "ok", text: "" };
  });
}
