// Two simulated witnesses of transparency logs, as C2SP tlog-witness has them; each can be told that it saw another log.
import { createHash } from "node:crypto";
import { fromBase64, isSame, toHex } from "../../../schema/proof/bytes.ts";
import { readCheckpoint } from "../../../schema/proof/checkpoint.ts";
import { cosignNote, encodeWitness, type NoteSigner, signerOf, verifyNote } from "../../../schema/proof/note.ts";
import { decodeVerifier, type NoteVerifier, readNote } from "../../../schema/proof/note-text.ts";
import { isConsistent } from "../../../schema/proof/path.ts";
import type { Budget } from "../limit.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, json, type Provider, raw, refuse, settle } from "../provider.ts";

const COUNT = 2;
const PROOF_LINES_MAX = 63;

type Seen = { readonly size: number; readonly root: Uint8Array; readonly note: string };
type WitnessState = {
  readonly signer: NoteSigner;
  /** By origin. */
  readonly seen: Map<string, Seen>;
};

const sha256 = (part: string | Uint8Array): Buffer => createHash("sha256").update(part).digest();
const NOTHING: Seen = { size: 0, root: sha256(""), note: "" };

/** What `add-checkpoint` was sent; throws the witness's refusal of what cannot be read. */
function readBody(body: string) {
  const end = body.indexOf("\n\n");
  const [first = "", ...lines] = body.slice(0, Math.max(0, end)).split("\n");
  const old = /^old (0|[1-9][0-9]{0,14})$/.exec(first)?.[1];
  const proof = lines.map(fromBase64);
  const note = body.slice(end + 2);
  const text = readNote(note)?.text;
  const checkpoint = text === undefined ? null : readCheckpoint(text);
  if (end < 0 || old === undefined || text === undefined || checkpoint === null || lines.length > PROOF_LINES_MAX) {
    throw refuse(raw("malformed request\n", 400));
  }
  if (proof.some((hash) => hash?.length !== 32)) throw refuse(raw("malformed proof\n", 400));
  return { old: Number(old), proof: proof.flatMap((hash) => hash ?? []), note, text, checkpoint };
}

export function createWitnesses(_model: Model, _budget: Budget, seed: number): Provider {
  const witnesses = Array.from({ length: COUNT }, (_, at): WitnessState => {
    const name = `sandbox.example/witness-${at + 1}`;
    return { signer: signerOf(name, sha256(`sandbox witness ${seed} ${at}`), "cosignature"), seen: new Map() };
  });
  /** Keys that are trusted, by the origin of their log: a witness is told of each log before it signs for it. */
  const logs = new Map<string, readonly NoteVerifier[]>();

  function addCheckpoint({ signer, seen }: WitnessState, ask: Ask): Answer {
    const { old, proof, note, text, checkpoint } = readBody(ask.body);
    const { origin, size, root } = checkpoint;
    const trusted = logs.get(origin);
    if (trusted === undefined) throw refuse(raw("unknown log\n", 404));
    if ((verifyNote(note, trusted)?.length ?? 0) === 0) throw refuse(raw("no signature of a trusted key\n", 403));
    if (old > size) throw refuse(raw("the old size is larger than the checkpoint\n", 400));
    const known = seen.get(origin) ?? NOTHING;
    const isOther = old === size && known.size === size && !isSame(root, known.root);
    if (old !== known.size || isOther) {
      const headers = { "content-type": "text/x.tlog.size" };
      throw refuse({ status: 409, body: `${known.size}\n`, headers });
    }
    const isHeld =
      (old > 0 || proof.length === 0) &&
      (size > 0 || isSame(root, NOTHING.root)) &&
      isConsistent({ size: known.size, root: known.root }, { size, root }, proof);
    if (!isHeld) throw refuse(raw("the log is not consistent with what was seen before\n", 422));
    const line = cosignNote(text, Math.floor(ask.nowMs / 1_000), signer);
    seen.set(origin, { size, root, note: `${note}${line}` });
    return raw(line);
  }

  function admitLog(ask: Ask): Answer {
    const { origin, keys } = JSON.parse(ask.body) as { origin?: unknown; keys?: unknown };
    if (typeof origin !== "string" || !Array.isArray(keys)) return json({ error: "origin and keys are expected" }, 400);
    logs.set(origin, keys.map(String).map(decodeVerifier));
    return json({ origin, keys });
  }

  /** From here on it knows another log under each name: as large as the one it signed, and `more` entries on top. */
  function fork(ask: Ask): Answer {
    const { witness, more = 0 } = JSON.parse(ask.body) as { witness?: number; more?: number };
    const chosen = witnesses[(witness ?? 0) - 1];
    if (chosen === undefined) return json({ error: `witness 1 to ${COUNT} is expected` }, 400);
    for (const [origin, known] of chosen.seen) {
      chosen.seen.set(origin, { ...known, size: known.size + more, root: sha256(known.root) });
    }
    return json({ witness, more });
  }

  /** Forgets what it signed, as one that was set up anew. */
  function forget(ask: Ask): Answer {
    const { witness } = JSON.parse(ask.body) as { witness?: number };
    witnesses[(witness ?? 0) - 1]?.seen.clear();
    return json({ witness });
  }

  /** The newest note of a log with the cosignature on it, by the hash of the log's name. */
  function newest({ seen }: WitnessState, hash: string): Answer {
    const found = [...seen].find(([origin]) => toHex(sha256(origin)) === hash);
    return found === undefined ? raw("never seen\n", 404) : raw(found[1].note);
  }

  const route = (ask: Ask): Answer => {
    const { method, path } = ask;
    if (path === "/registry") return json({ witnesses: witnesses.map(({ signer }) => encodeWitness(signer)) });
    if (method === "POST" && path === "/sandbox/log") return admitLog(ask);
    if (method === "POST" && path === "/sandbox/fork") return fork(ask);
    if (method === "POST" && path === "/sandbox/forget") return forget(ask);
    const [, number, rest = ""] = /^\/([12])\/(.+)$/.exec(path) ?? [];
    const witness = witnesses[Number(number) - 1];
    if (witness !== undefined && rest === "add-checkpoint" && method === "POST") return addCheckpoint(witness, ask);
    const [, hash] = /^([0-9a-f]{64})\/checkpoint$/.exec(rest) ?? [];
    return witness !== undefined && hash !== undefined ? newest(witness, hash) : raw("no such path\n", 404);
  };
  return { id: "witness", answer: (ask) => settle(route, ask) };
}
