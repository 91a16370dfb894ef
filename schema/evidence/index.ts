// The registry of kinds of evidence, in the order in which answers list them.
import type { Static } from "typebox";
import { chainFlows } from "./chain-flows.ts";
import { closures } from "./closures.ts";
import { comparison } from "./comparison.ts";
import { contractChecks } from "./contract-checks.ts";
import { contractRisk } from "./contract-risk.ts";
import { funding } from "./funding.ts";
import { headline } from "./headline.ts";
import { holders } from "./holders.ts";
import { largeTransfer } from "./large-transfer.ts";
import { leverage } from "./leverage.ts";
import { liquidations } from "./liquidations.ts";
import { longShort } from "./long-short.ts";
import { marketContext } from "./market-context.ts";
import { measure } from "./measure.ts";
import { onchainFlows } from "./onchain-flows.ts";
import { openInterest } from "./open-interest.ts";
import { orderBookDepth } from "./order-book-depth.ts";
import { performance } from "./performance.ts";
import { price } from "./price.ts";
import { priceImpact } from "./price-impact.ts";
import { priceWindow } from "./price-window.ts";
import { record } from "./record.ts";
import { signal } from "./signal.ts";
import { spotVolume } from "./spot-volume.ts";
import { standing } from "./standing.ts";
import { supply } from "./supply.ts";
import { tokenomics } from "./tokenomics.ts";
import { tvl } from "./tvl.ts";
import { volatility } from "./volatility.ts";
import { volumeWindow } from "./volume-window.ts";

/** What briefs are written from. */
const OF_BRIEFS = {
  price,
  spot_volume: spotVolume,
  open_interest: openInterest,
  funding,
  long_short: longShort,
  liquidations,
  order_book_depth: orderBookDepth,
  onchain_flows: onchainFlows,
  large_transfer: largeTransfer,
  tvl,
  supply,
  contract_risk: contractRisk,
  market_context: marketContext,
  headline,
  signal,
} as const;

/** What answers measure beside it, as it is asked for. */
const ASKED = {
  performance,
  price_window: priceWindow,
  volume_window: volumeWindow,
  comparison,
  volatility,
  leverage,
  closures,
  chain_flows: chainFlows,
  holders,
  tokenomics,
  contract_checks: contractChecks,
  price_impact: priceImpact,
  record,
  standing,
} as const;

/** What rules of agents look at. */
const OF_AGENTS = { measure } as const;

export const EVIDENCE = { ...OF_BRIEFS, ...ASKED, ...OF_AGENTS } as const;

export type BriefKind = keyof typeof OF_BRIEFS;
export const BRIEF_KINDS = Object.keys(OF_BRIEFS) as BriefKind[];
export type AskedKind = keyof typeof ASKED;

export type EvidenceKind = keyof typeof EVIDENCE;
export const EVIDENCE_KINDS = Object.keys(EVIDENCE) as EvidenceKind[];
export const isEvidenceKind = (kind: string): kind is EvidenceKind => Object.hasOwn(EVIDENCE, kind);
/** Data of a kind, as an item holds it. */
export type EvidenceData<K extends EvidenceKind> = Static<(typeof EVIDENCE)[K]>;
