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
  /** Nothing that was stored later is read, epoch milliseconds; whatever is stored where it is left out. */
  readonly known?: number;
  /** Whether it is of the past: no answer of before serves. */
  readonly isPast?: boolean;
  readonly market: Env["MARKET"];
  readonly tokens: readonly string[];
};
type IdentityRows = Pick<FactRows, "identities" | "namesakes">;
/** The rows and the instant they are known by, which is that of whoever asked first. */
type Identities = { readonly rows: IdentityRows; readonly known: number | undefined };

const GRAIN_MS = 60_000;
const kept = new WeakMap<object, { readonly key: string; readonly read: Promise<Identities> }>();

async function read(
  store: Pick<Store, "query">,
  asOf: number,
  { market, tokens, known }: IdentityRequest,
): Promise<Identities> {
  const provider = providerName({ MARKET: market }, "coingecko");
  const keys = tokens.flatMap((token) => skeletonOf(trackedById(token)?.symbol ?? "") || []);
  const at = known === undefined ? { asOf } : { asOf, known };
  const [identities, namesakes] = await Promise.all([
    store.query(coinIdentity, { ...at, tokens, provider }),
    store.query(coinNamesake, { ...at, keys, provider }),
  ]);
  return { rows: { identities, namesakes }, known };
}

/** Reads as of the last whole minute before `asOf`; the last answer of a store is kept for its minute. */
export function loadIdentity(store: Pick<Store, "query">, request: IdentityRequest): Promise<Identities> {
  const asOf = Math.floor(request.asOf / GRAIN_MS) * GRAIN_MS;
  // Who names an instant is not told what was stored after it.
  const bound = request.known === undefined ? "" : "known";
  const key = `${asOf}~${bound}~${request.market}~${request.tokens.join("~")}`;
  if (request.isPast) return read(store, asOf, request);
  const before = kept.get(store);
  if (before?.key === key) return before.read;
  const found = read(store, asOf, request);
  kept.set(store, { key, read: found });
  found.catch(() => kept.delete(store));
  return found;
}
