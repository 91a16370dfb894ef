// The registry of signal rules `sig-1`, in wire order.
import { breakout } from "./breakout.ts";
import { contractRiskChange } from "./contract-risk-change.ts";
import { depeg } from "./depeg.ts";
import { depthDrop } from "./depth-drop.ts";
import { exchangeInflow } from "./exchange-inflow.ts";
import { exchangeOutflow } from "./exchange-outflow.ts";
import { fundingExtreme } from "./funding-extreme.ts";
import { fundingFlip } from "./funding-flip.ts";
import { largeTransfer } from "./large-transfer.ts";
import { liquidationCascade } from "./liquidation-cascade.ts";
import { longShortExtreme } from "./long-short-extreme.ts";
import { oiFlush } from "./oi-flush.ts";
import { oiPriceDivergence } from "./oi-price-divergence.ts";
import { oiSurge } from "./oi-surge.ts";
import { priceDivergence } from "./price-divergence.ts";
import { priceMove } from "./price-move.ts";
import type { SignalRule } from "./rule.ts";
import { spreadWidening } from "./spread-widening.ts";
import { tvlDrop } from "./tvl-drop.ts";
import { unlockUpcoming } from "./unlock-upcoming.ts";
import { volumeSpike } from "./volume-spike.ts";

export const SIGNALS = {
  price_move: priceMove,
  breakout: breakout,
  volume_spike: volumeSpike,
  oi_surge: oiSurge,
  oi_flush: oiFlush,
  oi_price_divergence: oiPriceDivergence,
  funding_extreme: fundingExtreme,
  funding_flip: fundingFlip,
  long_short_extreme: longShortExtreme,
  liquidation_cascade: liquidationCascade,
  exchange_inflow: exchangeInflow,
  exchange_outflow: exchangeOutflow,
  large_transfer: largeTransfer,
  depth_drop: depthDrop,
  spread_widening: spreadWidening,
  price_divergence: priceDivergence,
  tvl_drop: tvlDrop,
  depeg: depeg,
  unlock_upcoming: unlockUpcoming,
  contract_risk_change: contractRiskChange,
} as const satisfies Readonly<Record<string, SignalRule>>;

export type SignalKind = keyof typeof SIGNALS;
export const SIGNAL_KINDS = Object.keys(SIGNALS) as readonly SignalKind[] as [...SignalKind[]];
