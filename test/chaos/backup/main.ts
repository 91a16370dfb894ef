// npm run soak backup [SEED]: a service is read, sold from and minted while a backup of it is made; what comes back in another
// folder and on another port must be all of it: rows, proofs, keys, monitors, payments, and a log that goes on.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readRoot } from "../../../jobs/proof/read-tree.ts";
import { openStore, type Store } from "../../../schema/io/clickhouse.ts";
import { openRedis } from "../../../schema/io/redis.ts";
import { readCheckpoint } from "../../../schema/proof/checkpoint.ts";
import { readNote } from "../../../schema/proof/note-text.ts";
import { type RunningService, startService } from "../../../scripts/bench/service.ts";
import { createKey } from "../../../scripts/keys/store-key.ts";
import { openPayer } from "../../../scripts/pay/wallet.ts";
import { programArgs } from "../../../scripts/program.ts";
import { openDraw } from "../../support/payment/drafted-payment.ts";
import { offerOf, present, type Sent, type Shop, sign } from "../investigate/buyer.ts";
import { goodOf, MARKET_SEED, TOKENS } from "../investigate/goods.ts";
import { countOf, type KeptRows, missingOf, readKeptRows } from "./kept-rows.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
const seed = Number(process.argv[2] ?? 7);
const READERS = 8;
const BUYERS = 2;
const SIGNED_MS = 420_000;
/** Also beside other work. */
const START_MS = 300_000;
const BOUGHT_MIN = 6;
const faults: string[] = [];
const settings = {
  ...{ TRACKED_TOKENS: TOKENS.join(","), BACKFILL_DAYS: "1", SANDBOX_SEED: String(MARKET_SEED) },
  ...{ METERING: "on", RATE_FACTOR: "1000", WEBHOOK_LOOPBACK: "true" },
  // What is paid for has an address, which is the same wherever the copy listens.
  PUBLIC_URL: "http://localhost:8080",
};

async function openOf(service: RunningService): Promise<Store> {
  const place = await service.place();
  return openStore({
    ...{ url: place.clickhouseUrl, user: place.clickhouseUser, password: place.clickhousePassword },
    ...{ database: place.clickhouseDatabase, process: "soak" },
  });
}

/** Runs a command of an operator as one does. */
function operate(
  name: string,
  args: readonly string[],
  dataDir: string,
): Promise<{ code: number | null; out: string; ms: number }> {
  const from = performance.now();
  const child = spawn(process.execPath, [...programArgs(name), ...args], {
    env: { ...process.env, DATA_DIR: dataDir },
  });
  let out = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (out += chunk.toString()));
  return new Promise((resolve) =>
    child.once("close", (code) => resolve({ code, out: out.trim(), ms: performance.now() - from })),
  );
}

type Answer = { readonly status: number; readonly text: string };
/** On a connection of its own: one that was kept is closed by the server while this process has no turn. */
async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  const headers = { ...(init.headers as Record<string, string>), connection: "close" };
  const answer = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(60_000) });
  return { status: answer.status, text: await answer.text() };
}

async function untilSigned(url: string, above: number): Promise<{ size: number; root: string }> {
  const until = performance.now() + SIGNED_MS;
  while (performance.now() < until) {
    const { status, text } = await ask(`${url}/checkpoint`).catch(() => ({ status: 0, text: "" }));
    const said = status === 200 ? readCheckpoint(readNote(text)?.text ?? "") : null;
    if (said && said.size > above) return { size: said.size, root: Buffer.from(said.root).toString("hex") };
    await sleep(2_000);
  }
  throw new Error(`no checkpoint of more than ${above} leaves within ${SIGNED_MS / 1_000} s`);
}

/** The id of the first verdict, which is minted after the first numbers are served. */
async function untilEvaluated(url: string, key: string): Promise<string> {
  const until = performance.now() + SIGNED_MS;
  while (performance.now() < until) {
    const { status, text } = await ask(`${url}/v1/evaluate/bitcoin`, { headers: { authorization: `Bearer ${key}` } });
    if (status === 200) return (JSON.parse(text) as { id: string }).id;
    await sleep(2_000);
  }
  throw new Error(`bitcoin has no verdict within ${SIGNED_MS / 1_000} s`);
}

/** Reads all the time; whatever is not answered is a fault. */
function keepReading(url: string, key: string) {
  const state = { stopped: false, reads: 0 };
  const run = async (at: number) => {
    while (!state.stopped) {
      const path = at % 2 ? "/v1/market" : `/v1/state/${TOKENS[at % TOKENS.length]}`;
      const got = await ask(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } }).catch((error: Error) => ({
        ...{ status: 0, text: `${error.message}: ${String(error.cause ?? "")}` },
      }));
      state.reads += 1;
      if (got.status !== 200) faults.push(`a read during the backup: ${got.status} ${got.text.slice(0, 120)}`);
      await sleep(20);
    }
  };
  return { state, ended: Promise.all(Array.from({ length: READERS }, (_, at) => run(at))) };
}

function keepBuying(shop: Shop) {
  const state: { stopped: boolean; all: Sent[]; next: number } = { stopped: false, all: [], next: 0 };
  const run = async () => {
    while (!state.stopped) {
      const sent = await sign(shop, goodOf(state.next++));
      state.all.push(sent);
      await present(shop, sent, false);
    }
  };
  return { state, ended: Promise.all(Array.from({ length: BUYERS }, run)) };
}

/** What was made before the backup, and must be there afterwards. */
type Before = {
  readonly key: string;
  readonly monitor: { readonly id: string; readonly secret: string };
  readonly evaluation: string;
  readonly canonical: string;
  readonly taken: { readonly size: number; readonly root: string };
  readonly paid: readonly Sent[];
  readonly rows: KeptRows;
};

const canonicalOf = (text: string): string =>
  JSON.stringify((JSON.parse(text) as { data?: { canonical?: unknown } }).data?.canonical ?? null);

async function prepare(source: RunningService, store: Store, redisUrl: string, url: string) {
  const redis = openRedis(redisUrl, "patient", "soak");
  const { secret: key } = await createKey({ redis, store, now: () => Date.now() }, "partner");
  redis.disconnect();
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const body = JSON.stringify({ tokens: ["bitcoin"], webhook_url: "http://127.0.0.1:9/hook" });
  const made = await ask(`${url}/v1/monitor`, { method: "POST", headers, body });
  if (made.status !== 201) throw new Error(`no monitor was made: ${made.status} ${made.text.slice(0, 300)}`);
  const monitor = (JSON.parse(made.text) as { data: { id: string; secret: string } }).data;
  const payer = openPayer(await source.origin("cardano"), Buffer.alloc(32, 1 + (seed % 250)));
  const shop: Shop = {
    ...{ payer, draw: openDraw(seed), url: async () => url },
    ...{ found: (fault) => void faults.push(fault), refused: () => undefined },
  };
  await offerOf(shop, goodOf(0));
  return { key, monitor, shop };
}

/** Puts the service under load, and makes the backup. @returns where it lies, and what it must hold. */
async function backUpUnderLoad(source: RunningService, backups: string): Promise<{ path: string; before: Before }> {
  const { url, redisUrl } = await source.place();
  const store = await openOf(source);
  try {
    const { key, monitor, shop } = await prepare(source, store, redisUrl, url);
    const [reading, buying] = [keepReading(url, key), keepBuying(shop)];
    const answered = () => buying.state.all.filter(({ answer, isFree }) => answer !== null && !isFree);
    try {
      const taken = await untilSigned(url, 0);
      while (answered().length < BOUGHT_MIN) await sleep(500);
      const evaluation = await untilEvaluated(url, key);
      const proof = await ask(`${url}/v1/verify/${evaluation}`, { headers: { authorization: `Bearer ${key}` } });
      const paid = answered();
      const rows = await readKeptRows(store);
      const from = reading.state.reads;
      const made = await operate("backup", [backups], source.folder);
      say(
        `backup: exit ${made.code} after ${(made.ms / 1_000).toFixed(1)} s, ${reading.state.reads - from} reads meanwhile`,
      );
      say(`  ${made.out}`);
      const path = /^(\S+): /m.exec(made.out)?.[1];
      if (made.code !== 0 || path === undefined) throw new Error("no backup was made");
      const canonical = canonicalOf(proof.text);
      return { path, before: { key, monitor, evaluation, canonical, taken, paid, rows } };
    } finally {
      reading.state.stopped = true;
      buying.state.stopped = true;
      await Promise.all([reading.ended, buying.ended]);
    }
  } finally {
    await store.close();
  }
}

/** Each payment is known: the same one gets its answer again, and nothing is sent to a ledger for it. */
async function checkPayments(service: RunningService, url: string, paid: readonly Sent[]): Promise<void> {
  const ledger = await service.origin("cardano");
  for (const { id, header, good } of paid) {
    const headers = {
      "payment-signature": header,
      ...(good.body === null ? {} : { "content-type": "application/json" }),
    };
    const init = good.body === null ? { headers } : { method: "POST", headers, body: good.body };
    const got = await ask(`${url}${good.path}`, init);
    if (got.status >= 300) faults.push(`payment ${id} (${good.kind}): ${got.status} ${got.text.slice(0, 160)}`);
    if ((await fetch(`${ledger}/api/v0/txs/${id}`)).status === 200) faults.push(`payment ${id} was charged once more`);
  }
}

async function checkCopy(copy: RunningService, { key, monitor, evaluation, canonical, taken, paid, rows }: Before) {
  const { url } = await copy.place();
  const store = await openOf(copy);
  const headers = { authorization: `Bearer ${key}` };
  try {
    const lost = missingOf(rows, await readKeptRows(store));
    faults.push(...lost);
    say(`${countOf(rows)} keys of ${rows.size} tables looked for, ${lost.length} tables lack some`);
    const read = await ask(`${url}/v1/market`, { headers });
    if (read.status !== 200) faults.push(`the key: ${read.status} ${read.text.slice(0, 160)}`);
    const watched = await ask(`${url}/v1/monitor`, { headers: { ...headers, "x-monitor-secret": monitor.secret } });
    if (!watched.text.includes(monitor.id)) faults.push(`the monitor: ${watched.status} ${watched.text.slice(0, 160)}`);
    const proof = await ask(`${url}/v1/verify/${evaluation}`, { headers });
    if (proof.status !== 200 || canonicalOf(proof.text) !== canonical)
      faults.push(`the proof of ${evaluation}: ${proof.status}`);
    await checkPayments(copy, url, paid);
    const root = async () => (await readRoot(store, taken.size)).toString("hex");
    if ((await root()) !== taken.root) faults.push(`the log does not hold the checkpoint of ${taken.size} leaves`);
    const [{ size = 0 } = {}] = (await store.query(
      { name: "soak", sql: "SELECT toUInt32(max(size)) AS size FROM checkpoint" },
      {},
    )) as { size: number }[];
    const next = await untilSigned(url, size);
    if ((await root()) !== taken.root) faults.push("the log that went on does not hold it");
    if ((await readRoot(store, next.size)).toString("hex") !== next.root)
      faults.push("the next checkpoint does not hold");
    say(`${paid.length} payments; a log of ${taken.size}, ${size}, then ${next.size} leaves`);
  } finally {
    await store.close();
  }
}

const place = await mkdtemp(join(tmpdir(), "assay-backup-"));
const running: RunningService[] = [];
const start = async (name: string): Promise<RunningService> => {
  const service = await startService({ ...settings, DATA_DIR: join(place, name) }, START_MS);
  running.push(service);
  return service;
};
try {
  const source = await start("here");
  const { path, before } = await backUpUnderLoad(source, join(place, "backups"));
  const refused = await operate("backup", ["--restore", path], source.folder);
  if (refused.code !== 1 || !/is not empty/.test(refused.out)) faults.push(`restored over a service: ${refused.out}`);
  const well = await operate("doctor", [], source.folder);
  say(`doctor at the running service: exit ${well.code}`);
  say(well.out);
  const back = await operate("backup", ["--restore", path], join(place, "there"));
  say(`restore: exit ${back.code} after ${(back.ms / 1_000).toFixed(1)} s`);
  say(`  ${back.out}`);
  if (back.code !== 0) throw new Error("nothing was restored");
  const looked = await operate("doctor", [], join(place, "there"));
  say(`doctor at what came back: exit ${looked.code}`);
  if (looked.code !== 0) faults.push(looked.out);
  await checkCopy(await start("there"), before);
} catch (error) {
  faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
} finally {
  for (const service of running) await service.stop();
  await rm(place, { recursive: true, force: true, maxRetries: 5 });
}
for (const fault of faults.slice(0, 20)) say(`  FOUND ${fault}`);
say(
  `${faults.length === 0 ? "HOLDS" : "BROKEN"}: everything is there and goes on; ${faults.length} faults, seed ${seed}`,
);
process.exit(faults.length === 0 ? 0 : 1);
