// Groups rows by token and measures what spans all of them; pure, so that tests hand it rows.
import type { CoinLatestRow } from "../../schema/query/coin-latest.ts";
import type { SpotDayRow } from "../../schema/query/spot-day.ts";
import type { SpotHourRow } from "../../schema/query/spot-hour.ts";
import type { TvlLatestRow } from "../../schema/query/tvl-latest.ts";
import type { UnlockAheadRow } from "../../schema/query/unlock-ahead.ts";
import { trackedById } from "../../schema/tracked.ts";
import { measureUniverse } from "../measure/universe.ts";
import type { Facts } from "./fact.ts";
import type { TokenFacts, TokenRows } from "./token-facts.ts";

/** Rows of every token side by side, as the queries give them. */
export type FactRows = Omit<TokenRows, "hours" | "days" | "coin" | "tvl" | "unlock"> & {
  readonly days: readonly SpotDayRow[];
  readonly hours: readonly SpotHourRow[];
  readonly coins: readonly CoinLatestRow[];
  readonly tvls: readonly TvlLatestRow[];
  readonly unlocks: readonly UnlockAheadRow[];
} & WideRows;

/** Rows that are of no one token. */
type WideRows = Pick<Facts, "liquidationWatch" | "chains" | "chainTvls" | "stablecoins" | "detections">;

function groupByToken<R extends { readonly token: string }>(rows: readonly R[]): (token: string) => readonly R[] {
  const groups = new Map<string, R[]>();
  for (const row of rows) {
    const group = groups.get(row.token);
    if (group) group.push(row);
    else groups.set(row.token, [row]);
  }
  return (token) => groups.get(token) ?? [];
}

/** Builds facts of the tracked tokens among `tokens`. */
export function assembleFacts(at: Pick<Facts, "asOf" | "market">, rows: FactRows, tokens: readonly string[]): Facts {
  const { hours, days, coins, tvls, unlocks, calls, ...others } = rows;
  const { liquidationWatch, chains, chainTvls, stablecoins, detections, ...lists } = others;
  const wide = { liquidationWatch, chains, chainTvls, stablecoins, detections };
  const of = {
    minutes: groupByToken(lists.minutes),
    past: groupByToken(lists.past),
    spotVenues: groupByToken(lists.spotVenues),
    perpHours: groupByToken(lists.perpHours),
    tickers: groupByToken(lists.tickers),
    books: groupByToken(lists.books),
    openInterest: groupByToken(lists.openInterest),
    funding: groupByToken(lists.funding),
    fundingPast: groupByToken(lists.fundingPast),
    longShort: groupByToken(lists.longShort),
    takers: groupByToken(lists.takers),
    liquidations: groupByToken(lists.liquidations),
    liquidationWindows: groupByToken(lists.liquidationWindows),
    flows: groupByToken(lists.flows),
    transfers: groupByToken(lists.transfers),
    swapQuotes: groupByToken(lists.swapQuotes),
    options: groupByToken(lists.options),
    signals: groupByToken(lists.signals),
    reserves: groupByToken(lists.reserves),
  };
  const daysOf = groupByToken(days);
  const hoursOf = groupByToken(hours);
  const coinsOf = groupByToken(coins);
  const tvlsOf = groupByToken(tvls);
  const unlocksOf = groupByToken(unlocks);
  const callsOf = groupByToken(calls);
  const facts = new Map<string, TokenFacts>();
  for (const id of tokens) {
    const token = trackedById(id);
    if (!token) continue;
    facts.set(id, {
      token,
      minutes: of.minutes(id),
      past: of.past(id),
      days: daysOf(id)[0] ?? null,
      hours: hoursOf(id)[0] ?? null,
      spotVenues: of.spotVenues(id),
      perpHours: of.perpHours(id),
      tickers: of.tickers(id),
      books: of.books(id),
      openInterest: of.openInterest(id),
      funding: of.funding(id),
      fundingPast: of.fundingPast(id),
      longShort: of.longShort(id),
      takers: of.takers(id),
      liquidations: of.liquidations(id),
      liquidationWindows: of.liquidationWindows(id),
      flows: of.flows(id),
      transfers: of.transfers(id),
      swapQuotes: of.swapQuotes(id),
      options: of.options(id),
      signals: of.signals(id),
      coin: coinsOf(id)[0] ?? null,
      tvl: tvlsOf(id)[0] ?? null,
      reserves: of.reserves(id),
      unlock: unlocksOf(id)[0] ?? null,
      calls: [...callsOf(id), ...callsOf("")],
    });
  }
  return { ...at, tokens: facts, calls, ...wide, universe: measureUniverse(facts, at.asOf) };
}
