// CBOR from outside as a tree of items: bounded in depth and count before anything is made of what it claims.

export type Item = {
  /** Where it begins and ends in the bytes. */
  readonly from: number;
  readonly to: number;
  /** 0 whole number, 1 negative, 2 bytes, 3 text, 4 array, 5 map, 6 tag, 7 simple. */
  readonly major: number;
  /** Number, length, count or tag. */
  readonly argument: bigint;
  readonly isIndefinite: boolean;
  /** Of arrays, maps (key, value, key, value), tags, and strings in pieces. */
  readonly inside: readonly Item[];
};

/** A payment nests eight deep and counts some hundred items. */
export const DEPTH_MAX = 32;
export const ITEMS_MAX = 4_096;
const BREAK = 0xff;

type Head = Pick<Item, "major" | "argument" | "isIndefinite"> & { readonly end: number };

/** The head of the item at an offset; null where the bytes end inside it or it is reserved. */
function headAt(bytes: Buffer, at: number): Head | null {
  const first = bytes[at];
  if (first === undefined) return null;
  const [major, info] = [first >> 5, first & 31];
  if (info < 24) return { major, argument: BigInt(info), isIndefinite: false, end: at + 1 };
  if (info === 31) return major < 2 || major > 5 ? null : { major, argument: 0n, isIndefinite: true, end: at + 1 };
  const size = 2 ** (info - 24);
  if (info > 27 || at + 1 + size > bytes.length) return null;
  const argument = size === 8 ? bytes.readBigUInt64BE(at + 1) : BigInt(bytes.readUIntBE(at + 1, size));
  return { major, argument, isIndefinite: false, end: at + 1 + size };
}

const isString = (major: number) => major === 2 || major === 3;
/** How many items its head says are inside. */
function membersOf({ major, argument, isIndefinite }: Head): bigint | null {
  if (isIndefinite) return null;
  if (major === 6) return 1n;
  return major === 4 ? argument : major === 5 ? argument * 2n : 0n;
}

/**
 * The one item that the bytes are; null where they are none, or are deeper or more than a payment ever is. What is
 * refused costs no more than what was looked at by then.
 */
export function readItem(raw: Uint8Array): Item | null {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  let items = 0;

  function readMembers(head: Head, depth: number): { inside: Item[]; to: number } | null {
    const wanted = membersOf(head);
    // Every item takes a byte at least: who claims more than there is gets nothing made.
    if (wanted !== null && wanted > BigInt(bytes.length - head.end)) return null;
    const inside: Item[] = [];
    let to = head.end;
    while (wanted === null ? bytes[to] !== BREAK : inside.length < wanted) {
      const member = read(to, depth + 1);
      if (member === null) return null;
      // Pieces of a string are whole strings of its kind.
      if (isString(head.major) && (member.major !== head.major || member.isIndefinite)) return null;
      inside.push(member);
      to = member.to;
    }
    if (wanted === null && head.major === 5 && inside.length % 2 === 1) return null;
    return { inside, to: wanted === null ? to + 1 : to };
  }

  function read(from: number, depth: number): Item | null {
    items += 1;
    if (depth > DEPTH_MAX || items > ITEMS_MAX) return null;
    const head = headAt(bytes, from);
    if (head === null) return null;
    const { major, argument, isIndefinite, end } = head;
    if (isString(major) && !isIndefinite) {
      if (argument > BigInt(bytes.length - end)) return null;
      return { from, to: end + Number(argument), major, argument, isIndefinite, inside: [] };
    }
    const members = readMembers(head, depth);
    return members === null ? null : { from, major, argument, isIndefinite, ...members };
  }

  const item = read(0, 1);
  return item !== null && item.to === bytes.length ? item : null;
}
