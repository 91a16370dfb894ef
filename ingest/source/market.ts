// Which venue lists which tracked token: from a venue's own market list, with multiplier contracts and shared tickers told apart.
import { TRACKED } from "../../schema/token/tracked.ts";
import type { RawMarket } from "./exchange-venue.ts";
import { type ExchangeId, exchangeOf } from "./venue.ts";

export type MarketKind = "spot" | "perp";

export type Market = {
  /** The venue's own id. */
  readonly id: string;
  readonly kind: MarketKind;
  readonly base: string;
  readonly quote: string;
  /** Base units of one contract; 1 for spot. */
  readonly contractSize: number;
  /** Epoch ms, or null where the venue does not say. */
  readonly listedAt: number | null;
  readonly info: unknown;
};

export type Listing = {
  readonly token: string;
  readonly symbol: string;
  readonly kind: MarketKind;
  /** Coins in one base unit: 1000 for 1000PEPE. Prices are divided by it, amounts multiplied. */
  readonly factor: number;
  readonly contractSize: number;
  readonly listedAt: number | null;
  readonly info: unknown;
};

/** In order of preference; all count as USD. */
const QUOTES = ["USDT", "USDC", "USD"];

/** A ticker that two tracked tokens share means neither, unless the aliases of an exchange name it. */
const BY_SYMBOL = new Map<string, string | null>();
for (const token of TRACKED) BY_SYMBOL.set(token.symbol, BY_SYMBOL.has(token.symbol) ? null : token.id);
const IDS = new Set(TRACKED.map((token) => token.id));

const MULTIPLIER = /^(1000000|100000|10000|1000|1M)([A-Z].*)$/;
/** Bybit puts it behind some: SHIB1000. */
const MULTIPLIER_BEHIND = /^([A-Z]{2,})(1000000|100000|10000|1000)$/;

/** Gate's class calls a contract active that the venue is about to delist. */
function isGone({ active, info }: RawMarket): boolean {
  const { in_delisting: delisting } = (info ?? {}) as { readonly in_delisting?: unknown };
  return active === false || delisting === true;
}

/** Active USD-quoted spot markets and linear perpetuals of a loaded list. */
export function marketsOf(raw: readonly RawMarket[], venue?: ExchangeId): Market[] {
  const plain = (market: RawMarket) => ({ id: market.id, base: market.baseId || market.base || "" });
  const nameOf = (venue && exchangeOf(venue).nameOf) ?? plain;
  return raw.flatMap((market) => {
    const kind: MarketKind | null = market.spot ? "spot" : market.swap && market.linear ? "perp" : null;
    const { id, base } = nameOf(market);
    const quote = market.quote ?? "";
    if (kind === null || !id || !base || !QUOTES.includes(quote) || isGone(market)) return [];
    const contractSize = kind === "perp" ? (market.contractSize ?? Number.NaN) : 1;
    if (!(contractSize > 0)) return [];
    const listedAt = typeof market.created === "number" && market.created > 0 ? market.created : null;
    return [{ id, kind, base: base.toUpperCase(), quote, contractSize, listedAt, info: market.info }];
  });
}

/** The tracked token a venue's base ticker means and how many coins one unit is; null when none or ambiguous. */
export function tokenOf(venue: ExchangeId, base: string): { token: string; factor: number } | null {
  const named = (ticker: string): string | null => {
    const alias = exchangeOf(venue).aliases[ticker];
    if (alias !== undefined) return alias !== null && IDS.has(alias) ? alias : null;
    return BY_SYMBOL.get(ticker) ?? null;
  };
  const exact = named(base);
  if (exact !== null) return { token: exact, factor: 1 };
  const [, behind, times] = MULTIPLIER_BEHIND.exec(base) ?? [];
  const [, prefix = times, ticker = behind] = MULTIPLIER.exec(base) ?? [];
  const token = ticker === undefined ? null : named(ticker);
  return token === null || prefix === undefined
    ? null
    : { token, factor: prefix === "1M" ? 1_000_000 : Number(prefix) };
}

const rank = (venue: ExchangeId, market: Market, factor: number): number => {
  const place = QUOTES.indexOf(market.quote);
  return (exchangeOf(venue).isDollarFirst ? QUOTES.length - place : place) * 10 + (factor === 1 ? 0 : 1);
};

/** One listing a tracked token, the preferred quote and the plain coin before its multiple. */
export function listingsOf(venue: ExchangeId, markets: readonly Market[], kind: MarketKind): Listing[] {
  const best = new Map<string, { score: number; listing: Listing }>();
  for (const market of markets) {
    if (market.kind !== kind) continue;
    const meant = tokenOf(venue, market.base);
    if (!meant || (market.quote === "USDT" && meant.token === "tether")) continue;
    const score = rank(venue, market, meant.factor);
    const before = best.get(meant.token);
    if (before && before.score <= score) continue;
    const { id: symbol, contractSize, listedAt, info } = market;
    best.set(meant.token, { score, listing: { ...meant, symbol, kind, contractSize, listedAt, info } });
  }
  return TRACKED.flatMap((token) => best.get(token.id)?.listing ?? []);
}
