// What labelled wallets and scanned blocks say about a token: exchange flows and large transfers; unrounded.

import { CHAIN_IDS, flowSourceOf } from "../../schema/chain.ts";
import type { FlowSumRow } from "../../schema/query/flow-sum.ts";
import type { TransferSumRow } from "../../schema/query/transfer-sum.ts";
import type { Reason } from "../../schema/reason.ts";
import type { Facts } from "../fact/fact.ts";
import type { TokenFacts } from "../fact/token-facts.ts";
import { sum } from "../number/statistics.ts";
import { isFresh, newest, whyMissing } from "./cause.ts";
import { derive, type Gap, gap, type Measured } from "./gap.ts";
import { requireWeight, shareOf, weighVenues } from "./venue-weight.ts";

const SHARE_OF_WINDOW_MIN = 0.9;

export type ChainCover = { readonly chain: string; readonly covered: boolean; readonly reason: Reason | null };
export type Span = "1h" | "24h" | "7d";
export type Transfers = {
  readonly count: number;
  readonly totalUsd: number;
  readonly toExchangeUsd: number;
  readonly fromExchangeUsd: number;
  readonly largest: TransferSumRow | null;
};
export type Flows = {
  readonly at: number;
  readonly fresh: readonly FlowSumRow[];
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

/** Chains the token lives on: its own and those of its contracts. */
const chainsOf = ({ token }: TokenFacts): string[] => [
  ...new Set([...(token.native === null ? [] : [token.native]), ...Object.keys(token.contracts)]),
];

const isRead = (chain: string): boolean => CHAIN_IDS.some((id) => id === chain);

/**
 * Why these chains say nothing of the token: what their own sources were doing, and nobody else's. A chain that is
 * read has a source for it, so that what is not there is still to come.
 */
function whyNot({ calls }: TokenFacts, chains: readonly string[], since: number): Gap {
  const sources = new Set(chains.filter(isRead).map(flowSourceOf));
  if (sources.size === 0) return gap("no_source", "None of its chains is scanned.");
  const own = calls.filter((call) => sources.has(call.source));
  const why = whyMissing(own, "exchange_flow", since);
  return why.gap === "no_source" ? gap("pending", "Not read yet.") : why;
}

function coverOf(facts: Facts, rows: TokenFacts, chain: string): ChainCover {
  const row = rows.flows.find((flow) => flow.chain === chain);
  if (row && isFresh("exchange_flow", row.end_at, facts.asOf)) return { chain, covered: true, reason: null };
  return { chain, covered: false, reason: whyNot(rows, [chain], row?.end_at ?? 0).gap };
}

/** Why flows are missing when none is fresh. */
const noneOf = (rows: TokenFacts): Gap => whyNot(rows, chainsOf(rows), newest(rows.flows.map((flow) => flow.end_at)));

const whole = (row: FlowSumRow, span: Span): boolean =>
  row[SPANS[span].read] >= SPANS[span].seconds * SHARE_OF_WINDOW_MIN;

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
  const weights = weighVenues(
    rows.flows.map((row) => ({ venue: row.chain, weight: row.in_7d_usd + row.out_7d_usd })),
    rows.flows.map(({ chain }) => chain),
  );
  const none = noneOf(rows);
  const home = rows.token.native;
  const homeless =
    home !== null && fresh.length > 0 && !fresh.some(({ chain }) => chain === home)
      ? isRead(home)
        ? whyNot(rows, [home], newest(rows.flows.filter(({ chain }) => chain === home).map((flow) => flow.end_at)))
        : gap("insufficient_coverage", `Its own chain ${home} is not scanned.`)
      : null;
  const chainsFor = (span: Span): Measured<readonly (FlowSumRow & { readonly venue: string })[]> => {
    if (homeless) return homeless;
    const ready = fresh.filter((row) => whole(row, span)).map((row) => ({ ...row, venue: row.chain }));
    const short = fresh.length > 0 ? gap("insufficient_history", "The window is not scanned whole yet.") : none;
    return requireWeight(weights, ready, short);
  };
  const flow = (span: Span, side: "inflow" | "outflow") =>
    derive([chainsFor(span)], (chains) =>
      chains.some((row) => row[SPANS[span].unpriced] > 0)
        ? gap("insufficient_coverage", "Some movements have no price.")
        : sum(chains.map((row) => row[SPANS[span][side]])),
    );
  return {
    at: newest(fresh.map((row) => row.end_at)) || facts.asOf,
    fresh,
    covers: chainsOf(rows).map((chain) => coverOf(facts, rows, chain)),
    share:
      fresh.length === 0
        ? none
        : (homeless ??
          shareOf(
            weights,
            fresh.map(({ chain }) => chain),
          )),
    labelSet: fresh.length === 0 ? none : [...new Set(fresh.map((row) => row.label_set))].sort().join(","),
    inflow: (span) => flow(span, "inflow"),
    outflow: (span) => flow(span, "outflow"),
    netflow: (span) => derive([flow(span, "inflow"), flow(span, "outflow")], (to, from) => to - from),
    chains: (span) => derive([chainsFor(span)], (ready) => ready.map(({ chain }) => chain)),
    transfers: derive([chainsFor("24h")], (chains) =>
      sumTransfers(
        rows,
        chains.map(({ chain }) => chain),
      ),
    ),
  };
}
