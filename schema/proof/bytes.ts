// Bytes and their text forms without Node, read strictly: each value has exactly one text.
const NOT_HEX = /[^0-9a-f]/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** By the byte. */
const PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
const BYTES: ReadonlyMap<string, number> = new Map(PAIRS.map((pair, byte) => [pair, byte]));

/** Lower-case hex. */
export const toHex = (bytes: Uint8Array): string => {
  let text = "";
  for (const byte of bytes) text += PAIRS[byte];
  return text;
};

/** Whether it is lower-case hex of whole bytes. */
export const isHex = (text: string): boolean => text.length % 2 === 0 && !NOT_HEX.test(text);

/** Bytes of lower-case hex; null for any other text. */
export const fromHex = (text: string): Uint8Array | null =>
  isHex(text)
    ? Uint8Array.from({ length: text.length / 2 }, (_, at) => BYTES.get(text.slice(2 * at, 2 * at + 2)) ?? 0)
    : null;

export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

/** Bytes of padded base64 as an encoder writes it; null for any other text. */
export function fromBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !BASE64.test(text)) return null;
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : null;
}

export const toUtf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export function joinBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);
