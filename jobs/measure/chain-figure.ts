// How much a token or its own chain is used, and what of it is burned or staked; unrounded.
import { type DatasetId, FRESHNESS } from "../../schema/freshness.ts";
import type { ChainFigureRow } from "../../schema/query/chain/chain-figure-latest.ts";
import { BURN_CHAINS, type ChainId, STAKE_CHAINS, TRANSFER_CHAINS } from "../../schema/token/chain.ts";
import { chainsOf } from "../../schema/token/scanned-chain.ts";
import type { TrackedToken } from "../../schema/token/tracked.ts";
import type { TokenFacts } from "../fact/fact.ts";
import { sum } from "../number/statistics.ts";
import { sourceInfo, sourceInfos } from "../source-info.ts";
import type { Cited } from "../state/cite.ts";
import { isFresh, newest, whyMissing } from "./cause.ts";
import { derive, type Gap, gap, isGap, type Measured, unsourced } from "./gap.ts";
import { contest, TOLERANCE, withinShare } from "./opinion.ts";

type Figure = ChainFigureRow["figure"];
/** A figure that counts, with the dataset it is fresh by. */
type Counted = ChainFigureRow & { readonly dataset: DatasetId };

const notCounted = unsourced("Its transactions are not counted by anybody without a key.");
const noAddresses = unsourced("The addresses that use it are not counted by anybody without a key.");
const notWhole: Gap = {
  ...gap("pending", "The 24 hours are not read whole yet."),
  retryAfterS: FRESHNESS.chain_activity.everyS,
};
const homeUnknown = unsourced("Where it lives is not known to us.");
const noBurns = unsourced("It has no contract on a chain whose burn addresses are read.");
const noStaking = unsourced("Its chain does not tell without a key how much is staked.");

/** Whether the chain's own blocks say it, and no provider of days. */
export const isOwnWord = ({ provider, chain }: ChainFigureRow): boolean =>
  provider === chain || provider.endsWith(`:${chain}`);

/** The fresh row among those of a dataset, or why there is none. */
function freshOf(rows: TokenFacts, asOf: number, dataset: DatasetId, mine: readonly ChainFigureRow[], source: string) {
  const [fresh] = mine.filter((row) => isFresh(dataset, row.read_at, asOf));
  if (fresh) return { ...fresh, dataset };
  const calls = rows.calls.filter((call) => call.source === source);
  return whyMissing(calls, dataset, newest(mine.map((row) => row.read_at)));
}

const figuresOn = (rows: TokenFacts, figure: Figure, chain: string): ChainFigureRow[] =>
  rows.chainFigures.filter((row) => row.figure === figure && row.chain === chain);

/** What a chain says of supply. */
const supplyOn = (rows: TokenFacts, asOf: number, figure: "burned" | "staked", chain: string): Measured<Counted> =>
  freshOf(rows, asOf, "chain_supply", figuresOn(rows, figure, chain), `${chain}-chain-supply`);

/** The same day as counted by two: a gap where they differ. */
function contestDay(rows: TokenFacts, own: ChainFigureRow): Gap | null {
  const other = rows.chainFigures.find(
    (row) => row.figure === own.figure && row.chain === own.chain && row.provider !== own.provider,
  );
  if (!other) return null;
  return contest(
    { provider: own.provider, value: own.day_value },
    { provider: other.provider, value: other.day_value },
    withinShare(TOLERANCE.dayCount),
  );
}

const listOf = (...figures: readonly Measured<Counted>[]): Counted[] =>
  figures.flatMap((one) => (isGap(one) ? [] : one));

type Activity = {
  readonly transactions: Measured<number>;
  readonly addresses: Measured<number>;
  readonly counted: readonly Counted[];
};

type Use = "transactions" | "active_addresses";
const UNCOUNTED: Readonly<Record<Use, Gap>> = { transactions: notCounted, active_addresses: noAddresses };

/** Of a coin its blocks are counted for transactions alone; of a contract's token the transfers tell both. */
const countsItself = ({ id, native }: TrackedToken, figure: Use, chain: string): boolean =>
  (figure === "transactions" || native === null) &&
  (sourceInfo(`${chain}-chain-activity`)?.tokens?.includes(id) ?? false);

/** Where the chain itself is counted that is the word; else the newest UTC day that a provider tells. */
function useOn(rows: TokenFacts, asOf: number, figure: Use, chain: string): Measured<Counted> {
  const known = figuresOn(rows, figure, chain);
  if (countsItself(rows.token, figure, chain)) {
    const own = freshOf(rows, asOf, "chain_activity", known.filter(isOwnWord), `${chain}-chain-activity`);
    // Who counts it was asked and has no number of it: the day is not read whole yet.
    return isGap(own) && own.gap === "no_source" ? notWhole : own;
  }
  const teller = sourceInfos().find(
    ({ dataset, tokens }) => dataset === "active_address" && tokens?.includes(rows.token.id),
  );
  if (!teller) return UNCOUNTED[figure];
  return freshOf(
    rows,
    asOf,
    "active_address",
    known.filter((row) => !isOwnWord(row)),
    teller.id,
  );
}

/** On its own chain, or on all that its contracts are on. */
function useOf(rows: TokenFacts, asOf: number, figure: Use): Measured<readonly Counted[]> {
  const { token } = rows;
  const chains = token.native === null ? chainsOf(token) : [token.native];
  if (chains.length === 0) return homeUnknown;
  const unread = chains.filter((chain) => !TRANSFER_CHAINS.some((id) => id === chain));
  if (token.native === null && unread.length === chains.length) return UNCOUNTED[figure];
  if (token.native === null && unread.length > 0)
    return unsourced(`Transfers on ${unread.join(", ")} are not all read, and a part of them would be another number.`);
  const each = chains.map((chain) => useOn(rows, asOf, figure, chain));
  return derive(each, (...counted) => counted);
}

/** Use of its own chain, to the newest block or in the newest UTC day; of a token without one, what moved it. */
export function measureActivity(rows: TokenFacts, asOf: number): Activity {
  const [moved, active] = [useOf(rows, asOf, "transactions"), useOf(rows, asOf, "active_addresses")];
  const sumOf = (use: Measured<readonly Counted[]>) =>
    derive([use], (counted) => sum(counted.map(({ value }) => value)));
  const contested = derive([moved], ([only]) => (only === undefined ? null : contestDay(rows, only)));
  return {
    transactions: contested ?? sumOf(moved),
    addresses: sumOf(active),
    counted: [moved, active].flatMap((use) => (isGap(use) ? [] : use)),
  };
}

type ChainSupply = {
  readonly burned: Measured<number>;
  /** Null for a coin of miners: there is nothing to stake. */
  readonly stakedPct: Measured<number | null>;
  readonly counted: readonly Counted[];
};

const livesOn = ({ native, contracts }: TrackedToken, chain: ChainId): boolean =>
  native === chain || chain in contracts;

/** Burned over all read chains it lives on, none of them left out; staked over `circulating`. */
export function measureChainSupply(rows: TokenFacts, circulating: Measured<number>, asOf: number): ChainSupply {
  const { token } = rows;
  const burns = BURN_CHAINS.filter((chain) => livesOn(token, chain)).map((chain) =>
    supplyOn(rows, asOf, "burned", chain),
  );
  const burned = burns.length === 0 ? noBurns : derive(burns, (...each) => sum(each.map(({ value }) => value)));
  const staking = STAKE_CHAINS.find((chain) => chain === token.native);
  const staked = staking ? supplyOn(rows, asOf, "staked", staking) : noStaking;
  const isMined = token.native !== null && token.categories.includes("proof-of-work");
  return {
    burned,
    stakedPct: isMined ? null : derive([staked, circulating], (row, all) => (row.value / all) * 100),
    counted: listOf(...(isGap(burned) ? [] : burns), ...(isMined ? [] : [staked])),
  };
}

/** The rows as sources name them. */
export const citeFigures = (counted: readonly Counted[]): Cited[] =>
  counted.map(({ dataset, chain, provider, read_at: at, retrieved_ms: retrievedAt }) => ({
    dataset,
    ...(dataset === "active_address" ? {} : { from: `${chain}-${dataset.replace("_", "-")}` }),
    provider,
    venue: null,
    at,
    retrievedAt,
  }));
