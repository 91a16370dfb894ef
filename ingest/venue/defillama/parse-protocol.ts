// Reads DefiLlama's protocols: value locked by chain without double counts, daily past, and units for price-neutral changes.
import { DAY_MS } from "../../../schema/duration.ts";
import { chainIdOf } from "../../../schema/token/defi.ts";
import { asNumber, asNumberOrNull, asRecord, asRecords, asText, recordIn } from "../../source/body.ts";
import { refuseOther } from "../../source/instrument.ts";
import { pointsFrom } from "./client.ts";

/** What is counted beside the chains' own value: borrowed coins, staked governance tokens, own pools and the like. */
const EXTRA =
  /(^|-)(borrowed|staking|pool2|vesting|treasury|owntokens|offers|doublecounted|liquidstaking|dcandlsoverlap)$/i;

export type Protocol = {
  readonly id: string;
  readonly slug: string;
  readonly parent: string;
  readonly category: string;
  readonly geckoId: string;
  readonly tvlUsd: number;
  /** Null where it locks value and does not say where. */
  readonly chains: ReadonlyMap<string, number> | null;
  /** Percent; null where it is not stated. */
  readonly change1d: number | null;
};

const chainEntries = (value: unknown): [string, unknown][] =>
  Object.entries(asRecord(value ?? {})).filter(([name]) => !EXTRA.test(name));

function addTo(sums: Map<string, number>, chain: string, usd: number): void {
  sums.set(chain, (sums.get(chain) ?? 0) + usd);
}

/** The list `/protocols`. */
export function parseProtocols(body: unknown): Protocol[] {
  return asRecords(body).map((row) => {
    const told = recordIn(row.chainTvls)[0];
    const chains = new Map<string, number>();
    for (const [name, usd] of chainEntries(told)) addTo(chains, chainIdOf(name), asNumber(usd));
    return {
      id: asText(row.id),
      slug: asText(row.slug),
      parent: asText(row.parentProtocol).replace(/^parent#/, ""),
      category: asText(row.category),
      geckoId: asText(row.gecko_id),
      tvlUsd: asNumber(row.tvl),
      chains: told === undefined && row.tvl !== 0 && row.tvl !== null ? null : chains,
      change1d: asNumberOrNull(row.change_1d),
    };
  });
}

/** Slugs are made of names by the provider, like this. */
const slugOf = (name: string): string => name.toLowerCase().replaceAll(" ", "-").replaceAll("'", "");

/**
 * Throws bad_body for a detail that is of another protocol than the one of the slug: it names itself by its id, that of a
 * listed one or of a parent of several, and by its name.
 */
export function refuseOtherProtocol(body: unknown, slug: string, listed: readonly Protocol[]): void {
  const { id, name } = asRecord(body);
  const ids = [`parent#${slug}`, ...listed.filter((one) => one.slug === slug).map((one) => one.id)];
  if (slugOf(asText(name)) !== slug) refuseOther("protocol", id ?? name, (told) => ids.includes(told));
}

/** Protocols that lock value for a token: its own and those of its parent; exchanges and chains are no protocols. */
export const protocolsOf = (all: readonly Protocol[], token: string, slug: string): Protocol[] =>
  all.filter(
    (one) =>
      one.category !== "CEX" &&
      one.category !== "Chain" &&
      (one.geckoId === token || one.slug === slug || one.parent === slug),
  );

/** The day's change of several protocols together; null where one of them does not state it. Percent. */
export function changeOf(protocols: readonly Protocol[]): number | null {
  let now = 0;
  let before = 0;
  for (const { tvlUsd, change1d } of protocols) {
    if (tvlUsd === 0) continue;
    if (change1d === null || !Number.isFinite(change1d) || change1d <= -100) return null;
    now += tvlUsd;
    before += tvlUsd / (1 + change1d / 100);
  }
  return before > 0 ? (now / before - 1) * 100 : null;
}

type ChainPoint = { readonly chain: string; readonly at: number; readonly usd: number };

/** The daily past by chain of `/protocol/{slug}` at or after `from` (epoch ms). */
export function parseProtocolPast(body: unknown, from: number, now?: number): ChainPoint[] {
  const sums = new Map<string, Map<number, number>>();
  for (const [name, value] of chainEntries(asRecord(body).chainTvls)) {
    const chain = chainIdOf(name);
    const days = sums.get(chain) ?? new Map<number, number>();
    sums.set(chain, days);
    for (const { at, row } of recordIn(value).flatMap(({ tvl }) => pointsFrom(tvl ?? [], from, now))) {
      days.set(at, (days.get(at) ?? 0) + asNumber(row.totalLiquidityUSD));
    }
  }
  return [...sums].flatMap(([chain, days]) => [...days].map(([at, usd]) => ({ chain, at, usd })));
}

export type Holding = {
  readonly at: number;
  readonly units: ReadonlyMap<string, number>;
  readonly usd: ReadonlyMap<string, number>;
};

const numbersOf = (value: unknown): Map<string, number> =>
  new Map(Object.entries(asRecord(value ?? {})).map(([name, amount]) => [name, asNumber(amount)]));

/** Units and value of every coin a protocol or an exchange holds, by day, at or after `from`. */
export function parseHoldings(body: unknown, from: number, now?: number): Holding[] {
  const record = asRecord(body);
  const usd = new Map(pointsFrom(record.tokensInUsd ?? [], from, now).map(({ at, row }) => [at, row.tokens]));
  return pointsFrom(record.tokens ?? [], from, now)
    .map(({ at, row }) => ({ at, units: numbersOf(row.tokens), usd: numbersOf(usd.get(at)) }))
    .sort((a, b) => a.at - b.at);
}

/**
 * Change of the deposits over the last day at the prices before it, percent: what left or came, not what prices did.
 * Null where the body holds no day to compare with or no price.
 */
export function neutralChange(holdings: readonly Holding[]): number | null {
  const now = holdings.at(-1);
  if (!now) return null;
  const distance = (one: Holding) => Math.abs(one.at - (now.at - DAY_MS));
  const past = holdings.filter((one) => one.at < now.at).sort((a, b) => distance(a) - distance(b))[0];
  if (!past || distance(past) > DAY_MS / 2) return null;
  const priceOf = (one: Holding, coin: string): number | null => {
    const units = one.units.get(coin) ?? 0;
    const usd = one.usd.get(coin);
    return units > 0 && usd !== undefined && usd > 0 ? usd / units : null;
  };
  let before = 0;
  let after = 0;
  for (const coin of new Set([...past.units.keys(), ...now.units.keys()])) {
    const price = priceOf(past, coin) ?? priceOf(now, coin);
    if (price === null) continue;
    before += (past.units.get(coin) ?? 0) * price;
    after += (now.units.get(coin) ?? 0) * price;
  }
  return before > 0 && Number.isFinite(after) ? (after / before - 1) * 100 : null;
}
