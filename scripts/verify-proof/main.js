#!/usr/bin/env node
// Checks a proof without the service's code: hash, inclusion, checkpoint signature, attestation, anchor.
// Usage: node scripts/verify-proof/main.js <url or file or ->… [<trusted key or node address>…] [--ledger=<Blockfrost url>]
// It imports nothing of the project and no package, so that it can be read, copied and trusted by itself.
import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";

const sha256 = (...parts) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** RFC 8785: names sorted by UTF-16 code units; numbers and strings as ECMAScript writes them. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

/** RFC 9162, 2.1.3.2. */
function rootOf(index, size, leaf, path) {
  let [fn, sn, root] = [index, size - 1, leaf];
  for (const step of path) {
    if (sn === 0) throw new Error("the audit path is too long");
    if (fn % 2 === 1 || fn === sn) {
      root = sha256(Uint8Array.of(1), step, root);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
    } else root = sha256(Uint8Array.of(1), root, step);
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  if (sn !== 0) throw new Error("the audit path is too short");
  return root;
}

/** RFC 9162, 2.1.4.2: whether the path shows that the new tree holds all of the old one. */
function continues(old, now, path) {
  if (old.size === now.size) return path.length === 0 && old.root.equals(now.root);
  if (old.size === 0 || old.size > now.size) return old.size === 0 && path.length === 0;
  const steps = Number.isInteger(Math.log2(old.size)) ? [old.root, ...path] : [...path];
  let [fn, sn] = [old.size - 1, now.size - 1];
  while (fn % 2 === 1) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  const first = steps.shift();
  if (!first || path.length === 0) return false;
  let [fr, sr] = [first, first];
  for (const step of steps) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      [fr, sr] = [sha256(Uint8Array.of(1), step, fr), sha256(Uint8Array.of(1), step, sr)];
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
    } else sr = sha256(Uint8Array.of(1), sr, step);
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  return sn === 0 && fr.equals(old.root) && sr.equals(now.root);
}

const MASK = (1n << 64n) - 1n;
const turn = (x, n) => (n === 0n ? x : ((x << n) | (x >> (64n - n))) & MASK);

/** The permutation of Keccak; round constants and rotations are made as its reference makes them. */
function permute(lanes) {
  let lfsr = 1;
  for (let round = 0; round < 24; round++) {
    const parity = [0, 1, 2, 3, 4].map((x) => [0, 5, 10, 15, 20].reduce((sum, y) => sum ^ lanes[x + y], 0n));
    for (let at = 0; at < 25; at++) lanes[at] ^= parity[(at + 4) % 5] ^ turn(parity[(at + 1) % 5], 1n);
    let [x, y, current] = [1, 0, lanes[1]];
    for (let t = 0; t < 24; t++) {
      [x, y] = [y, (2 * x + 3 * y) % 5];
      const next = lanes[x + 5 * y];
      lanes[x + 5 * y] = turn(current, BigInt((((t + 1) * (t + 2)) / 2) % 64));
      current = next;
    }
    for (let row = 0; row < 25; row += 5) {
      const line = lanes.slice(row, row + 5);
      for (let at = 0; at < 5; at++) lanes[row + at] = line[at] ^ (~line[(at + 1) % 5] & MASK & line[(at + 2) % 5]);
    }
    for (let j = 0; j < 7; j++) {
      if (lfsr & 1) lanes[0] ^= 1n << BigInt(2 ** j - 1);
      lfsr = (lfsr << 1) ^ (lfsr & 0x80 ? 0x171 : 0);
    }
  }
}

function keccak256(...parts) {
  const data = Buffer.concat(parts);
  const padded = Buffer.alloc((Math.floor(data.length / 136) + 1) * 136);
  data.copy(padded);
  padded[data.length] ^= 0x01;
  padded[padded.length - 1] ^= 0x80;
  const lanes = Array(25).fill(0n);
  for (let block = 0; block < padded.length; block += 136) {
    for (let at = 0; at < 17; at++) lanes[at] ^= padded.readBigUInt64LE(block + 8 * at);
    permute(lanes);
  }
  const out = Buffer.alloc(32);
  for (let at = 0; at < 4; at++) out.writeBigUInt64LE(lanes[at], 8 * at);
  return out;
}

/** secp256k1: the field, the order and the base point. */
const P = 2n ** 256n - 2n ** 32n - 977n;
const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const G = [
  0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
];
const mod = (a, m) => ((a % m) + m) % m;
function power(base, exponent, m) {
  let result = 1n;
  for (let [b, e] = [mod(base, m), exponent]; e > 0n; [b, e] = [(b * b) % m, e >> 1n])
    if (e & 1n) result = (result * b) % m;
  return result;
}
function inverse(a, m) {
  let [r, next, x, y] = [mod(a, m), m, 1n, 0n];
  while (r > 1n) [r, next, x, y] = [next % r, r, y - (next / r) * x, x];
  return mod(x, m);
}
function add(a, b) {
  if (a === null || b === null) return a ?? b;
  if (a[0] === b[0] && mod(a[1] + b[1], P) === 0n) return null;
  const slope = a[0] === b[0] ? 3n * a[0] * a[0] * inverse(2n * a[1], P) : (b[1] - a[1]) * inverse(b[0] - a[0], P);
  const x = mod(slope * slope - a[0] - b[0], P);
  return [x, mod(slope * (a[0] - x) - a[1], P)];
}
function times(point, factor) {
  let sum = null;
  for (let [p, f] = [point, factor]; f > 0n; [p, f] = [add(p, p), f >> 1n]) if (f & 1n) sum = add(sum, p);
  return sum;
}
const toNumber = (bytes) => BigInt(`0x${bytes.toString("hex")}`);

/** Ethereum address whose key signed the digest; null where the 65 bytes are no signature. */
function signerAddress(digest, signature) {
  if (signature.length !== 65) return null;
  const [r, s] = [toNumber(signature.subarray(0, 32)), toNumber(signature.subarray(32, 64))];
  const recovery = signature[64] >= 27 ? signature[64] - 27 : signature[64];
  if (r === 0n || r >= N || s === 0n || s > N / 2n || recovery > 1) return null;
  const square = mod(r ** 3n + 7n, P);
  const root = power(square, (P + 1n) / 4n, P);
  if ((root * root) % P !== square) return null;
  const point = [r, (root & 1n) === BigInt(recovery) ? root : P - root];
  const ofR = inverse(r, N);
  const key = add(times(G, mod(-toNumber(digest) * ofR, N)), times(point, mod(s * ofR, N)));
  if (key === null) return null;
  const bytes = Buffer.from(key.map((part) => part.toString(16).padStart(64, "0")).join(""), "hex");
  return `0x${keccak256(bytes).toString("hex", 12)}`;
}

/** Names of keys whose Ed25519 signature under the note holds; throws where a named key's does not. */
function signersOf(note, keys) {
  const end = note.lastIndexOf("\n\n") + 1;
  const text = note.slice(0, end);
  const names = [];
  for (const line of note
    .slice(end + 1)
    .split("\n")
    .filter(Boolean)) {
    const [, name, encoded] = /^— (\S+) (\S+)$/u.exec(line) ?? [];
    const bytes = Buffer.from(encoded ?? "", "base64");
    const key = keys
      .map((k) => /^(\S+)\+([0-9a-f]{8})\+(\S+)$/.exec(k))
      .find((k) => k?.[1] === name && k[2] === bytes.toString("hex", 0, 4));
    if (!key) continue;
    const raw = Buffer.from(key[3], "base64");
    if (sha256(`${name}\n`, raw).toString("hex", 0, 4) !== key[2])
      throw new Error(`the key ${name} is not what its identifier says`);
    const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), raw.subarray(1)]);
    const publicKey = createPublicKey({ key: der, format: "der", type: "spki" });
    if (!verify(null, Buffer.from(text), publicKey, bytes.subarray(4)))
      throw new Error(`the signature of ${name} does not hold`);
    names.push(name);
  }
  if (names.length === 0) throw new Error("no signature of a known key");
  return { names, lines: text.split("\n") };
}

const hashes = (list) => list.map((hash) => Buffer.from(hash, "hex"));

/** The older tree holds the leaf, and the log still holds the older tree. */
function checkOlder(what, { size, root, origin }, consistency, leafIndex, log) {
  if (leafIndex >= size) throw new Error(`the ${what} is of a tree without this leaf`);
  if (origin !== log.origin) throw new Error(`the ${what} is of another log`);
  if (!continues({ size, root: Buffer.from(root, "hex") }, log, hashes(consistency)))
    throw new Error(`the log does not continue the tree of the ${what}`);
}

function checkAttestation(attestation, leafIndex, log, pinned, keys) {
  const { status, detail, checkpoint, network } = attestation;
  if (status !== "attested") return [`attestation --  ${status}${detail ? `: ${detail}` : ""}`];
  checkOlder("attestation", checkpoint, attestation.consistency, leafIndex, log);
  const text = `${checkpoint.origin}\n${checkpoint.size}\n${Buffer.from(checkpoint.root, "hex").toString("base64")}\n`;
  signersOf(`${text}\n${checkpoint.signature}\n`, keys);
  const [report, context] = hashes([attestation.report.report, attestation.report.context]);
  if (report[0] !== 1 || report.length < 109 + 160) throw new Error("the report is not one this script knows");
  const word = (at) => report.subarray(109 + 32 * at, 141 + 32 * at);
  if (word(0).toString("hex") !== checkpoint.root) throw new Error("the report is about another root");
  if (toNumber(word(1)) !== BigInt(checkpoint.size)) throw new Error("the report is about another size");
  const { id, owner } = attestation.workflow;
  if (report.toString("hex", 45, 77) !== id || report.toString("hex", 87, 107) !== owner)
    throw new Error("the report is of another workflow");
  const count = Number(toNumber(word(4)));
  if (report.length !== 109 + 32 * (5 + count)) throw new Error("the report's length is not what it says");
  const leaves = Array.from({ length: count }, (_, at) => Number(toNumber(word(5 + at))));
  const level = leaves.includes(leafIndex) ? "corroborated" : "existence";
  if (level !== attestation.level) throw new Error(`the report shows ${level}, not ${attestation.level}`);
  const known = pinned.length > 0 ? pinned : attestation.signers;
  const digest = keccak256(keccak256(report), context);
  const signed = new Set(hashes(attestation.report.signatures).map((one) => signerAddress(digest, one)));
  const valid = known.filter((address) => signed.has(address)).length;
  if (valid < attestation.quorum) throw new Error(`${valid} of ${attestation.quorum} needed nodes signed the report`);
  const said = [`attestation ok  ${level}, ${valid} nodes of ${network}, ${attestation.quorum} needed`];
  if (pinned.length === 0)
    said.push("            (nodes as the service gave them; pass addresses you trust to pin them)");
  return said;
}

async function checkAnchor(anchor, leafIndex, log, ledger) {
  checkOlder("anchor", anchor, anchor.consistency, leafIndex, log);
  const said = `${anchor.network}, transaction ${anchor.transaction}, label ${anchor.label}`;
  if (!ledger) return [`anchor      ok  ${said} (not looked up; pass --ledger=<Blockfrost url>)`];
  const answer = await fetch(`${ledger}/txs/${anchor.transaction}/metadata`, {
    headers: process.env.BLOCKFROST_PROJECT_ID ? { project_id: process.env.BLOCKFROST_PROJECT_ID } : {},
  });
  if (!answer.ok) throw new Error(`the ledger answered ${answer.status} for the anchor's transaction`);
  const entry = (await answer.json()).find(({ label }) => label === String(anchor.label))?.json_metadata;
  const isSame = entry?.root === `0x${anchor.root}` && entry.size === anchor.size && entry.origin === anchor.origin;
  if (!isSame) throw new Error("the ledger holds another root under the anchor's transaction");
  return [`anchor      ok  ${said}, read on the ledger`];
}

async function check(proof, trusted, ledger) {
  const pinned = trusted.filter((one) => /^0x[0-9a-f]{40}$/i.test(one)).map((one) => one.toLowerCase());
  const trustedKeys = trusted.filter((one) => !one.startsWith("0x"));
  const said = [];
  const hash = sha256(canonical(proof.canonical)).toString("hex");
  if (hash !== proof.hash) throw new Error(`the canonical object hashes to ${hash}, not to ${proof.hash}`);
  if (proof.canonical.id !== proof.id) throw new Error("the canonical object has another id");
  said.push(`hash        ok  ${hash}`);
  const { inclusion } = proof;
  if (inclusion === null) return [...said, "inclusion   --  not in a signed checkpoint yet"];
  const leaf = sha256(Uint8Array.of(0), Buffer.from(hash, "hex"));
  const path = inclusion.hashes.map((h) => Buffer.from(h, "hex"));
  const root = rootOf(inclusion.leaf_index, inclusion.tree_size, leaf, path);
  if (root.toString("hex") !== inclusion.root_hash) throw new Error("the audit path does not lead to the root");
  said.push(`inclusion   ok  leaf ${inclusion.leaf_index} of ${inclusion.tree_size}`);
  const keys = trustedKeys.length > 0 ? trustedKeys : inclusion.keys;
  const { names, lines } = signersOf(inclusion.checkpoint, keys);
  if (lines[1] !== String(inclusion.tree_size)) throw new Error("the checkpoint is of another size");
  if (lines[2] !== root.toString("base64")) throw new Error("the checkpoint signs another root");
  said.push(`checkpoint  ok  ${lines[0]}, signed by ${names.join(", ")}`);
  if (trustedKeys.length === 0)
    said.push("            (keys as the service gave them; pass keys you trust to pin them)");
  if (proof.attestation.status === "mismatch") {
    throw new Error(`the service itself says that this proof does not hold: ${proof.attestation.detail}`);
  }
  const log = { size: inclusion.tree_size, root, origin: lines[0] };
  said.push(...checkAttestation(proof.attestation, inclusion.leaf_index, log, pinned, keys));
  if (proof.anchor !== null) said.push(...(await checkAnchor(proof.anchor, inclusion.leaf_index, log, ledger)));
  return said;
}

async function read(from) {
  if (/^https?:/.test(from)) return (await fetch(from)).text();
  return readFileSync(from === "-" ? 0 : from, "utf8");
}

const given = process.argv.slice(2);
const isKey = (one) => /^0x[0-9a-f]{40}$/i.test(one) || /\+[0-9a-f]{8}\+/.test(one);
const ledger = given
  .find((one) => one.startsWith("--ledger="))
  ?.slice("--ledger=".length)
  .replace(/\/+$/, "");
const sources = given.filter((one) => !one.startsWith("--") && !isKey(one));
if (sources.length === 0) {
  process.stderr.write(
    "usage: node scripts/verify-proof/main.js <url of /v1/verify/{id}, file, or ->… [<trusted key or node address>…] [--ledger=<Blockfrost url>]\n",
  );
  process.exit(2);
}
for (const from of sources) {
  try {
    const answer = JSON.parse(await read(from));
    if (answer.object !== "proof") throw new Error(answer.detail ?? "this is not a proof");
    const said = await check(answer.data, given.filter(isKey), ledger);
    process.stdout.write(`${(sources.length > 1 ? [from, ...said] : said).join("\n")}\n`);
  } catch (error) {
    const of = sources.length > 1 ? ` ${from}` : "";
    process.stderr.write(`NOT PROVEN${of}: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
