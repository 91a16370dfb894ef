#!/usr/bin/env node
// Checks a proof without the service's code: hash, inclusion, checkpoint signature. Usage: node scripts/verify-proof/main.js <url or file or ->
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

function check(proof, trustedKeys) {
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
  said.push(
    `attestation ${proof.attestation.status}${proof.attestation.detail ? `: ${proof.attestation.detail}` : ""}`,
  );
  if (proof.attestation.status === "mismatch") throw new Error("the service itself says that this proof does not hold");
  return said;
}

async function read(from) {
  if (/^https?:/.test(from)) return (await fetch(from)).text();
  return readFileSync(from === "-" ? 0 : from, "utf8");
}

const [from, ...trustedKeys] = process.argv.slice(2);
if (!from) {
  process.stderr.write(
    "usage: node scripts/verify-proof/main.js <url of /v1/verify/{id}, file, or -> [<trusted key>…]\n",
  );
  process.exit(2);
}
try {
  const answer = JSON.parse(await read(from));
  if (answer.object !== "proof") throw new Error(answer.detail ?? "this is not a proof");
  process.stdout.write(`${check(answer.data, trustedKeys).join("\n")}\n`);
} catch (error) {
  process.stderr.write(`NOT PROVEN: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
