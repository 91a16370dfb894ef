// A verifier that believes only what was pinned: whatever is changed in a real proof shows, or is named as not checked.
import t from "tap";
import { outcomesOf } from "../../../api/page/proof/steps.ts";
import { verifyExample } from "../../../api/route/example/verify.ts";
import { canonicalBytes, digestOf } from "../../../schema/canonical.ts";
import type { ProofData } from "../../../schema/object/proof.ts";
import { toHex } from "../../../schema/proof/bytes.ts";
import { checkpointText } from "../../../schema/proof/checkpoint.ts";
import { addressOfSecret } from "../../../schema/proof/curve.ts";
import { encodeVerifier, signerOf, signNote } from "../../../schema/proof/note.ts";
import { leafDigest } from "../../../schema/proof/path.ts";
import { encodeObservation, encodeReport, signReport } from "../../../schema/proof/report.ts";
import { readPins } from "../../../schema/proof/verify/pins.ts";
import { type Report, verifyProof } from "../../../schema/proof/verify/verify-proof.ts";
import { provenAnswers } from "../../support/proof/proven.ts";
import { placesOf, type Tampering, tamperAt } from "../../support/proof/tamper.ts";

const { answers, trust } = await provenAnswers(t);
const evaluations = answers.filter(({ id }) => id?.startsWith("eval_"));
const bytesOf = (text: string) => new TextEncoder().encode(text);
const pinsOf = (id: string | undefined) => readPins({ ...trust, id });
const look = (text: string, id: string | undefined): Report => verifyProof(bytesOf(text), pinsOf(id));

const PROOFS = 20;
/** Those of other kinds than evaluations come first: each is tampered with. */
const byKind = answers.toSorted((a, b) => Number(a.data.kind === "evaluation") - Number(b.data.kind === "evaluation"));
/** Members under the hash and calls are many: each is tampered with in one of the proofs, all others in each of them. */
const MANY = /^\/data\/(canonical|source_calls)\/./;
/** Each member of each proof in each way: tens of thousands, for whoever has changed the verifier. */
const EVERY = process.env.TAMPER === "every";

const FORGER = signerOf("test/log", Buffer.alloc(32, 66));
const WORKFLOW = { id: "ab".repeat(32), owner: "cd".repeat(20) };

/** Whether the report says that the member was not looked at. */
const isNamed = ({ notChecked }: Report, pointer: string) =>
  notChecked.some((path) => `${pointer}/`.startsWith(`${path}/`) || path.startsWith(`${pointer} (`));

/** One way of them that changes the text, another at each turn; all where every one is asked for. Written only if taken. */
function changes(ways: () => Iterable<Tampering>, before: string, turn: number): { what: string; text: string }[] {
  const from = EVERY ? 0 : turn % [...ways()].length;
  const taken: { what: string; text: string }[] = [];
  for (const start of new Set([from, 0])) {
    let at = 0;
    for (const { what, text } of ways()) {
      if (at++ < start || (!EVERY && taken.length > 0)) continue;
      const written = text();
      if (written !== before) taken.push({ what, text: written });
    }
    if (taken.length > 0) break;
  }
  return taken;
}

t.test("twenty real proofs verify for who pins what is behind them", async (t) => {
  t.ok(answers.length >= 20, `${answers.length} proofs`);
  const levels = new Map<string, number>();
  const kinds = new Set<string>();
  for (const answer of answers) {
    const { exit, verdict, reasons, subject } = look(JSON.stringify(answer), answer.id);
    const status = `${answer.data.attestation.status}`;
    levels.set(status, (levels.get(status) ?? 0) + 1);
    const expected = status === "attested" ? { exit: 0, verdict: "verified" } : { exit: 2, verdict: "not proven" };
    t.match({ exit, verdict, reasons }, expected, reasons.join());
    const kind = answer.id?.startsWith("eval_") ? "evaluation" : answer.id?.startsWith("ans_") ? "answer" : "brief";
    kinds.add(kind);
    t.match(subject, { kind, id: answer.id, token: String, verdict: String, as_of: answer.as_of });
  }
  t.same([...kinds].sort(), ["answer", "brief", "evaluation"]);
  t.ok((levels.get("attested") ?? 0) >= 20, `${[...levels].join(" ")}`);
  t.ok(answers.filter(({ data }) => data.anchor !== null).length >= 10);
});

t.test("no member of them can be changed, removed, added or given twice without its being seen or named", async (t) => {
  const proofs = byKind.filter(({ data }) => data.attestation.status === "attested").slice(0, PROOFS);
  let count = 0;
  const seen = new Map<string, number>();
  const missed: string[] = [];
  for (const [turn, answer] of proofs.entries()) {
    const whole = structuredClone(answer);
    const before = JSON.stringify(whole);
    let at = 0;
    for (const [holder, name, pointer] of placesOf(whole)) {
      at += 1;
      if (!EVERY && MANY.test(pointer) && at % PROOFS !== turn) continue;
      for (const { what, text } of changes(() => tamperAt(whole, holder, name, pointer), before, at + turn)) {
        count += 1;
        const report = look(text, answer.id);
        seen.set(report.verdict, (seen.get(report.verdict) ?? 0) + 1);
        if (report.exit === 0 && !isNamed(report, pointer)) missed.push(`${pointer} ${what}`);
      }
    }
    t.equal(JSON.stringify(whole), before, "the proof is as it was");
  }
  t.comment(`${count} tamperings: ${[...seen].join(" ")}`);
  t.ok(count >= 2_000, `${count} tamperings`);
  t.same([...new Set(missed)], []);
});

/** Somebody who has no key of ours makes everything anew: log, key, nodes, signatures. */
function forge(answer: (typeof answers)[number], change: (data: ProofData) => void = () => undefined) {
  const made = structuredClone(answer);
  const { data } = made;
  data.canonical.data.verdict = "proceed";
  data.hash = digestOf(canonicalBytes(data.canonical));
  const root = leafDigest(Buffer.from(data.hash, "hex"));
  const text = checkpointText({ origin: "test/log", size: 1, root });
  const note = signNote(text, [FORGER]);
  const nodes = [1, 2, 3, 4].map((n) => Buffer.alloc(32, n));
  const header = { ...{ workflow: WORKFLOW, executionId: "01".repeat(32), donId: 1, donVersion: 1 }, timestamp: 1 };
  const report = encodeReport(
    { ...header, name: "00".repeat(10) },
    encodeObservation({ root, size: 1, time: 1, corroborated: [0] }),
  );
  const context = Buffer.alloc(40, 5);
  const signed = nodes.map((secret) => ({ by: addressOfSecret(secret), is: signReport(report, context, secret) }));
  signed.sort((a, b) => (a.by < b.by ? -1 : 1));
  data.inclusion = {
    ...{ leaf_index: 0, tree_size: 1, root_hash: toHex(root), hashes: [], checkpoint: note },
    keys: [encodeVerifier(FORGER)],
  };
  data.anchor = null;
  data.attestation = {
    ...data.attestation,
    ...{ level: "corroborated", consistency: [], signatures_valid: 4, quorum: 2, workflow: WORKFLOW },
    checkpoint: {
      ...{ origin: "test/log", size: 1, root: toHex(root), signed_at: answer.data.created_at },
      signature: note.slice(note.lastIndexOf("\n\n") + 2, -1),
    },
    report: { report: toHex(report), context: toHex(context), signatures: signed.map(({ is }) => is) },
    signers: signed.map(({ by }) => by),
  };
  change(data);
  return JSON.stringify(made);
}

t.test("whoever makes everything anew gets no further than self-consistent, and nothing that is pinned", async (t) => {
  const [answer] = evaluations;
  if (answer === undefined) throw new Error("no proof");
  const { id } = answer;
  const forged = forge(answer);
  const bare = verifyProof(bytesOf(forged), readPins({ id }));
  t.match(bare, { exit: 2, verdict: "self-consistent", subject: { verdict: "proceed" } });
  t.notOk(
    bare.steps.some(({ name, state }) => ["checkpoint", "attestation", "anchor"].includes(name) && state === "ok"),
    "nothing of it is called ok",
  );
  t.match(look(forged, id), { exit: 1, reasons: [/no signature of a known key/] });
  const { keys, oracle, f } = trust;
  t.match(verifyProof(bytesOf(forged), readPins({ id, keys: keys ?? [] })), { exit: 1 });
  const nodesOnly = verifyProof(bytesOf(forged), readPins({ id, oracle: oracle ?? [], f }));
  t.match(nodesOnly, { exit: 1, reasons: [/other nodes than those pinned/] });
});

t.test("a quorum, a level and an inclusion are never what the proof says", async (t) => {
  const [answer] = evaluations;
  if (answer === undefined) throw new Error("no proof");
  const attest = (change: Partial<ProofData["attestation"]>) => (data: ProofData) => {
    data.attestation = { ...data.attestation, ...change };
  };
  const report = { report: "01", context: "02", signatures: [] };
  for (const [what, change] of [
    ["no signature", attest({ quorum: 0, signatures_valid: 0, report })],
    ["a quorum of none", attest({ quorum: 0 })],
    ["an absent quorum", attest({ quorum: null })],
    ["no node", attest({ quorum: 1, signers: [] })],
    ["a level without a report", attest({ report: null })],
    ["a level while pending", attest({ status: "pending" })],
    ["an attestation in no checkpoint", (data: ProofData) => Object.assign(data, { inclusion: null })],
  ] as const) {
    const { exit, verdict } = verifyProof(bytesOf(forge(answer, change)), readPins({ id: answer.id }));
    t.match({ exit, verdict }, { exit: 1, verdict: "false" }, what);
  }
  const nowhere = forge(answer, (data) => {
    const none = { level: null, checkpoint: null, report: null, signatures_valid: null, quorum: null, signers: null };
    Object.assign(data, { inclusion: null });
    data.attestation = {
      ...data.attestation,
      ...{ ...none, status: "pending", workflow: null, consistency: null, attested_at: null },
    };
  });
  t.match(look(nowhere, answer.id), { exit: 2, verdict: "not proven" }, "what is in no log is not proven");
});

t.test("a run is proven as what it came to: by its own id, and by no other", async (t) => {
  for (const kind of ["answer", "brief"]) {
    const [one, other] = answers.filter(({ data }) => data.kind === kind && data.attestation.status === "attested");
    const run = String(Reflect.get(one?.data.canonical.data ?? {}, "run_id"));
    t.match(run, /^run_/);
    t.match(look(JSON.stringify(one), run), { exit: 0, subject: { kind, id: one?.id } });
    t.match(look(JSON.stringify(other), run), { exit: 1, reasons: [/the run of the object/] });
    const renamed = structuredClone(one);
    Reflect.set(renamed?.data.canonical.data ?? {}, "run_id", `${run.slice(0, -1)}9`);
    t.match(
      look(JSON.stringify(renamed), `${run.slice(0, -1)}9`),
      { exit: 1 },
      "what is under the hash is not changed",
    );
  }
});

t.test("a true proof of another object is none of the one that was asked for", async (t) => {
  const [one, other] = evaluations;
  t.match(look(JSON.stringify(other), one?.id), { exit: 1, reasons: [/the object's id/] });
  const renamed = { ...other, id: one?.id, data: { ...other?.data, id: one?.id } };
  t.match(look(JSON.stringify(renamed), one?.id), { exit: 1, reasons: [/canonical object's id/] });
});

t.test("calls are those of the object's sources, one to one by digest, once an object names its code", async (t) => {
  const [answer] = evaluations;
  const [call] = verifyExample.data.source_calls;
  if (answer === undefined || call === undefined) throw new Error("no proof");
  const calls = ["S1", "S2"].map((id, at) => ({ ...call, source_id: id, raw_sha256: `${at}`.repeat(64) }));
  const sources = calls.map(({ source_id: id, provider, endpoint, raw_sha256 }) => ({
    ...{ id: id ?? "", provider, endpoint, raw_sha256, as_of: null },
  }));
  const with_ = (given: readonly object[]) =>
    forge(answer, (data) => {
      Object.assign(data.canonical, { code_version: "1.0.0", sources });
      Object.assign(data, { source_calls: given, hash: digestOf(canonicalBytes(data.canonical)) });
      const root = leafDigest(Buffer.from(data.hash, "hex"));
      const checkpoint = signNote(checkpointText({ origin: "test/log", size: 1, root }), [FORGER]);
      Object.assign(data.inclusion ?? {}, { root_hash: toHex(root), checkpoint });
      const none = { level: null, checkpoint: null, report: null, signatures_valid: null, quorum: null, signers: null };
      Object.assign(data.attestation, { ...none, status: "pending", workflow: null, consistency: null });
      Object.assign(data.attestation, { attested_at: null });
    });
  const judge = (given: readonly object[]) =>
    verifyProof(bytesOf(with_(given)), readPins({ id: answer.id, keys: [encodeVerifier(FORGER)] }));
  t.match(judge(calls), { exit: 0 });
  t.notOk(isNamed(judge(calls), "/data/source_calls/*/raw_sha256"));
  const [first, second] = calls;
  for (const [what, given] of [
    ["one is missing", [first]],
    ["none", []],
    ["one twice", [first, first, second]],
    ["another digest", [first, { ...second, raw_sha256: "a".repeat(64) }]],
    ["another provider", [first, { ...second, provider: "other" }]],
    ["another endpoint", [first, { ...second, endpoint: "other" }]],
    ["of no source", [first, second, { ...second, source_id: "S3" }]],
    ["of nothing", [first, second, { ...second, source_id: null }]],
  ] as const) {
    t.match(judge(given.filter((one) => one !== undefined)), { exit: 1 }, what);
  }
});

t.test("a page tells the step at which a proof is false, what lies behind it, and what is not there", async (t) => {
  const attested = answers.find(({ data }) => data.attestation.status === "attested" && data.anchor !== null);
  const pending = answers.find(({ data }) => data.attestation.status === "pending" && data.anchor === null);
  if (attested === undefined || pending === undefined) throw new Error("no proof");
  const statesOf = (report: Report) => Object.fromEntries(outcomesOf(report).map(({ name, state }) => [name, state]));
  const changed = (answer: typeof attested, change: (data: ProofData) => void) => {
    const made = structuredClone(answer);
    change(made.data);
    return statesOf(look(JSON.stringify(made), answer.id));
  };
  const keysAlone = readPins({ id: pending.id, keys: trust.keys ?? [] });
  t.match(
    changed(attested, () => undefined),
    { hash: "ok", inclusion: "ok", checkpoint: "ok", attestation: "ok" },
  );
  t.match(statesOf(verifyProof(bytesOf(JSON.stringify(pending)), keysAlone)), {
    ...{ checkpoint: "ok", attestation: "not there", anchor: "not there" },
  });
  const log = { hash: "ok", inclusion: "ok", checkpoint: "ok" };
  t.match(
    changed(attested, ({ attestation }) => Object.assign(attestation, { signatures_valid: 99 })),
    { ...log, attestation: "failed", anchor: "not reached", calls: "not reached" },
  );
  t.match(
    changed(attested, ({ anchor }) => Object.assign(anchor ?? {}, { origin: "another/log" })),
    { ...log, attestation: "ok", anchor: "failed", calls: "not reached" },
  );
  const documented = (change: (data: ProofData) => void) => {
    const made = structuredClone(verifyExample) as { data: ProofData };
    change(made.data);
    return verifyProof(bytesOf(JSON.stringify(made)), readPins({ id: verifyExample.id ?? undefined }));
  };
  const spoilt = documented(({ source_calls: [call] }) => Object.assign(call ?? {}, { endpoint: "another" }));
  t.match(statesOf(spoilt), { hash: "ok", inclusion: "ok", calls: "failed" });
  const whole = documented(() => undefined);
  for (const [text, state] of [
    ["3 of 5 sources have their call, by digest; 3 calls", "in part"],
    ["0 of 5 sources have their call, by digest; 0 calls", "not checked"],
  ] as const) {
    const calls = { name: "calls", state: "not checked", text } as const;
    t.match(statesOf({ ...whole, steps: [...whole.steps.filter(({ name }) => name !== "calls"), calls] }), {
      calls: state,
    });
  }
  const unseen = { ...spoilt, steps: [], reasons: ["the cosignature of a witness does not hold"] };
  const hashed = { ...unseen, steps: whole.steps.filter(({ name }) => ["id", "hash"].includes(name)) };
  t.match(statesOf(hashed), { hash: "ok", witnesses: "failed", attestation: "not reached" });
});
