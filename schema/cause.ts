// The table of causes that an explanation may name: what each looks for, and from where on it counts.
import { DAY_MS, HOUR_MS, QUARTER_MS } from "./duration.ts";
import type { EvidenceKind } from "./evidence/index.ts";

export const CAUSE_RULES_VERSION = "brief-4";

type CauseRow = {
  /** How a headline goes on after the move. */
  readonly as: string;
  /** What it is seen in. */
  readonly evidence: EvidenceKind;
  /** Size from which it counts as one, in the measure that `measure` names. */
  readonly from: number;
  readonly measure: string;
  /** Whether it must also be one that the token's own past seldom had: `CAUSE_PERCENTILE_MIN`. */
  readonly isRare?: true;
};

export const CAUSES = {
  liquidation_cascade: {
    as: "leveraged positions were closed by force",
    evidence: "liquidations",
    from: 3,
    measure: "Forced closures of a quarter of an hour over the median hour of the week, times four.",
    isRare: true,
  },
  leverage_flushed: {
    as: "open positions were unwound",
    evidence: "open_interest",
    from: 5,
    measure: "Per cent that open interest lost in coins within an hour, or half of what it lost within four.",
  },
  leverage_built: {
    as: "new leverage came in",
    evidence: "open_interest",
    from: 5,
    measure: "Per cent that open interest gained in coins within an hour, or half of what it gained within four.",
  },
  exchange_inflow: {
    as: "coins went to exchanges",
    evidence: "onchain_flows",
    from: 2,
    measure: "Percent of a day's spot volume that went to labelled exchanges on balance before the newest hour.",
  },
  exchange_outflow: {
    as: "coins left exchanges",
    evidence: "onchain_flows",
    from: 2,
    measure: "Percent of a day's spot volume that came from labelled exchanges on balance before the newest hour.",
  },
  large_transfer: {
    as: "a large transfer was seen",
    evidence: "large_transfer",
    from: 1,
    measure: "Percent of a day's spot volume in one transfer to or from an exchange.",
    isRare: true,
  },
  market_wide_move: {
    as: "the whole market moved",
    evidence: "market_context",
    from: 50,
    measure: "Percent of the move that bitcoin's, times the token's beta, comes to.",
  },
  sector_move: {
    as: "its sector moved",
    evidence: "market_context",
    from: 60,
    measure: "Percent of the move that the sector's change of the day beyond that of the median token comes to.",
  },
  headline: {
    as: "news came out",
    evidence: "headline",
    from: 1,
    measure: "Headlines that name the token, from two hours before the move on.",
    isRare: true,
  },
  unlock: { as: "an unlock is near", evidence: "signal", from: 1, measure: "An open signal of an unlock." },
  contract_change: {
    as: "its contract's risk changed",
    evidence: "signal",
    from: 1,
    measure: "An open signal of a contract's risk.",
  },
  value_locked_leaving: {
    as: "value locked left",
    evidence: "tvl",
    from: 10,
    measure: "Percentage points that value locked lost within 24 hours beyond what the token's price did.",
  },
  stablecoin_depeg: {
    as: "it came off its peg",
    evidence: "signal",
    from: 1,
    measure: "An open signal of a stablecoin off its peg.",
  },
} as const satisfies Record<string, CauseRow>;

export type CauseId = keyof typeof CAUSES;
export const CAUSE_IDS = Object.keys(CAUSES) as CauseId[];

/** Of a move that is no sharper than those of so many of the past windows as long no cause is looked for. */
export const MOVE_PERCENTILE_MIN = 97;
/** How long before a move a cause may lie, and how long before it a signal may have opened. */
export const CAUSE_LEAD_MS = 2 * HOUR_MS;
export const SIGNAL_LEAD_MS = DAY_MS;
/** Closures are told by bars: one that begins while the price still moves is of the move. */
export const CAUSE_BAR_MS = QUARTER_MS;
/** The hours that a cause is looked for in, whole: what it is held against are past spans as long. */
export const CAUSE_SPAN_MS = Math.ceil((CAUSE_LEAD_MS + 2 * CAUSE_BAR_MS) / HOUR_MS) * HOUR_MS;
/** Of the past spans so many per cent had nothing as large. */
export const CAUSE_PERCENTILE_MIN = 97;
/** So many times the mean day of the week flows must come to. */
export const FLOW_RATIO_MIN = 3;
/** Of one source alone nobody is surer than this. */
export const CAUSE_CONFIDENCE_MAX = 0.6;
