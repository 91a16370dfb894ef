// Rows of the tables that hold what comes from outside the venues, and of signals, for readers of the analysts' views.

import type { TableName } from "../../../schema/dataset/index.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import type { Store } from "../../../schema/io/clickhouse.ts";

const read = (at: number, provider: string) => ({ at, provider: `sandbox:${provider}`, retrieved_at: at + 1_000 });

const signalRow = (token: string, at: number, id: number, direction: string, severity: number) => ({
  ...{ token, at, key: `${token}~price_move~${direction}~${at}`, id, kind: "price_move", direction, severity },
  ...{ value: direction === "bearish" ? -2.5 : 2.5, ratio: 1.25, status: "resolved", rules: "sig-1" },
  details: JSON.stringify({ unit: "pct", price_usd: 100, sources: [{ provider: "sandbox:binance" }], escalates: null }),
  ...{ expires_at: at + DAY_MS, closed_at: at + 30 * MINUTE_MS, changed_at: at + 30 * MINUTE_MS },
});

const signalRows = (asOf: number): Partial<Record<TableName, readonly object[]>> => ({
  signal: ["bitcoin", "ethereum", "solana"].flatMap((token, index) =>
    [30 * MINUTE_MS, 3 * HOUR_MS, 25 * HOUR_MS, 7.6 * DAY_MS].map((back, nth) =>
      signalRow(token, asOf - back, index * 10 + nth + 1, nth % 2 ? "bearish" : "bullish", 1 + (nth % 3)),
    ),
  ),
  signal_evaluation: [1, 2, 3].map((back) => ({
    ...{ at: asOf - back * MINUTE_MS, kind: "price_move", evaluated_count: 3, not_evaluated_count: 1, fired_count: 0 },
    ...{ reasons: JSON.stringify({ stale: 1 }), rules: "sig-1" },
  })),
  signal_minute: [1, 2, 3].map((back) => ({
    ...{ at: asOf - back * MINUTE_MS, read_at: asOf - back * MINUTE_MS + 20_000, last_id: 30, skipped_count: 0 },
    ...{ coverage: "{}", outcome: "{}", written_at: asOf - back * MINUTE_MS + 21_000 },
  })),
  signal_state: [
    {
      ...{ token: "solana", at: asOf - MINUTE_MS, rules: "sig-1" },
      state: JSON.stringify({ at: asOf, slots: { "price_move~bullish": { open: [{}, {}] } }, seen: {}, recent: {} }),
    },
  ],
});

const coinRows = (asOf: number): Partial<Record<TableName, readonly object[]>> => ({
  coin: ["bitcoin", "bitcoin-fake"].map((token) => ({
    ...{ token, symbol: "BTC", symbol_key: "btc", name: "Bitcoin", name_raw: "Bitcoin", contracts: { eth: "0x1" } },
    ...{ status: "listed", digest: "d" },
    ...read(asOf - DAY_MS, "coingecko"),
  })),
  coin_rank: [
    {
      ...{
        token: "bitcoin",
        rank: 1,
        market_cap_usd: 2e12,
        circulating_native: 2e7,
        total_native: 2e7,
        max_native: null,
      },
      ...read(asOf - HOUR_MS, "coingecko"),
    },
  ],
  coin_opinion: [
    {
      ...{
        token: "bitcoin",
        price_usd: 100,
        market_cap_usd: 2e9,
        rank: 1,
        circulating_native: 2.1e7,
        total_native: null,
      },
      ...{ max_native: null, ...read(asOf - HOUR_MS, "coinpaprika") },
    },
  ],
  global_market: [
    {
      ...{ total_market_cap_usd: 3e12, volume_24h_usd: 1e11, btc_dominance_pct: 55, eth_dominance_pct: null },
      ...{ change_24h_pct: 1.5, coins_count: 21_000, ...read(asOf - MINUTE_MS, "coingecko") },
    },
  ],
  contract_scan: [
    {
      ...{
        token: "tether",
        chain: "eth",
        address: "0xdac17f958d2ee523a2206206994597c13d831ec7",
        partial: 0,
        mintable: 1,
      },
      ...{ tax_unit_unknown: 0, raw_sha256: "a".repeat(64), ...read(asOf - HOUR_MS, "goplus") },
    },
  ],
});

const defiRows = (asOf: number): Partial<Record<TableName, readonly object[]>> => ({
  token_tvl: ["eth", "bsc"].map((chain) => ({
    ...{ token: "aave", chain, tvl_usd: 5e9, change_24h_pct: -3, neutral_change_pct: null },
    ...read(asOf - HOUR_MS, "defillama"),
  })),
  chain_tvl: [
    {
      ...{ token: "ethereum", chain: "eth", tvl_usd: 7e10, stablecoins_usd: 1e11, fees_24h_usd: null },
      ...read(asOf - HOUR_MS, "defillama"),
    },
  ],
  stablecoin_supply: [
    {
      ...{ token: "all", supply_usd: 3e11, supply_24h_ago_usd: 2.99e11, supply_7d_ago_usd: null },
      ...read(asOf - HOUR_MS, "defillama"),
    },
  ],
  exchange_reserve: [2, 1].map((back) => ({
    ...{ token: "bitcoin", exchange: "okx", reserve_native: 1_000 - back, reserve_usd: null },
    ...read(asOf - back * HOUR_MS, "defillama"),
  })),
  chain_reserve: [2, 1].map((back) => ({
    ...{
      token: "bitcoin",
      chain: "btc",
      exchange: "okx",
      reserve_native: 900 - back,
      wallets_count: 3,
      label_set: "l",
    },
    ...read(asOf - back * HOUR_MS, "btc"),
  })),
  chain_activity: [
    {
      ...{ token: "bitcoin", chain: "btc", transactions_count: 4e5, active_addresses_count: null },
      ...read(asOf - HOUR_MS, "btc"),
    },
  ],
  chain_supply: [
    { ...{ token: "aave", chain: "eth", burned_native: 25, staked_native: null }, ...read(asOf - HOUR_MS, "eth") },
  ],
  unlock: [3, 400].map((days) => ({
    ...{
      token: "bitcoin",
      read_at: asOf - HOUR_MS,
      kind: "cliff",
      amount_native: 2e5,
      category: "insiders",
      schedule: "s",
    },
    ...{ ...read(asOf - HOUR_MS, "defillama"), at: asOf + days * DAY_MS },
  })),
});

const otherRows = (asOf: number): Partial<Record<TableName, readonly object[]>> => ({
  headline: [
    {
      ...{ token: "bitcoin", url: "https://sandbox.invalid/a", title: "[simulated] a", lang: "en" },
      ...{ ...read(asOf - HOUR_MS, "coindesk"), retrieved_at: asOf - 50 * MINUTE_MS },
    },
  ],
  fear_greed: [{ token: "", value: 40, label: "Fear", ...read(asOf - (asOf % DAY_MS), "alternative") }],
  fund_flow: [{ token: "bitcoin", netflow_usd: -1.5e8, ...read(asOf - (asOf % DAY_MS) - DAY_MS, "defillama") }],
  liquidation_window: [
    {
      ...{ token: "bitcoin", venue: "gate", symbol: "BTC_USDT", window_s: 300, long_usd: 5e4, short_usd: 0 },
      ...read(asOf - HOUR_MS, "gate"),
    },
  ],
  option_interest: [
    {
      ...{ token: "bitcoin", venue: "deribit", put_native: 10, call_native: 20, put_usd: 1e6, call_usd: 2e6 },
      ...{ options_count: 700, ...read(asOf - HOUR_MS, "deribit") },
    },
  ],
  swap_quote: [
    {
      ...{
        token: "aave",
        chain: "eth",
        venue: "kyberswap",
        side: "sell",
        size_usd: 1e4,
        amount_in: "1",
        amount_out: "2",
      },
      ...{ probe_in: "1", probe_out: "2", impact_pct: 0.4, route: "uniswap-v3", ...read(asOf - HOUR_MS, "kyberswap") },
    },
  ],
});

/** What is kept of an order, as views for analysts take it apart. */
const INPUTS_OF_AN_ORDER = JSON.stringify({
  ...{ order: { size_usd: 1_000 }, books: [], books_at: 1, quoted: [] },
  state: { sections: { liquidity: { venues: [] }, market: { price_usd: 100 } } },
});

/** A call of yesterday, right after an hour and pending after that. */
function recordRows(asOf: number) {
  const call = { kind: "signal", id: "1", subkind: "price_move", token: "bitcoin", issued_at: asOf - DAY_MS };
  const said = { verdict: "", direction: "bullish", severity: 2, definition: "up" };
  const p = { p_right_1h: 0.5, p_right_24h: 0.5, p_right_7d: 0.5 };
  const sigma = { sigma_1h_pct: null, sigma_24h_pct: null, sigma_7d_pct: null };
  const prices = {
    entry_at: asOf - DAY_MS + MINUTE_MS,
    price_0: 100,
    settled_at: asOf - DAY_MS + HOUR_MS,
    price_h: 101,
  };
  const moved = { return_pct: 1, excess_pct: 0.5, worst_pct: -0.1, best_pct: 1.2, sigma_pct: 0.8, band_pct: 0.2 };
  const settled = { sampled: 1, p_right: 0.5, result: "right", reason: "", correction: "", scoring: "score-1" };
  return {
    issued_input: [{ id: "eval_01JD6Q3Z8W0000000000000000", hash: "", at: asOf - HOUR_MS, inputs: INPUTS_OF_AN_ORDER }],
    record_call: [
      {
        ...{ ...call, ...said, ...p, ...sigma, side: "", confidence: 0.5, valid_until: null, previous_verdict: "" },
        ...{ rules: "sig-1", is_simulated: 1, taken_at: asOf - DAY_MS + MINUTE_MS },
      },
    ],
    market_hour: [
      {
        ...{ token: "bitcoin", at: asOf - (asOf % HOUR_MS) - DAY_MS, revision: 0, close_count: 60, low: 99, high: 102 },
        ...{ sigma_1h_pct: 0.8, sigma_24h_pct: 3, sigma_7d_pct: 8, scored_at: asOf - 22 * HOUR_MS },
      },
    ],
    market_sample: [
      {
        ...{
          token: "bitcoin",
          at: asOf - (asOf % HOUR_MS) - DAY_MS,
          horizon_h: 1,
          revision: 0,
          return_pct: 1,
          worst_pct: -0.1,
        },
        ...{ best_pct: 1.2, sigma_pct: 0.8, band_pct: 0.2, scored_at: asOf - 22 * HOUR_MS },
      },
    ],
    watch_met: [{ id: "1", place: 0, token: "bitcoin", issued_at: asOf - DAY_MS, at: asOf - HOUR_MS, value: 101 }],
    outcome: [
      {
        ...{
          ...call,
          ...said,
          ...prices,
          ...moved,
          ...settled,
          horizon_h: 1,
          revision: 0,
          due_at: asOf - DAY_MS + HOUR_MS,
        },
        ...{ is_simulated: 1, scored_at: asOf - DAY_MS + 2 * HOUR_MS },
      },
    ],
  };
}

const perpRows = (asOf: number): Partial<Record<TableName, readonly object[]>> => ({
  perp_opinion: [
    {
      ...{ token: "bitcoin", venue: "binance", symbol: "BTCUSDT", open_interest_usd: null, rate_pct: null },
      ...read(asOf - HOUR_MS, "coingecko"),
    },
  ],
  implied_volatility: [
    { token: "bitcoin", venue: "deribit", volatility_30d_pct: 45.5, ...read(asOf - 5 * MINUTE_MS, "deribit") },
  ],
  coin_profile: [
    {
      ...{ token: "bitcoin", description: "[simulated] money", homepage_url: null, launched_at: asOf - 5_000 * DAY_MS },
      ...{ categories: "layer-1,payments", tvl_usd: null, ...read(asOf - HOUR_MS, "coingecko") },
    },
  ],
  dex_volume: [{ dex: "uniswap-v3", volume_24h_usd: 1.9e9, share_pct: 61.2, ...read(asOf - HOUR_MS, "defillama") }],
  dex_pool: [
    {
      ...{ token: "bitcoin", chain: "eth", dex: "uniswap_v3", pool: "0x1", tvl_usd: 1e7, volume_24h_usd: null },
      ...read(asOf - HOUR_MS, "geckoterminal"),
    },
  ],
  contract_holder: [
    {
      ...{ token: "tether", chain: "eth", address: "0x1", holders_count: 5, top10_pct: 40, top10_excluded_pct: 10 },
      ...{ transfer_tax_pct: null, same_creator_honeypot: 0, owner_flags: "", ...read(asOf - HOUR_MS, "honeypot") },
    },
  ],
  build: [
    {
      ...{ version: asOf, as_of: asOf, known: asOf, tokens: 1, code_version: "c", older: {}, states_sha256: "d" },
      ...{ wholes_sha256: {}, verdicts: {}, unset: {}, origin: "" },
    },
  ],
});

/** Writes at least one row of each of those tables, dated back from `asOf` (epoch ms). */
export async function fillOutside(store: Store, asOf: number): Promise<void> {
  for (const rows of [
    signalRows(asOf),
    coinRows(asOf),
    defiRows(asOf),
    otherRows(asOf),
    recordRows(asOf),
    perpRows(asOf),
  ])
    for (const [table, list] of Object.entries(rows))
      await store.insert(table as TableName, list as never, `test~${table}`);
}
