// Loads what the state of one token of the past is made of: its own rows whole, and of all others what it is measured against.
import type { Store } from "../../schema/io/clickhouse.ts";
import { spotClose } from "../../schema/query/trade/spot-close.ts";
import { spotMinute } from "../../schema/query/trade/spot-minute.ts";
import { spotPast, spotPastDay } from "../../schema/query/trade/spot-past.ts";
import { feedReads } from "../measure/news.ts";
import { assembleFacts, type FactRows } from "./assemble-facts.ts";
import type { Facts } from "./fact.ts";
import { asKnown, type FactsRequest, loadRows, REFERENCES, receivedIn } from "./load-facts.ts";
import { identityOfPast } from "./load-identity.ts";
import { type Received, readBehind } from "./read-behind.ts";

type OneRequest = FactsRequest & {
  readonly known: number;
  readonly token: string;
};

/** What a build held of these it asked under the name of those. */
const ASKED_AS = [
  [spotClose.name, spotMinute.name],
  [spotPastDay.name, spotPast.name],
] as const;

function olderOf({ older = new Map() }: OneRequest): FactsRequest["older"] {
  const named = ASKED_AS.flatMap(([name, as]) => {
    const at = older.get(as);
    return at === undefined ? [] : [[name, at] as const];
  });
  return new Map([...older, ...named]);
}

/** The rows that a state may name a call of: those of its tokens and of none, and of feeds the newest whatever it names. */
function citedRows(rows: FactRows, tokens: readonly string[]): FactRows {
  const isNear = (row: object) => !("token" in row) || row.token === "" || tokens.includes(String(row.token));
  const near = Object.entries(rows).map(([list, all]: [string, readonly object[]]) => [
    list,
    list === "calls" ? all : all.filter(isNear),
  ]);
  return Object.fromEntries(near) as FactRows;
}

const feedsOf = ({ calls, headlines }: FactRows): Received[] =>
  feedReads(calls, headlines).map(({ provider, at }) => ({ name: "feeds", provider, retrieved_ms: at }));

/**
 * The facts that the state of one token is made of: it is the same as from all facts of that instant. The market is not,
 * nor is the state of another token.
 */
export async function loadOne(store: Store, request: OneRequest): Promise<Facts> {
  const { asOf, known, token, market, older } = request;
  const tokens = [...new Set([token, ...REFERENCES])].sort();
  const beside = request.tokens.filter((id) => !tokens.includes(id));
  const bound = asKnown(store, known, olderOf(request));
  const [rows, identity] = await Promise.all([
    loadRows(bound, asOf, { tokens, beside }, null),
    identityOfPast(store, { asOf, known, older, market, tokens }),
  ]);
  const all = { ...rows, ...identity } as FactRows;
  const received = [...receivedIn(citedRows(all, tokens)), ...feedsOf(all)];
  const behind = await readBehind(store, received, { asOf, known, isPast: true });
  return assembleFacts(request, all, [...new Set([...tokens, ...beside])].sort(), behind);
}
