// Groups rows by token and measures what spans all of them; pure, so that tests hand it rows.
import type { BriefLatestRow } from "../../schema/query/brief-latest.ts";
import type { ChainFigureRow } from "../../schema/query/chain-figure-latest.ts";
import type { ChainReserveLatestRow } from "../../schema/query/chain-reserve-latest.ts";
import type { CoinIdentityRow } from "../../schema/query/coin-identity.ts";
import type { CoinLatestRow } from "../../schema/query/coin-latest.ts";
import type { CoinNamesakeRow } from "../../schema/query/coin-namesake.ts";
import type { CoinOpinionLatestRow } from "../../schema/query/coin-opinion-latest.ts";
import type { CoinProfileLatestRow } from "../../schema/query/coin-profile-latest.ts";
import type { FlowWeekRow } from "../../schema/query/flow-week.ts";
import type { SpotDayRow } from "../../schema/query/spot-day.ts";
import type { SpotHourRow } from "../../schema/query/spot-hour.ts";
import type { TvlLatestRow } from "../../schema/query/tvl-latest.ts";
import type { UnlockAheadRow } from "../../schema/query/unlock-ahead.ts";
import { skeletonOf } from "../../schema/skeleton.ts";
import { type TrackedToken, trackedById } from "../../schema/tracked.ts";
import { measureGlobal } from "../measure/global.ts";
import { measureUniverse } from "../measure/universe.ts";
import type { Facts } from "./fact.ts";
import type { CallsBehind } from "./read-behind.ts";
import type { TokenFacts, TokenRows } from "./token-facts.ts";

/** Rows of every token side by side, as the queries give them. */
export type FactRows = Omit<
  TokenRows,
  | "brief"
  | "chainReserves"
  | "chainFigures"
  | "flowWeeks"
  | "hours"
  | "days"
  | "coin"
  | "tvl"
  | "unlock"
  | "opinion"
  | "identity"
  | "namesakes"
  | "profile"
> & {
  readonly briefs: readonly BriefLatestRow[];
  readonly chainReserves: readonly ChainReserveLatestRow[];
  readonly chainFigures: readonly ChainFigureRow[];
  readonly flowWeeks: readonly FlowWeekRow[];
  readonly days: readonly SpotDayRow[];
  readonly hours: readonly SpotHourRow[];
  readonly coins: readonly CoinLatestRow[];
  readonly tvls: readonly TvlLatestRow[];
  readonly unlocks: readonly UnlockAheadRow[];
  readonly opinions: readonly CoinOpinionLatestRow[];
  readonly identities: readonly CoinIdentityRow[];
  readonly profiles: readonly CoinProfileLatestRow[];
  readonly namesakes: readonly CoinNamesakeRow[];
} & WideRows;

/** Rows that are of no one token. */
type WideRows = Pick<
  Facts,
  "chains" | "chainTvls" | "stablecoins" | "dexVolumes" | "detections" | "globals" | "fearGreed" | "fundFlows"
>;

function groupByToken<R extends { readonly token: string }>(rows: readonly R[]): (token: string) => readonly R[] {
  const groups = new Map<string, R[]>();
  for (const row of rows) {
    const group = groups.get(row.token);
    if (group) group.push(row);
    else groups.set(row.token, [row]);
  }
  return (token) => groups.get(token) ?? [];
}

const namesakesOf = (rows: readonly CoinNamesakeRow[], { id, symbol }: TrackedToken): string[] => {
  const key = skeletonOf(symbol);
  return rows.filter((row) => row.key === key && row.token !== id).map((row) => row.token);
};

/** Members of a token that are lists of its rows, under the same names on both sides. */
const LISTS = [
  "minutes",
  "past",
  "spotVenues",
  "perpHours",
  "tickers",
  "books",
  "openInterest",
  "funding",
  "fundingPast",
  "longShort",
  "takers",
  "liquidations",
  "liquidationWindows",
  "liquidationWatch",
  "flows",
  "flowWeeks",
  "transfers",
  "contracts",
  "holders",
  "pools",
  "perpOpinions",
  "headlines",
  "swapQuotes",
  "options",
  "impliedVolatilities",
  "signals",
  "reserves",
  "chainReserves",
  "chainFigures",
] as const satisfies readonly (keyof TokenRows & keyof FactRows)[];
type Lists = Pick<TokenRows, (typeof LISTS)[number]>;

function groupLists(rows: FactRows): (token: string) => Lists {
  const groups = LISTS.map((name) => [name, groupByToken<{ readonly token: string }>(rows[name])] as const);
  return (token) => Object.fromEntries(groups.map(([name, of]) => [name, of(token)])) as unknown as Lists;
}

/** Builds facts of the tracked tokens among `tokens`. */
export function assembleFacts(
  at: Pick<Facts, "asOf" | "market">,
  rows: FactRows,
  tokens: readonly string[],
  behind: CallsBehind = new Map(),
): Facts {
  const { calls, chains, chainTvls, stablecoins, dexVolumes, detections, globals, fearGreed, fundFlows, headlines } =
    rows;
  const wide = {
    chains,
    chainTvls,
    stablecoins,
    dexVolumes,
    detections,
    globals,
    fearGreed,
    fundFlows,
    allHeadlines: headlines,
  };
  const listsOf = groupLists(rows);
  const daysOf = groupByToken(rows.days);
  const hoursOf = groupByToken(rows.hours);
  const coinsOf = groupByToken(rows.coins);
  const tvlsOf = groupByToken(rows.tvls);
  const unlocksOf = groupByToken(rows.unlocks);
  const opinionsOf = groupByToken(rows.opinions);
  const profilesOf = groupByToken(rows.profiles);
  const identitiesOf = groupByToken(rows.identities);
  const briefsOf = groupByToken(rows.briefs);
  const callsOf = groupByToken(calls);
  const facts = new Map<string, TokenFacts>();
  for (const id of tokens) {
    const token = trackedById(id);
    if (!token) continue;
    facts.set(id, {
      token,
      ...listsOf(id),
      days: daysOf(id)[0] ?? null,
      hours: hoursOf(id)[0] ?? null,
      coin: coinsOf(id)[0] ?? null,
      opinion: opinionsOf(id)[0] ?? null,
      profile: profilesOf(id)[0] ?? null,
      identity: identitiesOf(id)[0] ?? null,
      namesakes: namesakesOf(rows.namesakes, token),
      tvl: tvlsOf(id)[0] ?? null,
      unlock: unlocksOf(id)[0] ?? null,
      brief: briefsOf(id)[0] ?? null,
      calls: [...callsOf(id), ...callsOf("")],
    });
  }
  return {
    ...at,
    tokens: facts,
    calls,
    behind,
    ...wide,
    global: measureGlobal(globals, callsOf(""), at.asOf),
    universe: measureUniverse(facts, at.asOf),
  };
}
