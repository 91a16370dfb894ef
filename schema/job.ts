// The job catalogue: payload, lane, retry, timeout and schedule of every job; handlers satisfy it.
import { type Static, type TObject, Type } from "typebox";
import { MINUTE_MS } from "./duration.ts";
import type { LaneId } from "./lane.ts";
import { OrderRequest } from "./object/evaluation.ts";
import { MessageId } from "./object/message.ts";
import { CONDITIONS, MonitorId, TOKENS_MAX } from "./object/monitor.ts";
import { closed } from "./shape/closed.ts";
import { oneOf, TokenId } from "./shape/text.ts";
import { ADDRESS_LENGTH_MAX, CHAIN_IDS } from "./token/chain.ts";

export type JobRow = {
  readonly lane: LaneId;
  /** Lanes of those of its parts that have one of their own. */
  readonly lanes?: Readonly<Record<string, LaneId>>;
  /**
   * Whether it does what there is to do when it runs: then one asked for later does the work of all before it, and at
   * most one of a line waits.
   */
  readonly asOfNow: boolean;
  readonly payload: TObject;
  /** Where jobs of its lane wait, 1 goes before 2, and a job without one before all that have one. */
  readonly priority?: number;
  readonly attempts: number;
  readonly timeoutMs: number;
  readonly summary: string;
};

/** What is served is built before anything is judged from it. */
const BEHIND_BUILDS = 1;

/** Events that are new are matched before the messages of others are sent. */
const BEHIND_MATCHING = 1;

const SourceId = Type.String({ pattern: "^[a-z0-9-]+$", maxLength: 64 });
const EpochMs = Type.Integer({ minimum: 0 });
const CallId = Type.String({ pattern: "^[0-9A-HJKMNP-TV-Z]{26}$" });
const Digest = Type.String({ pattern: "^[0-9a-f]{64}$" });

export const JOBS = {
  "source.pull": {
    lane: "pull",
    asOfNow: true,
    payload: closed({ source: SourceId, slot: EpochMs, tokens: Type.Optional(Type.Array(TokenId)) }),
    attempts: 3,
    timeoutMs: 2 * MINUTE_MS,
    summary: "Pull one source from its cursor to now.",
  },
  "gap.fill": {
    lane: "upkeep",
    asOfNow: false,
    payload: closed({ source: SourceId, token: TokenId, from: EpochMs, to: EpochMs }),
    attempts: 5,
    timeoutMs: 5 * MINUTE_MS,
    summary: "Fill one hole in the past of one source and token.",
  },
  "gap.sweep": {
    lane: "upkeep",
    asOfNow: true,
    payload: closed({ slot: EpochMs }),
    attempts: 2,
    timeoutMs: 2 * MINUTE_MS,
    summary: "Compare what is stored with what should be and ask for the missing windows.",
  },
  "window.reread": {
    lane: "upkeep",
    asOfNow: true,
    payload: closed({ slot: EpochMs }),
    attempts: 2,
    timeoutMs: 5 * MINUTE_MS,
    summary: "Compare a sample of closed windows with the providers and append what they corrected.",
  },
  "snapshot.build": {
    lane: "build",
    lanes: { history: "history", universe: "history", status: "status" },
    asOfNow: true,
    payload: closed({
      part: Type.Enum(["live", "history", "status", "universe"]),
      slot: EpochMs,
      tokens: Type.Optional(Type.Array(TokenId)),
    }),
    attempts: 3,
    timeoutMs: 2 * MINUTE_MS,
    summary: "Build and publish snapshots from stored rows.",
  },
  "signal.detect": {
    lane: "build",
    asOfNow: true,
    payload: closed({ slot: EpochMs }),
    priority: BEHIND_BUILDS,
    attempts: 3,
    timeoutMs: MINUTE_MS,
    summary: "Evaluate the signal rules of every completed minute up to the slot, each once.",
  },
  "checkpoint.sign": {
    lane: "upkeep",
    asOfNow: true,
    payload: closed({ slot: EpochMs }),
    attempts: 3,
    timeoutMs: 2 * MINUTE_MS,
    summary: "Append issued objects to the proof log and sign a checkpoint when it grew.",
  },
  "checkpoint.attest": {
    lane: "upkeep",
    asOfNow: true,
    payload: closed({ slot: EpochMs }),
    attempts: 2,
    timeoutMs: 2 * MINUTE_MS,
    summary: "Show the newest checkpoint to other networks and keep what they sign.",
  },
  "checkpoint.witness": {
    lane: "upkeep",
    asOfNow: true,
    payload: closed({ slot: EpochMs }),
    attempts: 2,
    timeoutMs: 2 * MINUTE_MS,
    summary: "Offer the newest checkpoint to witnesses and keep what they sign.",
  },
  "evaluation.mint": {
    lane: "build",
    asOfNow: true,
    payload: closed({ slot: EpochMs }),
    priority: BEHIND_BUILDS,
    attempts: 3,
    timeoutMs: MINUTE_MS,
    summary: "Judge every tracked token and issue the evaluations that changed or have aged.",
  },
  "outcome.score": {
    lane: "upkeep",
    asOfNow: true,
    payload: closed({ slot: EpochMs }),
    attempts: 3,
    timeoutMs: 5 * MINUTE_MS,
    summary: "Take up issued calls, settle those whose horizon is over, publish the scorecards.",
  },
  "hour.fold": {
    lane: "upkeep",
    asOfNow: true,
    payload: closed({ slot: EpochMs }),
    attempts: 2,
    timeoutMs: 10 * MINUTE_MS,
    summary: "Store the hourly panel of the hours that have new readings.",
  },
  "evaluation.size": {
    lane: "premium",
    asOfNow: false,
    payload: closed({
      /** The id the evaluation gets. */
      id: Type.String({ pattern: "^eval_[0-9A-HJKMNP-TV-Z]{26}$" }),
      token: TokenId,
      order: OrderRequest,
      /** Nobody waits any longer. */
      until: EpochMs,
    }),
    attempts: 1,
    timeoutMs: 12_000,
    summary: "Judge a token against the size of an order and the caller's policy, for a call that waits.",
  },
  "brief.plan": {
    lane: "upkeep",
    asOfNow: true,
    payload: closed({ slot: EpochMs }),
    attempts: 2,
    timeoutMs: MINUTE_MS,
    summary: "Ask for the briefs that are due, keep the latest ones published, and check what they said to watch.",
  },
  "brief.write": {
    lane: "premium",
    asOfNow: false,
    payload: closed({
      /** The investigation: a job that is run again finds what it came to before. */
      run: Type.String({ pattern: "^run_[0-9A-HJKMNP-TV-Z]{26}$" }),
      token: TokenId,
      hours: Type.Number({ minimum: 1, maximum: 24 }),
      /** Nobody waits any longer. */
      until: EpochMs,
      /** Nobody pays for it, nor waits. */
      isFree: Type.Optional(Type.Literal(true)),
    }),
    attempts: 1,
    timeoutMs: 90_000,
    summary: "Investigate a token and issue a brief, for a call that waits or for all who read the latest.",
  },
  "answer.write": {
    lane: "premium",
    asOfNow: false,
    payload: closed({
      /** The id the answer gets: a job that is run again finds what it came to before. */
      id: Type.String({ pattern: "^ans_[0-9A-HJKMNP-TV-Z]{26}$" }),
      token: TokenId,
      mode: oneOf(["question", "claim"]),
      text: Type.String({ minLength: 1, maxLength: 1_000 }),
      /** Nobody waits any longer. */
      until: EpochMs,
    }),
    attempts: 1,
    timeoutMs: MINUTE_MS,
    summary: "Answer a question about a token, or check a claim, for a call that waits.",
  },
  "address.inspect": {
    lane: "premium",
    asOfNow: false,
    payload: closed({
      /** Of the call. */
      id: CallId,
      chain: oneOf(CHAIN_IDS),
      address: Type.String({ minLength: 1, maxLength: ADDRESS_LENGTH_MAX }),
      /** Nobody waits any longer. */
      until: EpochMs,
    }),
    attempts: 1,
    timeoutMs: 15_000,
    summary: "Look at an address on its chain, for a call that waits.",
  },
  "past.read": {
    lane: "premium",
    asOfNow: false,
    payload: closed({
      /** Of the call. */
      id: CallId,
      /** Left out for the market. */
      token: Type.Optional(TokenId),
      at: EpochMs,
      /** Nobody waits any longer. */
      until: EpochMs,
    }),
    attempts: 1,
    timeoutMs: 30_000,
    summary: "Make the state of a token, or the market, of an instant of the past, for a call that waits.",
  },
  "issued.replay": {
    lane: "premium",
    asOfNow: false,
    payload: closed({ id: CallId, issued: Type.String({ minLength: 1, maxLength: 64 }), until: EpochMs }),
    attempts: 1,
    timeoutMs: 30_000,
    summary: "Make an issued object again and compare its bytes, for a call that waits.",
  },
  "replay.sample": {
    lane: "upkeep",
    asOfNow: true,
    payload: closed({ slot: EpochMs }),
    attempts: 2,
    timeoutMs: 10 * MINUTE_MS,
    summary: "Make a sample of the last month's objects again, and keep how many are byte-identical.",
  },
  "agent.run": {
    lane: "premium",
    asOfNow: false,
    payload: closed({
      /** The id the run gets: a job that is run again finds what it came to before. */
      id: Type.String({ pattern: "^run_[0-9A-HJKMNP-TV-Z]{26}$" }),
      agent: Type.String({ pattern: "^[a-z-]+$", maxLength: 64 }),
      /** As the agent's card takes it, tokens by their ids. */
      input: Type.Record(Type.String(), Type.Unknown()),
      /** Nobody waits any longer. */
      until: EpochMs,
    }),
    attempts: 1,
    timeoutMs: 40_000,
    summary: "Run an agent, for a call that waits.",
  },
  "monitor.create": {
    lane: "watch",
    asOfNow: false,
    payload: closed({
      id: MonitorId,
      /** SHA-256 of the secret, hex. */
      digest: Digest,
      /** The new secret, sealed; left out where the monitor joins others under theirs. */
      sealed: Type.Optional(Type.String({ maxLength: 512 })),
      tokens: Type.Array(TokenId, { minItems: 1, maxItems: TOKENS_MAX }),
      conditions: CONDITIONS,
      url: Type.String({ maxLength: 8_192 }),
      /** What the caller is counted by, under each key of MONITOR_KEY; the first is kept. None of who is not counted. */
      callers: Type.Array(Digest),
      /** Transaction that pays for it once it is settled; empty where nothing has to be paid. */
      payment: Type.String({ maxLength: 128 }),
      /** Nobody waits any longer. */
      until: EpochMs,
    }),
    attempts: 1,
    timeoutMs: 20_000,
    summary: "Make a monitor and try its address, for a call that waits.",
  },
  "monitor.begin": {
    lane: "watch",
    asOfNow: false,
    payload: closed({
      id: CallId,
      /** Transaction that was settled. */
      payment: Type.String({ minLength: 1, maxLength: 128 }),
      until: EpochMs,
    }),
    attempts: 1,
    timeoutMs: 20_000,
    summary: "Begin the monitor that a payment was settled for.",
  },
  "monitor.list": {
    lane: "watch",
    asOfNow: false,
    payload: closed({ id: CallId, digest: Digest, until: EpochMs }),
    attempts: 1,
    timeoutMs: 20_000,
    summary: "List the monitors under a secret and resume them, for a call that waits.",
  },
  "monitor.stop": {
    lane: "watch",
    asOfNow: false,
    payload: closed({ id: CallId, monitor: Type.String({ maxLength: 64 }), digest: Digest, until: EpochMs }),
    attempts: 1,
    timeoutMs: 20_000,
    summary: "Stop a monitor, for a call that waits.",
  },
  "webhook.match": {
    lane: "watch",
    asOfNow: true,
    payload: closed({ slot: EpochMs }),
    attempts: 3,
    timeoutMs: 60_000,
    summary: "Number a message for each monitor that new events are of, and have them sent.",
  },
  "webhook.sweep": {
    lane: "watch",
    asOfNow: true,
    payload: closed({ slot: EpochMs }),
    attempts: 2,
    timeoutMs: 60_000,
    summary: "Have messages sent that are due and that no job sends.",
  },
  "webhook.deliver": {
    lane: "deliver",
    asOfNow: false,
    payload: closed({
      message: MessageId,
      monitor: MonitorId,
      sequence: Type.Integer({ minimum: 1 }),
      /** Number of the event it tells of. */
      event: Type.Integer({ minimum: 1 }),
      /** From 1. */
      attempt: Type.Integer({ minimum: 1 }),
    }),
    priority: BEHIND_MATCHING,
    attempts: 5,
    timeoutMs: 25_000,
    summary: "Make one attempt to deliver a message.",
  },
  "payment.settle": {
    lane: "upkeep",
    asOfNow: true,
    payload: closed({ slot: EpochMs }),
    attempts: 2,
    timeoutMs: 2 * MINUTE_MS,
    summary: "End settlements nobody waits for and store the ends of all.",
  },
  "usage.store": {
    lane: "upkeep",
    asOfNow: true,
    payload: closed({ slot: EpochMs }),
    attempts: 2,
    timeoutMs: 30_000,
    summary: "Store the calls that were counted since the last time.",
  },
  "key.store": {
    lane: "upkeep",
    asOfNow: true,
    payload: closed({ slot: EpochMs }),
    attempts: 2,
    timeoutMs: 30_000,
    summary: "Store the changes of partners' keys that the store has not got yet.",
  },
  "store.sweep": {
    lane: "upkeep",
    asOfNow: true,
    payload: closed({ slot: EpochMs }),
    attempts: 2,
    timeoutMs: 2 * MINUTE_MS,
    summary: "Keep the store and the queues bounded.",
  },
} as const satisfies Record<string, JobRow>;

export type JobName = keyof typeof JOBS;
export type JobPayload<N extends JobName> = Static<(typeof JOBS)[N]["payload"]>;
export const JOB_NAMES = Object.keys(JOBS) as JobName[];

/** Natural-key job id: two clocks make one job. BullMQ refuses colons, so the parts are joined with a tilde. */
export const jobId = (name: JobName, ...parts: (string | number)[]): string => [name, ...parts].join("~");
