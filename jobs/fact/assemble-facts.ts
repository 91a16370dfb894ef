// Groups rows by token and measures what spans all of them; pure, so that tests hand it rows.
import type { BriefLatestRow } from "../../schema/query/brief-latest.ts";
import type { ChainFigureRow } from "../../schema/query/chain-figure-latest.ts";
import type { ChainReserveLatestRow } from "../../schema/query/chain-reserve-latest.ts";
import type { CoinIdentityRow } from "../../schema/query/coin-identity.ts";
import type { CoinLatestRow } from "../../schema/query/coin-latest.ts";
import type { CoinNamesakeRow } from "../../schema/query/coin-namesake.ts";
import type { FlowWeekRow } from "../../schema/query/flow-week.ts";
import { LATEST, type LatestOfAll, type LatestOfToken, type LatestRows } from "../../schema/query/latest.ts";
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
  | "identity"
  | "namesakes"
  | keyof LatestOfToken
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
  readonly identities: readonly CoinIdentityRow[];
  readonly namesakes: readonly CoinNamesakeRow[];
} & WideRows &
  LatestRows;

/** Rows that are of no one token. */
type WideRows = Pick<Facts, "chains" | "chainTvls" | "dexVolumes" | "detections" | "globals">;

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
  "books",
  "openInterest",
  "fundingPast",
  "takers",
  "liquidations",
  "liquidationWindows",
  "liquidationWatch",
  "flows",
  "flowWeeks",
  "transfers",
  "contracts",
  "pools",
  "headlines",
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

const PLAIN = LATEST.map(({ latest: { member, of, by } }) => {
  return { member: member as keyof LatestRows, of, isOne: by.join() === "token" };
});

function groupLatest(rows: LatestRows): (token: string) => LatestOfToken {
  const groups = PLAIN.filter(({ of }) => of === "token").map(({ member, isOne }) => {
    const listOf = groupByToken<{ readonly token: string }>(rows[member] as LatestRows["tickers"]);
    return [member, isOne ? (token: string) => listOf(token)[0] ?? null : listOf] as const;
  });
  return (token) => Object.fromEntries(groups.map(([member, of]) => [member, of(token)])) as unknown as LatestOfToken;
}

const latestOfAll = (rows: LatestRows): LatestOfAll =>
  Object.fromEntries(
    PLAIN.filter(({ of }) => of === "all").map(({ member }) => [member, rows[member]]),
  ) as unknown as LatestOfAll;

/** Builds facts of the tracked tokens among `tokens`. */
export function assembleFacts(
  at: Pick<Facts, "asOf" | "market">,
  rows: FactRows,
  tokens: readonly string[],
  behind: CallsBehind = new Map(),
): Facts {
  const { calls, chains, chainTvls, dexVolumes, detections, globals, headlines } = rows;
  const wide = { ...latestOfAll(rows), chains, chainTvls, dexVolumes, detections, globals, allHeadlines: headlines };
  const listsOf = groupLists(rows);
  const latestOf = groupLatest(rows);
  const daysOf = groupByToken(rows.days);
  const hoursOf = groupByToken(rows.hours);
  const coinsOf = groupByToken(rows.coins);
  const tvlsOf = groupByToken(rows.tvls);
  const unlocksOf = groupByToken(rows.unlocks);
  const identitiesOf = groupByToken(rows.identities);
  const briefsOf = groupByToken(rows.briefs);
  const callsOf = groupByToken(calls);
  const facts = new Map<string, TokenFacts>();
  for (const id of tokens) {
    const token = trackedById(id);
    if (!token) continue;
    facts.set(id, {
      token,
      ...latestOf(id),
      ...listsOf(id),
      days: daysOf(id)[0] ?? null,
      hours: hoursOf(id)[0] ?? null,
      coin: coinsOf(id)[0] ?? null,
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
