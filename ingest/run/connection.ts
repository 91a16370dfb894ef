// Connections of one process to its providers: one transport, one pace, one instance a venue, kept with the process's record.
import { DAY_MS } from "../../schema/duration.ts";
import type { Http } from "../../schema/io/http.ts";
import { openHttp } from "../../schema/io/http.ts";
import type { Random } from "../../schema/io/random.ts";
import { systemRandom } from "../../schema/io/random.ts";
import { referencePrice } from "../../schema/query/trade/reference-price.ts";
import { type Exchange, openExchange } from "../client/exchange.ts";
import type { IngestDeps } from "../deps.ts";
import { EXCHANGE_IDS, type ExchangeId, type VenueId } from "../source/venue.ts";
import { originIn } from "./origin.ts";
import { openPace, type Pace } from "./pace.ts";
import { openWaitingCalls, type WaitingCalls } from "./waiting-calls.ts";

const REFERENCE_MS_MAX = 60_000;
const REFERENCE_SPAN_MS = DAY_MS;

export type Connections = {
  readonly http: Http;
  readonly pace: Pace;
  readonly random: Random;
  readonly exchanges: Readonly<Record<ExchangeId, Exchange>>;
  /** Newest price of every token in USD, at most a minute old; empty while nothing is stored. */
  references(): Promise<ReadonlyMap<string, number>>;
  /** Records of calls until they are stored. */
  readonly calls: WaitingCalls;
  /** Last update id by source and token, and since when it is that. */
  readonly nonces: Map<string, { readonly nonce: string | number; readonly since: number }>;
  /** Origin of a simulated or mirrored provider; null for the real address. Throws when the sandbox does not serve it. */
  origin(provider: VenueId): string | null;
};

function originsOf(deps: IngestDeps): (provider: VenueId) => string | null {
  if (deps.env.MARKET === "live") return (provider) => originIn(deps.env.LIVE_ORIGINS, provider);
  return (provider) => {
    const origin = originIn(deps.env.SANDBOX_ORIGINS, provider);
    // Never the real address by accident: a simulated market that lacks a provider has none.
    if (origin === null) throw new Error(`SANDBOX_ORIGINS names no ${provider}`);
    return origin;
  };
}

function open(deps: IngestDeps): Connections {
  const { random = systemRandom } = deps;
  const http = openHttp({ clock: deps.clock, random });
  const pace = openPace(deps.redis, { market: deps.env.MARKET, random });
  const origin = originsOf(deps);
  const exchanges = Object.fromEntries(
    EXCHANGE_IDS.map((venue) => [
      venue,
      openExchange(venue, { http, pace, clock: deps.clock, origin: () => origin(venue) }),
    ]),
  ) as Record<ExchangeId, Exchange>;
  return {
    http,
    pace,
    random,
    exchanges,
    origin,
    nonces: new Map(),
    calls: openWaitingCalls(),
    references: keepReferences(deps),
  };
}

function keepReferences(deps: IngestDeps): () => Promise<ReadonlyMap<string, number>> {
  let kept: { at: number; value: Promise<ReadonlyMap<string, number>> } | null = null;
  return () => {
    const now = deps.clock.now();
    if (kept === null || now - kept.at > REFERENCE_MS_MAX) {
      const rows = deps.store.query(referencePrice, { from: now - REFERENCE_SPAN_MS });
      const mine = { at: now, value: rows.then((found) => new Map(found.map(({ token, price }) => [token, price]))) };
      mine.value.catch(() => {
        if (kept === mine) kept = null;
      });
      kept = mine;
    }
    return kept.value;
  };
}

const opened = new WeakMap<IngestDeps["redis"], Connections>();

/** The connections of this process; they live as long as its Redis connection, which carries their pace. */
export function connectionsOf(deps: IngestDeps): Connections {
  const known = opened.get(deps.redis);
  if (known) return known;
  const made = open(deps);
  opened.set(deps.redis, made);
  return made;
}
