// Groups rows by token and measures what spans all of them; pure, so that tests hand it rows.

import type { CoinIdentityRow } from "../../schema/query/coin/coin-identity.ts";
import type { CoinNamesakeRow } from "../../schema/query/coin/coin-namesake.ts";
import { LATEST } from "../../schema/query/latest.ts";
import type { CallLatestRow } from "../../schema/query/service/call-latest.ts";
import { skeletonOf } from "../../schema/token/skeleton.ts";
import { type TrackedToken, trackedById } from "../../schema/token/tracked.ts";
import { measureGlobal } from "../measure/global.ts";
import { measureUniverse } from "../measure/universe.ts";
import type { Facts } from "./fact.ts";
import { FOLLOWING, LISTS, type MemberRows, type OfAll, type OfToken, ONES, WIDE } from "./member.ts";
import type { CallsBehind } from "./read-behind.ts";
import type { TokenFacts } from "./token-facts.ts";

/** Rows of every token side by side, as the queries give them. */
export type FactRows = MemberRows & {
  readonly calls: readonly CallLatestRow[];
  readonly identities: readonly CoinIdentityRow[];
  readonly namesakes: readonly CoinNamesakeRow[];
};

type OfOne = { readonly token: string };

function groupByToken<R extends OfOne>(rows: readonly R[]): (token: string) => readonly R[] {
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

const [OF_ALL, OF_TOKEN] = [
  LATEST.filter(({ latest }) => latest.of === "all"),
  LATEST.filter(({ latest }) => latest.of === "token"),
];

/** Members of a token that are lists of its rows, and those that are the one row of a list. */
const MANY = [
  ...Object.keys({ ...LISTS, ...FOLLOWING }),
  ...OF_TOKEN.flatMap(({ latest, isOne }) => (isOne ? [] : [latest.member])),
];
const SINGLE = [
  ...Object.entries(ONES).map(([member, { list }]) => [member, list] as const),
  ...OF_TOKEN.flatMap(({ latest, isOne }) => (isOne ? [[latest.member, latest.member] as const] : [])),
];
const ALL = [...Object.keys(WIDE), ...OF_ALL.map(({ latest }) => latest.member)];

/** The registry names the members, and the types follow from the same. */
function groupMembers(rows: FactRows): (token: string) => OfToken {
  const lists = rows as unknown as Readonly<Record<string, readonly OfOne[]>>;
  const of = (list: string) => groupByToken(lists[list] ?? []);
  const many = MANY.map((member) => [member, of(member)] as const);
  const single = SINGLE.map(([member, list]) => [member, of(list)] as const);
  return (token) =>
    Object.fromEntries([
      ...many.map(([member, rowsOf]) => [member, rowsOf(token)]),
      ...single.map(([member, rowsOf]) => [member, rowsOf(token)[0] ?? null]),
    ]) as OfToken;
}

const membersOfAll = (rows: FactRows): OfAll =>
  Object.fromEntries(ALL.map((member) => [member, rows[member as keyof FactRows]])) as unknown as OfAll;

/** Builds facts of the tracked tokens among `tokens`. */
export function assembleFacts(
  at: Pick<Facts, "asOf" | "market" | "origin">,
  rows: FactRows,
  tokens: readonly string[],
  behind: CallsBehind = new Map(),
): Facts {
  const { calls, globals, headlines } = rows;
  const membersOf = groupMembers(rows);
  const identitiesOf = groupByToken(rows.identities);
  const callsOf = groupByToken(calls);
  const facts = new Map<string, TokenFacts>();
  for (const id of tokens) {
    const token = trackedById(id);
    if (!token) continue;
    facts.set(id, {
      token,
      ...membersOf(id),
      identity: identitiesOf(id)[0] ?? null,
      namesakes: namesakesOf(rows.namesakes, token),
      calls: [...callsOf(id), ...callsOf("")],
    });
  }
  return {
    ...at,
    tokens: facts,
    calls,
    behind,
    ...membersOfAll(rows),
    allHeadlines: headlines,
    global: measureGlobal(globals, callsOf(""), at.asOf),
    universe: measureUniverse(facts, at.asOf),
  };
}
