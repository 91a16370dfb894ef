// The instruments of the venues: which of the tracked tokens list where, under which names, ticks and lots.
import { HOUR_MS } from "../../../schema/duration.ts";
import type { Asset } from "./asset.ts";
import { hashText, unit } from "./hash.ts";

export type VenueId = "binance" | "bybit" | "okx" | "gate" | "hyperliquid" | "kraken" | "coinbase" | "kucoin";
export type MarketKind = "spot" | "linear";

export const VENUES: readonly VenueId[] = [
  "binance",
  "bybit",
  "okx",
  "gate",
  "hyperliquid",
  "kraken",
  "coinbase",
  "kucoin",
];

/** What a venue is known for here. */
const KINDS: Record<VenueId, readonly MarketKind[]> = {
  binance: ["spot", "linear"],
  bybit: ["spot", "linear"],
  okx: ["spot", "linear"],
  gate: ["spot", "linear"],
  hyperliquid: ["spot", "linear"],
  kraken: ["spot"],
  coinbase: ["spot"],
  kucoin: ["spot"],
};

export type Market = {
  readonly index: number;
  readonly venue: VenueId;
  readonly kind: MarketKind;
  readonly asset: Asset;
  readonly seed: number;
  /** The venue's own name, e.g. BTCUSDT, 1000PEPEUSDT, BTC-USDT-SWAP. */
  readonly symbol: string;
  /** The venue's name of the base, e.g. 1000PEPE. */
  readonly base: string;
  /** Tokens in one unit of the base: 1000 for 1000PEPE. */
  readonly multiplier: number;
  /** OKX and Gate contracts only: base coins in one contract. */
  readonly contractSize: number;
  readonly priceDecimals: number;
  readonly tick: number;
  readonly lotDecimals: number;
  readonly lot: number;
  readonly volumeDayUsd: number;
  /** Half of the usual gap between best bid and best ask, as a fraction. */
  readonly halfSpread: number;
  readonly listedMs: number;
  readonly fundingHours: number;
};

const set = (symbols: string): ReadonlySet<string> => new Set(symbols.split(" "));
const STABLES = "USDT USDC DAI FDUSD USDE";

const ABSENT: Record<VenueId, Record<MarketKind, ReadonlySet<string>>> = {
  binance: { spot: set("USDT DAI KAS HYPE MNT OKB SNEK"), linear: set(`${STABLES} OKB SNEK`) },
  bybit: { spot: set("USDT FDUSD OKB DASH NEO ZEC IOTA QNT"), linear: set(`${STABLES} OKB SNEK YFI`) },
  okx: {
    spot: set("USDT FDUSD USDE KAS TAO RUNE FET PENDLE SNEK VET"),
    linear: set(`${STABLES} OKB SNEK KAS TAO RUNE FET PENDLE VET SEI`),
  },
  hyperliquid: {
    // A handful of bridged coins; see HYPERLIQUID_SPOT.
    spot: set(""),
    linear: set(`${STABLES} OKB SNEK XTZ VET KAS FLOW EGLD DASH IOTA QNT CHZ THETA TRX`),
  },
  kraken: { spot: set("BNB OKB SNEK FDUSD USDE HBAR VET CFX THETA IOTA NEO VIRTUAL MNT BERA CAKE"), linear: set("") },
  gate: { spot: set("USDT FDUSD OKB"), linear: set(`${STABLES} OKB SNEK MNT YFI`) },
  coinbase: {
    spot: set(
      "USDC TRX TON KAS FDUSD USDE OKB SNEK CAKE IOTA NEO THETA VIRTUAL BERA CFX MNT VET KAVA RUNE CRO FLOKI HYPE GALA",
    ),
    linear: set(""),
  },
  kucoin: { spot: set("USDT FDUSD OKB SNEK"), linear: set("") },
};

/** Spot markets of Hyperliquid have numbers for names; only these are of coins that trade elsewhere. */
const HYPERLIQUID_SPOT: Record<string, string> = { HYPE: "@107", BTC: "@142", ETH: "@151", SOL: "@156" };

const isListed = (venue: VenueId, kind: MarketKind, symbol: string): boolean =>
  venue === "hyperliquid" && kind === "spot" ? symbol in HYPERLIQUID_SPOT : !ABSENT[venue][kind].has(symbol);

const FUNDING_HOURS: Record<VenueId, Record<string, number>> = {
  binance: { WIF: 4, PENDLE: 4, VIRTUAL: 4, HYPE: 4, TRUMP: 4, KAS: 4, ENA: 4, BERA: 1 },
  bybit: { PEPE: 4, TRUMP: 4, WIF: 4, VIRTUAL: 4, BERA: 4, HYPE: 1 },
  okx: { TRUMP: 4, BERA: 4, HYPE: 4, VIRTUAL: 4 },
  hyperliquid: {},
  kraken: {},
  gate: { TRUMP: 4, BERA: 1, HYPE: 4, KAS: 4 },
  coinbase: {},
  kucoin: {},
};

// Low-priced tokens trade as contracts on a thousand coins, under venue-specific names.
const LINEAR_BASE: Record<VenueId, Record<string, string>> = {
  binance: { PEPE: "1000PEPE", SHIB: "1000SHIB", BONK: "1000BONK", FLOKI: "1000FLOKI" },
  bybit: { PEPE: "1000PEPE", SHIB: "SHIB1000", BONK: "1000BONK", FLOKI: "1000FLOKI" },
  okx: {},
  gate: {},
  hyperliquid: { PEPE: "kPEPE", SHIB: "kSHIB", BONK: "kBONK", FLOKI: "kFLOKI" },
  kraken: {},
  coinbase: {},
  kucoin: {},
};

// Old assets of Kraken keep the X of a coin and the Z of a currency in their names.
const KRAKEN_PAIRS: Record<string, string> = {
  BTC: "XXBTZUSD",
  ETH: "XETHZUSD",
  USDT: "USDTZUSD",
  XRP: "XXRPZUSD",
  LTC: "XLTCZUSD",
  XLM: "XXLMZUSD",
  ETC: "XETCZUSD",
  ZEC: "XZECZUSD",
  DOGE: "XDGUSD",
};

const SHARE: Record<VenueId, Record<MarketKind, number>> = {
  binance: { spot: 0.17, linear: 0.62 },
  bybit: { spot: 0.07, linear: 0.3 },
  okx: { spot: 0.06, linear: 0.25 },
  gate: { spot: 0.04, linear: 0.13 },
  hyperliquid: { spot: 0.01, linear: 0.12 },
  kraken: { spot: 0.03, linear: 0 },
  coinbase: { spot: 0.07, linear: 0 },
  kucoin: { spot: 0.03, linear: 0 },
};

const PRICE_DECIMALS_MAX: Record<VenueId, number> = {
  binance: 8,
  bybit: 10,
  okx: 10,
  gate: 10,
  hyperliquid: 6,
  kraken: 10,
  coinbase: 10,
  kucoin: 10,
};

// Parsed, because 10 ** -5 is not the double nearest to 0.00001.
const power = (exponent: number): number => Number(`1e${exponent}`);

const priceDecimalsOf = (venue: VenueId, price: number): number => {
  const magnitude = Math.ceil(Math.log10(price));
  const wanted = price >= 10_000 ? (venue === "binance" ? 2 : 1) : price >= 1000 ? 2 : 5 - magnitude;
  return Math.max(1, Math.min(PRICE_DECIMALS_MAX[venue], wanted));
};

const CONTRACT_SIZE: Record<string, number> = { PEPE: 1e7, SHIB: 1e6, BONK: 1e5, FLOKI: 1e5, ADA: 100, GALA: 10 };

// OKX contracts are powers of ten of the coin worth roughly a hundred to a thousand dollars, those of Gate some dollars.
const contractSizeOf = (venue: VenueId, symbol: string, price: number): number => {
  if (venue === "gate") return power(Math.round(Math.log10(6 / price)));
  return CONTRACT_SIZE[symbol] ?? power(Math.round(Math.log10(400 / price)));
};

const symbolOf = (venue: VenueId, kind: MarketKind, base: string): string => {
  if (venue === "gate") return `${base}_USDT`;
  if (venue === "hyperliquid") return kind === "spot" ? (HYPERLIQUID_SPOT[base] ?? base) : base;
  if (venue === "coinbase") return `${base}-USD`;
  if (venue === "kucoin") return `${base}-USDT`;
  if (venue === "kraken") return KRAKEN_PAIRS[base] ?? `${base}USD`;
  if (venue !== "okx") return `${base}USDT`;
  return kind === "spot" ? `${base}-USDT` : `${base}-USDT-SWAP`;
};

const LISTED_MIN_MS = Date.UTC(2019, 8, 1);
const LISTED_MAX_MS = Date.UTC(2024, 5, 1);
const LISTED_LATE_MS: Record<string, number> = {
  BERA: Date.UTC(2025, 1, 6, 13),
  TRUMP: Date.UTC(2025, 0, 19, 8),
  HYPE: Date.UTC(2024, 11, 5, 10),
  VIRTUAL: Date.UTC(2024, 11, 10, 10),
  EIGEN: Date.UTC(2024, 9, 1, 4),
};

const listedAt = (symbol: string, share: number): number => {
  const known = LISTED_LATE_MS[symbol];
  const time = known ?? LISTED_MIN_MS + share * (LISTED_MAX_MS - LISTED_MIN_MS);
  return Math.floor(time / HOUR_MS) * HOUR_MS;
};

const createMarket = (index: number, seed: number, venue: VenueId, kind: MarketKind, asset: Asset): Market => {
  const { symbol } = asset.token;
  const base = kind === "linear" ? (LINEAR_BASE[venue][symbol] ?? symbol) : symbol;
  const multiplier = base === symbol ? 1 : 1000;
  const price = asset.anchorUsd * multiplier;
  const stable = asset.token.stablecoin;
  const priceDecimals = stable ? 4 : priceDecimalsOf(venue, price);
  const inContracts = kind === "linear" && (venue === "okx" || venue === "gate");
  const contractSize = inContracts ? contractSizeOf(venue, symbol, price) : 1;
  const lotDecimals = inContracts
    ? venue === "okx"
      ? 2
      : 0
    : Math.max(0, Math.ceil(Math.log10(price)) - (kind === "linear" ? 2 : 0));
  const name = `${venue}/${kind}/${asset.token.id}`;
  const volumeDayUsd = asset.volumeDayUsd * SHARE[venue][kind] * (0.7 + 0.6 * unit(hashText(`${name}/volume`)));
  return {
    index,
    venue,
    kind,
    asset,
    seed: hashText(`${seed}/${name}`),
    symbol: symbolOf(venue, kind, base),
    base,
    multiplier,
    contractSize,
    priceDecimals,
    tick: power(-priceDecimals),
    lotDecimals,
    lot: contractSize === 1 ? power(-lotDecimals) : contractSize / 10 ** lotDecimals,
    volumeDayUsd,
    halfSpread: Math.min(0.0012, Math.max(0.000004, 0.35 / Math.sqrt(volumeDayUsd))),
    listedMs: listedAt(symbol, unit(hashText(`${name}/listed`))),
    fundingHours: FUNDING_HOURS[venue][symbol] ?? (venue === "hyperliquid" ? 1 : 8),
  };
};

/** Every instrument of every venue, in a fixed order. */
export const createMarkets = (seed: number, assets: readonly Asset[]): readonly Market[] => {
  const markets: Market[] = [];
  for (const venue of VENUES)
    for (const kind of KINDS[venue])
      for (const asset of assets)
        if (isListed(venue, kind, asset.token.symbol))
          markets.push(createMarket(markets.length, seed, venue, kind, asset));
  return markets;
};
