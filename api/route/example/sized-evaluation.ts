// Example answer of POST /v1/evaluate: an order within the rules and its policy.
import type { Evaluation } from "../../../schema/object/evaluation.ts";
import { evaluationExample } from "./evaluation.ts";

const id = "eval_01JD6Q3ZAX0000000000000000";

export const sizedEvaluationExample: Evaluation = {
  ...evaluationExample,
  id,
  data: {
    ...evaluationExample.data,
    kind: "sized",
    order: {
      side: "buy",
      size_usd: 50_000,
      size_native: 0.54794439,
      venue_scope: "all",
      chain: null,
      impact_pct: 0.021,
      impact_method: "book",
      impact_sources: [{ method: "book", impact_pct: 0.021, source: [] }],
      volume_share_pct: 0.0002,
      depth_share_pct: 0.04,
      largest_safe_size_usd: 2_390_000,
      limited_by: "max_impact_pct",
    },
    policy: {
      passed: true,
      results: [{ rule: "max_impact_pct", limit: 0.5, value: 0.021, result: "pass" }],
    },
    verify_url: `http://localhost:8080/v1/verify/${id}`,
  },
};
