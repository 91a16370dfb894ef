// What went into exchange-traded funds on the last whole day that was reported of both coins.
import type { FundFlowLatestRow } from "../../schema/dataset/coin/fund-flow.ts";
import { DAY_MS } from "../../schema/duration.ts";
import type { Source } from "../../schema/shape/source.ts";
import { isFresh, newest, whyMissing } from "../measure/cause.ts";
import { type Gap, gap, isGap, type Measured } from "../measure/gap.ts";
import { sum } from "../number/statistics.ts";
import { type MarketInput, wideSource } from "./market-builder.ts";

/** Coins whose funds are summed; a day is told only of both. */
const FUND_TOKENS = ["bitcoin", "ethereum"];

type FundFlow = {
  readonly netflowUsd: number;
  readonly source: Source;
};

/** Why there is no day; `day` is the last one that was reported of both, 0 without any. */
function whyNone({ facts, unset }: MarketInput, rows: readonly FundFlowLatestRow[], day: number): Gap {
  const setting = unset?.get("fund_flow");
  if (setting !== undefined) return gap("not_configured", `Flows of funds are only sold: ${setting} is not set.`, day);
  const why = whyMissing(facts.calls, "fund_flow", day);
  const isFailing = why.gap === "source_error" || why.gap === "source_rate_limited";
  const isPart = rows.some((row) => row.read_at > day && isFresh("fund_flow", row.read_at, facts.asOf));
  if (isFailing || !isPart) return why;
  return gap("insufficient_coverage", "Only the funds of one of the two coins were reported lately.", day);
}

/** The newest whole day with the funds of both coins. `as_of` of the source is its start. */
export function measureFundFlow(input: MarketInput): Measured<FundFlow> {
  const { facts, asOf } = input;
  const rows = facts.fundFlows.filter((row) => FUND_TOKENS.includes(row.token) && row.read_at + DAY_MS <= asOf);
  const days = [...new Set(rows.map((row) => row.read_at))].sort((a, b) => b - a);
  const day = days.find((at) => FUND_TOKENS.every((id) => rows.some((row) => row.read_at === at && row.token === id)));
  if (day === undefined || !isFresh("fund_flow", day, asOf)) return whyNone(input, rows, day ?? 0);
  const flows = FUND_TOKENS.flatMap((id) => rows.find((row) => row.read_at === day && row.token === id) ?? []);
  const [{ provider } = { provider: "" }] = flows;
  const retrievedAt = newest(flows.map((row) => row.retrieved_ms));
  const cited = { dataset: "fund_flow", provider, venue: null, at: day, retrievedAt } as const;
  return {
    netflowUsd: sum(flows.map((row) => row.netflow_usd)),
    source: wideSource(input, cited),
  };
}

export const fundSources = (flow: Measured<FundFlow>): Source[] => (isGap(flow) ? [] : [flow.source]);
