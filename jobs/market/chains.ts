// Builder of the market section chains: value locked, stablecoins and fees by chain, and how far each chain was read.

import { FRESHNESS } from "../../schema/freshness.ts";
import type { ChainHeadRow } from "../../schema/query/chain/chain-head.ts";
import type { ChainTvlLatestRow } from "../../schema/query/chain/chain-tvl-latest.ts";
import type { Source } from "../../schema/shape/source.ts";
import { toTime } from "../../schema/shape/time.ts";
import { CHAIN_IDS, flowSourceOf } from "../../schema/token/chain.ts";
import { countEntries, entries } from "../draft/draft.ts";
import { isFresh, whyMissing } from "../measure/cause.ts";
import { derive, type Gap, gap, isGap, type Measured, orGap } from "../measure/gap.ts";
import { roundPct, roundUsd } from "../number/round.ts";
import { type MarketBuilder, type MarketInput, wideSource } from "./market-builder.ts";
import { valueSources } from "./supply-source.ts";

const HARD_MS = FRESHNESS.exchange_flow.hardTtlS * 1_000;
/** A chain is read in steps of the period and may be late by the objective. */
const OK_MS = (FRESHNESS.exchange_flow.everyS + FRESHNESS.exchange_flow.sloS) * 1_000;

const notListed = gap("no_source", "The provider lists none for this chain.");
const notScanned = gap("no_source", "The blocks of this chain are not read.");
const noPast = gap("insufficient_history", "No reading lies near the start of the window.");

/** The value of a chain where it was read lately, else why not. */
function lockedOn(input: MarketInput, chain: string): Measured<ChainTvlLatestRow> {
  const { facts } = input;
  const row = facts.chainTvls.find((one) => one.chain === chain);
  if (row && isFresh("tvl", row.read_at, facts.asOf)) return row;
  // Chains are listed as a whole: where others are fresh this one is not among them.
  const listed = facts.chainTvls.some((one) => isFresh("tvl", one.read_at, facts.asOf));
  return !row && listed ? notListed : whyMissing(facts.calls, "tvl", row?.read_at ?? 0);
}

const changed = (row: Measured<ChainTvlLatestRow>, at: "day_at" | "week_at", before: "usd_24h" | "usd_7d") =>
  derive([row], (known) =>
    known[at] > 0 ? derive([(known.usd / known[before] - 1) * 100], (value) => roundPct(value)) : noPast,
  );

/** Why a chain's blocks are not known: what its own source was doing. */
function unreadOf({ facts }: MarketInput, chain: string, since: number): Gap {
  if (!CHAIN_IDS.some((id) => id === chain)) return notScanned;
  const calls = facts.calls.filter((call) => call.source === flowSourceOf(chain));
  const why = whyMissing(calls, "exchange_flow", since);
  return why.gap === "no_source" ? gap("pending", "Not read yet.") : why;
}

function headOf(input: MarketInput, chain: string, head: ChainHeadRow | undefined) {
  const unread = unreadOf(input, chain, head?.to_at ?? 0);
  if (!head || input.asOf - head.to_at > HARD_MS) return { last_block: unread, last_block_at: unread };
  return { last_block: head.to_block, last_block_at: toTime(head.to_at) };
}

function chainOf(input: MarketInput, chain: string) {
  const { asOf, chainHeads } = input;
  const row = lockedOn(input, chain);
  const head = chainHeads.find((one) => one.chain === chain);
  const valued = (value: (known: ChainTvlLatestRow) => Measured<number>) => derive([derive([row], value)], roundUsd);
  const current = head ? asOf - head.to_at <= OK_MS : !isGap(row);
  return {
    chain,
    tvl_usd: valued(({ usd }) => usd),
    tvl_change_24h_pct: changed(row, "day_at", "usd_24h"),
    tvl_change_7d_pct: changed(row, "week_at", "usd_7d"),
    stablecoins_usd: valued(({ stablecoins_usd }) => orGap(stablecoins_usd, notListed)),
    fees_24h_usd: valued(({ fees_24h_usd }) => orGap(fees_24h_usd, notListed)),
    ...headOf(input, chain, head),
    status: current ? ("ok" as const) : ("stale" as const),
  };
}

const headSource = (input: MarketInput, head: ChainHeadRow): Source => {
  const { provider, chain, to_at: at, retrieved_ms: retrievedAt } = head;
  const from = flowSourceOf(chain);
  const cited = { dataset: "exchange_flow", from, provider, venue: null, at, retrievedAt } as const;
  return { ...wideSource(input, cited), status: input.asOf - at <= OK_MS ? "ok" : "stale" };
};

export const chains: MarketBuilder<"chains"> = (input) => {
  const { asOf, chainHeads, facts } = input;
  const usdOf = new Map(facts.chainTvls.map(({ chain, usd }) => [chain, usd]));
  const names = [...new Set([...chainHeads.map(({ chain }) => chain), ...usdOf.keys()])]
    .filter((chain) => chain !== "all")
    .sort((a, b) => (usdOf.get(b) ?? 0) - (usdOf.get(a) ?? 0) || (a < b ? -1 : 1));
  const listed = entries(
    names.map((chain) => chainOf(input, chain)),
    ["chain", "status"],
  );
  const coverage = countEntries(listed);
  const used = [
    ...chainHeads.map(({ to_at }) => to_at),
    ...facts.chainTvls.map((row) => row.read_at).filter((at) => isFresh("tvl", at, asOf)),
  ];
  return {
    asOf: used.reduce((min, at) => Math.min(min, at), asOf),
    sources: [...chainHeads.map((head) => headSource(input, head)), ...valueSources(input)],
    weight: coverage.expected === 0 ? gap("pending", "No chain was read yet.") : coverage.assessed / coverage.expected,
    coverage,
    members: { chains: names.length === 0 ? gap("pending", "No chain was read yet.") : listed },
  };
};
