// The lanes jobs run in, few and by resource.

export const LANES = {
  /** Venue pace. */
  pull: { concurrency: 14, lockMs: 15_000 },
  /** CPU and ClickHouse. */
  build: { concurrency: 1, lockMs: 15_000 },
  /** What a caller waits for. */
  premium: { concurrency: 4, lockMs: 15_000 },
  /** Gaps, sweeps, samples. */
  upkeep: { concurrency: 6, lockMs: 15_000 },
} as const;

export type LaneId = keyof typeof LANES;
export const LANE_IDS = Object.keys(LANES) as LaneId[];
