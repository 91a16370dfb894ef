// Every member that can be measured carries a number when its rows are there, and names the right reason when not.
import t from "tap";
import type { FactRows } from "../../../jobs/fact/assemble-facts.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { HOUR_MS } from "../../../schema/duration.ts";
import type { Reason } from "../../../schema/reason.ts";
import { SECTION_IDS, type SectionId } from "../../../schema/section/index.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";

const TOKEN = "bitcoin";
type Change = (rows: FactRows) => FactRows;
type Case = { readonly section: SectionId; readonly path: string; readonly reason: Reason; readonly change: Change };

const read = (root: unknown, pointer: string): unknown =>
  pointer
    .slice(1)
    .split("/")
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | null)?.[key], root);

/** Replaces the token's rows of a list; other tokens keep theirs. */
const edit =
  <K extends keyof FactRows>(list: K, fn: (row: FactRows[K][number]) => FactRows[K][number] | null): Change =>
  (rows) => ({
    ...rows,
    [list]: (rows[list] as readonly FactRows[K][number][]).flatMap((row) => {
      const mine = !("token" in row) || row.token === TOKEN;
      const next = mine ? fn(row) : row;
      return next === null ? [] : [next];
    }),
  });
const drop = (list: keyof FactRows): Change => edit(list, () => null);
const both =
  (...changes: readonly Change[]): Change =>
  (rows) =>
    changes.reduce((next, change) => change(next), rows);
const outcome = (dataset: string, last_outcome: string): Change =>
  edit("calls", (call) => (call.source.endsWith(dataset) ? { ...call, last_outcome } : call));
const forget = (dataset: string): Change => edit("calls", (call) => (call.source.endsWith(dataset) ? null : call));

const at = (section: SectionId, reason: Reason, change: Change, paths: readonly string[]): Case[] =>
  paths.map((path) => ({ section, path, reason, change }));

const stale = AS_OF - 5 * HOUR_MS;
const PRICE = ["/price_usd", "/price_sources", "/change_1h_pct", "/volume_1h_usd", "/high_24h_usd", "/volume_24h_usd"];
const HOURLY = [
  "/realized_vol_30d_pct",
  "/sigma_1h_pct",
  "/sigma_24h_pct",
  "/sigma_7d_pct",
  "/btc_correlation_30d",
  "/btc_beta_30d",
];
const SIGNALS = ["/open", "/counts_24h", "/last_at"];
const BOOK = [
  "/spread_bps",
  "/depth/pct_0_5/bid_usd",
  "/depth/pct_1/ask_usd",
  "/depth/pct_2/bid_usd",
  "/depth_2pct_usd",
  "/imbalance_ratio",
  "/impact",
  "/largest_size_1pct_usd/buy",
];
const INTEREST = [
  "/open_interest_usd",
  "/oi_change_1h_pct",
  "/oi_to_market_cap_pct",
  "/funding_8h_pct",
  "/funding_percentile_90d",
];
const FLOW = [
  "/exchange_inflow_24h_usd",
  "/exchange_outflow_24h_usd",
  "/exchange_netflow_1h_usd",
  "/exchange_netflow_24h_usd",
  "/exchange_netflow_7d_usd",
  "/large_transfers_24h/count",
  "/large_transfers_24h/largest",
];
const oldMinutes = both(
  edit("minutes", (row) => ({ ...row, close_at: stale })),
  edit("spotVenues", (row) => ({ ...row, close_at: stale })),
);

const CASES: readonly Case[] = [
  ...at("market", "stale", oldMinutes, PRICE),
  ...at("market", "source_error", both(oldMinutes, outcome("candle-1m", "http_error")), PRICE),
  ...at("market", "source_rate_limited", both(oldMinutes, outcome("candle-1m", "rate_limited")), PRICE),
  ...at("market", "pending", both(drop("minutes"), drop("spotVenues"), forget("candle-1m")), PRICE),
  ...at("market", "insufficient_history", drop("past"), [
    "/change_1h_pct",
    "/change_24h_pct",
    "/change_7d_pct",
    "/change_30d_pct",
  ]),
  ...at(
    "market",
    "insufficient_history",
    edit("minutes", (row) => ({
      ...row,
      minutes: 900,
      hour_minutes: row.hour_minutes.map((n, lag) => (lag < 15 ? n : 0)),
    })),
    [
      "/high_24h_usd",
      "/low_24h_usd",
      "/volume_24h_usd",
      "/median_hourly_volume_24h_usd",
      "/volume_ratio_1h",
      "/turnover_ratio",
    ],
  ),
  ...at(
    "market",
    "insufficient_coverage",
    edit("minutes", (row) => (row.venue === "binance" ? row : null)),
    ["/price_confidence_bps", "/volume_1h_usd", "/volume_24h_usd"],
  ),
  ...at(
    "market",
    "insufficient_history",
    edit("hours", (row) => ({ ...row, at: row.at.slice(-160), close: row.close.slice(-160) })),
    HOURLY,
  ),
  ...at(
    "market",
    "insufficient_history",
    edit("hours", (row) => ({ ...row, at: row.at.slice(300), close: row.close.slice(300) })),
    HOURLY.filter((path) => !path.startsWith("/sigma_")),
  ),
  ...at(
    "market",
    "insufficient_coverage",
    edit("hours", (row) => ({ ...row, at: row.at.slice(0, -5), close: row.close.slice(0, -5) })),
    ["/realized_vol_24h_pct"],
  ),
  ...at(
    "market",
    "stale",
    edit("coins", (row) => ({ ...row, read_at: stale })),
    ["/market_cap_usd", "/fdv_usd", "/rank", "/ath_usd", "/ath_at", "/ath_drawdown_pct"],
  ),
  ...at(
    "market",
    "no_source",
    edit("coins", (row) => ({ ...row, rank: null, ath_usd: null, ath_ms: null, circulating_native: null })),
    ["/rank", "/ath_usd", "/ath_at", "/market_cap_usd", "/turnover_ratio"],
  ),
  ...at(
    "liquidity",
    "stale",
    edit("books", (row) => ({ ...row, read_at: stale })),
    [...BOOK, "/venues/0/spread_bps", "/venues/0/bid_2pct_usd"],
  ),
  ...at(
    "liquidity",
    "insufficient_coverage",
    edit("books", (row) => (row.venue === "okx" ? { ...row, read_at: stale } : row)),
    BOOK,
  ),
  ...at("liquidity", "source_error", both(drop("books"), outcome("order-book", "timeout")), [...BOOK, "/venues"]),
  ...at(
    "liquidity",
    "stale",
    edit("tickers", (row) => ({ ...row, read_at: stale })),
    ["/venues/0/volume_24h_usd"],
  ),
  ...at(
    "liquidity",
    "insufficient_coverage",
    edit("books", (row) => ({ ...row, ask_native: row.ask_native.map(() => 0.01) })),
    ["/impact/1/impact_pct", "/impact/3/impact_pct"],
  ),
  ...at(
    "derivatives",
    "stale",
    edit("openInterest", (row) => ({ ...row, read_at: stale })),
    INTEREST,
  ),
  ...at(
    "derivatives",
    "insufficient_history",
    edit("openInterest", (row) => ({ ...row, usd_1h: null, usd_4h: null, usd_24h: null, first_at: row.read_at })),
    ["/oi_change_1h_pct", "/oi_change_4h_pct", "/oi_change_24h_pct"],
  ),
  ...at(
    "derivatives",
    "insufficient_coverage",
    edit("openInterest", (row) => ({ ...row, usd_1h: null, usd_4h: null, usd_24h: null })),
    ["/oi_change_1h_pct", "/oi_change_4h_pct", "/oi_change_24h_pct"],
  ),
  ...at(
    "derivatives",
    "insufficient_coverage",
    edit("openInterest", (row) => (row.venue === "binance" ? { ...row, read_at: stale } : row)),
    INTEREST,
  ),
  ...at(
    "derivatives",
    "unit_unknown",
    edit("funding", (row) => ({ ...row, interval_hours: null })),
    [
      "/funding_8h_pct",
      "/funding_apr_pct",
      "/funding_percentile_90d",
      "/funding_venues/0/rate_pct",
      "/funding_venues/0/interval_hours",
      "/funding_venues/0/rate_8h_pct",
      "/funding_venues/0/apr_pct",
    ],
  ),
  ...at(
    "derivatives",
    "insufficient_history",
    edit("fundingPast", (row) => ({ ...row, bucket: row.bucket.slice(200), rate_8h: row.rate_8h.slice(200) })),
    ["/funding_percentile_90d"],
  ),
  ...at(
    "derivatives",
    "stale",
    edit("funding", (row) => ({ ...row, read_at: stale })),
    ["/basis_pct"],
  ),
  ...at("derivatives", "source_error", both(drop("longShort"), outcome("long-short", "bad_body")), [
    "/long_short_ratio",
    "/long_short_venue",
    "/top_trader_long_short_ratio",
  ]),
  ...at(
    "derivatives",
    "insufficient_history",
    edit("takers", (row) => ({ ...row, seconds: 600, first_ms: AS_OF - 660_000 })),
    ["/taker_buy_sell_ratio_1h"],
  ),
  ...at("derivatives", "insufficient_history", (rows) => ({ ...rows, liquidationWatch: [] }), [
    "/liquidations_1h/total_usd",
    "/liquidations_1h/count",
    "/liquidations_24h/long_usd",
    "/liquidations_24h/short_usd",
    "/liquidations_24h/largest_usd",
  ]),
  ...at("derivatives", "pending", forget("liquidation"), ["/liquidations_1h/total_usd", "/liquidations_24h/total_usd"]),
  ...at(
    "derivatives",
    "stale",
    both(
      edit("tickers", (row) => ({ ...row, read_at: stale })),
      edit("perpHours", (row) => ({ ...row, close_at: stale })),
    ),
    ["/perp_volume_24h_usd", "/perp_to_spot_ratio"],
  ),
  ...at(
    "onchain",
    "stale",
    edit("flows", (row) => ({ ...row, end_at: AS_OF - 7 * HOUR_MS })),
    [...FLOW, "/label_set"],
  ),
  ...at(
    "onchain",
    "insufficient_history",
    edit("flows", (row) => ({
      ...{ ...row, seconds_1h: 0, seconds_24h: 1_800, seconds_7d: 1_800 },
      first_at: row.window_end - 3_600_000 + 1,
    })),
    FLOW,
  ),
  ...at(
    "onchain",
    "insufficient_coverage",
    edit("flows", (row) => ({ ...row, seconds_1h: 3_000, seconds_24h: 85_800, seconds_7d: 604_200 })),
    FLOW,
  ),
  ...at(
    "onchain",
    "insufficient_coverage",
    edit("flows", (row) => ({ ...row, unpriced_1h: 1, unpriced_24h: 1, unpriced_7d: 1 })),
    FLOW.slice(0, 5),
  ),
  ...at("supply", "pending", drop("coins"), [
    "/circulating_native",
    "/total_native",
    "/max_native",
    "/circulating_pct_of_max",
    "/inflation_30d_pct",
  ]),
  ...at(
    "supply",
    "insufficient_history",
    edit("coins", (row) => ({ ...row, circulating_30d_native: null })),
    ["/inflation_30d_pct"],
  ),
  ...at("signals", "pending", (rows) => ({ ...rows, detections: [] }), SIGNALS),
  ...at(
    "signals",
    "stale",
    (rows) => ({ ...rows, detections: rows.detections.map((row) => ({ ...row, minute_at: AS_OF - HOUR_MS })) }),
    SIGNALS,
  ),
  ...at(
    "signals",
    "source_error",
    (rows) => ({
      ...rows,
      detections: rows.detections.map((row) => ({
        ...row,
        coverage: JSON.stringify({ [TOKEN]: [0, 12, "source_error"] }),
      })),
    }),
    SIGNALS,
  ),
  ...at("context", "stale", oldMinutes, ["/btc_change_24h_pct", "/relative_strength_24h_pct", "/regime"].slice(0, 2)),
  ...at(
    "context",
    "insufficient_coverage",
    (rows) => ({ ...rows, past: rows.past.filter((row) => row.token === TOKEN) }),
    ["/breadth_up_24h_pct", "/relative_strength_24h_pct", "/sector_change_24h_pct", "/regime"],
  ),
];

const built = new Map<Change, ReturnType<typeof buildState>>();

/** The state after a change, built once for all of its cases. */
function stateAfter(change: Change): ReturnType<typeof buildState> {
  const state = built.get(change) ?? buildState(factsOf(change(wholeRows())), TOKEN);
  built.set(change, state);
  return state;
}

t.test("with every row there, only what has no source is unassessed", (t) => {
  const { sections } = buildState(factsOf(wholeRows()), TOKEN);
  for (const id of SECTION_IDS) {
    const lacks = sections[id].unassessed.map(({ path, reason }) => ({ path, reason }));
    const awaited = lacks.filter(({ reason }) => reason !== "no_source");
    t.same(awaited, [], id);
  }
  for (const { section, path } of CASES) {
    const value = read(sections[section], path);
    t.not(value, "unassessed", `${section}${path} can carry a value`);
    t.not(value, undefined, `${section}${path} exists`);
  }
  t.end();
});

for (const { section, path, reason, change } of CASES) {
  t.test(`${section}${path} is unassessed for ${reason}`, (t) => {
    const after = stateAfter(change).sections[section];
    const entry = after.unassessed.find((missing) => missing.path === path);
    t.equal(entry?.reason, reason, JSON.stringify(entry));
    t.equal(read(after, path), "unassessed");
    t.end();
  });
}

t.test("a token without perpetuals has nulls, not unassessed members", (t) => {
  const perp = ["openInterest", "funding", "perpHours", "longShort", "takers", "liquidations"] as const;
  const none = both(
    ...perp.map(drop),
    edit("tickers", (row) => (row.market === "perp" ? null : row)),
  );
  const { derivatives } = buildState(factsOf(none(wholeRows())), TOKEN).sections;
  t.equal(derivatives.applicable, false);
  t.equal(derivatives.funding_8h_pct, null);
  t.same(derivatives.unassessed, []);
  t.match(derivatives.coverage, { assessed: 1, expected: 1, weight_pct: 100 }, "that it has none is the value");
  const failing = both(none, outcome("open-interest", "http_error"));
  const away = buildState(factsOf(failing(wholeRows())), TOKEN).sections.derivatives;
  t.equal(away.applicable, false, "what was not listed a while ago is not listed while a venue is away");
  const long = both(
    failing,
    edit("calls", (call) => (call.source.endsWith("open-interest") ? { ...call, ok_at: AS_OF - 7 * HOUR_MS } : call)),
  );
  const unknown = buildState(factsOf(long(wholeRows())), TOKEN).sections.derivatives;
  t.equal(unknown.applicable, "unassessed", "while its sources fail for long it is not known");
  t.match(unknown.unassessed, [{ path: "/applicable", reason: "source_error" }]);
  t.end();
});

t.test("a scanned chain without movement is a measured zero, an unscanned own chain is not", (t) => {
  const quiet = buildState(factsOf(drop("transfers")(wholeRows())), TOKEN).sections.onchain;
  t.same(quiet.large_transfers_24h, {
    count: 0,
    total_usd: 0,
    to_exchange_usd: 0,
    from_exchange_usd: 0,
    largest: null,
  });
  const rows = wholeRows();
  const away = { ...rows, flows: rows.flows.filter((row) => row.token !== "binancecoin" || row.chain !== "bsc") };
  const abroad = buildState(factsOf(away), "binancecoin").sections.onchain;
  t.equal(abroad.exchange_netflow_24h_usd, "unassessed");
  t.match(abroad.chains_covered, [{ chain: "bsc", covered: false, reason: "pending" }]);
  const lone = buildState(factsOf(wholeRows()), "ripple").sections.onchain;
  t.match(lone.chains_covered, [{ chain: "xrp", covered: true }], "rows are believed");
  const unread = { ...rows, flows: rows.flows.filter((row) => row.token !== "ripple") };
  t.match(buildState(factsOf(unread), "ripple").sections.onchain.chains_covered, [
    { chain: "xrp", reason: "no_source" },
  ]);
  t.end();
});
