// The registry of signal detectors, in wire order.
import type { SignalKind } from "../../schema/signal/index.ts";
import { detectBreakout } from "./breakout.ts";
import { detectContractRiskChange } from "./contract-risk-change.ts";
import { detectDepeg } from "./depeg.ts";
import { detectDepthDrop } from "./depth-drop.ts";
import { detectExchangeInflow } from "./exchange-inflow.ts";
import { detectExchangeOutflow } from "./exchange-outflow.ts";
import { detectFundingExtreme } from "./funding-extreme.ts";
import { detectFundingFlip } from "./funding-flip.ts";
import { detectLargeTransfer } from "./large-transfer.ts";
import { detectLiquidationCascade } from "./liquidation-cascade.ts";
import { detectLongShortExtreme } from "./long-short-extreme.ts";
import { detectOiFlush } from "./oi-flush.ts";
import { detectOiPriceDivergence } from "./oi-price-divergence.ts";
import { detectOiSurge } from "./oi-surge.ts";
import { detectPriceDivergence } from "./price-divergence.ts";
import { detectPriceMove } from "./price-move.ts";
import type { Detector } from "./reading.ts";
import { detectSpreadWidening } from "./spread-widening.ts";
import { detectTvlDrop } from "./tvl-drop.ts";
import { detectUnlockUpcoming } from "./unlock-upcoming.ts";
import { detectVolumeSpike } from "./volume-spike.ts";

export const DETECTORS = {
  price_move: detectPriceMove,
  breakout: detectBreakout,
  volume_spike: detectVolumeSpike,
  oi_surge: detectOiSurge,
  oi_flush: detectOiFlush,
  oi_price_divergence: detectOiPriceDivergence,
  funding_extreme: detectFundingExtreme,
  funding_flip: detectFundingFlip,
  long_short_extreme: detectLongShortExtreme,
  liquidation_cascade: detectLiquidationCascade,
  exchange_inflow: detectExchangeInflow,
  exchange_outflow: detectExchangeOutflow,
  large_transfer: detectLargeTransfer,
  depth_drop: detectDepthDrop,
  spread_widening: detectSpreadWidening,
  price_divergence: detectPriceDivergence,
  tvl_drop: detectTvlDrop,
  depeg: detectDepeg,
  unlock_upcoming: detectUnlockUpcoming,
  contract_risk_change: detectContractRiskChange,
} as const satisfies Record<SignalKind, Detector>;
