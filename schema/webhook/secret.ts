// A monitor's secret: how it looks, what it is known by, and how it is sealed where it is kept.
import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from "node:crypto";
import { digestOf } from "../canonical.ts";

/** Bytes of a secret, and of a key that seals. */
export const SECRET_BYTES = 32;
/** Bytes that make each sealing another one. */
export const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = "aes-256-gcm";
const FORM = "v1";

/** What is sealed for one purpose opens for no other. */
type Purpose = "secret" | "answer";

/** A key that seals, with the name that what it sealed bears. */
export type SealKey = { readonly name: string; readonly key: Buffer };

/** `whsec_` and the base64 of 32 random bytes: both signatures take it. */
export const makeSecret = (bytes: Buffer): string => `whsec_${bytes.toString("base64")}`;

/** Whether two digests are one, in a time that tells nothing of where they differ. */
export const isSameDigest = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** What a caller is counted by, hex: one a key, the first under the key that seals. Nobody reads an address from it. */
export const callerMarks = (keys: readonly SealKey[], caller: string): string[] =>
  keys.map(({ key }) => createHmac("sha256", key).update(`caller ${caller}`).digest("hex"));

/**
 * Keys of the setting MONITOR_KEY, joined by commas: the first seals, all of them open.
 * @throws TypeError where one is not the base64 of 32 bytes.
 */
export function readSealKeys(text: string): SealKey[] {
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return parts.map((part) => {
    const key = Buffer.from(part, "base64");
    if (key.length !== SECRET_BYTES || key.toString("base64") !== part) {
      throw new TypeError(`it is not the base64 of ${SECRET_BYTES} bytes`);
    }
    return { name: digestOf(key).slice(0, 8), key };
  });
}

/** Seals under the first key; `nonce` is of no other sealing. Throws where there is no key. */
export function seal(keys: readonly SealKey[], purpose: Purpose, plain: Buffer | string, nonce: Buffer): string {
  const [first] = keys;
  if (first === undefined) throw new TypeError("there is no key to seal with");
  const cipher = createCipheriv(CIPHER, first.key, nonce);
  cipher.setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return [FORM, first.name, nonce.toString("base64url"), sealed.toString("base64url")].join(".");
}

/** Whether it was sealed under that key. */
export const isSealedBy = ({ name }: SealKey, sealed: string): boolean => sealed.split(".")[1] === name;

/** What was sealed; null where none of the keys opens it for that purpose. */
export function unseal(keys: readonly SealKey[], purpose: Purpose, sealed: string): Buffer | null {
  const [form, name, nonce = "", rest = ""] = sealed.split(".");
  const known = keys.find((one) => one.name === name);
  const bytes = Buffer.from(rest, "base64url");
  if (form !== FORM || known === undefined || bytes.length < TAG_BYTES) return null;
  try {
    const decipher = createDecipheriv(CIPHER, known.key, Buffer.from(nonce, "base64url"));
    decipher.setAAD(Buffer.from(purpose));
    decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(0, bytes.length - TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}
