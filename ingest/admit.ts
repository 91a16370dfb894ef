// Admission: what a row must satisfy before it may become a fact; refused rows keep the name of the rule.
import type { Column } from "../schema/dataset/column.ts";
import type { TableName } from "../schema/dataset/index.ts";
import { TABLES } from "../schema/dataset/index.ts";
import type { RuleSet, SourceRow, Window } from "./define-source.ts";

export type AdmitContext = {
  /** The provider's time of day. */
  readonly now: number;
  readonly table: TableName;
  /** Readings older than this are refused; null for history. */
  readonly ageMsMax: number | null;
  /** Rows of a grid: rows outside of the window were not asked for and are left out without a word. */
  readonly grid: { readonly intervalS: number; readonly window: Window } | null;
  /** The market that was asked for, by token, where the source asks by market. */
  readonly asked?: ReadonlyMap<string, string>;
  /** The newest trusted price of the token in USD, where there is one. */
  readonly reference: (token: string) => number | undefined;
};

export type Refused = { readonly row: SourceRow; readonly reason: string };
export type Admitted = { readonly kept: SourceRow[]; readonly refused: Refused[] };

type Row = Readonly<Record<string, unknown>>;
type Rule = readonly [reason: string, holds: (row: Row, context: AdmitContext) => boolean];

const OLDEST_AT = Date.UTC(2009, 0, 3);
const SKEW_MS = 5_000;
/** A price that moves further than this against what is known is a unit error or another coin. */
const JUMP_FACTOR = 20;
const MIDDLE_ROWS_MIN = 5;
/** No value locked and no stock of stablecoins is larger. */
const VALUE_USD_MAX = 1e13;
/** An index in other units, or of nothing that is traded. */
const VOLATILITY_PCT_MAX = 1_000;
/** No chain does as much in a day. */
const DAY_COUNT_MAX = 1e10;
const APART_FACTOR = 1.25;
/** Tens of times the largest day of all funds. */
const FUND_FLOW_USD_MAX = 1e11;
const DAY_MS = 86_400_000;
const UNLOCK_MS_MAX = 400 * DAY_MS;

const n = (row: Row, column: string): number => row[column] as number;
const opt = (row: Row, column: string): number | null => row[column] as number | null;

/** How each column of a table is checked for being a number, worked out once. */
const NUMERIC = new Map(
  (Object.keys(TABLES) as TableName[]).map((table) => {
    const columns = Object.entries<Column>(TABLES[table].columns);
    const named = (...kinds: string[]) => columns.filter(([, { kind }]) => kinds.includes(kind)).map(([name]) => name);
    return [
      table,
      { plain: named("number", "time"), nullable: named("numberOrNull", "timeOrNull"), lists: named("numbers") },
    ] as const;
  }),
);

const finite: Rule = [
  "not_finite",
  (row, { table }) => {
    const numeric = NUMERIC.get(table);
    if (!numeric) return true;
    for (const name of numeric.plain) if (!Number.isFinite(row[name])) return false;
    for (const name of numeric.nullable) if (row[name] !== null && !Number.isFinite(row[name])) return false;
    return numeric.lists.every((name) => (row[name] as readonly number[]).every(Number.isFinite));
  },
];

const timeRules = (column: string): Rule[] => [
  ["time_implausible", (row) => Number.isInteger(row[column]) && n(row, column) >= OLDEST_AT],
  ["future", (row, { now }) => n(row, column) <= now + SKEW_MS],
];

const fresh: Rule = ["stale", (row, { now, ageMsMax }) => ageMsMax === null || n(row, "at") >= now - ageMsMax];

const positive = (...columns: string[]): Rule => ["not_positive", (row) => columns.every((c) => n(row, c) > 0)];
const notNegative = (...columns: string[]): Rule => ["negative", (row) => columns.every((c) => n(row, c) >= 0)];

const jumps = (price: number, known: number | undefined): boolean =>
  known !== undefined && (price > known * JUMP_FACTOR || price * JUMP_FACTOR < known);
const near = (...columns: string[]): Rule => [
  "price_jump",
  (row, { reference }) =>
    columns.every((column) => {
      const price = opt(row, column);
      return price === null || !jumps(price, reference(row.token as string));
    }),
];

const rising = (values: readonly number[], sign: 1 | -1): boolean =>
  values.every((value, i) => i === 0 || (value - (values[i - 1] as number)) * sign > 0);

const reading: Rule[] = [finite, ...timeRules("at"), fresh];

/** Ids become keys and paths: what is none is refused before anything is built of it. */
const COIN_ID = /^[a-z0-9][a-z0-9._-]{0,99}$/;
const usableId: Rule = ["id_unusable", (row) => COIN_ID.test(row.token as string)];
const supplies: Rule = [
  "not_positive",
  (row) => ["circulating_native", "total_native", "max_native"].every((c) => (opt(row, c) ?? 1) > 0),
];
const notNegativeOrNull = (...columns: string[]): Rule => [
  "negative",
  (row) => columns.every((c) => (opt(row, c) ?? 0) >= 0),
];
const notAbove = (column: string, most: number): Rule => ["implausible", (row) => n(row, column) <= most];

const CANDLE: Rule[] = [
  finite,
  ...timeRules("open_at"),
  ["misaligned", (row) => n(row, "open_at") % (n(row, "interval_s") * 1_000) === 0],
];

const RULES: Readonly<Record<RuleSet, readonly Rule[]>> = {
  candle: [
    positive("low"),
    ["low_above_high", (row) => n(row, "low") <= n(row, "high")],
    [
      "outside_range",
      (row) =>
        n(row, "low") <= Math.min(n(row, "open"), n(row, "close")) &&
        n(row, "high") >= Math.max(n(row, "open"), n(row, "close")),
    ],
    notNegative("volume_native", "volume_usd"),
    ["running", (row, { now }) => n(row, "open_at") + n(row, "interval_s") * 1_000 <= now],
  ],
  ticker: [
    ...reading,
    positive("price", "low_24h", "high_24h"),
    ["low_above_high", (row) => n(row, "low_24h") <= n(row, "high_24h")],
    ["crossed", (row) => opt(row, "bid") === null || opt(row, "ask") === null || n(row, "bid") <= n(row, "ask")],
    notNegative("volume_24h_native", "volume_24h_usd"),
    near("price"),
  ],
  order_book: [
    ...reading,
    positive("bid", "ask"),
    ["crossed", (row) => n(row, "bid") < n(row, "ask")],
    ["unsorted", (row) => rising(row.bid_price as number[], -1) && rising(row.ask_price as number[], 1)],
    ["not_positive", (row) => [...(row.bid_native as number[]), ...(row.ask_native as number[])].every((v) => v > 0)],
    near("bid", "ask"),
  ],
  open_interest: [
    ...reading,
    notNegative("open_interest_native", "open_interest_usd"),
    [
      "price_jump",
      (row, { reference }) =>
        n(row, "open_interest_native") === 0 ||
        !jumps(n(row, "open_interest_usd") / n(row, "open_interest_native"), reference(row.token as string)),
    ],
  ],
  open_interest_past: [finite, ...timeRules("at"), notNegative("open_interest_native", "open_interest_usd")],
  funding: [
    ...reading,
    ["rate_out_of_range", (row) => Math.abs(n(row, "rate")) <= 0.05],
    ["interval_out_of_range", (row) => opt(row, "interval_hours") === null || validHours(n(row, "interval_hours"))],
    near("mark_price", "index_price"),
  ],
  funding_settled: [
    finite,
    ...timeRules("at"),
    ["rate_out_of_range", (row) => Math.abs(n(row, "rate")) <= 0.05],
    ["interval_out_of_range", (row) => opt(row, "interval_hours") === null || validHours(n(row, "interval_hours"))],
  ],
  long_short: [
    ...reading,
    positive("ratio", "long_pct", "short_pct"),
    ["shares_do_not_sum", (row) => Math.abs(n(row, "long_pct") + n(row, "short_pct") - 100) < 0.5],
  ],
  taker_volume: [...reading, notNegative("buy", "sell")],
  liquidation_window: [
    finite,
    ...timeRules("at"),
    ["misaligned", (row) => n(row, "at") % (n(row, "window_s") * 1_000) === 0],
    notNegative("long_usd", "short_usd"),
  ],
  liquidation: [finite, ...timeRules("at"), positive("price", "amount_native", "value_usd"), near("price")],
  option_interest: [...reading, notNegative("put_native", "call_native", "put_usd", "call_usd")],
  implied_volatility: [...reading, positive("volatility_30d_pct"), notAbove("volatility_30d_pct", VOLATILITY_PCT_MAX)],
  swap_quote: [
    ...reading,
    positive("size_usd"),
    ["impact_out_of_range", (row) => n(row, "impact_pct") > -5 && n(row, "impact_pct") <= 100],
  ],
  coin_market: [
    ...reading,
    positive("price_usd"),
    supplies,
    ["not_positive", (row) => (opt(row, "ath_usd") ?? 1) > 0],
    near("price_usd"),
  ],
  coin: [...reading, usableId, ["nothing_visible", (row) => row.symbol !== "" && row.name !== ""]],
  coin_rank: [...reading, usableId, supplies],
  coin_opinion: [...reading, positive("price_usd"), supplies, near("price_usd")],
  global_market: [
    ...reading,
    positive("total_market_cap_usd"),
    [
      "share_out_of_range",
      (row) =>
        ["btc_dominance_pct", "eth_dominance_pct"].every((c) => (opt(row, c) ?? 50) > 0 && (opt(row, c) ?? 50) < 100),
    ],
    ["negative", (row) => (opt(row, "volume_24h_usd") ?? 0) >= 0],
  ],
  coin_profile: [...reading, notNegativeOrNull("tvl_usd")],
  dex_pool: [
    ...reading,
    ["no_address", (row) => row.pool !== "" && row.dex !== ""],
    notNegative("tvl_usd"),
    notAbove("tvl_usd", VALUE_USD_MAX),
    notNegativeOrNull("volume_24h_usd"),
  ],
  dex_volume: [...reading, notNegative("volume_24h_usd", "share_pct"), notAbove("share_pct", 100)],
  perp_opinion: [...reading, notNegativeOrNull("open_interest_usd")],
  contract_scan: [
    ...reading,
    notNegative("partial", "holders_count"),
    [
      "pct_out_of_range",
      (row) =>
        ["buy_tax_pct", "sell_tax_pct", "owner_pct", "creator_pct", "lp_locked_pct"].every((column) => {
          const value = opt(row, column) ?? 0;
          return value >= 0 && value <= 100.01;
        }),
    ],
  ],
  headline: [...reading, ["no_title", (row) => row.title !== ""], ["url_not_http", (row) => row.url !== ""]],
  fear_greed: [
    finite,
    ...timeRules("at"),
    ["value_out_of_range", (row) => Number.isInteger(row.value) && n(row, "value") >= 0 && n(row, "value") <= 100],
    ["label_unknown", (row) => row.label !== ""],
  ],
  fund_flow: [
    finite,
    ...timeRules("at"),
    ["misaligned", (row) => n(row, "at") % DAY_MS === 0],
    ["implausible", (row) => Math.abs(n(row, "netflow_usd")) <= FUND_FLOW_USD_MAX],
  ],
  tvl: [
    ...reading,
    notNegative("tvl_usd"),
    notAbove("tvl_usd", VALUE_USD_MAX),
    ["negative", (row) => ["stablecoins_usd", "fees_24h_usd"].every((c) => ((row[c] ?? 0) as number) >= 0)],
  ],
  reserve: [
    ...reading,
    notNegative("reserve_native"),
    notNegativeOrNull("reserve_usd"),
    // The provider names coins by symbol: one that is worth something else is another coin.
    [
      "price_apart",
      (row, { reference }) => {
        const known = reference(row.token as string);
        const usd = opt(row, "reserve_usd");
        if (known === undefined || usd === null || n(row, "reserve_native") === 0) return true;
        const ratio = usd / n(row, "reserve_native") / known;
        return ratio <= APART_FACTOR && ratio >= 1 / APART_FACTOR;
      },
    ],
  ],
  chain_activity: [
    ...reading,
    notNegativeOrNull("transactions_count", "active_addresses_count"),
    [
      "implausible",
      (row) => ["transactions_count", "active_addresses_count"].every((c) => (opt(row, c) ?? 1) <= DAY_COUNT_MAX),
    ],
    // A day without any is a provider that lost its count.
    ["not_positive", (row) => opt(row, "transactions_count") !== 0 && opt(row, "active_addresses_count") !== 0],
  ],
  chain_supply: [...reading, notNegativeOrNull("burned_native", "staked_native")],
  stablecoin: [
    ...reading,
    notNegative("supply_usd"),
    notAbove("supply_usd", VALUE_USD_MAX),
    notNegativeOrNull("supply_24h_ago_usd", "supply_7d_ago_usd"),
  ],
  unlock: [
    finite,
    ...timeRules("read_at"),
    ["time_implausible", (row, { now }) => Number.isInteger(row.at) && Math.abs(n(row, "at") - now) < UNLOCK_MS_MAX],
    notNegative("amount_native"),
  ],
};

function validHours(hours: number): boolean {
  return hours > 0 && hours <= 24;
}

/** Said by the body: the market of another instrument is nobody's fact. */
const isOther = (row: SourceRow, { asked }: AdmitContext): boolean =>
  row.other !== undefined || (asked !== undefined && row.symbol !== asked.get(row.token));

const firstBroken = (rules: readonly Rule[], row: Row, context: AdmitContext): string | null => {
  for (const [reason, holds] of rules) if (!holds(row, context)) return reason;
  return null;
};

/** The middle close of a page: what its first row is judged against where no price is known. */
function middleClose(rows: readonly SourceRow[]): number | undefined {
  const closes = rows.map((row) => n(row, "close")).filter((close) => Number.isFinite(close) && close > 0);
  return closes.length < MIDDLE_ROWS_MIN ? undefined : closes.sort((a, b) => a - b)[closes.length >> 1];
}

/** Candles of one series, oldest first: beside the single rows their order and their steps count. */
function admitCandles(rows: readonly SourceRow[], context: AdmitContext, kept: SourceRow[], refused: Refused[]): void {
  const { grid } = context;
  let lastAt = Number.NEGATIVE_INFINITY;
  let lastClose: number | undefined;
  const [head] = rows;
  const first = (head && context.reference(head.token)) ?? middleClose(rows);
  for (const row of rows) {
    let reason = firstBroken(CANDLE, row, context);
    const at = n(row, "open_at");
    if (reason === null && grid && (at < grid.window.from || at >= grid.window.to)) continue;
    reason ??= at === lastAt ? "duplicate" : at < lastAt ? "not_rising" : firstBroken(RULES.candle, row, context);
    if (reason === null) {
      const known = lastClose ?? first;
      if (jumps(n(row, "close"), known) || jumps(n(row, "high"), known) || jumps(n(row, "low"), known)) {
        reason = "price_jump";
      }
    }
    if (reason !== null) {
      refused.push({ row, reason });
      continue;
    }
    lastAt = at;
    lastClose = n(row, "close");
    kept.push(row);
  }
}

/** Splits rows into facts and refusals. Pure; the order is kept. */
export function admit(rules: RuleSet, given: readonly SourceRow[], context: AdmitContext): Admitted {
  const kept: SourceRow[] = [];
  const refused: Refused[] = given
    .filter((row) => isOther(row, context))
    .map((row) => ({ row, reason: "other_instrument" }));
  const rows = refused.length === 0 ? given : given.filter((row) => !isOther(row, context));
  if (rules === "candle") admitCandles(rows, context, kept, refused);
  else {
    for (const row of rows) {
      const reason = firstBroken(RULES[rules], row, context);
      if (reason === null) kept.push(row);
      else refused.push({ row, reason });
    }
  }
  return { kept, refused };
}
