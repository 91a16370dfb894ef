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
const MASK = 0xffff_ffff_ffff_ffffn;
const BLOCK_BYTES = 128;
const at = (words: BigUint64Array, index: number): bigint => words[index] ?? 0n;
const turn = (word: bigint, by: bigint): bigint => ((word >> by) | (word << (64n - by))) & MASK;

function compress(h: BigUint64Array, block: Buffer, count: bigint, isLast: boolean): void {
  const v = new BigUint64Array([...h, ...IV]);
  v[12] = at(v, 12) ^ count;
  if (isLast) v[14] = at(v, 14) ^ MASK;
  const m = Array.from({ length: 16 }, (_, i) => block.readBigUInt64LE(i * 8));
  for (let round = 0; round < 12; round++) {
    const order = SIGMA[round % 10] ?? SIGMA[0];
    for (const [i, [a, b, c, d]] of ROUND.entries()) {
      const [x, y] = [m[order[2 * i] ?? 0] ?? 0n, m[order[2 * i + 1] ?? 0] ?? 0n];
      v[a] = (at(v, a) + at(v, b) + x) & MASK;
      v[d] = turn(at(v, d) ^ at(v, a), 32n);
      v[c] = (at(v, c) + at(v, d)) & MASK;
      v[b] = turn(at(v, b) ^ at(v, c), 24n);
      v[a] = (at(v, a) + at(v, b) + y) & MASK;
      v[d] = turn(at(v, d) ^ at(v, a), 16n);
      v[c] = (at(v, c) + at(v, d)) & MASK;
      v[b] = turn(at(v, b) ^ at(v, c), 63n);
    }
  }
  for (let i = 0; i < 8; i++) h[i] = at(h, i) ^ at(v, i) ^ at(v, i + 8);
}

export function blake2b(data: Uint8Array, bytes: 28 | 32): Buffer {
  const h = new BigUint64Array(IV);
  h[0] = at(h, 0) ^ 0x01010000n ^ BigInt(bytes);
  const blocks = Math.max(1, Math.ceil(data.length / BLOCK_BYTES));
  for (let i = 0; i < blocks; i++) {
    const block = Buffer.alloc(BLOCK_BYTES);
    const part = data.subarray(i * BLOCK_BYTES, (i + 1) * BLOCK_BYTES);
    block.set(part);
    compress(h, block, BigInt(i * BLOCK_BYTES + part.length), i === blocks - 1);
  }
  return Buffer.from(h.buffer).subarray(0, bytes);
}
