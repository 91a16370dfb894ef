// A brief as its writer would hand it in, for tests that issue one, and rows of briefs for those that hand in rows.
import type { BriefDraft } from "../../../jobs/brief/issue-brief.ts";
import { MINUTE_MS } from "../../../schema/duration.ts";
import type { BriefLatestRow } from "../../../schema/query/issued/brief-latest.ts";
import { toTime } from "../../../schema/shape/time.ts";

const TOKEN = { id: "bitcoin", symbol: "BTC", name: "Bitcoin" };

/** Created at `at` (epoch ms) from data of the minute before. */
export const draftBrief = (id: number, at: number, more: Partial<BriefDraft["data"]> = {}): BriefDraft => ({
  asOf: at - MINUTE_MS,
  sources: [{ id: "S1", provider: "sandbox:okx", endpoint: "okx.candles", as_of: toTime(at - MINUTE_MS) }],
  data: {
    token: TOKEN,
    id,
    headline: `[simulated] Brief ${id}`,
    summary: "[simulated] The price rose on rising volume.",
    direction: "bullish",
    severity: 2,
    confidence: 0.62,
    created_at: toTime(at),
    window: { from: toTime(at - 121 * MINUTE_MS), to: toTime(at - MINUTE_MS) },
    what_happened: [{ text: "The price rose.", evidence: ["E1"] }],
    likely_causes: [{ kind: "no_clear_cause", cause: "Rising volume.", evidence: ["E1"], confidence: 0.4 }],
    onchain: [],
    market_context: [],
    watch_next: ["A busier hour."],
    watch_conditions: [
      { metric: "market/volume_ratio_1h", comparator: ">", value: 2, until: toTime(at + 60 * MINUTE_MS) },
    ],
    caveats: [],
    evidence: [
      {
        ...{ id: "E1", source: "okx.candles", source_ids: ["S1"], kind: "price", summary: "Price up." },
        ...{ data: { price: 64_000 }, unassessed: [] },
      },
    ],
    model: "deterministic-1",
    run_id: null,
    rules_version: "brief-1",
    p_right: { "1h": 0.5, "24h": 0.62, "7d": 0.5 },
    confidence_basis: "prior",
    sigma_pct: { "1h": 0.4, "24h": 2.1, "7d": "unassessed" },
    ...more,
  },
});

/** One of a few tokens, newer than any headline. */
export const briefRows = (asOf: number): BriefLatestRow[] =>
  ["aave", "chainlink"].map((token, at) => ({
    token,
    id: at + 2,
    headline: `[simulated] Brief of ${token}`,
    summary: "[simulated] Prices rose on rising volume.",
    direction: "bullish",
    severity: 2,
    confidence: 0.5,
    created_ms: asOf - 5 * MINUTE_MS,
    window_from_ms: asOf - 120 * MINUTE_MS,
    window_to_ms: asOf - 6 * MINUTE_MS,
    as_of_ms: asOf - 6 * MINUTE_MS,
    issued_ms: asOf - 5 * MINUTE_MS,
    is_simulated: 1,
  }));
