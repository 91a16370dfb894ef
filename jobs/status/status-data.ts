// Puts the status together from what could be read; whatever is away is said to be, and the rest stands.

import type { ReplaySampleRow } from "../../schema/dataset/service/replay-sample.ts";
import type { Env } from "../../schema/env.ts";
import { EVALUATION_RULES_VERSION } from "../../schema/evaluation/rule-set.ts";
import { FRESHNESS } from "../../schema/freshness.ts";
import { LIMITS, RATE_POLICIES } from "../../schema/limit.ts";
import { originOf } from "../../schema/link.ts";
import { EXPLANATIONS } from "../../schema/measured/explanations.ts";
import { GATES } from "../../schema/measured/gates.ts";
import type { StatusData } from "../../schema/object/status.ts";
import type { TokenItem } from "../../schema/object/token-list.ts";
import { payToOf } from "../../schema/pay/offer.ts";
import type { StatusAttainmentRow } from "../../schema/query/service/status-attainment.ts";
import type { StatusCallRow } from "../../schema/query/service/status-call.ts";
import type { StatusRejectRow } from "../../schema/query/service/status-reject.ts";
import { SCORING_VERSION } from "../../schema/record/rule.ts";
import { retentionText } from "../../schema/retention.ts";
import { hasCounted, parseScanProgress } from "../../schema/scan-progress.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import { toTime } from "../../schema/shape/time.ts";
import { SIGNAL_RULES_VERSION } from "../../schema/signal/rule.ts";
import type { SourceHealth } from "../../schema/source/source-health.ts";
import { PRICES } from "../../schema/tier.ts";
import { API_VERSION } from "../../schema/version.ts";
import type { JobHealth } from "../health.ts";
import { DETERMINISTIC } from "../model/worded.ts";
import type { SourceInfo } from "../source-info.ts";
import { isScanStuck, toBackfill } from "./backfill.ts";
import { toCoverage } from "./coverage.ts";
import { type DatasetAge, toFreshness } from "./freshness.ts";
import { type LogStatus, toAttestation, toLog } from "./log.ts";
import { type Backlog, toPipeline } from "./pipeline.ts";
import { toProviders } from "./provider.ts";
import { replaysOf } from "./replays.ts";
import { type DetectionStatus, recordedSignals, toSignals } from "./signals.ts";

export type StatusInput = {
  readonly env: Pick<
    Env,
    | "MARKET"
    | "MODEL_URL"
    | "MODEL_NAME"
    | "PORT"
    | "PAYMENT_ADDRESS"
    | "PUBLIC_URL"
    | "FACILITATOR_URL"
    | "LOG_SIGNING_KEYS"
    | "LOG_RETIRED_KEYS"
    | "WITNESSES"
    | "ORACLE_URL"
  >;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly startedAt: number;
  readonly sources: readonly SourceInfo[];
  readonly jobHealth: ReadonlyMap<string, JobHealth>;
  readonly backlog: Backlog;
  readonly sourceHealth: ReadonlyMap<string, SourceHealth>;
  readonly paused: ReadonlySet<string>;
  readonly ages: readonly DatasetAge[];
  readonly attainment: readonly StatusAttainmentRow[];
  readonly calls: readonly StatusCallRow[];
  readonly rejects: readonly StatusRejectRow[];
  readonly backfill: Readonly<Record<string, string>>;
  /** How far the scans of chains are, as they keep it. */
  readonly scans: Readonly<Record<string, string>>;
  /** What the last nightly re-read of closed windows found; empty before the first. */
  readonly reread?: Readonly<Record<string, string>>;
  readonly items: readonly TokenItem[];
  /** Coins that a search covers; null while that is not known. */
  readonly universeSize: number | null;
  readonly detection: DetectionStatus;
  readonly log: LogStatus;
  /** Outcomes that the published record still waits for; null before the first is published. */
  readonly pendingOutcomes: number | null;
  /** What the last sample of objects that were made again came to; null before the first. */
  readonly replayed: ReplaySampleRow | null;
  /** What could not be read, in words. */
  readonly away: readonly string[];
};

const ATTAINED_MIN_PCT = 95;
const SANDBOX = "All market data of this service is simulated (MARKET=sandbox): no number here is a real price.";

/** Whether all of the past is counted: candles of every venue, and every chain but those that failed before they could. */
const isPastCounted = ({ backfill, scans, sources, sourceHealth }: StatusInput): boolean =>
  backfill.windows_total !== undefined &&
  sources
    .filter(({ dataset }) => dataset === "exchange_flow")
    .every(({ id }) => hasCounted(scans, id) || sourceHealth.has(id));

/** down: no price younger than its hard limit; degraded: an objective missed, a job failing, or a store away. */
function statusOf(
  input: StatusInput,
  freshness: StatusData["freshness"],
  pipeline: StatusData["pipeline"],
): StatusData["status"] {
  const price = input.ages.find((age) => age.dataset === "candle")?.newestAt ?? null;
  if (price === null || input.now - price > FRESHNESS.candle.hardTtlS * 1_000) return "down";
  const missed = freshness.some(
    ({ attainment_24h_pct: attained }) => typeof attained === "number" && attained < ATTAINED_MIN_PCT,
  );
  const failing = pipeline.some((line) => line.status === "failing");
  return missed || failing || input.log.problem !== "" || input.away.length > 0 ? "degraded" : "ok";
}

const rereadNotice = ({ at, compared, corrected, absent }: Readonly<Record<string, string>>): StatusData["notices"] =>
  at === undefined
    ? []
    : [
        {
          at: toTime(Number(at)),
          text: `Closed windows were read again: ${compared} rows compared, ${corrected} corrected, ${absent} added.`,
        },
      ];

const noticesOf = (input: StatusInput): StatusData["notices"] => [
  ...(input.env.MARKET === "sandbox" ? [{ at: toTime(input.startedAt), text: SANDBOX }] : []),
  { at: toTime(input.startedAt), text: retentionText() },
  ...rereadNotice(input.reread ?? {}),
  ...(input.log.problem === ""
    ? []
    : [{ at: toTime(input.now), text: `The proof log does not hold: ${input.log.problem}`.slice(0, 300) }]),
  ...input.away.map((what) => ({ at: toTime(input.now), text: `${what} could not be read just now.` })),
];

const RULES = {
  evaluation: EVALUATION_RULES_VERSION,
  signals: SIGNAL_RULES_VERSION,
  scoring: SCORING_VERSION,
} as const;

/** Who words briefs and answers. */
const modelOf = ({ MODEL_URL, MODEL_NAME }: StatusInput["env"]): StatusData["model"] =>
  MODEL_URL === undefined ? { mode: "deterministic", name: DETERMINISTIC } : { mode: "llm", name: MODEL_NAME };

/** Who settles payments: the service itself, unless another one is set; null while there are none. */
const facilitatorOf = (env: StatusInput["env"], address: string | null): string | null =>
  address === null ? null : (env.FACILITATOR_URL ?? `${originOf(env)}/facilitator`);

/** The status at `input.now`. Pure. */
export function statusData(input: StatusInput): StatusData {
  const { env, now, sources } = input;
  const attained = new Map(input.attainment.map((row) => [row.dataset, row.share]));
  const freshness = toFreshness(input.ages, attained);
  const pipeline = toPipeline(now, sources, input.jobHealth, input.backlog);
  const address = payToOf(env);
  return {
    status: statusOf(input, freshness, pipeline),
    version: API_VERSION,
    phase: "hackathon",
    market: env.MARKET,
    started_at: toTime(input.startedAt),
    // Who serves the numbers knows how late they are.
    late_s: 0,
    pipeline,
    freshness,
    coverage: toCoverage(input.items, sources, input.universeSize),
    backfill: toBackfill(
      ...([input.backfill, parseScanProgress(input.scans), isPastCounted(input), now] as const),
      isScanStuck(input.scans, input.sourceHealth),
    ),
    rejects: input.rejects.map((row) => ({ ...row })),
    providers: toProviders(env, now, sources, input.sourceHealth, input.calls, input.paused),
    prices: PRICES,
    payment_address: address,
    payment: {
      address,
      network: "cardano:preprod",
      asset: "lovelace",
      scheme: "exact",
      x402_version: 2,
      facilitator: facilitatorOf(env, address),
    },
    model: modelOf(env),
    explanations: EXPLANATIONS,
    gates: GATES,
    replays: replaysOf(input.replayed),
    rules: RULES,
    attestation: toAttestation(env, input.log),
    log: toLog(env, input.log),
    record: {
      evaluations: input.log.count?.evaluations ?? 0,
      signals: recordedSignals(input.detection),
      briefs: input.log.count?.briefs ?? 0,
      pending_outcomes: input.pendingOutcomes ?? UNASSESSED,
    },
    signals: toSignals(input.detection),
    limits: {
      body_bytes_max: LIMITS.bodyBytesMax,
      policies: Object.entries(RATE_POLICIES).map(([policy, { quota, windowS }]) => ({
        policy,
        quota,
        window_s: windowS,
      })),
    },
    notices: noticesOf(input),
  };
}
