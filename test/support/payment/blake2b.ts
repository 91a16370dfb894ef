// BLAKE2b of RFC 7693 without a key, for hashes of 28 and 32 bytes; written from the RFC.

const IV = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
] as const;
const SIGMA = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
] as const;
/** Columns, then diagonals. */
const ROUND = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const;
const BLOCK_BYTES = 128;
const TWO_32 = 2 ** 32;
const at = (halves: Uint32Array, index: number): number => halves[index] ?? 0;

/** A word is two halves, the lower one first: numbers of 32 bits cost a fraction of whole ones of 64. */
const halvesOf = (words: readonly bigint[]): Uint32Array =>
  new Uint32Array(words.flatMap((word) => [Number(word & 0xffff_ffffn), Number(word >> 32n)]));
const IV_HALVES = halvesOf(IV);

/** v[a] + v[b] + m[x], into v[a]. */
function sum(v: Uint32Array, a: number, b: number, m: Uint32Array, x: number): void {
  const low = at(v, 2 * a) + at(v, 2 * b) + at(m, 2 * x);
  v[2 * a] = low;
  v[2 * a + 1] = at(v, 2 * a + 1) + at(v, 2 * b + 1) + at(m, 2 * x + 1) + Math.floor(low / TWO_32);
}

const NOTHING = new Uint32Array(2);

/** v[a] ^ v[b], turned to the right by so many bits, into v[a]. */
function turn(v: Uint32Array, a: number, b: number, by: number): void {
  const low = at(v, 2 * a) ^ at(v, 2 * b);
  const high = at(v, 2 * a + 1) ^ at(v, 2 * b + 1);
  const [near, far] = by < 32 ? [low, high] : [high, low];
  const bits = by % 32;
  v[2 * a] = bits === 0 ? near : (near >>> bits) | (far << (32 - bits));
  v[2 * a + 1] = bits === 0 ? far : (far >>> bits) | (near << (32 - bits));
}

function compress(h: Uint32Array, block: Buffer, count: number, isLast: boolean): void {
  const v = new Uint32Array(32);
  v.set(h);
  v.set(IV_HALVES, 16);
  v[24] = at(v, 24) ^ count;
  v[25] = at(v, 25) ^ Math.floor(count / TWO_32);
  if (isLast) {
    v[28] = ~at(v, 28);
    v[29] = ~at(v, 29);
  }
  const m = Uint32Array.from({ length: 32 }, (_, i) => block.readUInt32LE(i * 4));
  for (let round = 0; round < 12; round++) {
    const order = SIGMA[round % 10] ?? SIGMA[0];
    for (let i = 0; i < ROUND.length; i++) {
      const [a, b, c, d] = ROUND[i] ?? ROUND[0];
      sum(v, a, b, m, order[2 * i] ?? 0);
      turn(v, d, a, 32);
      sum(v, c, d, NOTHING, 0);
      turn(v, b, c, 24);
      sum(v, a, b, m, order[2 * i + 1] ?? 0);
      turn(v, d, a, 16);
      sum(v, c, d, NOTHING, 0);
      turn(v, b, c, 63);
    }
  }
  for (let i = 0; i < 16; i++) h[i] = at(h, i) ^ at(v, i) ^ at(v, i + 16);
}

export function blake2b(data: Uint8Array, bytes: 28 | 32): Buffer {
  const h = IV_HALVES.slice();
  h[0] = at(h, 0) ^ 0x01010000 ^ bytes;
  const blocks = Math.max(1, Math.ceil(data.length / BLOCK_BYTES));
  for (let i = 0; i < blocks; i++) {
    const block = Buffer.alloc(BLOCK_BYTES);
    const part = data.subarray(i * BLOCK_BYTES, (i + 1) * BLOCK_BYTES);
    block.set(part);
    compress(h, block, i * BLOCK_BYTES + part.length, i === blocks - 1);
  }
  return Buffer.from(h.buffer).subarray(0, bytes);
}
