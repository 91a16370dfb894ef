// Every derived number of a frozen instant equals what plain SQL over the stored rows gives.
import t from "tap";
import { loadFacts } from "../../../jobs/fact/load-facts.ts";
import { buildState, stateFrame } from "../../../jobs/state/build-state.ts";
import { tokensFrame } from "../../../jobs/state/build-tokens.ts";
import type { BuiltState } from "../../../jobs/state/built-state.ts";
import { decodeFrame } from "../../../schema/frame.ts";
import type { Store } from "../../../schema/io/clickhouse.ts";
import { SECTION_IDS } from "../../../schema/section/index.ts";
import { TRACKED, trackedById } from "../../../schema/token/tracked.ts";
import { AS_OF_SQL, STORED_SQL, WEIGHT_SQL } from "../../recompute/base.ts";
import { CONTEXT, prepareChanges } from "../../recompute/context.ts";
import { DERIVATIVES } from "../../recompute/derivatives.ts";
import { LIQUIDITY } from "../../recompute/liquidity.ts";
import { MARKET } from "../../recompute/market.ts";
import { ONCHAIN, SUPPLY } from "../../recompute/onchain.ts";
import { prepareTables } from "../../recompute/prepare.ts";
import { citedBy } from "../../support/api/cited.ts";
import { askedOnce } from "../../support/asked-once.ts";
import { fillMarket, laggardsOf } from "../../support/rows/market-rows.ts";
import { startTestStore } from "../../support/store.ts";

const AS_OF = Date.UTC(2026, 9, 20, 12, 34, 31);
const SQL = {
  market: MARKET,
  liquidity: LIQUIDITY,
  derivatives: DERIVATIVES,
  onchain: ONCHAIN,
  supply: SUPPLY,
  context: CONTEXT,
};
const tokens = TRACKED.slice(0, 60).map(({ id }) => id);
const staked = "cardano";
const [bitcoin = "", ether = "", staleVenue = "", foreign = ""] = tokens;
const unlisted = tokens.at(-1) ?? "";
const [late = "", behind = ""] = laggardsOf(tokens);

/** What the rows leave out on purpose, as prefixes of `<section>/<path>`; anything else must carry a number. */
const NO_TICKER = "liquidity/venues/2/volume_24h_usd";
const BOOK_END = ["liquidity/impact/3/impact_pct", "liquidity/impact/7/impact_pct", NO_TICKER];
/** Chains whose use nobody counts, nor what is staked there. */
const NO_STAKE = "supply/staked_pct";
const NO_COUNT = ["onchain/active_addresses_24h", "onchain/transactions_24h", NO_STAKE];
/** Members that are named and yet not missing where no provider without a key tells them of a token's chain. */
const NOBODY_TELLS = new Set([
  "onchain/active_addresses_24h",
  "onchain/transactions_24h",
  "supply/burned_native",
  "supply/staked_pct",
]);
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  // No contract to burn, and nothing to stake.
  [bitcoin]: [...BOOK_END, "supply/burned_native", "supply/staked_pct"],
  // Its rows of flows are of a chain it does not live on.
  [staked]: [...BOOK_END, "onchain/exchange_", "onchain/large_transfers_24h/", "supply/burned_native"],
  [ether]: [
    ...BOOK_END,
    NO_STAKE,
    "derivatives/funding_venues/1/open_interest_usd",
    "derivatives/funding_venues/2/interval_hours",
    "derivatives/funding_venues/2/r",
    "derivatives/funding_venues/2/apr_pct",
    "supply/max_native",
    "supply/circulating_pct_of_max",
  ],
  [staleVenue]: [
    ...BOOK_END,
    "market/price_sources/2/",
    "market/price_confidence_bps",
    "market/ath",
    "market/market_cap_usd",
    "market/fdv_usd",
    "market/rank",
    "market/turnover_ratio",
    "derivatives/oi_to_market_cap_pct",
    "onchain/",
    "supply/burned_native",
    "supply/staked_pct",
  ],
  [foreign]: [...BOOK_END, "onchain/", "supply/staked_pct", "context/sector_change_24h_pct"],
  // Two chains, both read up to two hours ago.
  [late]: [...BOOK_END, ...NO_COUNT, "onchain/large_transfers_24h/largest"],
  // One of its chains was last read thirty hours ago.
  [behind]: [NO_TICKER, NO_STAKE, "onchain/exchange_", "onchain/large_transfers_24h/"],
  [unlisted]: [
    NO_TICKER,
    NO_STAKE,
    "derivatives/",
    "onchain/large_transfers_24h/largest",
    "context/sector_change_24h_pct",
  ],
};

const read = (root: unknown, path: string): unknown =>
  path.split("/").reduce<unknown>((node, key) => (node as Record<string, unknown> | null)?.[key], root);

/** Paths of every number within a section, its own bookkeeping left aside. */
function numbersIn(node: unknown, path = ""): string[] {
  if (typeof node === "number") return [path];
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    path === "" && ["coverage", "sources", "unassessed"].includes(key)
      ? []
      : numbersIn(value, path === "" ? key : `${path}/${key}`),
  );
}

/** Names the instant, the token and its sector in a text. */
function fillIn(sql: string, token: string): string {
  const mine = trackedById(token)?.sector;
  const sector = TRACKED.filter((other) => other.sector === mine).map(({ id }) => `'${id}'`);
  return sql.replaceAll("NOW", String(AS_OF)).replaceAll("TOKEN", token).replaceAll("SECTOR", sector.join(","));
}

async function recompute(store: Store, token: string, sql: Readonly<Record<string, string>>) {
  const columns = Object.entries(sql).map(([path, expression]) => `${expression} AS \`${path}\``);
  const text = fillIn(`SELECT ${columns.join(",\n")}`, token);
  const [row = {}] = await store.query<object, Record<string, unknown>>({ name: "recompute", sql: text }, {});
  return row;
}

t.test("state of a frozen instant", async (t) => {
  const store = askedOnce((await startTestStore(t)).store);
  const market = { asOf: AS_OF, tokens, minuteDays: 8, deepTokens: 2, bookMinutes: 8, fundingDays: 90, levels: 30 };
  await fillMarket(store, market);
  await prepareChanges(store, AS_OF);
  const load = () => loadFacts(store, { asOf: AS_OF, tokens, market: "sandbox" });
  const facts = await load();
  const states = new Map<string, BuiltState>(tokens.map((id) => [id, buildState(facts, id)]));

  for (const [token, leftOut] of Object.entries(LEFT_OUT)) {
    t.test(`the tables of ${token} are prepared`, () => prepareTables(store, token, AS_OF));
    t.test(`every derived number of ${token} equals plain SQL`, async (t) => {
      for (const [section, sql] of Object.entries(SQL)) {
        const built = states.get(token)?.sections[section as keyof typeof SQL];
        const expected = await recompute(store, token, sql);
        for (const path of Object.keys(sql)) {
          const name = `${section}/${path}`;
          const value = read(built, path);
          if (leftOut.some((prefix) => name.startsWith(prefix))) {
            t.ok([undefined, null, "unassessed"].includes(value as null), `${name} is left out`);
          } else t.equal(value, expected[path], name);
        }
      }
    });
    t.test(`times, weights and sources of ${token} are those of its rows`, async (t) => {
      const at = await recompute(store, token, AS_OF_SQL);
      const weights = await recompute(store, token, WEIGHT_SQL);
      const stored = await store.query<object, { provider: string; v: string; ms: number }>(
        { name: "stored", sql: fillIn(STORED_SQL, token) },
        {},
      );
      const rows = new Set(stored.map(({ provider, v, ms }) => `${provider} ${v} ${ms}`));
      for (const section of Object.keys(SQL) as (keyof typeof SQL)[]) {
        const built = states.get(token)?.sections[section];
        // Two values rest on no row: which chains are looked at, and that no venue lists a perpetual of it.
        const isUnlisted = built !== undefined && "applicable" in built && built.applicable === false;
        const own = section === "onchain" || isUnlisted ? 1 : 0;
        const isMeasured = (built?.coverage.assessed ?? 0) > own;
        t.ok(!isMeasured || (built?.sources.length ?? 0) > 0, `${section} rests on sources`);
        if (section in at) t.equal(Date.parse(built?.as_of ?? ""), at[section], `${section} as_of`);
        const weight = isUnlisted ? 100 : weights[section];
        if (weight !== undefined) t.equal(built?.coverage.weight_pct, weight ?? "unassessed", `${section} weight`);
        const state = states.get(token);
        for (const { provider, venue, as_of } of state && built ? citedBy(state, built) : []) {
          t.ok(
            rows.has(`${provider} ${venue ?? ""} ${Date.parse(as_of ?? "")}`),
            `${section} ${provider} ${venue} ${as_of}`,
          );
        }
      }
    });
  }

  t.test("what is not measured of a section is what its coverage lacks", (t) => {
    for (const [token, { sections }] of states) {
      for (const id of SECTION_IDS) {
        const { coverage, unassessed } = sections[id];
        const gaps = unassessed.filter(({ path }) => !path.startsWith("/coverage/"));
        const awaited = gaps.filter(({ path, reason }) => reason !== "no_source" || !NOBODY_TELLS.has(`${id}${path}`));
        t.equal(coverage.expected - coverage.assessed, awaited.length, `${token} ${id}`);
        t.ok(
          gaps.every(({ path }) => read(sections[id], path.slice(1)) === "unassessed"),
          `${token} ${id} points at them`,
        );
      }
    }
    t.end();
  });

  t.test("no number of these sections is without its SQL", (t) => {
    const without = new Set<string>();
    for (const state of states.values()) {
      for (const [section, sql] of Object.entries(SQL)) {
        for (const path of numbersIn(state.sections[section as keyof typeof SQL])) {
          if (!(path in sql)) without.add(`${section}/${path}`);
        }
      }
    }
    t.same([...without].sort(), []);
    t.end();
  });

  t.test("the reason is named for what is left out", (t) => {
    const reason = (token: string, section: keyof typeof SQL, path: string) =>
      states.get(token)?.sections[section].unassessed.find((entry) => entry.path === path)?.reason;
    t.equal(reason(ether, "derivatives", "/funding_venues/2/rate_8h_pct"), "unit_unknown");
    t.equal(reason(ether, "derivatives", "/funding_venues/1/open_interest_usd"), "stale");
    t.equal(reason(bitcoin, "liquidity", "/impact/3/impact_pct"), "insufficient_coverage");
    t.equal(reason(staleVenue, "market", "/rank"), "stale");
    t.equal(reason(staleVenue, "onchain", "/exchange_netflow_24h_usd"), "pending");
    t.equal(reason(foreign, "onchain", "/exchange_netflow_24h_usd"), "stale");
    t.equal(reason(behind, "onchain", "/exchange_netflow_24h_usd"), "insufficient_coverage");
    t.equal(reason(behind, "onchain", "/coverage/weight_pct"), "insufficient_coverage");
    t.equal(reason(staleVenue, "supply", "/burned_native"), "stale");
    t.equal(reason(bitcoin, "supply", "/burned_native"), "no_source");
    t.equal(reason(foreign, "onchain", "/transactions_24h"), "no_source");
    t.equal(reason(staleVenue, "onchain", "/transactions_24h"), "no_source", "not all of its chains are counted");
    t.equal(states.get(bitcoin)?.sections.supply.staked_pct, null, "does not apply to a coin of miners");
    t.equal(states.get(unlisted)?.sections.derivatives.applicable, false);
    t.end();
  });

  t.test("the same rows give the same bytes", async (t) => {
    const again = await load();
    for (const id of tokens) {
      const frame = stateFrame(buildState(again, id), AS_OF);
      t.ok(frame.equals(stateFrame(states.get(id) as BuiltState, AS_OF)), id);
    }
    t.ok(tokensFrame(again, states, new Map(), AS_OF).equals(tokensFrame(facts, states, new Map(), AS_OF)));
  });

  t.test("frames hold every section, and numbered sources that exist", (t) => {
    for (const state of states.values()) {
      const frame = decodeFrame(stateFrame(state, AS_OF));
      const sources = frame?.parts.get("sources")?.toString().split("\n") ?? [];
      const meta = frame?.meta as { sections: Record<string, { asOf: number; sources: number[] }> };
      for (const id of SECTION_IDS) {
        const numbers = meta.sections[id]?.sources ?? [];
        t.ok(frame?.parts.has(id) && numbers.every((n) => JSON.parse(sources[n - 1] ?? "{}").id === `S${n}`), id);
        t.ok((meta.sections[id]?.asOf ?? Number.POSITIVE_INFINITY) <= AS_OF, `${id} is not from the future`);
      }
    }
    t.end();
  });

  t.test("rows after the instant change nothing", async (t) => {
    const before = (table: string, column: string) =>
      store.command(`DELETE FROM ${table} WHERE toUnixTimestamp64Milli(${column}) > ${AS_OF}`);
    await store.command(`ALTER TABLE candle DELETE WHERE toUnixTimestamp64Milli(open_at) + interval_s * 1000 > ${AS_OF}
      SETTINGS mutations_sync = 2`);
    for (const table of [
      "ticker",
      "order_book",
      "open_interest",
      "funding",
      "long_short",
      "liquidation",
      "coin_market",
      "chain_activity",
      "chain_supply",
    ]) {
      await before(table, "at");
    }
    await before("source_call", "responded_at");
    const without = await load();
    for (const id of tokens) {
      t.ok(stateFrame(buildState(without, id), AS_OF).equals(stateFrame(states.get(id) as BuiltState, AS_OF)), id);
    }
  });
});
