// Hand-made rows of the whole tracked list at one instant, in which every member that can be measured is.
import { assembleFacts, type FactRows } from "../../../jobs/fact/assemble-facts.ts";
import type { Facts } from "../../../jobs/fact/fact.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { deepFreeze } from "../deep-freeze.ts";
import { aboutRows } from "./about-rows.ts";
import { behindOf } from "./behind.ts";
import { briefRows } from "./brief.ts";
import { defiRows } from "./defi-rows.ts";
import { outsideCalls, outsideRows } from "./outside-rows.ts";
import { pastRows } from "./past.ts";
import { signalRows } from "./signal-rows.ts";

export const AS_OF = Date.UTC(2026, 10, 20, 12, 0, 20);
const LAST = AS_OF - 20_000;
const VENUES = ["binance", "bybit", "okx"] as const;

const provider = (venue: string) => `sandbox:${venue}`;
const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const DAYS = range(35).map((back) => Math.floor(AS_OF / DAY_MS) - 35 + back);
const each = <R>(fn: (token: string, rank: number, venue: string, v: number) => R): R[] =>
  TRACKED.flatMap(({ id }, rank) => VENUES.map((venue, v) => fn(id, rank + 1, venue, v + 1)));
const eachToken = <R>(fn: (token: string, rank: number) => R): R[] => TRACKED.map(({ id }, rank) => fn(id, rank + 1));

const base = (token: string, venue: string, at: number) => ({
  token,
  venue,
  provider: provider(venue),
  symbol: "XUSDT",
  read_at: at,
  retrieved_ms: at + 500,
});
const closeOf = (rank: number, hour: number) => 100 * rank * (1 + 0.02 * Math.sin(hour / (5 + (rank % 7))));

function spotRows(): Pick<FactRows, "minutes" | "past" | "days" | "hours" | "spotVenues" | "perpHours" | "tickers"> {
  return {
    minutes: each((token, rank, venue, v) => ({
      token,
      venue,
      provider: provider(venue),
      symbol: "XUSDT",
      close_at: LAST,
      close: 100 * rank * (1 + 0.001 * v),
      retrieved_ms: LAST + 900,
      minutes: 1_440,
      high_24h: 103 * rank,
      low_24h: 97 * rank,
      hour_lags: range(24),
      hour_minutes: range(24).map(() => 60),
      hour_volumes: range(24).map((lag) => (lag === 0 ? 2_000 : 1_000 + lag) * v),
    })),
    past: each((token, rank, venue) =>
      pastRows({ token, venue, provider: provider(venue) }, LAST, {
        "1h": 99 * rank,
        "24h": rank % 3 === 0 ? 104 * rank : 98 * rank,
        ...{ "7d": 90 * rank, "30d": 80 * rank },
      }),
    ).flat(),
    days: eachToken((token, rank) => ({
      token,
      at: range(60).map((index) => Math.floor(LAST / DAY_MS) * DAY_MS - (59 - index) * DAY_MS),
      close: range(60).map(() => (rank % 4 === 0 ? 200 : 50) * rank),
    })),
    hours: eachToken((token, rank) => ({
      token,
      at: range(721).map((index) => LAST - (720 - index) * HOUR_MS),
      close: range(721).map((index) => closeOf(rank, index)),
    })),
    spotVenues: each((token, _, venue, v) => ({
      token,
      venue,
      provider: provider(venue),
      volume_7d_usd: 1e6 * v,
      close_at: LAST,
    })),
    perpHours: each((token, _, venue, v) => ({
      ...base(token, venue, LAST),
      volume_24h_usd: 5e5 * v,
      hours: 24,
      close_at: LAST,
    })),
    tickers: each((token, _, venue, v) =>
      ["perp", "spot"].map((market) => ({
        ...base(token, venue, AS_OF - 10_000),
        market,
        price: 100,
        volume_24h_usd: 6e5 * v,
      })),
    ).flat(),
  };
}

const books = (): FactRows["books"] =>
  each((token, rank, venue, v) => ({
    ...base(token, venue, AS_OF - 30_000),
    spread_bps: 2 * v,
    bid_0_5_usd: 1e5,
    ask_0_5_usd: 1.1e5,
    bid_1_usd: 2e5,
    ask_1_usd: 2.2e5,
    bid_2_usd: 4e5,
    ask_2_usd: 4.4e5,
    truncated: 0,
    bid_price: range(40).map((level) => 100 * rank * (1 - 0.0001 * v - 0.001 * level)),
    bid_native: range(40).map(() => 200 / rank),
    ask_price: range(40).map((level) => 100 * rank * (1 + 0.0001 * v + 0.001 * level)),
    ask_native: range(40).map(() => 200 / rank),
  }));

type Perp =
  | "liquidationWindows"
  | "openInterest"
  | "funding"
  | "fundingPast"
  | "longShort"
  | "takers"
  | "liquidations"
  | "liquidationWatch";

function perpRows(): Pick<FactRows, Perp> {
  const at = AS_OF - 2 * MINUTE_MS;
  return {
    openInterest: each((token, _, venue, v) => ({
      ...base(token, venue, at),
      ...{ usd: 1e8 / v, usd_1h: 0.99e8 / v, usd_4h: 0.98e8 / v, usd_24h: 0.9e8 / v },
      past_at: [1, 4, 24].map((hours) => at - hours * HOUR_MS),
      past_retrieved_ms: [1, 4, 24].map((hours) => at - hours * HOUR_MS + 500),
      usd_mean_7d: 1e8 / v,
      first_at: at - 167 * HOUR_MS,
    })),
    funding: each((token, rank, venue, v) => ({
      ...base(token, venue, at),
      rate: 0.0001 * v,
      interval_hours: v === 2 ? 4 : 8,
      next_funding_ms: AS_OF + HOUR_MS,
      mark_price: 100.2 * rank,
      index_price: v === 1 ? null : 100.1 * rank,
    })),
    fundingPast: each((token, _, venue) => ({
      token,
      venue,
      bucket: range(270).map((nth) => Math.floor(AS_OF / 28_800_000) - 269 + nth),
      rate_8h: range(270).map((span) => 0.000002 * span),
    })),
    longShort: each((token, _, venue, v) =>
      ["global_account", "top_account", "top_position"].map((kind) => ({
        ...base(token, venue, AS_OF - 5 * MINUTE_MS),
        kind,
        ratio: 1 + v / 10,
      })),
    ).flat(),
    takers: each((token, _, venue, v) => ({
      ...base(token, venue, at),
      first_ms: AS_OF - DAY_MS,
      end_at: AS_OF - MINUTE_MS,
      seconds: 3_600,
      buy: 100 + v,
      sell: 100,
    })),
    liquidations: each((token, _, venue) => ({
      ...base(token, venue, at),
      newest_at: at,
      long_1h_usd: 10,
      short_1h_usd: 5,
      count_1h: 2,
      largest_1h_usd: 10,
      long_24h_usd: 100,
      short_24h_usd: 50,
      count_24h: 9,
      largest_24h_usd: 60,
    })),
    liquidationWindows: [],
    liquidationWatch: each((token, _, venue) => {
      return {
        token,
        venue,
        provider: provider(venue),
        seconds_1h: 3_540,
        seconds_24h: 86_340,
        first_ms: at - 47 * HOUR_MS,
      };
    }),
  };
}

function chainRows(): Pick<
  FactRows,
  "options" | "impliedVolatilities" | "swapQuotes" | "flows" | "flowWeeks" | "transfers" | "chains" | "coins"
> {
  const chains = (token: (typeof TRACKED)[number]) => [
    ...new Set([...(token.native ? [token.native] : []), ...Object.keys(token.contracts)]),
  ];
  const owned = TRACKED.flatMap((token) => chains(token).map((chain) => ({ token: token.id, chain })));
  return {
    flows: owned.map(({ token, chain }) => ({
      token,
      chain,
      provider: `sandbox:${chain}`,
      label_set: "labels-1",
      end_at: AS_OF - 10 * MINUTE_MS,
      window_end: AS_OF - 10 * MINUTE_MS,
      retrieved_ms: AS_OF - 9 * MINUTE_MS,
      first_at: AS_OF - 191 * HOUR_MS,
      seconds_1h: 3_600,
      seconds_24h: 86_400,
      seconds_7d: 604_800,
      in_1h_usd: 10,
      out_1h_usd: 20,
      in_24h_usd: 300,
      out_24h_usd: 200,
      in_7d_usd: 3_000,
      out_7d_usd: 2_000,
      unpriced_1h: 0,
      unpriced_24h: 0,
      unpriced_7d: 0,
    })),
    flowWeeks: owned.map((one) => ({ ...one, days: DAYS, moved: DAYS.map(() => 50) })),
    transfers: owned.map(({ token, chain }) => ({
      token,
      chain,
      provider: `sandbox:${chain}`,
      newest_at: AS_OF - HOUR_MS,
      retrieved_ms: AS_OF - HOUR_MS,
      transfers: 3,
      total_usd: 9e6,
      to_exchange_usd: 4e6,
      from_exchange_usd: 1e6,
      largest_tx_hash: "0xabc",
      largest_usd: 5e6,
      largest_from_label: null,
      largest_to_label: "binance",
      largest_at: AS_OF - 2 * HOUR_MS,
    })),
    impliedVolatilities: ["bitcoin", "ethereum"].map((token, index) => ({
      token,
      venue: "deribit",
      provider: "sandbox:deribit",
      read_at: AS_OF - 3 * MINUTE_MS,
      retrieved_ms: AS_OF - 3 * MINUTE_MS,
      volatility_30d_pct: 45.5 + 10 * index,
    })),
    options: ["bitcoin", "ethereum"].map((token, index) => ({
      token,
      venue: "deribit",
      provider: "sandbox:deribit",
      read_at: AS_OF - 10 * MINUTE_MS,
      retrieved_ms: AS_OF - 10 * MINUTE_MS,
      put_usd: 6e9 / (index + 1),
      call_usd: 1e10 / (index + 1),
    })),
    swapQuotes: TRACKED.filter(({ contracts, stablecoin }) => contracts.eth && !stablecoin).flatMap(({ id }) =>
      ["eth", "bsc"].flatMap((chain, c) =>
        (["buy", "sell"] as const).flatMap((side) =>
          [1e3, 1e4, 1e5].map((size_usd) => ({
            token: id,
            chain,
            venue: "kyberswap",
            side,
            size_usd,
            provider: "sandbox:kyberswap",
            read_at: AS_OF - HOUR_MS / 2,
            retrieved_ms: AS_OF - HOUR_MS / 2,
            impact_pct: (c + 1) * (size_usd / 1e5),
          })),
        ),
      ),
    ),
    chains: [
      {
        chain: "btc",
        provider: "sandbox:btc",
        label_set: "labels-1",
        from_at: 0,
        to_at: AS_OF,
        retrieved_ms: AS_OF,
        seconds_24h: 86_400,
      },
    ],
    coins: eachToken((token, rank) => ({
      token,
      provider: "sandbox:coingecko",
      read_at: AS_OF - 4 * MINUTE_MS,
      retrieved_ms: AS_OF - 4 * MINUTE_MS,
      price_usd: 100 * rank,
      rank,
      circulating_native: 1e6,
      total_native: 1.5e6,
      max_native: rank % 2 === 0 ? null : 2e6,
      ath_usd: 500 * rank,
      ath_ms: Date.UTC(2025, 0, 1),
      volume_24h_usd: 1e6 * rank,
      circulating_30d_native: 0.99e6,
      ...{
        past_provider: "sandbox:coingecko",
        past_at: AS_OF - 720 * HOUR_MS,
        past_retrieved_ms: AS_OF - 720 * HOUR_MS,
      },
    })),
  };
}

const total = 2.5e12;

function directoryRows(): Pick<FactRows, "opinion" | "identities" | "namesakes" | "globals"> {
  const global = {
    read_at: AS_OF - 3 * MINUTE_MS,
    retrieved_ms: AS_OF - 3 * MINUTE_MS,
    total_market_cap_usd: total,
    volume_24h_usd: 9e10,
    btc_dominance_pct: 57.5,
    eth_dominance_pct: 11.5,
    change_24h_pct: 1.5,
    cap_1h_usd: 0.99 * total,
    cap_24h_usd: 1.02 * total,
    cap_7d_usd: 0.9 * total,
  };
  return {
    opinion: eachToken((token, rank) => ({
      token,
      provider: "sandbox:coinpaprika",
      read_at: AS_OF - 10 * MINUTE_MS,
      circulating_native: 1.01e6,
      total_native: 1.5e6,
      max_native: rank % 2 === 0 ? null : 2e6,
    })),
    identities: TRACKED.map(({ id, symbol, name }) => ({
      token: id,
      provider: "sandbox:coingecko",
      read_at: AS_OF - 2 * HOUR_MS,
      retrieved_ms: AS_OF - 2 * HOUR_MS,
      symbol_now: symbol,
      name_now: name,
    })),
    namesakes: [
      { token: "bitcoin", key: "btc" },
      { token: "sim-bitcoin-copy", key: "btc" },
    ],
    globals: [
      { ...global, provider: "sandbox:coingecko" },
      { ...global, provider: "sandbox:coinpaprika", total_market_cap_usd: 1.01 * total, eth_dominance_pct: null },
    ],
  };
}

const DATASETS = ["candle-1m", "order-book", "open-interest", "funding", "liquidation", "long-short", "taker-volume"];

const calls = (): FactRows["calls"] =>
  each((token, _, venue) =>
    DATASETS.map((dataset) => ({
      provider: provider(venue),
      source: `${venue}-${dataset}`,
      token,
      first_at: AS_OF - HOUR_MS,
      last_outcome: "ok",
      last_at: AS_OF - 10_000,
      ok_at: AS_OF - 10_000,
      kept_at: AS_OF - 10_000,
      endpoint: `${venue}.${dataset}`,
    })),
  ).flat();

const makeRows = (): FactRows => ({
  ...spotRows(),
  books: books(),
  ...perpRows(),
  ...chainRows(),
  ...directoryRows(),
  ...aboutRows(AS_OF),
  ...outsideRows(AS_OF),
  ...signalRows(LAST),
  ...defiRows(AS_OF),
  briefs: briefRows(AS_OF),
  calls: [...calls(), ...outsideCalls(AS_OF)],
});

/** Nobody changes a row that all tests share. */
const WHOLE = deepFreeze(makeRows());

/** Every row of the market, for a test to put other lists in the place of some. */
export const wholeRows = (): FactRows => ({ ...WHOLE });

/** Those of these tokens and of none: what is built many times of a few costs a fraction. */
export const rowsAbout = (tokens: readonly string[]): FactRows =>
  Object.fromEntries(
    Object.entries(WHOLE).map(([name, rows]: [string, readonly object[]]) => [
      name,
      rows.filter((row) => !("token" in row) || row.token === "" || tokens.includes(String(row.token))),
    ]),
  ) as unknown as FactRows;

export const factsOf = (rows: FactRows): Facts =>
  assembleFacts(
    { asOf: AS_OF, market: "sandbox" },
    rows,
    TRACKED.map(({ id }) => id),
    behindOf(rows),
  );
