// Secrets at rest: sealed under a key that may be changed, opened for their purpose alone.
import { randomBytes } from "node:crypto";
import t from "tap";
import { digestOf } from "../../../schema/canonical.ts";
import {
  isSameDigest,
  makeSecret,
  NONCE_BYTES,
  readSealKeys,
  SECRET_BYTES,
  seal,
  unseal,
} from "../../../schema/webhook/secret.ts";

const keyText = (byte: number) => Buffer.alloc(SECRET_BYTES, byte).toString("base64");
const nonce = () => randomBytes(NONCE_BYTES);

t.test("a secret is whsec_ and 32 bytes, known by its digest", async (t) => {
  const secret = makeSecret(Buffer.from(Array.from({ length: SECRET_BYTES }, (_, at) => at)));
  t.equal(secret, "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=");
  t.match(digestOf(secret), /^[0-9a-f]{64}$/);
  t.ok(isSameDigest(digestOf(secret), digestOf(secret)));
  t.notOk(isSameDigest(digestOf(secret), digestOf(`${secret} `)));
  t.notOk(isSameDigest(digestOf(secret), ""));
});

t.test("what is sealed opens with its key and for its purpose, and not when a letter of it was changed", async (t) => {
  const keys = readSealKeys(keyText(1));
  const sealed = seal(keys, "secret", "whsec_x", nonce());
  t.equal(unseal(keys, "secret", sealed)?.toString(), "whsec_x");
  t.notMatch(sealed, /whsec/);
  t.not(seal(keys, "secret", "whsec_x", nonce()), sealed, "another sealing is another text");
  t.equal(unseal(keys, "answer", sealed), null);
  t.equal(unseal(readSealKeys(keyText(2)), "secret", sealed), null);
  for (const broken of ["", "v1", "v1...", `v2${sealed.slice(2)}`, sealed.slice(0, -2), `${sealed}AA`]) {
    t.equal(unseal(keys, "secret", broken), null, broken);
  }
  for (let at = 0; at < sealed.length; at += 7) {
    const letter = sealed[at] === "A" ? "B" : "A";
    const changed = `${sealed.slice(0, at)}${letter}${sealed.slice(at + 1)}`;
    const opened = unseal(keys, "secret", changed)?.toString() ?? null;
    // The last letter of a base64 text may hold bits that mean nothing.
    if (opened !== null && opened !== "whsec_x") t.fail(`${at} opened as ${opened}`);
  }
});

t.test("two keys while they rotate: the first seals, both open", async (t) => {
  const old = readSealKeys(keyText(1));
  const both = readSealKeys(`${keyText(2)}, ${keyText(1)}`);
  const before = seal(old, "secret", "a", nonce());
  const after = seal(both, "secret", "b", nonce());
  t.equal(unseal(both, "secret", before)?.toString(), "a");
  t.equal(unseal(both, "secret", after)?.toString(), "b");
  t.equal(unseal(old, "secret", after), null);
  t.throws(() => seal(readSealKeys(""), "secret", "x", nonce()), TypeError);
  for (const wrong of ["short", keyText(1).slice(0, -1), Buffer.alloc(31).toString("base64"), `${keyText(1)},x`]) {
    t.throws(() => readSealKeys(wrong), TypeError, wrong);
  }
});
