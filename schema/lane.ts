// The lanes jobs run in, few and by resource, and the roles of jobs processes that serve them.

type LaneRow = { readonly concurrency: number; readonly lockMs: number; readonly role: string };

export const LANES = {
  /** Venue pace. */
  pull: { concurrency: 14, lockMs: 15_000, role: "pull" },
  /** CPU and ClickHouse: live numbers, and what is judged from them. */
  build: { concurrency: 1, lockMs: 15_000, role: "build" },
  /** The same for what may come later: frames of the past. */
  history: { concurrency: 1, lockMs: 15_000, role: "build" },
  /** How the service is doing; nothing else, so that it never waits, and beside the builds, so that it tells of them. */
  status: { concurrency: 1, lockMs: 15_000, role: "upkeep" },
  /** What a caller waits for; as many as may be called at once and more: some of them wait for a model for a minute. */
  premium: { concurrency: 12, lockMs: 15_000, role: "premium" },
  /**
   * Monitors as their owners make, list and stop them, and what is numbered for them: what is waited for is names and
   * receivers, which anyone may have hang for three seconds; of the lane below for fifteen.
   */
  watch: { concurrency: 24, lockMs: 15_000, role: "premium" },
  /** Webhooks: what is waited for is receivers, each of them for up to 15 seconds; jobs/webhook/slot.ts says who waits. */
  deliver: { concurrency: 384, lockMs: 30_000, role: "premium" },
  /** Gaps, sweeps, samples. */
  upkeep: { concurrency: 6, lockMs: 15_000, role: "upkeep" },
} as const satisfies Record<string, LaneRow>;

export type LaneId = keyof typeof LANES;
export const LANE_IDS = Object.keys(LANES) as LaneId[];

type RoleId = (typeof LANES)[LaneId]["role"];
export const ROLE_IDS: readonly RoleId[] = [...new Set(LANE_IDS.map((lane) => LANES[lane].role))];

/** The lanes that a process of those roles serves. */
export const lanesOf = (roles: readonly string[]): LaneId[] =>
  LANE_IDS.filter((lane) => roles.includes("all") || roles.includes(LANES[lane].role));
