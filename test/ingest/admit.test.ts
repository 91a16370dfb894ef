import fc from "fast-check";
import t from "tap";
import { type AdmitContext, admit } from "../../ingest/run/admit.ts";
import type { SourceRow } from "../../ingest/source/source-base.ts";
import type { TableName } from "../../schema/dataset/index.ts";
import { DAY_MS, MINUTE_MS } from "../../schema/duration.ts";
import { assertProperty } from "../support/property.ts";

const NOW = Date.UTC(2026, 0, 2, 12, 0, 30);
const OPEN = Date.UTC(2026, 0, 2, 11, 50);

const candle = (given: object = {}) => ({
  token: "bitcoin",
  venue: "binance",
  market: "spot",
  symbol: "BTCUSDT",
  interval_s: 60,
  open_at: OPEN,
  open: 100,
  high: 110,
  low: 90,
  close: 105,
  volume_native: 1,
  volume_usd: 100,
  provider: "sandbox:binance",
  retrieved_at: NOW,
  ...given,
});
const stamp = { token: "bitcoin", venue: "okx", symbol: "X", at: NOW - 1_000, provider: "p", retrieved_at: NOW };
const ticker = (given: object) => ({
  ...stamp,
  market: "spot",
  price: 100,
  bid: 99,
  ask: 101,
  high_24h: 120,
  low_24h: 80,
  volume_24h_native: 5,
  volume_24h_usd: 500,
  ...given,
});
const book = (given: object) => ({
  ...stamp,
  market: "spot",
  bid: 99,
  ask: 101,
  spread_bps: 200,
  bid_0_5_usd: 1,
  ask_0_5_usd: 1,
  bid_1_usd: 1,
  ask_1_usd: 1,
  bid_2_usd: 1,
  ask_2_usd: 1,
  truncated: 0,
  bid_price: [99, 98],
  bid_native: [1, 1],
  ask_price: [101, 102],
  ask_native: [1, 1],
  ...given,
});
const funding = (given: object) => ({
  ...stamp,
  kind: "current",
  rate: 0.0001,
  interval_hours: 8,
  next_funding_at: NOW + 1,
  mark_price: 100,
  index_price: 100,
  ...given,
});
const ratio = (given: object) => ({
  ...stamp,
  kind: "global_account",
  ratio: 1.5,
  long_pct: 60,
  short_pct: 40,
  ...given,
});
const interest = (given: object) => ({ ...stamp, open_interest_native: 10, open_interest_usd: 1_000, ...given });

const fund = (given: object) => ({
  ...{ token: "bitcoin", at: Date.UTC(2026, 0, 1), netflow_usd: -6.553e8, provider: "p", retrieved_at: NOW },
  ...given,
});

const context = (table: TableName, given: Partial<AdmitContext> = {}): AdmitContext => ({
  now: NOW,
  table,
  ageMsMax: 15 * MINUTE_MS,
  grid: null,
  reference: () => 100,
  ...given,
});
const inWindow = (from = OPEN - 5 * MINUTE_MS, to = OPEN + 5 * MINUTE_MS): Partial<AdmitContext> => ({
  ageMsMax: null,
  grid: { intervalS: 60, window: { from, to } },
});

const REFUSED: readonly [TableName, SourceRow, string][] = [
  ["candle", candle({ close: Number.NaN }), "not_finite"],
  ["candle", candle({ volume_usd: Number.POSITIVE_INFINITY }), "not_finite"],
  ["candle", candle({ high: null }), "not_finite"],
  ["candle", candle({ open_at: OPEN / 1_000 }), "time_implausible"],
  ["candle", candle({ open_at: 0 }), "time_implausible"],
  ["candle", candle({ open_at: OPEN * 1_000 }), "future"],
  ["candle", candle({ open_at: OPEN + 1 }), "misaligned"],
  ["candle", candle({ low: 0 }), "not_positive"],
  ["candle", candle({ low: -1, open: -1 }), "not_positive"],
  ["candle", candle({ high: 80 }), "low_above_high"],
  ["candle", candle({ close: 111 }), "outside_range"],
  ["candle", candle({ open: 89 }), "outside_range"],
  ["candle", candle({ volume_native: -1 }), "negative"],
  ["candle", candle({ open: 1e5, high: 1.1e5, low: 9e4, close: 1.05e5 }), "price_jump"],
  ["candle", candle({ open: 1, high: 2, low: 1, close: 1 }), "price_jump"],
  ["ticker", ticker({ at: NOW - 16 * MINUTE_MS }), "stale"],
  ["ticker", ticker({ at: NOW + MINUTE_MS }), "future"],
  ["ticker", ticker({ price: 100_000 }), "price_jump"],
  ["ticker", ticker({ bid: 102 }), "crossed"],
  ["ticker", ticker({ low_24h: 130 }), "low_above_high"],
  ["ticker", ticker({ volume_24h_usd: -1 }), "negative"],
  ["order_book", book({ bid: 101 }), "crossed"],
  ["order_book", book({ bid_price: [98, 99] }), "unsorted"],
  ["order_book", book({ ask_native: [1, -1] }), "not_positive"],
  ["order_book", book({ ask_price: [101, Number.NaN] }), "not_finite"],
  ["funding", funding({ rate: 0.06 }), "rate_out_of_range"],
  ["funding", funding({ rate: -0.06 }), "rate_out_of_range"],
  ["funding", funding({ interval_hours: 0 }), "interval_out_of_range"],
  ["funding", funding({ mark_price: 1e6 }), "price_jump"],
  ["long_short", ratio({ ratio: 0 }), "not_positive"],
  ["long_short", ratio({ long_pct: 80 }), "shares_do_not_sum"],
  ["fund_flow", fund({ netflow_usd: Number.NaN }), "not_finite"],
  ["fund_flow", fund({ at: NOW - DAY_MS }), "misaligned"],
  ["fund_flow", fund({ at: Date.UTC(2026, 0, 3) }), "future"],
  ["fund_flow", fund({ netflow_usd: -6.553e14 }), "implausible"],
  ["open_interest", interest({ open_interest_usd: -1 }), "negative"],
  ["open_interest", interest({ open_interest_native: 0.01 }), "price_jump"],
];

t.test("every rule refuses what it is for, and names it", async (t) => {
  for (const [table, row, reason] of REFUSED) {
    const given = table === "candle" ? inWindow(0, NOW) : {};
    const { kept, refused } = admit([row], context(table, given));
    t.same([kept.length, refused.map((one) => one.reason)], [0, [reason]], `${table}: ${reason}`);
  }
});

t.test("a time that may be missing and is none costs itself alone; what is not a vendor's zero is told", async (t) => {
  for (const at of [0, Number.NaN, NOW * 1_000, -1, 0.5]) {
    const row = funding({ next_funding_at: at });
    const { kept, refused } = admit([row], context("funding"));
    t.same(kept, [funding({ next_funding_at: null })], `${at}`);
    t.same(refused, at === 0 ? [] : [{ row, reason: "time_implausible" }], `${at}`);
  }
  const coin = {
    token: "bitcoin",
    at: NOW - 1_000,
    price_usd: 100,
    ath_usd: null,
    ath_at: 0,
    provider: "p",
    retrieved_at: NOW,
  };
  const supply = { circulating_native: null, total_native: null, max_native: null, rank: null };
  const caps = { market_cap_usd: null, fdv_usd: null, volume_24h_usd: null };
  const { kept, refused } = admit([{ ...coin, ...supply, ...caps }], context("coin_market"));
  t.same([kept.map(({ ath_at }) => ath_at), refused], [[null], []]);
});

t.test("clean rows of every kind pass", async (t) => {
  const clean: readonly [TableName, SourceRow][] = [
    ["candle", candle()],
    ["ticker", ticker({ bid: null, ask: null })],
    ["order_book", book({})],
    ["funding", funding({ mark_price: null, index_price: null, interval_hours: null })],
    ["long_short", ratio({})],
    ["open_interest", interest({})],
    ["open_interest", interest({ open_interest_native: 0, open_interest_usd: 0 })],
  ];
  for (const [table, row] of clean) {
    t.same(admit([row], context(table, table === "candle" ? inWindow() : {})).kept, [row], table);
  }
});

t.test(
  "candles must rise and be unique; what was not asked for is left out; the running one never counts",
  async (t) => {
    const at = (minutes: number) => candle({ open_at: OPEN + minutes * MINUTE_MS });
    const rows = [at(-6), at(0), at(1), at(1), at(0), at(2), at(5)];
    const { kept, refused } = admit(rows, context("candle", inWindow()));
    t.same(kept, [at(0), at(1), at(2)]);
    t.same(
      refused.map((one) => one.reason),
      ["duplicate", "not_rising"],
    );
    const running = candle({ open_at: Math.floor(NOW / MINUTE_MS) * MINUTE_MS });
    t.match(admit([running], context("candle", inWindow(OPEN, NOW))).refused, [{ reason: "running" }]);
  },
);

t.test("a jump is judged against the candle before it, so a trend passes and a spike does not", async (t) => {
  const priced = (minute: number, price: number) =>
    candle({ open_at: OPEN + minute * MINUTE_MS, open: price, high: price, low: price, close: price });
  const rows = [priced(0, 100), priced(1, 1_500), priced(2, 15_000), priced(3, 15), priced(4, 15_500)];
  const { kept, refused } = admit(rows, context("candle", inWindow()));
  t.equal(kept.length, 4);
  t.match(refused, [{ row: { open_at: OPEN + 3 * MINUTE_MS }, reason: "price_jump" }]);
});

t.test("a first row that is wrong does not make the rest look wrong", async (t) => {
  const priced = (minute: number, price: number) =>
    candle({ open_at: OPEN + minute * MINUTE_MS, open: price, high: price, low: price, close: price });
  const rows = [priced(-3, 100_000), ...[-2, -1, 0, 1, 2].map((minute) => priced(minute, 100 + minute))];
  const { kept, refused } = admit(rows, context("candle", { ...inWindow(), reference: () => undefined }));
  t.same([kept.length, refused.length], [5, 1]);
});

t.test("whatever a provider sends, what is kept is valid and nothing is lost without a reason", async () => {
  const garbage = fc.oneof(
    fc.double({ noDefaultInfinity: false }),
    fc.constantFrom(
      Number.NaN,
      Number.POSITIVE_INFINITY,
      -1,
      0,
      Number("1e400"),
      null,
      undefined,
      "abc",
      "1",
      OPEN,
      OPEN / 1_000,
    ),
    fc.integer({ min: 1, max: 200 }),
  );
  const rows = fc.array(
    fc
      .record(
        {
          open_at: fc.oneof(
            garbage,
            fc.integer({ min: -8, max: 12 }).map((i) => OPEN + i * MINUTE_MS),
          ),
          open: garbage,
          high: garbage,
          low: garbage,
          close: garbage,
          volume_native: garbage,
          volume_usd: garbage,
        },
        { requiredKeys: [] },
      )
      .map((given) => candle(given)),
    { maxLength: 20 },
  );
  assertProperty(
    fc.property(rows, (given) => {
      const grid = { from: OPEN - 5 * MINUTE_MS, to: OPEN + 5 * MINUTE_MS };
      const { kept, refused } = admit(given, context("candle", inWindow(grid.from, grid.to)));
      const left = given.length - kept.length - refused.length;
      const outside = given.filter(
        ({ open_at: at }) => Number.isInteger(at) && at % MINUTE_MS === 0 && (at < grid.from || at >= grid.to),
      );
      let last = 0;
      for (const row of kept as ReturnType<typeof candle>[]) {
        if (row.open_at <= last) return false;
        last = row.open_at;
        const { open, high, low, close, volume_native, volume_usd } = row;
        const numbers = [open, high, low, close, volume_native, volume_usd];
        if (!numbers.every(Number.isFinite) || low <= 0 || volume_native < 0 || volume_usd < 0) return false;
        if (low > Math.min(open, close) || high < Math.max(open, close)) return false;
      }
      return left <= outside.length;
    }),
    { numRuns: 500 },
  );
});
