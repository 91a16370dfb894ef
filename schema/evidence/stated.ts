// The sections and series that the numbers of each kind of evidence are read of: where the published statements stand that
// make them again.
import type { EvidenceKind } from "./index.ts";

export const EVIDENCE_STATED: { readonly [K in EvidenceKind]: readonly string[] } = {
  price: ["market", "candles"],
  spot_volume: ["market", "candles"],
  open_interest: ["derivatives", "open_interest"],
  funding: ["derivatives", "funding"],
  long_short: ["derivatives", "long_short"],
  liquidations: ["derivatives"],
  order_book_depth: ["liquidity"],
  onchain_flows: ["onchain", "market", "exchange_netflow"],
  large_transfer: ["onchain", "market"],
  tvl: ["onchain", "tvl"],
  supply: ["supply"],
  contract_risk: ["security"],
  market_context: ["context", "market"],
  headline: ["context"],
  signal: ["signals", "signal"],
  performance: ["market"],
  price_window: ["price", "candles"],
  volume_window: ["candles"],
  comparison: ["market", "price"],
  volatility: ["market"],
  leverage: ["derivatives"],
  closures: ["derivatives"],
  chain_flows: ["onchain", "exchange_netflow", "reserves"],
  holders: ["onchain"],
  tokenomics: ["supply"],
  contract_checks: ["security"],
  price_impact: ["liquidity", "order"],
  // Counted by the record's own statements.
  record: [],
  standing: ["evaluation", "signals"],
  measure: ["evaluation"],
};
