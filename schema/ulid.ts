// The instant that a ULID carries in its first ten letters (Crockford's base 32).
export const ULID_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const TIME_LENGTH = 10;

/** Epoch milliseconds. */
export const timeOfUlid = (ulid: string): number =>
  [...ulid.slice(0, TIME_LENGTH)].reduce((all, letter) => all * 32 + ULID_ALPHABET.indexOf(letter), 0);
