// What can be asked for by name: each metric, how it is called, where its evidence holds it now, over a time, and how it changed.
import type { EvidenceKind } from "../../schema/evidence/index.ts";

/** A member of a kind of evidence. */
export type Place = readonly [kind: EvidenceKind, path: string];
export type MetricUnit = "usd" | "pct" | "ratio" | "count" | "coins" | "bps" | "hours";

export type MetricRow = {
  /** As answers call it. */
  readonly says: string;
  readonly unit: MetricUnit;
  /** As it stands. */
  readonly now?: Place;
  /** Sums or measures over so many hours; the first is meant where no time is named. */
  readonly over?: Readonly<Record<number, Place>>;
  /** Its change over so many hours, percent. */
  readonly change?: Readonly<Record<number, Place>>;
  /** The hours meant where none are named; 24 without it. */
  readonly usual?: number;
  /** It is made of so many hours: said with them it is as it stands. */
  readonly made?: number;
  /** Its sign is a direction: to be positive or negative means something. */
  readonly isSigned?: true;
  /** What is measured is less than there is. */
  readonly isLeast?: true;
  /** Families that it is of: one of a family is named for another. */
  readonly kin?: readonly Kin[];
  /** Its name is said of other things as well: of a unit, of people, of a part of something. */
  readonly isCommonName?: true;
  /** It is told of one of many times: one that is named must be the one that is meant. */
  readonly isTimed?: true;
  /** A number beside its name is what it comes to: of others it may be a count, or a part of them. */
  readonly isStated?: true;
  /** It is of one coin, and not of all of them. */
  readonly isOfOne?: true;
  /** A sum of all there is, never near nothing. */
  readonly isLarge?: true;
  /** It is of what exchanges hold, move and trade. */
  readonly isAtExchanges?: true;
  /** It tells how the token goes with bitcoin. */
  readonly isWithBitcoin?: true;
};

type Kin =
  | "worth"
  | "positions"
  | "funding"
  | "accounts"
  | "closures"
  | "flows"
  | "unlocks"
  | "supply"
  | "activity"
  | "book"
  | "turnover";

const of =
  (kind: EvidenceKind) =>
  (path: string): Place => [kind, path];
const perf = of("performance");
const lev = of("leverage");
const shut = of("closures");
const flow = of("chain_flows");
const coin = of("tokenomics");
const vol = of("volatility");

const changes = (place: (path: string) => Place, names: Readonly<Record<number, string>>) =>
  Object.fromEntries(Object.entries(names).map(([hours, name]) => [Number(hours), place(name)]));

/** Members of a state's market section that tell the change of the price, by their hours. */
export const PUBLISHED = {
  1: "change_1h_pct",
  24: "change_24h_pct",
  168: "change_7d_pct",
  720: "change_30d_pct",
} as const;
export type PublishedHours = keyof typeof PUBLISHED;
export const isPublished = (hours: number): hours is PublishedHours => Object.hasOwn(PUBLISHED, hours);

export const METRICS = {
  price: {
    says: "price",
    unit: "usd",
    kin: ["worth"],
    isCommonName: true,
    isTimed: true,
    isOfOne: true,
    isStated: true,
    now: perf("price_usd"),
    change: changes(perf, PUBLISHED),
  },
  market_cap: {
    says: "market value",
    unit: "usd",
    kin: ["worth", "positions"],
    isTimed: true,
    isStated: true,
    isLarge: true,
    now: perf("market_cap_usd"),
  },
  fdv: {
    says: "fully diluted value",
    unit: "usd",
    kin: ["worth"],
    isStated: true,
    isLarge: true,
    now: perf("fdv_usd"),
  },
  rank: { says: "rank", unit: "count", kin: ["worth"], now: perf("rank") },
  ath: { says: "all-time high", unit: "usd", isOfOne: true, isStated: true, now: perf("ath_usd") },
  drawdown: { says: "distance below the all-time high", unit: "pct", now: perf("ath_drawdown_pct"), isSigned: true },
  volume: {
    says: "spot volume",
    unit: "usd",
    kin: ["activity", "turnover"],
    isTimed: true,
    isStated: true,
    isLarge: true,
    isAtExchanges: true,
    over: changes(perf, { 1: "volume_1h_usd", 24: "volume_24h_usd" }),
    // Against as long a time before, whichever is asked for.
    change: {},
  },
  volume_ratio: {
    says: "volume of the hour over the usual hour",
    unit: "ratio",
    kin: ["activity"],
    isAtExchanges: true,
    over: { 1: perf("volume_ratio_1h") },
    usual: 1,
  },
  perp_volume: {
    says: "volume of perpetual futures",
    unit: "usd",
    kin: ["activity"],
    isStated: true,
    isLarge: true,
    isAtExchanges: true,
    over: { 24: lev("perp_volume_24h_usd") },
  },
  perp_to_spot: {
    says: "volume of perpetual futures over spot volume",
    unit: "ratio",
    kin: ["activity"],
    over: { 24: lev("perp_to_spot_ratio") },
  },
  open_interest: {
    says: "open interest",
    unit: "usd",
    kin: ["positions"],
    isTimed: true,
    isStated: true,
    isLarge: true,
    isAtExchanges: true,
    now: lev("open_interest_usd"),
    change: changes(lev, { 1: "oi_change_1h_pct", 4: "oi_change_4h_pct", 24: "oi_change_24h_pct" }),
  },
  oi_share: {
    says: "open interest over market value",
    unit: "pct",
    kin: ["positions"],
    now: lev("oi_to_market_cap_pct"),
  },
  funding: {
    says: "funding per eight hours",
    unit: "pct",
    kin: ["funding"],
    isAtExchanges: true,
    now: lev("funding_8h_pct"),
    isSigned: true,
  },
  funding_year: {
    says: "funding a year",
    unit: "pct",
    kin: ["funding"],
    isStated: true,
    isAtExchanges: true,
    now: lev("funding_apr_pct"),
    isSigned: true,
  },
  funding_percentile: {
    says: "share of ninety days' eight-hour spans with less funding, ties half",
    unit: "pct",
    kin: ["funding"],
    now: ["funding", "percentile_90d"],
    made: 2160,
  },
  basis: { says: "basis of perpetual futures", unit: "pct", kin: ["funding"], now: lev("basis_pct"), isSigned: true },
  long_short: { says: "accounts long for each short", unit: "ratio", kin: ["accounts"], now: lev("long_short_ratio") },
  top_traders: {
    says: "top traders' long over short",
    unit: "ratio",
    kin: ["accounts"],
    now: lev("top_trader_long_short_ratio"),
  },
  taker: {
    says: "taker buys over sells",
    unit: "ratio",
    kin: ["activity"],
    over: { 1: lev("taker_buy_sell_ratio_1h") },
    usual: 1,
  },
  liquidations: {
    says: "forced closures",
    unit: "usd",
    kin: ["closures", "turnover"],
    isStated: true,
    over: changes(shut, { 24: "total_24h_usd", 1: "total_1h_usd" }),
    isLeast: true,
  },
  long_liquidations: {
    says: "forced closures of longs",
    unit: "usd",
    kin: ["closures", "turnover"],
    isStated: true,
    over: changes(shut, { 24: "long_24h_usd", 1: "long_1h_usd" }),
    isLeast: true,
  },
  short_liquidations: {
    says: "forced closures of shorts",
    unit: "usd",
    kin: ["closures", "turnover"],
    isStated: true,
    over: changes(shut, { 24: "short_24h_usd", 1: "short_1h_usd" }),
    isLeast: true,
  },
  largest_liquidation: {
    says: "largest forced closure",
    unit: "usd",
    kin: ["closures"],
    over: { 24: shut("largest_24h_usd") },
    isLeast: true,
  },
  netflow: {
    says: "net flow to exchanges",
    unit: "usd",
    kin: ["flows"],
    isTimed: true,
    isStated: true,
    isAtExchanges: true,
    over: changes(flow, { 24: "netflow_24h_usd", 1: "netflow_1h_usd", 168: "netflow_7d_usd" }),
    isSigned: true,
  },
  inflow: {
    says: "inflow to exchanges",
    unit: "usd",
    kin: ["flows"],
    isStated: true,
    isAtExchanges: true,
    over: { 24: flow("inflow_24h_usd") },
  },
  outflow: {
    says: "outflow from exchanges",
    unit: "usd",
    kin: ["flows"],
    isStated: true,
    isAtExchanges: true,
    over: { 24: flow("outflow_24h_usd") },
  },
  reserve: {
    says: "coins on exchanges",
    unit: "coins",
    isAtExchanges: true,
    now: flow("reserve_native"),
    change: { 168: flow("reserve_change_7d_pct") },
    usual: 168,
  },
  transfers: { says: "value of large transfers", unit: "usd", kin: ["flows"], over: { 24: flow("transfers_24h_usd") } },
  transfer_count: { says: "large transfers", unit: "count", kin: ["flows"], over: { 24: flow("transfers_24h_count") } },
  whale_inflow: {
    says: "value of large transfers to exchanges",
    unit: "usd",
    kin: ["flows"],
    isAtExchanges: true,
    over: { 24: flow("transfers_to_exchange_24h_usd") },
  },
  whale_outflow: {
    says: "value of large transfers from exchanges",
    unit: "usd",
    kin: ["flows"],
    isAtExchanges: true,
    over: { 24: flow("transfers_from_exchange_24h_usd") },
  },
  largest_transfer: { says: "largest transfer", unit: "usd", over: { 24: flow("largest_transfer_24h_usd") } },
  volatility: {
    says: "realised volatility a year",
    unit: "pct",
    kin: ["activity"],
    over: changes(vol, { 24: "realized_24h_pct", 720: "realized_30d_pct" }),
  },
  implied: { says: "implied volatility", unit: "pct", kin: ["activity"], now: vol("implied_30d_pct"), made: 720 },
  correlation: {
    says: "correlation with bitcoin",
    unit: "ratio",
    isWithBitcoin: true,
    now: vol("btc_correlation_30d"),
    made: 720,
  },
  beta: { says: "beta to bitcoin", unit: "ratio", isWithBitcoin: true, now: vol("btc_beta_30d"), made: 720 },
  holders: { says: "holders", unit: "count", isCommonName: true, now: ["holders", "holders_count"] },
  top10: { says: "share of the ten largest holders", unit: "pct", now: ["holders", "top10_holders_pct"] },
  addresses: { says: "active addresses of a day", unit: "count", over: { 24: ["holders", "active_addresses_24h"] } },
  transactions: {
    says: "transactions of a day",
    unit: "count",
    kin: ["flows"],
    over: { 24: ["holders", "transactions_24h"] },
  },
  circulating: {
    says: "circulating supply",
    unit: "coins",
    kin: ["worth", "unlocks", "supply"],
    isLarge: true,
    now: coin("circulating_native"),
  },
  total_supply: { says: "total supply", unit: "coins", kin: ["supply"], isLarge: true, now: coin("total_native") },
  max_supply: { says: "maximum supply", unit: "coins", now: coin("max_native") },
  issued_share: {
    says: "circulating share of the maximum",
    unit: "pct",
    kin: ["worth", "supply"],
    isCommonName: true,
    now: coin("circulating_pct_of_max"),
  },
  inflation: {
    says: "growth of supply in thirty days",
    unit: "pct",
    over: { 720: coin("inflation_30d_pct") },
    usual: 720,
    isSigned: true,
  },
  unlocks: {
    says: "coming unlocks over circulation",
    unit: "pct",
    kin: ["unlocks"],
    over: changes(coin, { 720: "unlocks_30d_pct", 168: "unlocks_7d_pct", 2160: "unlocks_90d_pct" }),
    usual: 720,
  },
  unlock_share: {
    says: "next unlock over circulation",
    unit: "pct",
    kin: ["unlocks"],
    now: coin("next_unlock.pct_of_circulating"),
  },
  unlock_value: { says: "value of the next unlock", unit: "usd", kin: ["unlocks"], now: coin("next_unlock.value_usd") },
  unlock_hours: { says: "time to the next unlock", unit: "hours", kin: ["unlocks"], now: coin("next_unlock.in_hours") },
  staked: { says: "staked share", unit: "pct", isCommonName: true, now: coin("staked_pct") },
  tvl: {
    says: "value locked",
    unit: "usd",
    isLarge: true,
    now: ["tvl", "tvl_usd"],
    change: { 24: ["tvl", "change_24h_pct"], 168: ["tvl", "change_7d_pct"] },
  },
  depth: {
    says: "depth within two per cent",
    unit: "usd",
    kin: ["book"],
    isLarge: true,
    isAtExchanges: true,
    now: ["order_book_depth", "depth_2pct_usd"],
  },
  bids: {
    says: "bids within two per cent",
    unit: "usd",
    kin: ["book"],
    isAtExchanges: true,
    now: ["order_book_depth", "bid_2pct_usd"],
  },
  asks: {
    says: "asks within two per cent",
    unit: "usd",
    kin: ["book"],
    isAtExchanges: true,
    now: ["order_book_depth", "ask_2pct_usd"],
  },
  spread: { says: "spread", unit: "bps", kin: ["book"], isAtExchanges: true, now: ["order_book_depth", "spread_bps"] },
  imbalance: {
    says: "imbalance of bids and asks",
    unit: "ratio",
    now: ["order_book_depth", "imbalance_ratio"],
    isSigned: true,
  },
  fear_greed: { says: "fear and greed index", unit: "count", now: ["market_context", "fear_greed.value"] },
  breadth: { says: "share of tokens that rose", unit: "pct", now: ["market_context", "breadth_up_24h_pct"] },
  market_change: {
    says: "change of all coins together",
    unit: "pct",
    kin: ["worth"],
    over: { 24: ["market_context", "total_change_24h_pct"] },
    isSigned: true,
  },
  buy_tax: { says: "tax on buying", unit: "pct", now: ["contract_checks", "buy_tax_pct"] },
  sell_tax: { says: "tax on selling", unit: "pct", now: ["contract_checks", "sell_tax_pct"] },
} as const satisfies Record<string, MetricRow>;

export type MetricId = keyof typeof METRICS;
export const metricRow = (id: MetricId): MetricRow => METRICS[id];
