// Limits on everything: values that processes must share are constants here, not settings.
import { DAY_MS } from "./duration.ts";
import type { Tier } from "./tier.ts";

export const LIMITS = {
  bodyBytesMax: 16_384,
  urlBytesMax: 2_048,
  headerBytesMax: 16_384,
  queryLengthMax: 100,
  tokensPageDefault: 100,
  tokensPageMax: 250,
  recordPageDefault: 100,
  recordPageMax: 500,
  eventsMax: 500,
  seriesRawRowsMax: 5_000,
  seriesWindowDefaultMs: 14 * DAY_MS,
  eventsWindowDefaultMs: DAY_MS,
  historyWindowMaxMs: 180 * DAY_MS,
  backfillDays: 14,
  /** A run of a source starts nothing new after this long: what it has is written before its job is cancelled. */
  runMs: 90_000,
  requestIdLengthMax: 64,
  snapshotTtlS: 86_400,
  drainGraceMs: 10_000,
  /** Connections that nobody asks over for so long are closed by a server that stops. */
  drainQuietMs: 1_000,
  /** Of one process; and of one address (IPv4, or IPv6 /64) that is no trusted proxy. */
  connectionsMax: 16_384,
  connectionsPerAddressMax: 512,
  slowReaderDeadlineMs: 30_000,
  idempotencyKeyLengthMax: 255,
  /** How long the work of an endpoint may take that says nothing else. */
  workMs: 10_000,
  idempotencyKeptS: 86_400,
  /** How long POST /v1/evaluate waits for its job, and how long a job's answer is kept for it. */
  evaluateWaitMs: 8_000,
  replyKeptS: 60,
  /** How long what was issued for a call whose api died waits for the same payment, or the same Idempotency-Key. */
  errandKeptS: 600,
  /** How long POST /v1/explain waits for its job. */
  explainWaitMs: 90_000,
  /** How long POST /v1/ask waits for its job. */
  askWaitMs: 60_000,
  /** How long calls of the past wait for their job. */
  pastWaitMs: 30_000,
  /** How long calls of monitors wait for their job: it looks the host up, and waits for its ping. */
  monitorWaitMs: 12_000,
  monitorsPerSecretMax: 50,
  monitorsPerAddressMax: 200,
  pingMs: 3_000,
  /** One attempt to deliver, from the look-up of the name to the answer. */
  deliverMs: 15_000,
  messageBytesMax: 20_000,
  /** How long a creation is replayed with its secret. */
  secretReplayedMs: 600_000,
  /** How long GET /v1/inspect waits for its job, and how long its answer is kept for others who ask at the same block. */
  inspectWaitMs: 12_000,
  profileKeptS: 600,
  /** How far behind the newest block our scans of exchange wallets may be and still tell all of the last days. */
  scanLateMs: 3_600_000,
  /** Slow calls at once: of one caller, of all, and how many may wait for their turn. */
  slowCallsPerCallerMax: 2,
  slowCallsMax: 8,
  slowCallsWaitingMax: 64,
  slowCallsWaitMs: 60_000,
  /** A slow call with its wait: who waited has so much less for its work. */
  slowCallMs: 90_000,
  /** Allowances are kept a little longer than their window, for calls that end after it; rates for clocks that differ. */
  permitsAfterWindowMs: 120_000,
  ratesAfterWindowMs: 10_000,
  /** What moves with the market is built so often whatever comes in; numbers that are older than three builds are late. */
  liveEveryMs: 20_000,
  /** Rows that came in are built from as soon as the build before began so long ago. */
  liveFollowsMs: 8_000,
  liveLateMs: 60_000,
} as const;

/** The policies of the public limits table; requests per window in seconds, windows aligned to the UTC day. */
export const RATE_POLICIES = {
  burst: { quota: 30, windowS: 10 },
  read: { quota: 120, windowS: 60 },
  "history-raw": { quota: 6, windowS: 60 },
  inspect: { quota: 20, windowS: 60 },
  evaluate: { quota: 30, windowS: 60 },
  llm: { quota: 6, windowS: 60 },
  monitor: { quota: 10, windowS: 60 },
  "data-free": { quota: 25, windowS: 86_400 },
  "premium-free": { quota: 10, windowS: 86_400 },
} as const;

export type PolicyId = keyof typeof RATE_POLICIES;
export type AllowanceId = "data-free" | "premium-free";
/** The daily allowance of a tier that has one. */
export const ALLOWANCES: Readonly<Partial<Record<Tier, AllowanceId>>> = { data: "data-free", premium: "premium-free" };
export type RateId = Exclude<PolicyId, AllowanceId>;

/** What a design partner's key may do where nothing else was set for it. */
export const KEY_LIMITS = { read: 60_000, llm: 30 } as const;
