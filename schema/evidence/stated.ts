// The sections and series that the numbers of each kind of evidence are read of: where the published statements stand that
// make them again.
import type { AgentId } from "../agent/index.ts";
import type { EvidenceKind } from "./index.ts";

/** What a run of an agent tells of the market as a whole, beside its evidence. */
export const RUN_STATED: { readonly [K in AgentId]?: readonly string[] } = {
  "daily-market-brief": ["overview", "breadth", "sectors", "flows", "sentiment", "rankings", "events"],
  "portfolio-checkup": ["candles"],
  "due-diligence-analyst": ["candles"],
};

/** Empty where the record's own statements count it. */
export const EVIDENCE_STATED: { readonly [K in EvidenceKind]: readonly string[] } = {
  price: ["market", "price", "candles"],
  spot_volume: ["market", "liquidity", "candles"],
  open_interest: ["derivatives", "open_interest"],
  funding: ["derivatives", "funding"],
  long_short: ["derivatives", "long_short"],
  liquidations: ["derivatives", "signal"],
  order_book_depth: ["liquidity"],
  onchain_flows: ["onchain", "market", "exchange_netflow"],
  large_transfer: ["onchain", "market"],
  tvl: ["onchain", "tvl"],
  supply: ["supply"],
  contract_risk: ["security"],
  market_context: ["context", "market", "identity", "price"],
  headline: ["context"],
  signal: ["signals", "signal"],
  performance: ["market"],
  price_window: ["price", "candles"],
  volume_window: ["candles"],
  comparison: ["market", "context", "price", "candles"],
  volatility: ["market", "derivatives"],
  leverage: ["derivatives"],
  closures: ["derivatives"],
  chain_flows: ["onchain", "exchange_netflow", "reserves"],
  holders: ["onchain"],
  tokenomics: ["supply"],
  contract_checks: ["security"],
  price_impact: ["liquidity"],
  // Counted by the record's own statements.
  record: [],
  standing: ["evaluation", "signals", "brief"],
  measure: ["evaluation"],
};
