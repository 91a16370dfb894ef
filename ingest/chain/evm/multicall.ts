// Multicall3: many reads of contracts in one call, so that all of them are of one block; and the few forms of answers.
/** The same on every chain of Ethereum's kind. */
export const MULTICALL3 = "0xca11bde05977b3631167028862be2a173976ca11";

const AGGREGATE3 = "0x82ad56cb";
const WORD = 64;

export type ContractCall = { readonly to: string; readonly data: string };

const wordOf = (value: number | bigint): string => value.toString(16).padStart(WORD, "0");
const addressWord = (address: string): string => address.slice(2).toLowerCase().padStart(WORD, "0");
const wholeWords = (hex: string): string => hex.padEnd(Math.ceil(hex.length / WORD) * WORD, "0");

/** Data of `aggregate3` in which every call may fail. */
export function encodeAggregate(calls: readonly ContractCall[]): string {
  const tuples = calls.map(({ to, data }) => {
    const bytes = data.slice(2);
    return `${addressWord(to)}${wordOf(1)}${wordOf(96)}${wordOf(bytes.length / 2)}${wholeWords(bytes)}`;
  });
  let offset = calls.length * 32;
  const offsets = tuples.map((tuple) => {
    const here = wordOf(offset);
    offset += tuple.length / 2;
    return here;
  });
  return `${AGGREGATE3}${wordOf(32)}${wordOf(calls.length)}${offsets.join("")}${tuples.join("")}`;
}

/** Null where there is no word, or one that counts no bytes. */
function numberAt(hex: string, byte: number): number | null {
  const word = hex.slice(byte * 2, byte * 2 + WORD);
  const number = word.length === WORD ? Number(`0x${word}`) : Number.NaN;
  return Number.isSafeInteger(number) ? number : null;
}

/** One of the answers of a list that starts at `list`; null where its call failed, undefined where it cannot be read. */
function callIn(hex: string, list: number, i: number): string | null | undefined {
  const offset = numberAt(hex, list + i * 32);
  const tuple = offset === null ? null : list + offset;
  const inner = tuple === null ? null : numberAt(hex, tuple + 32);
  if (tuple === null || inner === null) return undefined;
  const [isDone, length] = [numberAt(hex, tuple), numberAt(hex, tuple + inner)];
  const from = (tuple + inner + 32) * 2;
  if (isDone === null || length === null || from + length * 2 > hex.length) return undefined;
  return isDone === 1 ? `0x${hex.slice(from, from + length * 2)}` : null;
}

/** What each of `count` calls gave, as 0x and hex; null where it failed. Null of what is no answer of Multicall3. */
export function decodeAggregate(answer: string, count: number): (string | null)[] | null {
  const hex = /^0x[0-9a-f]+$/i.test(answer) ? answer.slice(2) : "";
  const list = numberAt(hex, 0);
  if (list === null || numberAt(hex, list) !== count) return null;
  const results = Array.from({ length: count }, (_, i) => callIn(hex, list + 32, i));
  return results.includes(undefined) ? null : results.map((one) => one ?? null);
}

/** A number of one word; null for anything else. */
export const wordIn = (answer: string | null): bigint | null =>
  answer !== null && /^0x[0-9a-f]{64}$/i.test(answer) ? BigInt(answer) : null;

const TEXT_BYTES_MAX = 256;

/** A text, also where an old contract keeps it in 32 bytes; null for anything else. As the contract wrote it: unclean. */
export function textIn(answer: string | null): string | null {
  if (answer === null || !/^0x([0-9a-f]{64})+$/i.test(answer)) return null;
  const bytes = Buffer.from(answer.slice(2), "hex");
  if (bytes.length === 32) {
    const end = bytes.indexOf(0);
    return bytes.subarray(0, end < 0 ? 32 : end).toString("utf8") || null;
  }
  const length = bytes.length >= 64 ? bytes.readUInt32BE(60) : 0;
  if (bytes.readUInt32BE(28) !== 32 || 64 + length > bytes.length) return null;
  return bytes.subarray(64, 64 + Math.min(length, TEXT_BYTES_MAX)).toString("utf8") || null;
}
