// How much a token's own chain is used, and what of the token is burned or staked; unrounded.
import type { DatasetId } from "../../schema/freshness.ts";
import type { ChainFigureRow } from "../../schema/query/chain/chain-figure-latest.ts";
import { BURN_CHAINS, type ChainId, COUNTED_CHAINS, STAKE_CHAINS } from "../../schema/token/chain.ts";
import type { TrackedToken } from "../../schema/token/tracked.ts";
import type { TokenFacts } from "../fact/fact.ts";
import { sum } from "../number/statistics.ts";
import type { Cited } from "../state/cite.ts";
import { isFresh, newest, whyMissing } from "./cause.ts";
import { derive, type Gap, isGap, type Measured, unsourced } from "./gap.ts";
import { contest, TOLERANCE, withinShare } from "./opinion.ts";

type Figure = ChainFigureRow["figure"];
/** A figure that counts, with the dataset it is fresh by. */
type Counted = ChainFigureRow & { readonly dataset: DatasetId };

/** A provider of UTC days brings transactions with its addresses; they are only held against those of the blocks. */
const DATASETS: Readonly<Record<Figure, DatasetId>> = {
  transactions: "chain_activity",
  active_addresses: "active_address",
  burned: "chain_supply",
  staked: "chain_supply",
};

const notCounted = unsourced("Its chain's transactions are not counted by anybody without a key.");
const noAddresses = unsourced("Its chain's addresses are not counted by anybody without a key.");
const noBurns = unsourced("It has no contract on a chain whose burn addresses are read.");
const noStaking = unsourced("Its chain does not tell without a key how much is staked.");

/** Whether the chain's own blocks say it, and no provider of days. */
export const isOwnWord = ({ provider, chain }: ChainFigureRow): boolean =>
  provider === chain || provider.endsWith(`:${chain}`);

/** The fresh row of a figure on one of the chains, or why there is none. */
function figureOn(rows: TokenFacts, asOf: number, figure: Figure, chain: string, source: string): Measured<Counted> {
  const dataset = DATASETS[figure];
  const known = rows.chainFigures.filter((row) => row.figure === figure && row.chain === chain);
  const mine = known.filter((row) => figure !== "transactions" || isOwnWord(row));
  const [fresh] = mine.filter((row) => isFresh(dataset, row.read_at, asOf));
  if (fresh) return { ...fresh, dataset };
  const calls = rows.calls.filter((call) => call.source === source);
  return whyMissing(calls, dataset, newest(mine.map((row) => row.read_at)));
}

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
  /** Null for a token without a chain of its own. */
  readonly transactions: Measured<number> | null;
  readonly addresses: Measured<number> | null;
  readonly counted: readonly Counted[];
};

/** Use of the token's own chain: 24 hours to the newest block, and the newest UTC day that is told. */
export function measureActivity(rows: TokenFacts, asOf: number): Activity {
  const { native } = rows.token;
  if (native === null) return { transactions: null, addresses: null, counted: [] };
  const isCounted = COUNTED_CHAINS.some((chain) => chain === native);
  const own = !isCounted ? notCounted : figureOn(rows, asOf, "transactions", native, `${native}-chain-activity`);
  const active =
    native === "btc" ? figureOn(rows, asOf, "active_addresses", native, "blockchain-active-address") : noAddresses;
  return {
    transactions: derive([own], (row) => contestDay(rows, row) ?? row.value),
    addresses: derive([active], ({ value }) => value),
    counted: listOf(own, active),
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
    figureOn(rows, asOf, "burned", chain, `${chain}-chain-supply`),
  );
  const burned = burns.length === 0 ? noBurns : derive(burns, (...each) => sum(each.map(({ value }) => value)));
  const staking = STAKE_CHAINS.find((chain) => chain === token.native);
  const staked = staking ? figureOn(rows, asOf, "staked", staking, `${staking}-chain-supply`) : noStaking;
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
