// The randomness door: fractions for jitter and sortable identifiers.
import { randomFillSync, randomBytes as systemBytes } from "node:crypto";
import { ulid } from "ulid";

export type Random = {
  /** At least 0, below 1. */
  fraction(): number;
  /** A ULID of the given time. `about`: what it names, for who wants the same one each time; the system's minds it not. */
  id(epochMs: number, about?: string): string;
};

/** Asking the system for each of an identifier's sixteen letters costs more than all else about it. */
const POOL_BYTES = 4_096;
const pool = Buffer.alloc(POOL_BYTES);
let taken = POOL_BYTES;

/** A fraction with eight random bits: a letter of an identifier takes five of them. */
function drawLetter(): number {
  if (taken === POOL_BYTES) {
    randomFillSync(pool);
    taken = 0;
  }
  const byte = pool[taken] ?? 0;
  taken += 1;
  return byte / 256;
}

export const systemRandom: Random = { fraction: () => Math.random(), id: (epochMs) => ulid(epochMs, drawLetter) };

/** Bytes for secrets, and for what must never come twice. */
export const randomBytes = (length: number): Buffer => systemBytes(length);
