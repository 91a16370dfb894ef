// Example answer of GET /v1/evaluate/{token}: a coin of a chain, with a dimension that could not be measured.
import type { Dimension, Evaluation } from "../../../schema/object/evaluation.ts";

const at = "2026-11-20T12:00:00.000Z";
const quiet = (verdict: Dimension["verdict"]): Dimension => ({
  verdict,
  reasons: [],
  as_of: at,
  sources: [],
  unassessed: [],
});

export const evaluationExample: Evaluation = {
  object: "evaluation",
  id: "eval_01JD6Q3Z8W0000000000000000",
  as_of: at,
  data: {
    token: { id: "bitcoin", symbol: "BTC", name: "Bitcoin", rank: 1 },
    kind: "standard",
    verdict: "proceed",
    confidence: 0.45,
    p_right: { "1h": 0.5, "24h": 0.5, "7d": 0.5 },
    confidence_basis: "prior",
    price_usd: 91_250.5,
    sigma_pct: { "1h": 0.45, "24h": 2.1, "7d": 5.6 },
    dimensions: {
      momentum: quiet("proceed"),
      liquidity: quiet("proceed"),
      leverage: quiet("proceed"),
      onchain: {
        ...quiet("unassessed"),
        unassessed: [{ check: "netflow_to_market_cap_pct", reason: "no_source" }],
      },
      supply: quiet("proceed"),
      context: quiet("proceed"),
      contract: quiet("proceed"),
    },
    order: null,
    policy: null,
    reasons: [],
    checked: ["change_24h_pct"],
    not_checked: [{ check: "netflow_to_market_cap_pct", reason: "no_source" }],
    evidence: [{ id: "E1", path: "state/bitcoin/market/change_24h_pct", unit: "pct", value: 1.2 }],
    horizon_hours: 24,
    valid_until: "2026-11-20T12:10:00.000Z",
    rules_version: "eval-2",
    previous: null,
    changed_dimensions: [],
    hash: "15900eff21bd0000000000000000000000000000000000000000000000000000",
    verify_url: "http://localhost:8080/v1/verify/eval_01JD6Q3Z8W0000000000000000",
  },
  sources: [],
};
