// Loads who the tracked tokens are and who shares their symbols; it moves in hours, so a minute's answer serves a minute.
import { minuteOf } from "../../schema/duration.ts";
import { type Env, providerName } from "../../schema/env.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { coinIdentity } from "../../schema/query/coin/coin-identity.ts";
import { coinNamesake } from "../../schema/query/coin/coin-namesake.ts";
import { skeletonOf } from "../../schema/token/skeleton.ts";
import { trackedById } from "../../schema/token/tracked.ts";
import type { FactRows } from "./assemble-facts.ts";
import type { AskedAt } from "./held.ts";
import { askInShards } from "./in-shards.ts";

type IdentityRequest = {
  readonly asOf: number;
  /** Nothing that was stored later is read, epoch milliseconds; whatever is stored where it is left out. */
  readonly known?: number;
  /** Whether it is of the past: no answer of before serves. */
  readonly isPast?: boolean;
  /** What is counted of the lists that were stored: empty while none was, as far as is counted. */
  readonly counted?: string;
  readonly market: Env["MARKET"];
  readonly tokens: readonly string[];
};
type IdentityRows = Pick<FactRows, "identities" | "namesakes">;
/** The rows and the instants they are of and known by, which are those of whoever asked first. */
type Identities = { readonly rows: IdentityRows; readonly asOf: number; readonly known: number | undefined };
type Kept = { readonly key: string; readonly asOf: number; readonly read: Promise<Identities> };

const kept = new WeakMap<object, Kept>();

async function readAt(
  store: Pick<Store, "query">,
  asOf: number,
  { market, tokens, known }: IdentityRequest,
): Promise<IdentityRows> {
  const provider = providerName({ MARKET: market }, "coingecko");
  const keys = tokens.flatMap((token) => skeletonOf(trackedById(token)?.symbol ?? "") || []);
  const at = known === undefined ? { asOf } : { asOf, known };
  const [identities, namesakes] = await Promise.all([
    askInShards(store, coinIdentity, { ...at, tokens, provider }),
    store.query(coinNamesake, { ...at, keys, provider }),
  ]);
  return { identities, namesakes };
}

/** A new service's first list is read as soon as it is stored: by the minute alone it would wait for up to one. */
async function read(store: Pick<Store, "query">, request: IdentityRequest): Promise<Identities> {
  const { asOf, known } = request;
  const minute = minuteOf(asOf);
  const rows = await readAt(store, minute, request);
  const isListed = rows.identities.length > 0 || asOf === minute;
  return { rows: isListed ? rows : await readAt(store, asOf, request), asOf, known };
}

/**
 * Reads as of the last whole minute before `asOf`, or as of `asOf` where there was no list by then; the last answer of a
 * store is kept for its minute, or until a list is stored, and one without any where one was stored is not kept.
 */
export function loadIdentity(store: Pick<Store, "query">, request: IdentityRequest): Promise<Identities> {
  const { asOf, counted = "" } = request;
  // Who names an instant is not told what was stored after it.
  const bound = request.known === undefined ? "" : "known";
  const key = `${minuteOf(asOf)}~${bound}~${counted}~${request.market}~${request.tokens.join("~")}`;
  if (request.isPast) return read(store, request);
  const before = kept.get(store);
  if (before?.key === key && before.asOf <= asOf) return before.read;
  const found = read(store, request);
  const mine: Kept = { key, asOf, read: found };
  kept.set(store, mine);
  const forget = (): void => {
    if (kept.get(store) === mine) kept.delete(store);
  };
  found.then(({ rows }) => rows.identities.length > 0 || counted === "" || forget(), forget);
  return found;
}

type PastRequest = Pick<IdentityRequest, "asOf" | "market" | "tokens"> & {
  readonly known: number;
  /** Queries that are asked with earlier instants, by name. */
  readonly older?: ReadonlyMap<string, AskedAt> | undefined;
};

/** The same of the past, as a build read it that may have held an answer of before. */
export async function identityOfPast(store: Pick<Store, "query">, request: PastRequest): Promise<IdentityRows> {
  const { older, ...rest } = request;
  const { rows } = await read(store, { ...rest, isPast: true, ...older?.get(coinIdentity.name) });
  return rows;
}
