// What labelled wallets and scanned blocks say about a token: exchange flows and large transfers; unrounded.

import type { FlowSumRow } from "../../schema/query/chain/flow-sum.ts";
import type { TransferSumRow } from "../../schema/query/chain/transfer-sum.ts";
import type { Reason } from "../../schema/reason.ts";
import { flowSourceOf } from "../../schema/token/chain.ts";
import { chainsOf, isScanned } from "../../schema/token/scanned-chain.ts";
import type { Facts } from "../fact/fact.ts";
import type { TokenFacts } from "../fact/token-facts.ts";
import { sum } from "../number/statistics.ts";
import { isFresh, newest, whyMissing } from "./cause.ts";
import { flowChains, shareOfFlows } from "./flow-weight.ts";
import { derive, type Gap, gap, isGap, type Measured } from "./gap.ts";
import { WEIGHT_MIN } from "./venue-weight.ts";

type ChainCover = { readonly chain: string; readonly covered: boolean; readonly reason: Reason | null };
type Span = "1h" | "24h" | "7d";
export type Transfers = {
  readonly count: number;
  readonly totalUsd: number;
  readonly toExchangeUsd: number;
  readonly fromExchangeUsd: number;
  readonly largest: TransferSumRow | null;
};
export type Flows = {
  /** Where the windows of all chains end, epoch milliseconds. */
  readonly at: number;
  /** Of the chains that every number is summed over. */
  readonly counted: readonly FlowSumRow[];
  /** Covered are the chains in the sums, no others. */
  readonly covers: readonly ChainCover[];
  readonly share: Measured<number>;
  readonly labelSet: Measured<string>;
  inflow(span: Span): Measured<number>;
  outflow(span: Span): Measured<number>;
  netflow(span: Span): Measured<number>;
  /** Chains that the numbers of a span are summed over. */
  chains(span: Span): Measured<readonly string[]>;
  readonly transfers: Measured<Transfers>;
};

const SPANS = {
  "1h": { seconds: 3_600, read: "seconds_1h", inflow: "in_1h_usd", outflow: "out_1h_usd", unpriced: "unpriced_1h" },
  "24h": {
    seconds: 86_400,
    read: "seconds_24h",
    inflow: "in_24h_usd",
    outflow: "out_24h_usd",
    unpriced: "unpriced_24h",
  },
  "7d": { seconds: 604_800, read: "seconds_7d", inflow: "in_7d_usd", outflow: "out_7d_usd", unpriced: "unpriced_7d" },
} as const;

/**
 * Why these chains say nothing of the token: what their own sources were doing, and nobody else's. A chain that is
 * read has a source for it, so that what is not there is still to come.
 */
function whyNot({ calls }: TokenFacts, chains: readonly string[], since: number): Gap {
  const sources = new Set(chains.filter(isScanned).map(flowSourceOf));
  if (sources.size === 0) return gap("no_source", "None of its chains is scanned.");
  const own = calls.filter((call) => sources.has(call.source));
  const why = whyMissing(own, "exchange_flow", since);
  return why.gap === "no_source" ? gap("pending", "Not read yet.") : why;
}

/** Why flows are missing when none is fresh. */
const noneOf = (rows: TokenFacts): Gap =>
  whyNot(rows, chainsOf(rows.token), newest(rows.flows.map((flow) => flow.end_at)));

const TOO_YOUNG = gap("insufficient_history", "The window is not scanned whole yet.");
const HOLE = gap("insufficient_coverage", "A part of the window is not scanned, though some of before it is.");

/** All of the window, to the second: what was not read of it may be anything. */
const isWhole = (row: FlowSumRow, span: Span): boolean => row[SPANS[span].read] >= SPANS[span].seconds;

/** Why the window is not known of these: where a chain was scanned before it began, what lacks is a hole. */
function notWhole(some: readonly FlowSumRow[], span: Span): Gap {
  const wasScanned = (row: FlowSumRow) => row.first_at <= row.window_end - SPANS[span].seconds * 1_000;
  return some.some((row) => !isWhole(row, span) && wasScanned(row)) ? HOLE : TOO_YOUNG;
}

/** What coins do elsewhere says nothing of a token whose own chain is not in the sum. */
function homeless(
  rows: TokenFacts,
  fresh: readonly FlowSumRow[],
  counted: readonly FlowSumRow[],
  span: Span,
): Gap | null {
  const home = rows.token.native;
  const isHome = ({ chain }: FlowSumRow) => chain === home;
  if (home === null || fresh.length === 0 || counted.some(isHome)) return null;
  if (fresh.some(isHome)) return notWhole(fresh.filter(isHome), span);
  return isScanned(home)
    ? whyNot(rows, [home], newest(rows.flows.filter(isHome).map((flow) => flow.end_at)))
    : gap("insufficient_coverage", `Its own chain ${home} is not scanned.`);
}

/** Share of the token's flows that the chains carry, or why it is none. */
function shareOf(
  rows: TokenFacts,
  fresh: readonly FlowSumRow[],
  counted: readonly FlowSumRow[],
  span: Span,
): Measured<number> {
  if (fresh.length === 0) return noneOf(rows);
  const away = homeless(rows, fresh, counted, span);
  if (away !== null) return away;
  if (counted.length === 0) return notWhole(fresh, span);
  const chains = counted.map(({ chain }) => chain);
  const others = flowChains(rows).filter((chain) => !chains.includes(chain));
  return (
    shareOfFlows(rows, chains) ?? gap("insufficient_coverage", `How much moves on ${others.join(", ")} is not known.`)
  );
}

/** The chains where they carry enough to be summed. */
const requireShare = (share: Measured<number>, counted: readonly FlowSumRow[]): Measured<readonly FlowSumRow[]> =>
  derive([share], (known) =>
    known >= WEIGHT_MIN
      ? counted
      : gap("insufficient_coverage", `Only ${(known * 100).toFixed(1)} % of the known weight was measured.`),
  );

/**
 * The chains of each window. All numbers are summed over the same ones: those whose day is scanned whole; while the day
 * of too few is, those whose hour is, and then the hour is all that is told.
 */
function chooseChains(rows: TokenFacts, fresh: readonly FlowSumRow[]) {
  const wholeOf = (span: Span) => fresh.filter((row) => isWhole(row, span));
  const [hours, days] = [wholeOf("1h"), wholeOf("24h")];
  const day = requireShare(shareOf(rows, fresh, days, "24h"), days);
  const hour = isGap(day) ? requireShare(shareOf(rows, fresh, hours, "1h"), hours) : day;
  const week = derive([day], (counted) =>
    counted.every((row) => isWhole(row, "7d")) ? counted : notWhole(counted, "7d"),
  );
  const span: Span = isGap(day) && !isGap(hour) ? "1h" : "24h";
  const counted = span === "1h" ? hours : days;
  const bySpan: Readonly<Record<Span, Measured<readonly FlowSumRow[]>>> = { "1h": hour, "24h": day, "7d": week };
  return { bySpan, counted, share: shareOf(rows, fresh, counted, span) };
}

function coverOf(
  rows: TokenFacts,
  fresh: readonly FlowSumRow[],
  counted: readonly FlowSumRow[],
  chain: string,
): ChainCover {
  const isIt = (row: FlowSumRow) => row.chain === chain;
  if (counted.some(isIt)) return { chain, covered: true, reason: null };
  const why = fresh.some(isIt) ? TOO_YOUNG : whyNot(rows, [chain], rows.flows.find(isIt)?.end_at ?? 0);
  return { chain, covered: false, reason: why.gap };
}

function sumTransfers(rows: TokenFacts, chains: readonly string[]): Transfers {
  const own = rows.transfers.filter(({ chain }) => chains.includes(chain));
  const [largest = null] = [...own].sort((a, b) => b.largest_usd - a.largest_usd || (a.chain < b.chain ? -1 : 1));
  return {
    count: sum(own.map((row) => row.transfers)),
    totalUsd: sum(own.map((row) => row.total_usd)),
    toExchangeUsd: sum(own.map((row) => row.to_exchange_usd)),
    fromExchangeUsd: sum(own.map((row) => row.from_exchange_usd)),
    largest,
  };
}

/** Measures flows; a chain with scanned windows and no movement is a measured zero. */
export function measureFlows(facts: Facts, rows: TokenFacts): Flows {
  const fresh = rows.flows.filter((row) => isFresh("exchange_flow", row.end_at, facts.asOf));
  const { bySpan, counted, share } = chooseChains(rows, fresh);
  const flow = (span: Span, side: "inflow" | "outflow") =>
    derive([bySpan[span]], (chains) =>
      chains.some((row) => row[SPANS[span].unpriced] > 0)
        ? gap("insufficient_coverage", "Some movements have no price.")
        : sum(chains.map((row) => row[SPANS[span][side]])),
    );
  return {
    at: newest(fresh.map((row) => row.window_end)) || facts.asOf,
    counted,
    covers: chainsOf(rows.token).map((chain) => coverOf(rows, fresh, counted, chain)),
    share,
    labelSet: fresh.length === 0 ? noneOf(rows) : [...new Set(fresh.map((row) => row.label_set))].sort().join(","),
    inflow: (span) => flow(span, "inflow"),
    outflow: (span) => flow(span, "outflow"),
    netflow: (span) => derive([flow(span, "inflow"), flow(span, "outflow")], (to, from) => to - from),
    chains: (span) => derive([bySpan[span]], (chosen) => chosen.map(({ chain }) => chain)),
    transfers: derive([bySpan["24h"]], (chosen) =>
      sumTransfers(
        rows,
        chosen.map(({ chain }) => chain),
      ),
    ),
  };
}
