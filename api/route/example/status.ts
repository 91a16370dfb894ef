// Example answer of GET /v1/status; prices and limits are the real ones.
import type { Static } from "typebox";
import { LIMITS, RATE_POLICIES } from "../../../schema/limit.ts";
import { EXPLANATIONS } from "../../../schema/measured/explanations.ts";
import { GATES } from "../../../schema/measured/gates.ts";
import type { serviceStatus } from "../../../schema/object/status.ts";
import { SECTION_IDS } from "../../../schema/section/index.ts";
import { PRICES } from "../../../schema/tier.ts";

const at = "2026-11-20T12:00:00.000Z";

export const statusExample: Static<typeof serviceStatus> = {
  object: "service_status",
  id: null,
  as_of: at,
  data: {
    status: "ok",
    version: "1.0.0",
    phase: "hackathon",
    market: "sandbox",
    started_at: "2026-11-20T09:00:00.000Z",
    late_s: 0,
    pipeline: [
      {
        job: "snapshot.build",
        queue: "build",
        status: "ok",
        interval_s: 15,
        last_success_at: at,
        last_error_at: null,
        last_error: null,
        lag_s: 1.2,
        waiting: 0,
        active: 1,
        completed_1h: 240,
        failed_1h: 0,
      },
    ],
    freshness: [
      {
        dataset: "candle",
        slo_s: 120,
        hard_ttl_s: 900,
        tokens_expected: 100,
        tokens_fresh: 100,
        newest_as_of: at,
        oldest_as_of: "2026-11-20T11:59:00.000Z",
        age_p50_s: 31,
        age_p95_s: 62,
        attainment_24h_pct: 99.8,
      },
    ],
    coverage: {
      tracked_tokens: 100,
      universe_size: "unassessed",
      chains: ["ethereum", "bitcoin"],
      venues: ["binance", "bybit", "okx"],
      by_section: Object.fromEntries(SECTION_IDS.map((id) => [id, { covered: 90, partial: 10, none: 0 }])),
    },
    backfill: { windows_total: 4200, windows_done: 4200, done_pct: 100, eta_s: 0 },
    rejects: [{ dataset: "candle", provider: "sandbox:okx", reason: "not_closed", count_24h: 3 }],
    providers: [
      { provider: "sandbox:binance", status: "ok", last_success_at: at, error_rate_1h_pct: 0, known_issue: null },
    ],
    prices: {
      ...PRICES,
      tiers: { ...PRICES.tiers },
      free_allowance: { ...PRICES.free_allowance },
      mainnet_equivalent_usd: { ...PRICES.mainnet_equivalent_usd },
    },
    payment_address: null,
    payment: {
      address: null,
      network: "cardano:preprod",
      asset: "lovelace",
      scheme: "exact",
      x402_version: 2,
      facilitator: null,
    },
    model: { mode: "deterministic", name: "deterministic-1" },
    attestation: {
      workflow: "not_configured",
      pending: 0,
      attested_24h: 0,
      last_attested_at: null,
      latency_p50_s: "unassessed",
    },
    signals: {
      last_minute_at: at,
      fired_per_token_24h: { severity_1: 2.1, severity_2: 0.35, severity_3: 0.02 },
      kinds: [
        {
          kind: "price_move",
          evaluated_24h: 143_990,
          not_evaluated_24h: 10,
          fired_24h: 41,
          reasons: { insufficient_history: 10 },
        },
      ],
    },
    log: {
      origin: "assay.sandbox/log",
      issued: 1_204,
      size: 1_190,
      signed_at: at,
      keys: ["assay.sandbox/log+b6aeab54+AQfs+n9cVbr5jh9fs2cEHWHpXDv0bErLgHOSnwXkTZ6B"],
      witnesses: [
        {
          key: "sandbox.example/witness-1+2e8d7c59+BM0dV/LsyT2zmZLjMdGw4o6iKzY9fjEHMuF0UszRYdsu",
          size: 1_190,
          cosigned_at: at,
        },
      ],
      problem: null,
    },
    record: { evaluations: 0, signals: 247, briefs: 0, pending_outcomes: 0 },
    explanations: EXPLANATIONS,
    gates: GATES,
    replays: {
      ...{ at: "2026-11-20T00:00:00.000Z", sampled: 200, identical: 197, numbers_identical: 0, differing: 3 },
      ...{ unassessed: 0, identical_pct: 98.5, reasons: { another_code_version: 3 } },
    },
    rules: { evaluation: "eval-2", signals: "sig-1", scoring: "score-1" },
    limits: {
      body_bytes_max: LIMITS.bodyBytesMax,
      policies: Object.entries(RATE_POLICIES).map(([policy, { quota, windowS }]) => ({
        policy,
        quota,
        window_s: windowS,
      })),
    },
    notices: [],
  },
  sources: [],
};
