// Drafts evidence for answers from a token's state alone: numbers of its sections, picked by what they are about.
import { HOUR_MS } from "../../schema/duration.ts";
import type { AskedKind, EvidenceData } from "../../schema/evidence/index.ts";
import { roundTo } from "../../schema/round.ts";
import { isAssessed, UNASSESSED } from "../../schema/shape/quantity.ts";
import { group } from "../draft/draft.ts";
import { type EvidenceDraft, instantOf, needed, say } from "../evidence/builder.ts";
import { derive, gap, isGap, type Measured } from "../measure/gap.ts";
import { roundPct, roundRatio, roundUsd } from "../number/round.ts";
import { type BuiltState, sourcesAs } from "../state/built-state.ts";
import type { Role } from "../state/cite.ts";
import { readMember, readNumber, type StatePath } from "../state/read-number.ts";

type Draft<K extends AskedKind> = (state: BuiltState) => readonly EvidenceDraft<K>[];

const read = (state: BuiltState, ...path: StatePath): Measured<number> => needed(readNumber(state, ...path));

/** What a cheap coin moves by is parts of a cent: so many digits as six of its price have. */
const digitsOf = (price: number): number => Math.max(2, price > 0 ? 5 - Math.floor(Math.log10(price)) : 2);

/** What it was a day before, taken from what it is. */
const changeUsd = (price: Measured<number>, pct: Measured<number>): Measured<number> =>
  derive([price, pct], (now, change) => roundTo(now - now / (1 + change / 100), digitsOf(now)));

export const draftPerformance: Draft<"performance"> = (state) => {
  const { market } = state.sections;
  const price = read(state, "market", "price_usd");
  const day = read(state, "market", "change_24h_pct");
  return [
    {
      asOf: instantOf(market),
      sources: market.sources,
      labels: ["symbol"],
      members: {
        symbol: state.token.symbol,
        price_usd: price,
        change_1h_pct: read(state, "market", "change_1h_pct"),
        change_24h_pct: day,
        change_7d_pct: read(state, "market", "change_7d_pct"),
        change_30d_pct: read(state, "market", "change_30d_pct"),
        change_24h_usd: changeUsd(price, day),
        high_24h_usd: read(state, "market", "high_24h_usd"),
        low_24h_usd: read(state, "market", "low_24h_usd"),
        ath_usd: read(state, "market", "ath_usd"),
        ath_at: readMember(state, "market", "ath_at"),
        ath_drawdown_pct: read(state, "market", "ath_drawdown_pct"),
        market_cap_usd: read(state, "market", "market_cap_usd"),
        fdv_usd: readNumber(state, "market", "fdv_usd"),
        rank: read(state, "market", "rank"),
        volume_1h_usd: read(state, "market", "volume_1h_usd"),
        volume_24h_usd: read(state, "market", "volume_24h_usd"),
        volume_ratio_1h: read(state, "market", "volume_ratio_1h"),
        turnover_ratio: read(state, "market", "turnover_ratio"),
      },
    },
  ];
};

/** Of every age: what hours are measured by is read at all of them. */
const candlesOf = (state: BuiltState): string[] =>
  sourcesAs(state, "market", "candle", "candle_1h", "candle_24h", "candle_7d", "candle_30d");

export const draftVolatility: Draft<"volatility"> = (state) => [
  {
    asOf: instantOf(state.sections.market),
    sources: [...candlesOf(state), ...sourcesAs(state, "derivatives", "implied_volatility")],
    labels: ["symbol"],
    members: {
      symbol: state.token.symbol,
      realized_24h_pct: read(state, "market", "realized_vol_24h_pct"),
      realized_30d_pct: read(state, "market", "realized_vol_30d_pct"),
      implied_30d_pct: readNumber(state, "derivatives", "implied_vol_30d_pct"),
      sigma_1h_pct: read(state, "market", "sigma_1h_pct"),
      sigma_24h_pct: read(state, "market", "sigma_24h_pct"),
      btc_correlation_30d: read(state, "market", "btc_correlation_30d"),
      btc_beta_30d: read(state, "market", "btc_beta_30d"),
    },
  },
];

const hasNoPerpetual = ({ sections }: BuiltState): boolean => sections.derivatives.applicable === false;

const PERPETUAL = [
  ...["open_interest", "open_interest_1h", "open_interest_4h", "open_interest_24h"],
  ...["funding", "long_short", "top_long_short", "taker_volume", "ticker", "candle"],
] as const satisfies readonly Role[];

export const draftLeverage: Draft<"leverage"> = (state) => {
  if (hasNoPerpetual(state)) return [];
  const { derivatives } = state.sections;
  return [
    {
      asOf: instantOf(derivatives),
      sources: [
        ...sourcesAs(state, "derivatives", ...PERPETUAL),
        // A share of what the coin is worth, and of what is traded at once.
        ...sourcesAs(state, "market", "candle", "ticker", "coin_market"),
      ],
      labels: ["symbol"],
      members: {
        symbol: state.token.symbol,
        open_interest_usd: read(state, "derivatives", "open_interest_usd"),
        oi_change_1h_pct: read(state, "derivatives", "oi_change_1h_pct"),
        oi_change_4h_pct: read(state, "derivatives", "oi_change_4h_pct"),
        oi_change_24h_pct: read(state, "derivatives", "oi_change_24h_pct"),
        oi_to_market_cap_pct: read(state, "derivatives", "oi_to_market_cap_pct"),
        funding_8h_pct: read(state, "derivatives", "funding_8h_pct"),
        funding_apr_pct: read(state, "derivatives", "funding_apr_pct"),
        basis_pct: read(state, "derivatives", "basis_pct"),
        long_short_venue: derive(
          [readMember(state, "derivatives", "long_short_venue")],
          (venue) => venue ?? gap("no_source"),
        ),
        long_short_ratio: read(state, "derivatives", "long_short_ratio"),
        top_trader_long_short_ratio: read(state, "derivatives", "top_trader_long_short_ratio"),
        taker_buy_sell_ratio_1h: read(state, "derivatives", "taker_buy_sell_ratio_1h"),
        perp_volume_24h_usd: read(state, "derivatives", "perp_volume_24h_usd"),
        perp_to_spot_ratio: read(state, "derivatives", "perp_to_spot_ratio"),
      },
    },
  ];
};

export const draftClosures: Draft<"closures"> = (state) => {
  if (hasNoPerpetual(state)) return [];
  const { derivatives } = state.sections;
  const of = (window: "liquidations_1h" | "liquidations_24h", name: "long_usd" | "short_usd" | "total_usd") =>
    read(state, "derivatives", window, name);
  const day = derivatives.liquidations_24h;
  return [
    {
      asOf: instantOf(derivatives),
      sources: sourcesAs(state, "derivatives", "liquidation", "open_interest"),
      labels: ["venues"],
      members: {
        long_1h_usd: of("liquidations_1h", "long_usd"),
        short_1h_usd: of("liquidations_1h", "short_usd"),
        total_1h_usd: of("liquidations_1h", "total_usd"),
        long_24h_usd: of("liquidations_24h", "long_usd"),
        short_24h_usd: of("liquidations_24h", "short_usd"),
        total_24h_usd: of("liquidations_24h", "total_usd"),
        largest_24h_usd: read(state, "derivatives", "liquidations_24h", "largest_usd"),
        open_interest_share_pct: read(state, "derivatives", "liquidations_24h", "open_interest_share_pct"),
        venues: day !== null && isAssessed(day.venues) ? [...day.venues] : gap("insufficient_coverage"),
      },
    },
  ];
};

export const draftHolders: Draft<"holders"> = (state) => [
  {
    asOf: instantOf(state.sections.onchain),
    sources: sourcesAs(state, "onchain", "contract_risk", "active_address", "chain_activity"),
    members: {
      holders_count: read(state, "onchain", "holders_count"),
      top10_holders_pct: read(state, "onchain", "top10_holders_pct"),
      active_addresses_24h: readNumber(state, "onchain", "active_addresses_24h"),
      transactions_24h: readNumber(state, "onchain", "transactions_24h"),
    },
  },
];

export const draftChainFlows: Draft<"chain_flows"> = (state) => {
  const { onchain } = state.sections;
  const { largest } = onchain.large_transfers_24h;
  const large = (name: "count" | "total_usd" | "to_exchange_usd" | "from_exchange_usd") =>
    read(state, "onchain", "large_transfers_24h", name);
  return [
    {
      asOf: instantOf(onchain),
      sources: sourcesAs(state, "onchain", "exchange_flow", "large_transfer", "reserve", "reserve_past"),
      members: {
        netflow_1h_usd: read(state, "onchain", "exchange_netflow_1h_usd"),
        netflow_24h_usd: read(state, "onchain", "exchange_netflow_24h_usd"),
        netflow_7d_usd: read(state, "onchain", "exchange_netflow_7d_usd"),
        inflow_24h_usd: read(state, "onchain", "exchange_inflow_24h_usd"),
        outflow_24h_usd: read(state, "onchain", "exchange_outflow_24h_usd"),
        reserve_native: read(state, "onchain", "exchange_reserve_native"),
        reserve_change_7d_pct: read(state, "onchain", "reserve_change_7d_pct"),
        transfers_24h_count: large("count"),
        transfers_24h_usd: large("total_usd"),
        transfers_to_exchange_24h_usd: large("to_exchange_usd"),
        transfers_from_exchange_24h_usd: large("from_exchange_usd"),
        largest_transfer_24h_usd:
          largest === null ? 0 : isAssessed(largest) ? roundUsd(largest.value_usd) : gap("insufficient_coverage"),
      },
    },
  ];
};

export const draftTokenomics: Draft<"tokenomics"> = (state) => {
  const section = state.sections.supply;
  const next = readMember(state, "supply", "next_unlock");
  const at = instantOf(section);
  const orGap = (value: number | typeof UNASSESSED) => (value === UNASSESSED ? gap("insufficient_coverage") : value);
  return [
    {
      asOf: at,
      sources: section.sources,
      members: {
        circulating_native: read(state, "supply", "circulating_native"),
        total_native: read(state, "supply", "total_native"),
        max_native: readNumber(state, "supply", "max_native"),
        circulating_pct_of_max: readNumber(state, "supply", "circulating_pct_of_max"),
        inflation_30d_pct: read(state, "supply", "inflation_30d_pct"),
        unlocks_7d_pct: readNumber(state, "supply", "unlocks_7d_pct"),
        unlocks_30d_pct: readNumber(state, "supply", "unlocks_30d_pct"),
        unlocks_90d_pct: readNumber(state, "supply", "unlocks_90d_pct"),
        staked_pct: readNumber(state, "supply", "staked_pct"),
        next_unlock:
          isGap(next) || next === null
            ? next
            : group({
                at: next.at,
                in_hours: roundRatio((Date.parse(next.at) - at) / HOUR_MS),
                value_usd: orGap(next.value_usd),
                pct_of_circulating: orGap(next.pct_of_circulating),
              }),
      },
    },
  ];
};

type Flags = Exclude<keyof EvidenceData<"contract_checks">, "as_of" | "buy_tax_pct" | "sell_tax_pct">;

/** Of several contracts: one that has it is enough, and none has it only where each was looked at. */
export const draftContractChecks: Draft<"contract_checks"> = (state) => {
  const { security } = state.sections;
  const contracts = readMember(state, "security", "contracts");
  if (security.applicable === false || isGap(contracts) || contracts.length === 0) return [];
  const unknown = gap("source_error", "The provider does not tell it of every contract.");
  const someHas = (name: Flags, isBad = true): Measured<boolean> => {
    const found = contracts.map((one) => one[name]);
    if (found.includes(isBad)) return isBad;
    return found.includes(UNASSESSED) ? unknown : !isBad;
  };
  const highest = (name: "buy_tax_pct" | "sell_tax_pct"): Measured<number> => {
    const told = contracts.map((one) => one[name]);
    return told.includes(UNASSESSED) ? unknown : roundPct(Math.max(...told.filter(isAssessed)));
  };
  return [
    {
      asOf: instantOf(security),
      sources: security.sources,
      members: {
        honeypot: someHas("honeypot"),
        mintable: someHas("mintable"),
        proxy: someHas("proxy"),
        open_source: someHas("open_source", false),
        transfer_pausable: someHas("transfer_pausable"),
        blacklist_function: someHas("blacklist_function"),
        hidden_owner: someHas("hidden_owner"),
        owner_change_balance: someHas("owner_change_balance"),
        buy_tax_pct: highest("buy_tax_pct"),
        sell_tax_pct: highest("sell_tax_pct"),
      },
    },
  ];
};

/** One line about each, for readers of the list. */
export const LINES: { readonly [K in AskedKind]: (data: EvidenceData<K>) => string } = {
  performance: (data) =>
    `${data.symbol} at ${say(data.price_usd, "usd")}: ${say(data.change_1h_pct, "pct1")} over an hour, ${say(data.change_24h_pct, "pct1")} over a day, ${say(data.change_7d_pct, "pct1")} over a week`,
  price_window: (data) =>
    `${data.symbol} ${say(data.change_pct, "pct1")} over ${say(data.window_h, "hours")}, between ${say(data.low, "usd")} and ${say(data.high, "usd")}`,
  volume_window: (data) =>
    `${data.symbol} traded ${say(data.volume_usd, "usd_short")} over ${say(data.window_h, "hours")}, ${say(data.change_pct, "pct1")} against as long a time before`,
  comparison: (data) =>
    `${say(data.change_pct, "pct1")} against ${say(data.other_change_pct, "pct1")} of ${data.other} over ${say(data.window_h, "hours")}`,
  volatility: (data) =>
    `Volatility of ${data.symbol} a year: ${say(data.realized_24h_pct, "share1")} over a day, ${say(data.realized_30d_pct, "share1")} over thirty`,
  leverage: (data) =>
    `Open interest of ${data.symbol} ${say(data.open_interest_usd, "usd_short")}, ${say(data.oi_change_24h_pct, "pct1")} over a day; funding ${say(data.funding_8h_pct, "pct4")}`,
  closures: (data) =>
    `Closed by force: ${say(data.total_1h_usd, "usd_short")} in an hour, ${say(data.total_24h_usd, "usd_short")} in a day`,
  chain_flows: (data) =>
    `Net flow to labelled exchange wallets: ${say(data.netflow_24h_usd, "usd_short")} over a day, ${say(data.netflow_7d_usd, "usd_short")} over a week`,
  holders: (data) =>
    `Holders ${say(data.holders_count, "int")}, the ten largest with ${say(data.top10_holders_pct, "share1")}`,
  tokenomics: (data) =>
    `Circulating ${say(data.circulating_native, "coins")}; ${data.unlocks_30d_pct === null ? "no unlock is scheduled" : `unlocks of the next thirty days ${say(data.unlocks_30d_pct, "share1")}`}`,
  contract_checks: () => "Findings in the token's contracts, of several the worst",
  price_impact: (data) =>
    `A ${data.side} of ${say(data.size_usd, "usd_short")} moves the price ${say(data.impact_pct, "share1")}`,
  record: (data) =>
    `${data.class}: ${say(data.right_count, "int")} of ${say(data.n, "int")} right after ${say(data.horizon_h, "hours")}`,
  standing: (data) => `Our verdict: ${say(data.verdict, "name")}`,
};
