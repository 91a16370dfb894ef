// Loads who the tracked tokens are and who shares their symbols; it moves in hours, so a minute's answer serves a minute.
import { type Env, providerName } from "../../schema/env.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { coinIdentity } from "../../schema/query/coin/coin-identity.ts";
import { coinNamesake } from "../../schema/query/coin/coin-namesake.ts";
import { skeletonOf } from "../../schema/token/skeleton.ts";
import { trackedById } from "../../schema/token/tracked.ts";
import type { FactRows } from "./assemble-facts.ts";

type IdentityRequest = {
  readonly asOf: number;
  readonly market: Env["MARKET"];
  readonly tokens: readonly string[];
};
type IdentityRows = Pick<FactRows, "identities" | "namesakes">;

const GRAIN_MS = 60_000;
const kept = new WeakMap<Store, { readonly key: string; readonly rows: Promise<IdentityRows> }>();

async function read(store: Store, asOf: number, { market, tokens }: IdentityRequest): Promise<IdentityRows> {
  const provider = providerName({ MARKET: market }, "coingecko");
  const keys = tokens.flatMap((token) => skeletonOf(trackedById(token)?.symbol ?? "") || []);
  const [identities, namesakes] = await Promise.all([
    store.query(coinIdentity, { asOf, tokens, provider }),
    store.query(coinNamesake, { asOf, keys, provider }),
  ]);
  return { identities, namesakes };
}

/** Reads as of the last whole minute before `asOf`; the last answer of a store is kept for its minute. */
export function loadIdentity(store: Store, request: IdentityRequest): Promise<IdentityRows> {
  const asOf = Math.floor(request.asOf / GRAIN_MS) * GRAIN_MS;
  const key = `${asOf}~${request.market}~${request.tokens.join("~")}`;
  const known = kept.get(store);
  if (known?.key === key) return known.rows;
  const rows = read(store, asOf, request);
  kept.set(store, { key, rows });
  rows.catch(() => kept.delete(store));
  return rows;
}
