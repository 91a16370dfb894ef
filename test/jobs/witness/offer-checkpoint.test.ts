// Checkpoints under the eyes of witnesses: what they sign is published and proven, what they saw otherwise is an alarm.
import { createHash, createPublicKey, verify } from "node:crypto";
import t from "tap";
import { readProof } from "../../../api/proof/read-proof.ts";
import { handleCheckpointSign } from "../../../jobs/handler/checkpoint-sign.ts";
import { handleCheckpointWitness } from "../../../jobs/handler/checkpoint-witness.ts";
import { readStatus } from "../../../jobs/snapshot/build-status.ts";
import { statusData } from "../../../jobs/status/status-data.ts";
import { offerCheckpoint } from "../../../jobs/witness/offer-checkpoint.ts";
import { decodeFrame } from "../../../schema/frame.ts";
import { openHttp } from "../../../schema/io/http.ts";
import { systemRandom } from "../../../schema/io/random.ts";
import { KEYS, SNAPSHOTS } from "../../../schema/key.ts";
import { encodeSigner, encodeWitness, signerOf } from "../../../schema/proof/note.ts";
import { witnessesOf } from "../../../schema/proof/witness.ts";
import { checkpointLatest } from "../../../schema/query/log/checkpoint-latest.ts";
import type { CheckpointMeta } from "../../../schema/snapshot.ts";
import { createBudget } from "../../../scripts/sandbox/limit.ts";
import { createModel } from "../../../scripts/sandbox/model/model.ts";
import { openOrigin } from "../../../scripts/sandbox/origin.ts";
import { createWitnesses } from "../../../scripts/sandbox/witness/witness.ts";
import { openTestDeps } from "../../support/deps.ts";
import { idOf, LOG_KEYS, LOG_SIGNER, logObjects, runVerifier, trusting } from "../../support/proof/proof-log.ts";
import { startTestRedis } from "../../support/redis.ts";
import { startTestStore } from "../../support/store.ts";

const START = 1_795_176_000_000;
let now = START;
const clock = { now: () => now };
const time = () => new Date(now).toISOString();
const ORIGIN = "test/log";
const signal = new AbortController().signal;

const provider = createWitnesses(createModel(1), createBudget(), 1);
const origin = await openOrigin({ provider, port: 0, now: clock.now, gzip: false });
t.teardown(() => origin.close());
const post = (path: string, body: unknown) =>
  fetch(`${origin.url}${path}`, { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) });
const registry = await (await fetch(`${origin.url}/registry`)).json();
const [first = "", second = ""] = (registry as { witnesses: string[] }).witnesses;

const { store } = await startTestStore(t);
const opened = openTestDeps((await startTestRedis(t)).url, { store, clock });
t.teardown(opened.close);
const settings = {
  LOG_SIGNING_KEYS: encodeSigner(LOG_SIGNER),
  WITNESSES: `${first}@${origin.url}/1,${second}@${origin.url}/2/`,
};
const deps = { ...opened.deps, env: { ...opened.deps.env, ...settings } };

/** Leaves of the log at last. */
let size = 0;
/** Issues, logs, signs and offers. @returns what GET /checkpoint says afterwards. */
async function round(more: number, over = deps) {
  now += 300_000;
  if (more > 0) await logObjects({ store, clock }, size, size + more);
  size += more;
  await handleCheckpointSign(over, { slot: 0 }, signal);
  await handleCheckpointWitness(over, { slot: 0 }, signal);
  const bytes = await deps.redis.getBuffer(KEYS.snapshot(SNAPSHOTS.checkpoint));
  const frame = decodeFrame(bytes ?? Buffer.alloc(0));
  const note = frame?.parts.get("note")?.toString("utf8") ?? "";
  return { note, meta: frame?.meta as CheckpointMeta };
}
const logStatus = async () => statusData(await readStatus(deps, now)).log;

/** By the text of C2SP tlog-cosignature alone: the time in epoch seconds; throws where the line does not hold. */
function readCosignature(note: string, witness: string): number {
  const [name = "", id = "", encoded = ""] = witness.split("+", 2).concat(witness.split("+").slice(2).join("+"));
  const key = Buffer.from(encoded, "base64");
  const hash = createHash("sha256").update(`${name}\n`).update(key).digest("hex");
  if (key[0] !== 4 || hash.slice(0, 8) !== id) throw new Error("the key is not what it says");
  const line = note.split("\n").find((one) => one.startsWith(`— ${name} `)) ?? "";
  const bytes = Buffer.from(line.split(" ")[2] ?? "", "base64");
  if (bytes.subarray(0, 4).toString("hex") !== id || bytes.length !== 76) throw new Error("no cosignature");
  const time = bytes.readBigUInt64BE(4);
  const text = note.slice(0, note.indexOf("\n\n") + 1);
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), key.subarray(1)]);
  const publicKey = createPublicKey({ key: der, format: "der", type: "spki" });
  const message = Buffer.from(`cosignature/v1\ntime ${time}\n${text}`);
  if (!verify(null, message, publicKey, bytes.subarray(12))) throw new Error("the cosignature does not hold");
  return Number(time);
}

t.test("witnesses", async (t) => {
  await t.test("one that was not told of the log signs nothing, and the log goes on", async (t) => {
    const { note } = await round(1);
    t.notMatch(note, /witness/);
    t.match(await logStatus(), {
      witnesses: [{ key: first, size: 0, cosigned_at: null }, { key: second }],
      problem: null,
    });
  });

  await t.test("a checkpoint carries what both signed, of the first tree and of those that continue it", async (t) => {
    await post("/sandbox/log", { origin: ORIGIN, keys: LOG_KEYS });
    for (const more of [0, 1, 5, 9]) {
      const { note } = await round(more);
      t.equal(Number(note.split("\n")[1]), size);
      for (const witness of [first, second]) t.equal(readCosignature(note, witness), now / 1_000, `${size} leaves`);
    }
    const at = time();
    t.match(await logStatus(), {
      witnesses: [
        { size, cosigned_at: at },
        { size, cosigned_at: at },
      ],
      problem: null,
    });
    const hash = createHash("sha256").update(ORIGIN).digest("hex");
    const seen = await (await fetch(`${origin.url}/2/${hash}/checkpoint`)).text();
    t.equal(readCosignature(seen, second), now / 1_000, "monitors read it from the witness itself");
  });

  await t.test(
    "who pins witnesses is told when they saw it, and that it is not proven where too few did",
    async (t) => {
      const at = time();
      const log = await round(0);
      const found = await readProof(store, idOf(3), log, null);
      if (!found) throw new Error("no proof");
      const pinned = (...more: string[]) => runVerifier(found.data, ...trusting(idOf(3)), ...more);
      const both = pinned(`--witness=${first}`, `--witness=${second}`);
      t.match(both, { status: 0, stdout: /witnesses +ok +2 of 2 saw it, 2 needed: / });
      t.ok(both.stdout.includes(`at ${at}`));
      t.notMatch(both.stdout, /inclusion\/checkpoint/, "nothing of the note is left unread");
      const stranger = encodeWitness(signerOf("other.example/w", Buffer.alloc(32, 9), "cosignature"));
      t.match(pinned(`--witness=${first}`, `--witness=${stranger}`), { status: 2, stdout: /1 of 2 saw it, 2 needed/ });
      t.equal(pinned(`--witness=${first}`, `--witness=${stranger}`, "--witnesses=1").status, 0);
      t.match(pinned(), { status: 0, stdout: /the signature of sandbox\.example\/witness-1/ }, "without a pin: named");
      const { inclusion } = found.data;
      if (inclusion === null) throw new Error("no inclusion");
      const [line = ""] = inclusion.checkpoint.match(/— sandbox\.example\/witness-1 .+/) ?? [];
      const changed = `${line.slice(0, -6)}${line.at(-6) === "A" ? "B" : "A"}${line.slice(-5)}`;
      const forged = { ...inclusion, checkpoint: inclusion.checkpoint.replace(line, changed) };
      const said = runVerifier({ ...found.data, inclusion: forged }, ...trusting(idOf(3)), `--witness=${first}`);
      t.match(said, { status: 1, stdout: /FALSE: the cosignature of sandbox\.example\/witness-1/ });
      t.equal(pinned("--witnesses=2").status, 2, "a number without keys is refused");
      t.equal(pinned(`--witness=${LOG_KEYS[0]}`).status, 2, "a key of a log is no key of a witness");
    },
  );

  await t.test("one that was set up anew says from where to prove, and signs again", async (t) => {
    await post("/sandbox/forget", { witness: 1 });
    const { note } = await round(3);
    t.equal(readCosignature(note, first), now / 1_000);
  });

  await t.test("a line that is not of the witness's key is not kept", async (t) => {
    const other = encodeWitness(signerOf("sandbox.example/witness-1", Buffer.alloc(32, 9), "cosignature"));
    const env = { ...deps.env, WITNESSES: `${other}@${origin.url}/1` };
    const { note } = await round(1, { ...deps, env });
    t.notMatch(note, /witness/);
    t.equal(await deps.redis.hget(KEYS.proofHealth, "witness"), null);
  });

  await t.test("a witness that is away holds up nobody", async (t) => {
    const env = { ...deps.env, WITNESSES: `${first}@http://127.0.0.1:9,${second}@${origin.url}/2` };
    const { note } = await round(1, { ...deps, env });
    t.equal(readCosignature(note, second), now / 1_000);
    t.notMatch(note, /witness-1/);
  });

  await t.test(
    "one that saw a fork, and one that saw a longer log, stand in the log's problem until they sign again",
    async (t) => {
      for (const [body, said] of [
        [{ witness: 2 }, /witness sandbox\.example\/witness-2 signed before is not continued/],
        [{ witness: 2, more: 500 }, /witness-2 signed a log of \d+ entries, ours has \d+/],
      ] as const) {
        await post("/sandbox/fork", body);
        const { note } = await round(2);
        t.equal(readCosignature(note, first), now / 1_000, "the other goes on");
        t.notMatch(note, /witness-2/, "it signs neither");
        const log = await logStatus();
        t.match(log.problem, said);
        const { notices } = statusData(await readStatus(deps, now));
        t.ok(
          notices.some(({ text }) => said.test(text)),
          "and among what the status tells people",
        );
        await post("/sandbox/forget", { witness: 2 });
        await round(1);
        t.equal((await logStatus()).problem, null);
      }
    },
  );

  await t.test(
    "a log that shrank or was rewritten under what witnesses signed is a problem, whoever is asked",
    async (t) => {
      await round(1);
      const newest = async () => {
        const [row] = await store.query(checkpointLatest, { limit: 1 });
        if (row === undefined) throw new Error("no checkpoint");
        return row;
      };
      const last = await newest();
      // Of the same size with another root, and smaller: both are signed by our own key.
      for (const [text, said] of [
        [
          last.note.replace(/^(.+\n\d+\n).+\n/, `$1${Buffer.alloc(32, 7).toString("base64")}\n`),
          /signed another log of \d+ entries than ours/,
        ],
        [last.note.replace(/^(.+\n)\d+\n/, `$1${size - 1}\n`), /signed a log of \d+ entries, ours has \d+/],
      ] as const) {
        const changed = { ...last, note: text, size: Number(text.split("\n")[1]) };
        const asked = {
          ...deps,
          store: {
            ...store,
            query: (async (query, params) =>
              query.name === checkpointLatest.name ? [changed] : store.query(query, params)) as typeof store.query,
          },
        };
        await handleCheckpointWitness(asked, { slot: 0 }, signal);
        t.match((await logStatus()).problem, said);
        await handleCheckpointWitness(deps, { slot: 0 }, signal);
        await round(1);
        t.equal((await logStatus()).problem, null, "the log that was signed is none");
      }
      const witness = witnessesOf(deps.env)[0];
      if (witness === undefined) throw new Error("no witness");
      await post("/sandbox/fork", { witness: 1 });
      const http = openHttp({ clock, random: systemRandom });
      t.teardown(() => http.close());
      const offered = await offerCheckpoint({ store, http }, witness, await newest(), size, signal);
      t.match(
        offered,
        { kind: "fork", problem: /signed another log of \d+ entries than ours/ },
        "409 at the same size",
      );
      await post("/sandbox/forget", { witness: 1 });
      await round(1);
    },
  );

  await t.test("the simulated witness refuses what the protocol refuses", async (t) => {
    const { note } = await round(1);
    const text = `${note.slice(0, note.indexOf("\n\n") + 2)}${note.match(/— test\/log .+\n/)?.[0]}`;
    const ask = async (body: string) => {
      const answer = await post("/1/add-checkpoint", body);
      return [answer.status, await answer.text(), answer.headers.get("content-type")];
    };
    t.same(await ask(`old 0\n\n${text}`), [409, `${size}\n`, "text/x.tlog.size"]);
    t.equal((await ask(`old ${size}\nAAAA\n\n${text}`))[0], 400, "a hash has 32 bytes");
    t.equal((await ask(`old ${size}\n${Buffer.alloc(32).toString("base64")}\n\n${text}`))[0], 422);
    t.equal((await ask(`old ${size + 1}\n\n${text}`))[0], 400);
    t.equal((await ask(`old 0${size}\n\n${text}`))[0], 400);
    t.equal((await ask(`old ${size}\n${text}`))[0], 400, "no empty line");
    t.equal((await ask(`old ${size}\n\n${text.replace(ORIGIN, "else.example/log")}`))[0], 404);
    t.equal((await ask(`old ${size}\n\n${text.replace(/\n\d+\n/, "\n999\n")}`))[0], 403, "not what was signed");
    t.equal((await ask(`old ${size}\n\n${text}`))[0], 200);
  });
});
