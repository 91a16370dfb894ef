// A small evaluation as its minter would hand it in, for tests of what happens to whatever is issued.
import type { Draft } from "../../../jobs/proof/seal.ts";
import { DIMENSIONS } from "../../../schema/evaluation/rule.ts";
import { toTime } from "../../../schema/shape/time.ts";

type Data = Draft<"evaluation">["data"];

const TOKEN = { id: "bitcoin", symbol: "BTC", name: "Bitcoin", rank: 1 };

/** Judged at `at` (epoch ms); what it says besides its verdict is always the same. */
export function draftEvaluation(id: string, at: number, more: Partial<Data> = {}): Draft<"evaluation"> {
  const dimension = { verdict: "unassessed" as const, reasons: [], as_of: toTime(at), sources: [], unassessed: [] };
  const dimensions = Object.fromEntries(DIMENSIONS.map((one) => [one, dimension])) as unknown as Data["dimensions"];
  const data: Data = {
    ...{ token: TOKEN, kind: "standard", verdict: "caution", confidence: 0.5 },
    ...{ p_right: { "1h": 0.5, "24h": 0.5, "7d": 0.5 }, confidence_basis: "prior", price_usd: "unassessed" },
    ...{ sigma_pct: { "1h": 0.4, "24h": 2.1, "7d": "unassessed" }, dimensions, order: null, policy: null },
    ...{ reasons: [], checked: [], not_checked: [], evidence: [], horizon_hours: 24 },
    ...{ valid_until: toTime(at + 1_200_000), rules_version: "eval-1", previous: null, changed_dimensions: [] },
    ...more,
  };
  return { id, asOf: at, data, sources: [], calls: [] };
}
