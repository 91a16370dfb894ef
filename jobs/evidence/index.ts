// The registry of builders of evidence: a kind without its builder does not compile.
import type { BriefKind } from "../../schema/evidence/index.ts";
import type { EvidenceBuilder } from "./builder.ts";
import { contractRisk } from "./contract-risk.ts";
import { funding } from "./funding.ts";
import { headline } from "./headline.ts";
import { largeTransfer } from "./large-transfer.ts";
import { liquidations } from "./liquidations.ts";
import { longShort } from "./long-short.ts";
import { marketContext } from "./market-context.ts";
import { onchainFlows } from "./onchain-flows.ts";
import { openInterest } from "./open-interest.ts";
import { orderBookDepth } from "./order-book-depth.ts";
import { price } from "./price.ts";
import { signal } from "./signal.ts";
import { spotVolume } from "./spot-volume.ts";
import { supply } from "./supply.ts";
import { tvl } from "./tvl.ts";

export const EVIDENCE_BUILDERS: { readonly [K in BriefKind]: EvidenceBuilder<K> } = {
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
};
