// Variants of the hand-made market: whole, empty, and with one kind of row dropped, aged or with its blanks blank.
import { assembleFacts, type FactRows } from "../../../jobs/fact/assemble-facts.ts";
import type { Facts } from "../../../jobs/fact/fact.ts";
import { type BuiltMarket, buildMarket } from "../../../jobs/market/build-market.ts";
import type { BuiltState } from "../../../jobs/state/built-state.ts";
import { DAY_MS } from "../../../schema/duration.ts";
import type { ChainHeadRow } from "../../../schema/query/chain/chain-head.ts";
import { CONTRACT_FLAG_IDS } from "../../../schema/token/contract-flag.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { AS_OF, wholeRows } from "./facts.ts";

/** Two native coins, one with a contract and locked value, one whose home is not known. */
export const CORPUS_TOKENS = ["bitcoin", "ethereum", "aave", "optimism"] as const;
type Row = Record<string, unknown>;
export type RowList = keyof FactRows;

/** When a row was true. */
const INSTANTS = ["close_at", "read_at", "end_at", "newest_at", "to_at", "last_at", "kept_at", "ok_at"];
/** What the queries may give as null. */
const BLANKS = [
  ...[
    "stablecoins_usd",
    "fees_24h_usd",
    "rank",
    "circulating_native",
    "total_native",
    "max_native",
    "ath_usd",
    "ath_ms",
  ],
  ...["circulating_30d_native", "buy_tax_pct", "sell_tax_pct", "owner_address", "owner_pct", "creator_pct"],
  ...["holders_count", "lp_locked_pct", "other_risks", "trust_listed", "interval_hours", "next_funding_ms"],
  ...["mark_price", "index_price", "btc_dominance_pct", "eth_dominance_pct", "change_24h_pct", "cap_1h_usd"],
  ...["cap_24h_usd", "cap_7d_usd", "usd_1h", "usd_4h", "usd_24h", "usd_7d"],
  ...["largest_from_label", "largest_to_label", "neutral_change_pct", "volume_24h_usd", "description"],
  ...["homepage_url", "launched_ms", "top10_pct", "top10_excluded_pct", ...CONTRACT_FLAG_IDS],
] as const;
/** Lists in which the same name is never null. */
const NEVER_BLANK: Readonly<Record<string, readonly RowList[]>> = {
  volume_24h_usd: ["tickers", "perpHours"],
  usd_24h: ["tvls", "chainTvls"],
  usd_7d: ["tvls", "chainTvls"],
};

const mapRows = (rows: FactRows, list: RowList, change: (row: Row) => Row[]): FactRows =>
  ({ ...rows, [list]: (rows[list] as unknown as Row[]).flatMap(change) }) as FactRows;

export const age = (row: Row, byMs: number): Row => ({
  ...row,
  ...Object.fromEntries(INSTANTS.flatMap((name) => (typeof row[name] === "number" ? [[name, row[name] - byMs]] : []))),
});
export const blanksOf = (list: RowList, row: Row): string[] =>
  BLANKS.filter((name) => name in row && !NEVER_BLANK[name]?.includes(list));
const blank = (list: RowList, row: Row): Row => ({
  ...row,
  ...Object.fromEntries(blanksOf(list, row).map((name) => [name, null])),
});

/** The market's rows of a few tokens. */
export function corpusRows(tokens: readonly string[] = CORPUS_TOKENS): FactRows {
  const kept = new Set<unknown>([...tokens, "", "all", undefined]);
  const lists = Object.entries(wholeRows()).map(([list, rows]) => [
    list,
    list === "namesakes" ? rows : (rows as readonly { token?: string }[]).filter((row) => kept.has(row.token)),
  ]);
  return Object.fromEntries(lists) as FactRows;
}
export const listsOf = (rows: FactRows): RowList[] => Object.keys(rows) as RowList[];
export const emptyRows = (rows: FactRows): FactRows =>
  Object.fromEntries(listsOf(rows).map((list) => [list, []])) as unknown as FactRows;

export const corpusFacts = (rows: FactRows, tokens: readonly string[] = CORPUS_TOKENS): Facts =>
  assembleFacts({ asOf: AS_OF, market: "sandbox" }, rows, tokens);

const AGES_MS = [40 * 60_000, 30 * DAY_MS];
/** Lists of which it matters that there are several rows. */
const SEVERAL: readonly RowList[] = ["fearGreed", "minutes", "globals", "opinion"];

/** What is awkward rather than missing: dangers, thin books, a signal-less day. */
function* oddities(rows: FactRows): Generator<readonly [string, FactRows]> {
  const danger = { honeypot: 1, mintable: 1, other_risks: "[simulated] other risks", sell_tax_pct: 12 };
  yield ["dangerous contracts", mapRows(rows, "contracts", (row) => [{ ...row, ...danger }])];
  const thin = (row: Row) => [
    {
      ...row,
      ...Object.fromEntries(
        ["bid_price", "bid_native", "ask_price", "ask_native"].map((side) => [
          side,
          (row[side] as number[]).slice(0, 2),
        ]),
      ),
    },
  ];
  yield [
    "second opinions only",
    mapRows(rows, "contracts", (row) => (row.provider === "sandbox:honeypot" ? [row] : [])),
  ];
  yield ["perpetual hours only", { ...emptyRows(rows), perpHours: rows.perpHours }];
  yield ["thin books", { ...mapRows(rows, "books", thin), swapQuotes: [] }];
  yield ["labelled senders", mapRows(rows, "transfers", (row) => [{ ...row, largest_from_label: "okx" }])];
  yield ["outflows", mapRows(rows, "flows", (row) => [{ ...row, out_24h_usd: 900 }])];
}

/** Every variant with its name. Rows of one kind at a time, so that what it carries alone is seen to go. */
export function* variants(rows: FactRows): Generator<readonly [name: string, rows: FactRows]> {
  yield ["whole", rows];
  yield ["empty", emptyRows(rows)];
  yield* oddities(rows);
  for (const list of listsOf(rows)) {
    yield [`without ${list}`, { ...rows, [list]: [] }];
    if (SEVERAL.includes(list)) yield [`one of ${list}`, { ...rows, [list]: rows[list].slice(0, 1) } as FactRows];
    const hasBlanks = (rows[list] as unknown as Row[]).some((row) => blanksOf(list, row).length > 0);
    if (hasBlanks) yield [`blank ${list}`, mapRows(rows, list, (row) => [blank(list, row)])];
    for (const byMs of AGES_MS) yield [`${list} ${byMs} ms older`, mapRows(rows, list, (row) => [age(row, byMs)])];
  }
}

const HEADS: readonly ChainHeadRow[] = [
  { chain: "btc", provider: "sandbox:btc", to_block: 900_000, to_at: AS_OF - 60_000, retrieved_ms: AS_OF - 50_000 },
];

/** The market in which every tracked token without a state of its own has that of `model`. */
export function marketOf(
  facts: Facts,
  states: ReadonlyMap<string, BuiltState>,
  model: string,
  chainHeads = HEADS,
): BuiltMarket {
  const like = states.get(model);
  const all = TRACKED.flatMap(({ id }) => {
    const state = states.get(id) ?? (like && { ...like, token: { ...like.token, id } });
    return state ? [[id, state] as const] : [];
  });
  return buildMarket({ asOf: facts.asOf, states: new Map(all), facts, chainHeads });
}
