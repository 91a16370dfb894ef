// ULIDs: the instant that one carries in its first ten letters (Crockford's base 32), and one made of given bytes.
export const ULID_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const TIME_LENGTH = 10;

/** Epoch milliseconds. */
export const timeOfUlid = (ulid: string): number =>
  [...ulid.slice(0, TIME_LENGTH)].reduce((all, letter) => all * 32 + ULID_ALPHABET.indexOf(letter), 0);

const RANDOM_LENGTH = 16;

const letters = (value: bigint, length: number): string =>
  Array.from({ length }, (_, at) => ULID_ALPHABET[Number((value >> BigInt(5 * (length - 1 - at))) & 31n)]).join("");

/** The ULID of an instant (epoch milliseconds) whose last sixteen letters are the first ten of these bytes. */
export function ulidOf(epochMs: number, bytes: Buffer): string {
  const rest = BigInt(`0x${bytes.subarray(0, 10).toString("hex")}`);
  return letters(BigInt(epochMs), TIME_LENGTH) + letters(rest, RANDOM_LENGTH);
}
