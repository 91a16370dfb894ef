// The wire object service_status: GET /v1/status.
import { type Static, Type } from "typebox";
import { SECTION_IDS } from "../section/index.ts";
import { closed } from "../shape/closed.ts";
import { envelope } from "../shape/envelope.ts";
import { Nullable, Q, seconds } from "../shape/quantity.ts";
import { oneOf } from "../shape/text.ts";
import { Time } from "../shape/time.ts";
import { SIGNAL_KINDS } from "../signal/index.ts";
import { API_VERSION } from "../version.ts";
import { Explanations } from "./explanations.ts";
import { Gates } from "./gates.ts";
import { Replays } from "./replay.ts";

const Text = (lengthMax: number) => Type.String({ maxLength: lengthMax });

const Pipeline = closed({
  job: Text(64),
  queue: Text(32),
  status: oneOf(["ok", "lagging", "failing", "paused"]),
  interval_s: Nullable(Type.Number()),
  last_success_at: Nullable(Time),
  last_error_at: Nullable(Time),
  last_error: Nullable(Text(300)),
  lag_s: Q(
    Type.Number({
      description: "How late its last run began, or how long the next is overdue, whichever is longer.",
    }),
  ),
  waiting: Type.Integer(),
  active: Type.Integer(),
  completed_1h: Type.Integer(),
  failed_1h: Type.Integer(),
});

const Freshness = closed({
  dataset: Text(32),
  slo_s: Type.Number(),
  hard_ttl_s: Type.Number(),
  tokens_expected: Type.Integer(),
  tokens_fresh: Type.Integer(),
  newest_as_of: Nullable(Time),
  oldest_as_of: Nullable(Time),
  age_p50_s: seconds("Median age."),
  age_p95_s: seconds("95th percentile of the age."),
  attainment_24h_pct: Q(Type.Number()),
});

const Provider = closed({
  provider: Text(64),
  status: oneOf(["ok", "degraded", "down", "unknown"]),
  last_success_at: Nullable(Time),
  error_rate_1h_pct: Q(Type.Number()),
  known_issue: Nullable(Text(300)),
});

const SectionCoverage = closed({ covered: Type.Integer(), partial: Type.Integer(), none: Type.Integer() });

export const StatusData = closed({
  status: oneOf(["ok", "degraded", "down"]),
  version: Type.Literal(API_VERSION),
  phase: Type.Literal("hackathon"),
  market: oneOf(["sandbox", "live"], "sandbox: every number is simulated."),
  started_at: Time,
  late_s: Type.Integer({
    minimum: 0,
    description: "By how many seconds the numbers served are older than they should be; 0 while they are in time.",
  }),
  pipeline: Type.Array(Pipeline),
  freshness: Type.Array(Freshness),
  coverage: closed({
    tracked_tokens: Type.Integer(),
    universe_size: Q(Type.Integer()),
    chains: Type.Array(Text(32)),
    venues: Type.Array(Text(32)),
    by_section: closed(Object.fromEntries(SECTION_IDS.map((id) => [id, SectionCoverage]))),
  }),
  backfill: closed(
    {
      windows_total: Q(Type.Integer()),
      windows_done: Type.Integer(),
      done_pct: Q(Type.Number()),
      eta_s: Q(Type.Number()),
    },
    {
      description:
        "How much of the past is stored: windows of candles and stretches of scanned chains; the total is unassessed while it is being counted.",
    },
  ),
  rejects: Type.Array(closed({ dataset: Text(32), provider: Text(64), reason: Text(64), count_24h: Type.Integer() }), {
    description: "Rows refused in the last 24 hours.",
  }),
  providers: Type.Array(Provider),
  prices: closed({
    unit: Type.Literal("tADA"),
    lovelace_per_unit: Type.Integer(),
    tiers: closed({ free: Type.Number(), data: Type.Number(), premium: Type.Number(), pro: Type.Number() }),
    free_allowance: closed({ data: Type.Integer(), premium: Type.Integer() }),
    allowance_reset: Text(16),
    mainnet_equivalent_usd: closed({ premium: Type.Number() }),
  }),
  payment_address: Nullable(Text(128)),
  payment: closed({
    address: Nullable(Text(128)),
    network: Type.Literal("cardano:preprod"),
    asset: Type.Literal("lovelace"),
    scheme: Type.Literal("exact"),
    x402_version: Type.Literal(2),
    facilitator: Nullable(Text(512)),
  }),
  model: closed({ mode: oneOf(["llm", "deterministic"]), name: Text(64) }),
  attestation: closed({
    workflow: oneOf(["configured", "not_configured"]),
    pending: Type.Integer(),
    attested_24h: Type.Integer(),
    last_attested_at: Nullable(Time),
    latency_p50_s: Q(Type.Number()),
  }),
  log: closed(
    {
      origin: Text(256),
      issued: Q(Type.Integer()),
      size: Q(Type.Integer()),
      signed_at: Nullable(Time),
      keys: Type.Array(Text(256), {
        description: "Public keys that checkpoints are signed with, <name>+<id>+<base64>.",
      }),
      witnesses: Type.Array(
        closed({
          key: Text(256),
          size: Q(Type.Integer()),
          cosigned_at: Nullable(Time),
        }),
        {
          description:
            "Witnesses of C2SP tlog-witness that checkpoints are offered to: the key to pin, and the largest tree that each signed. /checkpoint carries what they signed of the newest one.",
        },
      ),
      problem: Nullable(Text(300)),
    },
    { description: "The proof log: its newest checkpoint and, where the stored log does not hold, why." },
  ),
  record: closed({
    evaluations: Type.Integer(),
    signals: Q(Type.Integer()),
    briefs: Type.Integer(),
    pending_outcomes: Q(Type.Integer()),
  }),
  signals: closed({
    last_minute_at: Nullable(Time),
    fired_per_token_24h: closed({
      severity_1: Q(Type.Number()),
      severity_2: Q(Type.Number()),
      severity_3: Q(Type.Number()),
    }),
    kinds: Type.Array(
      closed({
        kind: oneOf(SIGNAL_KINDS),
        evaluated_24h: Type.Integer({ description: "Token minutes the rule was judged for." }),
        not_evaluated_24h: Type.Integer({ description: "Token minutes it could not be judged for." }),
        fired_24h: Type.Integer(),
        reasons: Type.Record(Type.String(), Type.Integer()),
      }),
    ),
  }),
  explanations: Explanations,
  gates: Gates,
  replays: Replays,
  rules: closed({ evaluation: Text(16), signals: Text(16), scoring: Text(16) }),
  limits: closed({
    body_bytes_max: Type.Integer(),
    policies: Type.Array(closed({ policy: Text(32), quota: Type.Integer(), window_s: Type.Integer() })),
  }),
  notices: Type.Array(closed({ at: Time, text: Text(300) })),
});
export type StatusData = Static<typeof StatusData>;

export const serviceStatus = envelope("service_status", StatusData);
