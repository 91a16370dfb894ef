// The randomness door: fractions for jitter and sortable identifiers.
import { ulid } from "ulid";

export type Random = {
  /** At least 0, below 1. */ fraction(): number /** A ULID of the given time. */;
  id(epochMs: number): string;
};

export const systemRandom: Random = { fraction: () => Math.random(), id: (epochMs) => ulid(epochMs) };
