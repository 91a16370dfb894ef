// The proof log as C2SP tlog-tiles, read by a reader of its own that knows nothing but that text.
import { createHash } from "node:crypto";
import t from "tap";
import type { App } from "../../../api/app.ts";
import { completeNodes } from "../../../jobs/proof/append-log.ts";
import { signCheckpoint } from "../../../jobs/proof/sign-checkpoint.ts";
import { encodeFrame } from "../../../schema/frame.ts";
import { SNAPSHOTS } from "../../../schema/key.ts";
import { encodeVerifier, signerOf } from "../../../schema/proof/note.ts";
import { leavesUnder, readTilePath, tilePath } from "../../../schema/proof/tile.ts";
import type { CheckpointMeta } from "../../../schema/snapshot.ts";
import { absentStore, get, headerOf, startTestApi } from "../../support/api/api.ts";
import { startTestStore } from "../../support/store.ts";
import { until } from "../../support/until.ts";

const AT = 1_795_176_000_000;
const signer = signerOf("test/log", Buffer.alloc(32, 5));
const sha256 = (...parts: readonly Buffer[]) => createHash("sha256").update(Buffer.concat(parts)).digest();

/** RFC 6962, section 2.1, over hashes of leaves. */
function merkleRoot(hashes: readonly Buffer[]): Buffer {
  const [only] = hashes;
  if (only === undefined) return sha256();
  if (hashes.length === 1) return only;
  let split = 1;
  while (split * 2 < hashes.length) split *= 2;
  return sha256(Buffer.of(1), merkleRoot(hashes.slice(0, split)), merkleRoot(hashes.slice(split)));
}

const cut = (bytes: Buffer, width: number): Buffer[] =>
  Array.from({ length: bytes.length / width }, (_, at) => bytes.subarray(at * width, (at + 1) * width));

/** Every resource of one level that a tree of `size` leaves has: whole tiles, then the partial one. */
function pathsOf(level: number | "entries", size: number): string[] {
  const count = Math.floor(size / 256 ** (level === "entries" ? 0 : level));
  const number = (index: number) => String(index).padStart(3, "0");
  const whole = Array.from({ length: Math.floor(count / 256) }, (_, index) => `/tile/${level}/${number(index)}`);
  return count % 256 === 0 ? whole : [...whole, `/tile/${level}/${number(whole.length)}.p/${count % 256}`];
}

async function fetchBytes(app: App, path: string): Promise<Buffer> {
  const answer = await app.handle(get(path, { "accept-encoding": "br, gzip" }));
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return answer.body ?? Buffer.alloc(0);
}

const fetchAll = async (app: App, paths: readonly string[]): Promise<Buffer> =>
  Buffer.concat(await Promise.all(paths.map((path) => fetchBytes(app, path))));

/** Entries after their lengths, two bytes each, the larger first. */
function entriesIn(bytes: Buffer): Buffer[] {
  const entries: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 2 + bytes.readUInt16BE(at);
    entries.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return entries;
}

const SIZES = [1, 2, 255, 256, 257, 700];

t.test("the root of every checkpoint is rebuilt from tiles and entries alone", async (t) => {
  const { store } = await startTestStore(t);
  const { app, publish, snapshots } = await startTestApi(t, AT, new Map(), store);
  t.equal((await app.handle(get("/tile/0/000.p/1"))).status, 404, "nothing before the first checkpoint");
  let size = 0;
  for (const [version, next] of SIZES.entries()) {
    const leaves = Array.from({ length: next - size }, (_, offset) => {
      const leaf = size + offset;
      const hash = sha256(Buffer.from(`object ${leaf}`)).toString("hex");
      return { leaf_index: leaf, id: `eval_${String(leaf).padStart(26, "0")}`, hash, appended_at: AT };
    });
    await store.insert("log_leaf", leaves, `log~${size}`);
    size = next;
    await completeNodes(store, size);
    const row = await signCheckpoint({ store, clock: { now: () => AT } }, size, "test/log", [signer]);
    if (row === null) throw new Error("nothing was signed");
    const meta: CheckpointMeta = { ...row, signedAt: AT + version, keys: [encodeVerifier(signer)] };
    const name = SNAPSHOTS.checkpoint;
    const bytes = encodeFrame({ name, version: AT + version, meta }, new Map([["note", row.note]]));
    await publish(new Map([[name, { version: AT + version, bytes }]]));
    await until(() => snapshots.version(name) === AT + version);

    const [origin, said, root] = (await fetchBytes(app, "/checkpoint")).toString().split("\n");
    t.same([origin, Number(said)], ["test/log", size]);
    const hashes = cut(await fetchAll(app, pathsOf(0, size)), 32);
    t.equal(hashes.length, size);
    t.equal(merkleRoot(hashes).toString("base64"), root, `the root of ${size} leaves`);
    const above = cut(await fetchAll(app, pathsOf(1, size)), 32);
    const wholes = Array.from({ length: Math.floor(size / 256) }, (_, at) => hashes.slice(at * 256, (at + 1) * 256));
    t.same(above, wholes.map(merkleRoot), "each hash above is that of a whole tile");
    const entries = entriesIn(await fetchAll(app, pathsOf("entries", size)));
    const leafHashes = entries.map((entry) => sha256(Buffer.of(0), entry));
    t.same(leafHashes, hashes, "each entry hashes to its leaf");
  }

  const headers = await app.handle(get("/tile/0/000"));
  t.equal(headerOf(headers, "content-type"), "application/octet-stream");
  t.match(headerOf(headers, "cache-control"), /max-age=31536000, immutable$/);
  t.equal(headerOf(headers, "content-encoding"), undefined);
  const tag = headerOf(headers, "etag") ?? "";
  t.equal((await app.handle(get("/tile/0/000", { "if-none-match": tag }))).status, 304);
  t.same(await fetchBytes(app, "/tile/0/001.p/9"), (await fetchBytes(app, "/tile/0/001")).subarray(0, 9 * 32));
  for (const beyond of [
    "/tile/0/002.p/189",
    "/tile/0/002",
    "/tile/1/000.p/3",
    "/tile/63/000.p/1",
    "/tile/entries/003",
  ]) {
    const answer = await app.handle(get(beyond));
    t.match([answer.status, String(answer.body)], [404, /"code":"proof_not_found"/], beyond);
  }
});

t.test("a tile has one path, and what is no path of a tile is not found", async (t) => {
  t.same(readTilePath("/tile/3/x001/x234/067.p/12"), { level: 3, index: 1_234_067, width: 12 });
  for (const tile of [
    { level: 0, index: 0, width: 256 },
    { level: 63, index: 999, width: 255 },
    { level: "entries", index: 1_000, width: 1 },
    { level: 2, index: 999_999_999_999_999, width: 256 },
  ] as const) {
    t.same(readTilePath(tilePath(tile)), tile, tilePath(tile));
  }
  const { app } = await startTestApi(t, AT, new Map(), absentStore);
  for (const path of [
    ...["/tile/", "/tile/0", "/tile/0/", "/tile/00/000", "/tile/64/000", "/tile/-1/000", "/tile/0/0", "/tile/0/0000"],
    ...[
      "/tile/0/x000/001",
      "/tile/0/001/002",
      "/tile/0/x001",
      "/tile/0/000.p/0",
      "/tile/0/000.p/256",
      "/tile/0/000.p/",
    ],
    ...[
      "/tile/0/000.p/01",
      "/tile/0/000/",
      "/tile/Entries/000",
      "/tile/0/%300",
      "/tile/0/x001/x001/x001/x001/x001/001",
    ],
  ]) {
    t.equal(readTilePath(path), null, path);
    t.match(String((await app.handle(get(path))).body), /"code":"route_not_found"/, path);
  }
});

t.test("what caches keep for long has one address: a parameter is refused by its name", async (t) => {
  const { app } = await startTestApi(t, AT, new Map(), absentStore);
  for (const path of ["/tile/0/000", "/tile/entries/000", "/recompute", "/recompute/market"])
    for (const query of ["?x=1", "?token=%27%3BDROP", "?at=now&at=then"]) {
      const answer = await app.handle(get(`${path}${query}`));
      t.match([answer.status, String(answer.body)], [400, /"code":"unknown_parameter"/], path);
      t.match(headerOf(answer, "cache-control"), /no-store/);
    }
  t.equal((await app.handle(get("/recompute/market"))).status, 200);
});

t.test("a tree of 70,000 leaves has the tiles that the text counts for it", async (t) => {
  const has = (level: number, index: number, width = 256) => leavesUnder({ level, index, width }) <= 70_000;
  t.ok(has(0, 272) && has(0, 273, 112) && has(1, 0) && has(1, 1, 17) && has(2, 0, 1));
  t.notOk(has(0, 273, 113) || has(1, 1, 18) || has(2, 0, 2) || has(3, 0, 1));
});
