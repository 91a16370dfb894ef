// Loads everything a build needs for its tokens at one instant: a fixed number of queries, never one a token.

import { minuteOf } from "../../schema/duration.ts";
import type { Env } from "../../schema/env.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { FlowSumRow } from "../../schema/query/chain/flow-sum.ts";
import { coinIdentity } from "../../schema/query/coin/coin-identity.ts";
import type { Query } from "../../schema/query/query.ts";
import { spotClose } from "../../schema/query/trade/spot-close.ts";
import type { SpotMinuteRow } from "../../schema/query/trade/spot-minute.ts";
import { closesBefore, spotPastDay } from "../../schema/query/trade/spot-past.ts";
import { callsOf } from "../measure/cause.ts";
import { assembleFacts, type FactRows } from "./assemble-facts.ts";
import type { Facts } from "./fact.ts";
import { type AskedAt, countedOf, type HeldFacts, withHeld } from "./held.ts";
import { inShards } from "./in-shards.ts";
import { loadIdentity } from "./load-identity.ts";
import { FOLLOWING, MEMBERS, type Member } from "./member.ts";
import { type Received, readBehind } from "./read-behind.ts";
import { readCalls } from "./read-calls.ts";

export type FactsRequest = {
  /** Epoch milliseconds; nothing later is read, so that any past instant can be built again. */
  readonly asOf: number;
  /** Nothing that was stored later is read, epoch milliseconds; whatever is stored where it is left out. */
  readonly known?: number;
  /** Queries that are asked with earlier instants, by name. */
  readonly older?: ReadonlyMap<string, AskedAt>;
  readonly tokens: readonly string[];
  readonly market: Env["MARKET"];
  /** Where links lead. */
  readonly origin?: string;
};

/** Bitcoin and ether are what others are measured against. */
export const REFERENCES = ["bitcoin", "ethereum"];

/** Whose rows are read: those of `tokens` whole, and of `beside` only what the others are measured against. */
type Scope = { readonly tokens: readonly string[]; readonly beside: readonly string[] };
/** Lists of a token's rows that are read of those beside it as well. */
const OF_EVERY: ReadonlySet<string> = new Set(["coins", "opinion", "unlocks", "headlines"]);

/** The newest close of each token: the instant its returns are measured at; the whole minute where there is none. */
function anchorsOf(tokens: readonly string[], minutes: readonly SpotMinuteRow[], asOf: number): Map<string, number> {
  const anchors = new Map<string, number>();
  for (const row of minutes) anchors.set(row.token, Math.max(row.close_at, anchors.get(row.token) ?? 0));
  return new Map(tokens.map((token) => [token, anchors.get(token) ?? minuteOf(asOf)]));
}

/** Transfers are told of the same day as the flows of the token; of none where there are no flows. */
function endsOf(tokens: readonly string[], flows: readonly FlowSumRow[]): number[] {
  const ends = new Map(flows.map(({ token, window_end }) => [token, window_end]));
  return tokens.map((token) => ends.get(token) ?? 0);
}

/** Queries side by side: the store decides how many it runs at once. */
export async function loadRows(
  store: Pick<Store, "query">,
  asOf: number,
  { tokens, beside }: Scope,
  held: HeldFacts | null,
): Promise<Omit<FactRows, "identities" | "namesakes">> {
  const at = { asOf, tokens };
  const every = { asOf, tokens: [...tokens, ...beside] };
  const others = { asOf, tokens: beside };
  const ask = ({ query, of, list }: Member) =>
    store.query(query, of === "all" ? { asOf, tokens: [] } : OF_EVERY.has(list) ? every : at);
  const asked = new Map(MEMBERS.map((member): [string, Promise<object[]>] => [member.list, ask(member)]));
  const join = async (own: Promise<object[]> | undefined, more: Promise<object[]>) => [
    ...((await own) ?? []),
    ...(await more),
  ];
  if (beside.length > 0) asked.set("minutes", join(asked.get("minutes"), store.query(spotClose, others)));
  asked.set("calls", readCalls(store, every, held));
  const after = <R>(list: string, follow: (rows: readonly R[]) => Promise<object[]>) =>
    Promise.resolve(asked.get(list)).then((rows) => follow(rows as unknown as readonly R[]));
  const closes = Promise.all([
    asked.get("minutes") as unknown as Promise<SpotMinuteRow[]>,
    store.query(FOLLOWING.past, at),
    beside.length > 0 ? store.query(spotPastDay, others) : [],
  ]);
  asked.set(
    "past",
    closes.then(([minutes, past, more]) => closesBefore([...past, ...more], anchorsOf(every.tokens, minutes, asOf))),
  );
  asked.set(
    "transfers",
    after<FlowSumRow>("flows", (flows) => store.query(FOLLOWING.transfers, { ...at, ends: endsOf(tokens, flows) })),
  );
  const names = [...asked.keys()];
  const lists = await Promise.all(asked.values());
  return Object.fromEntries(names.map((name, index) => [name, lists[index]])) as unknown as FactRows;
}

const isReceived = (row: object): row is Omit<Received, "name"> & { readonly token?: string } =>
  "provider" in row && "retrieved_ms" in row;

/** The earlier readings that changes count from; 0 where there is none. */
function pastsIn(rows: FactRows): Record<string, Omit<Received, "name">[]> {
  const each = <R extends { readonly provider: string }>(list: readonly R[], read: (row: R) => readonly number[]) =>
    list.flatMap((row) => read(row).map((retrieved_ms) => ({ ...row, retrieved_ms })));
  return {
    "coin pasts": rows.coins.map((row) => ({
      ...row,
      provider: row.past_provider,
      retrieved_ms: row.past_retrieved_ms,
    })),
    "interest pasts": each(rows.openInterest, (row) => row.past_retrieved_ms),
    "tvl pasts": each(rows.tvls, (row) => [row.day_retrieved_ms, row.week_retrieved_ms]),
    "reserve pasts": each(rows.reserves, (row) => [row.week_retrieved_ms]),
    "chain reserve pasts": each(rows.chainReserves, (row) => [row.week_retrieved_ms]),
  };
}

/** The store as it was known by the instant of a request, and for some queries by earlier ones. */
export function asKnown(store: Store, known: number | undefined, older: FactsRequest["older"]): Pick<Store, "query"> {
  if (known === undefined) return store;
  return {
    query: <P extends object, R>(query: Query<P, R>, params: P) =>
      store.query(query, { ...params, known, ...older?.get(query.name) }),
  };
}

/** Everything that was received with a call; a feed that told nothing new was read all the same. */
export function receivedIn(rows: FactRows): Received[] {
  const feeds = callsOf(rows.calls, "headline").map(({ provider, ok_at }) => ({ provider, retrieved_ms: ok_at }));
  const lists: (readonly [string, readonly object[]])[] = [
    ...Object.entries(rows),
    ["feeds", feeds],
    ...Object.entries(pastsIn(rows)),
  ];
  return lists.flatMap(([list, all]) =>
    all.filter(isReceived).map(({ token = "", provider, retrieved_ms }) => {
      return { name: `${list} ${token}`, provider, retrieved_ms };
    }),
  );
}

/**
 * Reads the facts of `tokens` (and of bitcoin and ether) as they stood at `asOf`. With `held`, what was read before
 * and cannot have changed since is not read again, and nothing is read that is not stored for certain: the facts are
 * those of the same request with the instants that `held` has then.
 */
export async function loadFacts(store: Store, request: FactsRequest, held: HeldFacts | null = null): Promise<Facts> {
  const { asOf, market } = request;
  const tokens = [...new Set([...request.tokens, ...REFERENCES])].sort();
  const { known = held?.known, older } = request;
  const bound = asKnown(store, known, older);
  const reader = held === null ? inShards(bound) : withHeld(inShards(bound), held);
  const identityAt = older?.get(coinIdentity.name);
  const identityKnown = identityAt?.known ?? known;
  const isPast = held === null && known !== undefined;
  const [rows, identity] = await Promise.all([
    loadRows(reader, asOf, { tokens, beside: [] }, held),
    loadIdentity(store, {
      asOf: identityAt?.asOf ?? asOf,
      market,
      tokens,
      isPast,
      counted: held === null ? "" : countedOf(held, "coin"),
      ...(identityKnown === undefined ? {} : { known: identityKnown }),
    }),
  ]);
  if (identity.known !== undefined && (identity.known !== known || identity.asOf !== asOf)) {
    held?.older.set(coinIdentity.name, { asOf: identity.asOf, known: identity.known });
  }
  const all = { ...rows, ...identity.rows } as FactRows;
  return assembleFacts(request, all, tokens, await readBehind(store, receivedIn(all), { asOf, known, isPast }));
}
