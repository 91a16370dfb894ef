// Every Redis key and channel, built here and nowhere else: `assay:<version>:<family>:<parts>`.
import type { SeriesId } from "./series/index.ts";
import type { BucketResolution } from "./series/series.ts";

const ROOT = "assay:1";

/** Where briefs are counted among the stored rows of sources. */
export const STORED_BRIEF = "brief";

export const KEYS = {
  /** BullMQ prefix, hash-tagged so that a queue's keys share one cluster slot. */
  queuePrefix: `{${ROOT}:queue}`,
  /** Announcements of published snapshots: the message is `<number> <version> <name>`, numbered without a gap. */
  snapshotChannel: `${ROOT}:snapshot-published`,
  /** Hash of snapshot name to version; with the frames it shares one slot, since one script writes both. */
  snapshotVersions: `{${ROOT}:snapshot}:versions`,
  /** Number of the last announcement: who heard it missed nothing. */
  snapshotCount: `{${ROOT}:snapshot}:count`,
  snapshot: (name: string) => `{${ROOT}:snapshot}:frame:${name}`,
  /** The same in a cluster, where frames, which are most of all memory, are spread. */
  spreadSnapshot: (name: string) => `${ROOT}:frame:{${name}}`,
  /** Spent budget of one bucket of a venue; with the venue's pause it shares one slot, since one script reads both. */
  pace: (venue: string, bucket: string) => `{${ROOT}:venue:${venue}}:pace:${bucket}`,
  /** Present while the venue asked to be left alone. */
  pause: (venue: string) => `{${ROOT}:venue:${venue}}:pause`,
  /** Hash of token to the market id under which a venue (and kind of market) lists it. */
  listed: (venue: string, market: string) => `${ROOT}:listed:${venue}:${market}`,
  cursor: (source: string) => `${ROOT}:cursor:${source}`,
  /** Hash of token to when its whole past was answered and not one row of it was kept. */
  fruitlessPast: (source: string) => `${ROOT}:fruitless-past:${source}`,
  /** Hash of token to when it was last asked for and nothing was kept; a token that is read leaves it. */
  askedInVain: (source: string) => `${ROOT}:asked-in-vain:${source}`,
  /** Hash of token to the earliest changed instant of its past; back-fill marks, the history build claims. */
  historyDirty: `{${ROOT}:history}:dirty`,
  /** Hash of claimed token to the time of the claim; a claim that is never kept is taken again. */
  historyClaimed: `{${ROOT}:history}:claimed`,
  /** Hash of dataset to what the last live build saw of it: JSON of `{asOf, newest: {token: epoch ms}}`. */
  datasetNewest: `${ROOT}:dataset-newest`,
  /** How many coins the last universe snapshot lists. */
  universeSize: `${ROOT}:universe-size`,
  /**
   * Hash of source to how many of its inserts are stored: what was read of them earlier still holds while it stands. With
   * the inserts under way it shares one slot, since they are written and read at once.
   */
  storedCount: `{${ROOT}:stored}:count`,
  /** Sorted set of sources by the last instant that their stored rows bear, epoch ms. */
  storedLast: `{${ROOT}:stored}:last`,
  /** Sorted set of inserts under way by when they began, epoch ms: schema/io/in-flight.ts. */
  insertsInFlight: `{${ROOT}:stored}:in-flight`,
  /** Sorted set of one member, `at`: the last instant that anybody took for settled or rows bear, epoch ms. */
  settledAt: `{${ROOT}:stored}:settled-at`,
  /** What the last live build knew, epoch ms: nothing that was stored later is in it. */
  builtKnown: `${ROOT}:built-known`,
  /** Present while the store refuses rows: the version of the last build that it refused. */
  storeRefuses: `${ROOT}:store-refuses`,
  backfill: `${ROOT}:backfill`,
  /** How far the scans of chains are, by source: scan-progress.ts. */
  scanProgress: `${ROOT}:scan-progress`,
  /** What the last nightly re-read found: `at`, `compared`, `corrected`, `absent`. */
  reread: `${ROOT}:reread`,
  /** Hash of `source~token~from~to` to when a gap fill was asked; what is outstanding. */
  gapAsked: `${ROOT}:gap-asked`,
  /** Hash of `token~from~to` to when the venue confirmed that it has nothing there that can be kept. */
  emptyWindow: (source: string) => `${ROOT}:empty-window:${source}`,
  /** Counters of one minute: `<source>:ok`, `:error`, `:rows`, `:refused`. */
  sourceCount: (minute: number) => `${ROOT}:source-count:${minute}`,
  sourceHealth: `${ROOT}:source-health`,
  jobHealth: `${ROOT}:job-health`,
  /** The newest backup: `at`, epoch ms; where they are made regularly `since`, epoch ms, and `every`, seconds. */
  backup: `${ROOT}:backup`,
  /** Written and read back by readiness probes. */
  readiness: `${ROOT}:readiness`,
  /** What the signal rules remember, with the minute it is of: a copy of what ClickHouse holds. */
  signalState: `${ROOT}:signal-state`,
  /** What does not hold of the proof log: `at`, and by who found it `problem` (signing), `audit`, `read`, `mismatch`; empty for nothing. */
  proofHealth: `${ROOT}:proof-health`,
  /**
   * Hash of caller to its permits of all policies in the windows of one UTC day: schema/io/permit.ts; and how the window of
   * a policy is named there. Many callers are asked for with one command, which costs by the key.
   */
  permits: (day: number) => `{${ROOT}:permits}:callers:${day}`,
  /** List of callers of whom rates alone are known: when those are over, epoch ms by the clock of Redis, and who. */
  permitRates: (day: number) => `{${ROOT}:permits}:rates:${day}`,
  permitsEnd: (policy: string, window: number) => `:${policy}:${window}`,
  /** Which batches of callers used a window of an allowance: schema/io/permit.ts. */
  batchesUsed: (keyEnd: string) => `{${ROOT}:permits}:batches-used${keyEnd}`,
  /** Announcements that somebody needs permits others hold; the message is `<process> <caller><window>`. */
  permitChannel: `${ROOT}:permits-wanted`,
  /**
   * Present while this Redis holds what the store knows of keys, allowances and payments: schema/io/restored.ts. Named anew
   * where these are kept in another way than before. In a cluster beside each of them and beside the queues.
   */
  restored: `${ROOT}:restored-3`,
  restoredBeside: ["permits", "partner-key", "payment", "queue"].map((part) => `{${ROOT}:${part}}:restored-3`),
  /** Hash of key id to a partner's key as JSON, and the number of changes so far. */
  partnerKeys: `{${ROOT}:partner-key}:all`,
  partnerKeyVersion: `{${ROOT}:partner-key}:version`,
  /** Hash of key id to the state of it that the store has not got yet. */
  partnerKeysUnstored: `{${ROOT}:partner-key}:unstored`,
  /** Announcements that a partner's key was made, changed or revoked. */
  partnerKeyChannel: `${ROOT}:partner-key-changed`,
  /** What a job answered to the call that waits for it; the channel says which have come. */
  reply: (job: string) => `${ROOT}:reply:${job}`,
  replyChannel: `${ROOT}:replied`,
  /** Sorted set of slow calls that run, by the time their process must say that they still do. */
  slowCalls: (caller: string) => `{${ROOT}:slow}:${caller}`,
  /** What inspect answered of an address at a block. */
  addressProfile: (chain: string, address: string, block: string) =>
    `${ROOT}:address-profile:${chain}:${address}:${block}`,
  /** What an Idempotency-Key of a caller was used for, and its answer. */
  idempotency: (digest: string) => `${ROOT}:idempotency:${digest}`,
  /** The id under which the work of a paid or named call is done, until the call has ended. */
  errand: (digest: string) => `${ROOT}:errand:${digest}`,
  /** Calls that were counted and are not stored yet; the batch that is being stored. */
  usage: `{${ROOT}:usage}:counted`,
  usageTaken: `{${ROOT}:usage}:taken`,
  /** What a payment was claimed for, its answer and its receipt; all of payment shares one slot. */
  payment: (transaction: string) => `{${ROOT}:payment}:${transaction}`,
  /** The payment an id of the payer's was used for, as a digest. */
  paymentId: (id: string) => `{${ROOT}:payment}:id:${id}`,
  /** Sorted set of transactions whose settlement has no end yet, by when it began. */
  paymentsPending: `{${ROOT}:payment}:pending`,
  /** The end of a settlement, as the ledger has it. */
  paymentReceipt: (transaction: string) => `{${ROOT}:payment}:receipt:${transaction}`,
  /** Ends of settlements that are not stored yet. */
  paymentLedger: `{${ROOT}:payment}:ledger`,
  /** Those of them that are none by their shape: kept for a person, who sees them in the log. */
  paymentLedgerRefused: `{${ROOT}:payment}:ledger-refused`,
  /** Present while a settlement for another server runs. */
  facilitatorLock: (transaction: string) => `${ROOT}:facilitator-lock:${transaction}`,
  /** JSON of what the record found about each class of calls: what a new call's probability is made of. */
  recordOdds: `${ROOT}:record-odds`,
  /** When what was due was last settled, epoch milliseconds. */
  recordSettled: `${ROOT}:record-settled`,
  /** Up to when outcomes were looked at once more, epoch milliseconds. */
  recordLooked: `${ROOT}:record-looked`,
  /** Hash of token to its verdict in force and until when (epoch milliseconds) that is valid. */
  verdicts: `${ROOT}:verdicts`,
  /** Hash of what the model cost on a UTC day in millionths of a dollar: `all`, and `free` of it for what nobody pays. */
  modelSpent: (day: number) => `${ROOT}:model-spent:${day}`,
  /** Named anew whenever a monitor is made or changed: copies of all monitors are of one name. */
  monitorsMark: `${ROOT}:monitors-mark`,
  /** Present while events may have been numbered that nobody has matched with monitors. */
  eventsNew: `${ROOT}:events-new`,
  /** Number of the last event whose messages were asked to be sent. */
  webhookAsked: `${ROOT}:webhook:asked`,
  /** The last attempt of a message that was made and stored; with the two behind it one slot, since one script has several. */
  webhookMade: (message: string) => `{${ROOT}:webhook}:made:${message}`,
  /** Since when no attempt of a monitor was taken, epoch milliseconds; absent where the last one was. */
  webhookFailing: (monitor: string) => `{${ROOT}:webhook}:failing:${monitor}`,
  /** Whose turn it is at a host, and how long turns take there: jobs/webhook/host-turn.ts. */
  webhookTurn: (host: string) => `{${ROOT}:webhook}:turn:${host}`,
  /** Present for a minute after what waited for an owner's receivers at a host was asked for. */
  webhookWoken: (host: string, owner: string) => `${ROOT}:webhook:woken:${host}:${owner}`,
  lock: (name: string) => `${ROOT}:lock:${name}`,
} as const;

/** Names of snapshots: what the builder publishes and the API holds in memory. */
export const SNAPSHOTS = {
  tokens: "tokens",
  status: "status",
  checkpoint: "checkpoint",
  record: "record",
  universe: "universe",
  market: "market",
  state: (token: string) => `state/${token}`,
  evaluation: (token: string) => `evaluation/${token}`,
  brief: (token: string) => `brief/${token}`,
  tokenRecord: (token: string) => `token-record/${token}`,
  events: (token: string) => `events/${token}`,
  history: (token: string, series: SeriesId, resolution: BucketResolution) =>
    `history/${token}/${series}/${resolution}`,
} as const;
