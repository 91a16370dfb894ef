import t from "tap";
import { loadFacts } from "../../../jobs/fact/load-facts.ts";
import { buildMarket, type MarketSections, marketFrame } from "../../../jobs/market/build-market.ts";
import type { MarketInput } from "../../../jobs/market/market-builder.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import type { BuiltState } from "../../../jobs/state/built-state.ts";
import { compile } from "../../../schema/check.ts";
import { decodeFrame } from "../../../schema/frame.ts";
import { MARKET_SECTION_IDS, MARKET_SECTIONS } from "../../../schema/market/index.ts";
import { RANKINGS } from "../../../schema/market/rankings.ts";
import { chainHead } from "../../../schema/query/chain/chain-head.ts";
import { isAssessed } from "../../../schema/shape/quantity.ts";
import type { MarketMeta } from "../../../schema/snapshot.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { compare, unreached } from "../../recompute/compare.ts";
import { prepareEveryToken } from "../../recompute/every-token.ts";
import { fillMarketOutside } from "../../recompute/market-outside.ts";
import { recomputeMarket } from "../../recompute/market-sections.ts";
import { citedBy } from "../../support/api/cited.ts";
import { askedOnce } from "../../support/asked-once.ts";
import { BASE } from "../../support/base.ts";
import { marketStatements } from "../../support/rows/market-rows.ts";
import { startTestStore } from "../../support/store.ts";

const minute = 60_000;
const AS_OF = Math.floor(BASE / minute) * minute - 10 * minute + 23_456;
const IDS = TRACKED.map(({ id }) => id);

t.setTimeout(120_000);
const store = askedOnce((await startTestStore(t)).store);
// Books and tickers are no part of the market; a hundred tokens of them would take their time.
for (const statement of marketStatements({
  asOf: AS_OF,
  tokens: IDS,
  minuteDays: 2,
  deepTokens: 0,
  bookMinutes: 1,
  fundingDays: 2,
  levels: 1,
})) {
  if (!/^INSERT INTO (order_book|ticker) /.test(statement)) await store.command(statement);
}
const reading = (provider: string, hoursAgo: number, cap: number) => ({
  at: AS_OF - 60_000 - hoursAgo * 3_600_000,
  total_market_cap_usd: cap,
  volume_24h_usd: 9e10,
  btc_dominance_pct: 57.5,
  eth_dominance_pct: provider.endsWith("paprika") ? null : 11.5,
  change_24h_pct: 7,
  coins_count: 21_400,
  provider,
  retrieved_at: AS_OF - 60_000,
});
const directory = [
  reading("sandbox:coingecko", 0, 2.5e12),
  reading("sandbox:coingecko", 1, 2.4e12),
  reading("sandbox:coingecko", 24, 2e12),
  reading("sandbox:coingecko", 168, 3e12),
  reading("sandbox:coinpaprika", 0, 2.51e12),
];
await store.insert("global_market", directory, "global");
const facts = await loadFacts(store, { asOf: AS_OF, tokens: IDS, market: "sandbox" });
const states = new Map(IDS.map((id) => [id, buildState(facts, id)]));
const chainHeads = await store.query(chainHead, { asOf: AS_OF });
const input: MarketInput = { asOf: AS_OF, states, facts, chainHeads };
const built = buildMarket(input);
const { sections } = built;

type Pair = { id: string; value: number; cap: number };

/** Numbers of one member of the states, read off the JSON of the wire. */
function pairsOf(from: ReadonlyMap<string, BuiltState>, section: string, ...path: string[]): Pair[] {
  const wire = JSON.parse(JSON.stringify([...from])) as [
    string,
    { sections: Record<string, Record<string, unknown>> },
  ][];
  return wire.flatMap(([id, state]) => {
    const value = path.reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], state.sections[section]);
    const cap = state.sections.market?.market_cap_usd;
    return typeof value === "number" ? [{ id, value, cap: typeof cap === "number" ? cap : 0 }] : [];
  });
}
const total = (pairs: readonly Pair[]) => Number(pairs.reduce((sum, { value }) => sum + value, 0).toFixed(2));
const middle = (numbers: readonly number[]) => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return sorted.length % 2 ? (sorted[Math.floor(half)] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
};
const near = (
  t: { ok(value: unknown, message: string): unknown },
  found: unknown,
  expected: number,
  digits: number,
  what: string,
) =>
  t.ok(
    typeof found === "number" && Math.abs(found - expected) <= 0.51 * 10 ** -digits,
    `${what}: ${found} ~ ${expected}`,
  );

t.test("every section fits its shape, names its sources, and explains each member that is missing", (t) => {
  for (const id of MARKET_SECTION_IDS) {
    const check = compile(MARKET_SECTIONS[id]);
    t.ok(check(sections[id]), `${id} ${check.describe()}`);
    const said = new Set(sections[id].unassessed.map(({ path }) => path));
    const walk = (value: unknown, path: string): void => {
      if (value === "unassessed") t.ok(said.has(path), `${id}${path} has its reason`);
      else if (typeof value === "object" && value !== null) {
        for (const [key, item] of Object.entries(value)) walk(item, `${path}/${key}`);
      }
    };
    walk(sections[id], "");
    for (const source of citedBy(built, sections[id])) t.match(source.provider, /^sandbox:/);
  }
  t.end();
});

t.test("the whole market is the directory's count, and its changes those of stored readings", (t) => {
  const { overview } = sections;
  t.match(overview, {
    total_market_cap_usd: 2.5e12,
    change_1h_pct: 4.1667,
    change_24h_pct: 25,
    change_7d_pct: -16.6667,
    volume_24h_usd: 9e10,
    btc_dominance_pct: 57.5,
    eth_dominance_pct: 11.5,
    tracked_tokens: TRACKED.length,
  });
  t.equal(citedBy(built, overview).filter(({ endpoint }) => endpoint === "global_market").length, 2);
  t.equal(states.get("solana")?.sections.context.total_market_cap_change_24h_pct, overview.change_24h_pct);
  t.end();
});

t.test("overview sums what the states show", (t) => {
  const { overview } = sections;
  const interest = pairsOf(states, "derivatives", "open_interest_usd");
  near(t, overview.total_open_interest_usd, total(interest), 1, "open interest");
  const closed = pairsOf(states, "derivatives", "liquidations_24h", "total_usd");
  near(t, overview.liquidations_24h_usd, total(closed), 1, "liquidations");
  const funding = pairsOf(states, "derivatives", "funding_8h_pct");
  const weights = new Map(interest.map(({ id, value }) => [id, value]));
  const both = funding.filter(({ id }) => weights.has(id));
  const weighted = both.reduce((sum, { id, value }) => sum + value * (weights.get(id) ?? 0), 0);
  const weight = both.reduce((sum, { id }) => sum + (weights.get(id) ?? 0), 0);
  near(t, overview.funding_8h_pct, weighted / weight, 4, "funding");
  t.equal(overview.regime, states.get("bitcoin")?.sections.context.regime);
  t.end();
});

t.test("breadth counts the states' own changes; less than 0.1 % is no move", (t) => {
  const day = pairsOf(states, "market", "change_24h_pct").map(({ value }) => value);
  const { breadth } = sections;
  t.equal(breadth.advancers_24h, day.filter((x) => x >= 0.1).length);
  t.equal(breadth.decliners_24h, day.filter((x) => x <= -0.1).length);
  t.equal(breadth.unchanged_24h, day.filter((x) => x > -0.1 && x < 0.1).length);
  t.equal(breadth.unassessed_24h, TRACKED.length - day.length);
  near(t, breadth.median_change_24h_pct, middle(day), 4, "median");
  near(t, breadth.up_24h_pct, (day.filter((x) => x > 0).length / day.length) * 100, 4, "up");
  t.equal(breadth.up_24h_pct, states.get("bitcoin")?.sections.context.breadth_up_24h_pct, "as in every state");
  t.equal(breadth.coverage.assessed, day.length);
  t.equal(breadth.above_sma50d_pct, "unassessed");
  t.ok(isAssessed(breadth.above_sma20d_pct) && isAssessed(breadth.new_highs_20d));
  t.end();
});

t.test("breadth's 20-day members equal plain SQL over the hourly closes", async (t) => {
  const rows = await store.query<object, { above: number; high: number; low: number; all: number }>(
    {
      name: "independent-sma",
      sql: `
WITH closes AS (SELECT token, toUnixTimestamp64Milli(open_at) + 3600000 AS at, quantileExactInclusive(0.5)(close) AS close
  FROM candle FINAL WHERE interval_s = 3600 AND market = 'spot' AND at > ${AS_OF} - 20 * 86400000 AND at <= ${AS_OF} GROUP BY token, at),
prices AS (SELECT token, quantileExactInclusive(0.5)(c) AS price FROM (
  SELECT token, venue, argMax(close, open_at) AS c, max(toUnixTimestamp64Milli(open_at)) + 60000 AS at FROM candle FINAL
  WHERE interval_s = 60 AND market = 'spot' AND toUnixTimestamp64Milli(open_at) + 60000 <= ${AS_OF} GROUP BY token, venue)
  WHERE at >= ${AS_OF} - 900000 GROUP BY token)
SELECT countIf(price > daily) AS above, countIf(price >= top) AS high, countIf(price <= bottom) AS low, count() AS all FROM (
  SELECT c.token, any(p.price) AS price, max(c.close) AS top, min(c.close) AS bottom,
    avgIf(c.close, (c.last - c.at) % 86400000 = 0) AS daily
  FROM (SELECT *, max(at) OVER (PARTITION BY token) AS last FROM closes) AS c
  JOIN prices AS p ON c.token = p.token GROUP BY c.token)`,
    },
    {},
  );
  const [row] = rows;
  t.equal(row?.all, TRACKED.length);
  near(t, sections.breadth.above_sma20d_pct, ((row?.above ?? 0) / (row?.all ?? 1)) * 100, 4, "above");
  t.equal(sections.breadth.new_highs_20d, row?.high);
  t.equal(sections.breadth.new_lows_20d, row?.low);
});

t.test("sectors: the same 24-hour change as in the states, leaders first, ties by cap and id", (t) => {
  const list = sections.sectors.sectors;
  if (!isAssessed(list)) throw new Error("no sectors");
  t.strictSame(
    list.map(({ sector }) => sector),
    [...new Set(TRACKED.map((token) => token.sector))].sort(),
  );
  for (const sector of list) {
    const members = TRACKED.filter((token) => token.sector === sector.sector).map(({ id }) => id);
    const mine = (section: string, name: string) =>
      pairsOf(states, section, name).filter(({ id }) => members.includes(id));
    t.equal(sector.tokens, members.length);
    t.equal(sector.change_24h_pct, states.get(members[0] ?? "")?.sections.context.sector_change_24h_pct);
    const changes = mine("market", "change_24h_pct");
    near(t, sector.median_change_24h_pct, middle(changes.map(({ value }) => value)), 4, `${sector.sector} median`);
    near(t, sector.market_cap_usd, total(mine("market", "market_cap_usd")), 1, `${sector.sector} cap`);
    const order = changes.sort((a, b) => b.value - a.value || b.cap - a.cap || (a.id < b.id ? -1 : 1));
    t.strictSame(
      sector.leaders.map(({ token }) => token),
      order.slice(0, 3).map(({ id }) => id),
    );
  }
  t.end();
});

t.test("venues: spot volumes add up to the tokens', shares to a hundred", (t) => {
  const list = sections.venues.venues;
  if (!isAssessed(list)) throw new Error("no venues");
  t.strictSame(
    list.map(({ venue }) => venue),
    ["binance", "bybit", "okx"],
  );
  const sum = list.reduce((all, { spot_volume_24h_usd: volume }) => all + (isAssessed(volume) ? volume : 0), 0);
  const volume = total(pairsOf(states, "market", "volume_24h_usd"));
  t.ok(Math.abs(sum / volume - 1) < 0.02, `${sum} ~ ${volume}`);
  const shares = list.reduce((all, { share_pct: share }) => all + (isAssessed(share) ? share : 0), 0);
  near(t, shares, 100, 3, "shares");
  for (const venue of list) t.equal(venue.status, "ok");
  t.end();
});

const SOURCES_OF_RANKINGS: Record<(typeof RANKINGS)[number], [string[], 1 | -1, ((x: number) => boolean)?]> = {
  gainers_24h: [["market", "change_24h_pct"], 1],
  losers_24h: [["market", "change_24h_pct"], -1],
  volume_ratio_1h: [["market", "volume_ratio_1h"], 1],
  oi_change_4h: [["derivatives", "oi_change_4h_pct"], 1],
  funding_highest: [["derivatives", "funding_8h_pct"], 1],
  funding_lowest: [["derivatives", "funding_8h_pct"], -1],
  liquidations_24h: [["derivatives", "liquidations_24h", "total_usd"], 1],
  netflow_in_24h: [["onchain", "exchange_netflow_24h_usd"], 1, (x) => x > 0],
  netflow_out_24h: [["onchain", "exchange_netflow_24h_usd"], -1, (x) => x < 0],
  volatility_24h: [["market", "realized_vol_24h_pct"], 1],
};

for (const id of RANKINGS) {
  t.test(`ranking ${id}: the ten first of the states, ties by cap and id, the unmeasured left out`, (t) => {
    const [[section = "", ...path], sign, test = () => true] = SOURCES_OF_RANKINGS[id];
    const expected = pairsOf(states, section, ...path)
      .filter(({ value }) => test(value))
      .sort((a, b) => sign * (b.value - a.value) || b.cap - a.cap || (a.id < b.id ? -1 : 1))
      .slice(0, 10)
      .map(({ id, value }, at) => ({ token: id, value, rank: at + 1 }));
    const list = sections.rankings[id];
    const found = isAssessed(list) ? list.map(({ symbol: _symbol, ...rest }) => rest) : [];
    t.strictSame(found, expected);
    t.ok(expected.length > 0);
    t.end();
  });
}

t.test("flows: bitcoin and ether as in their states, the sum over covered tokens", (t) => {
  const { exchange_netflow_24h_usd: netflow, top_inflows: inflows, top_outflows: outflows } = sections.flows;
  t.equal(netflow.btc, states.get("bitcoin")?.sections.onchain.exchange_netflow_24h_usd);
  t.equal(netflow.eth, states.get("ethereum")?.sections.onchain.exchange_netflow_24h_usd);
  near(t, netflow.tracked, total(pairsOf(states, "onchain", "exchange_netflow_24h_usd")), 1, "tracked");
  if (!isAssessed(inflows) || !isAssessed(outflows)) throw new Error("no flows");
  t.ok(inflows.every(({ netflow_24h_usd: value }) => value > 0) && inflows.length <= 5);
  t.ok(outflows.every(({ netflow_24h_usd: value }) => value < 0) && outflows.length <= 5);
  t.end();
});

t.test(
  "flows: the sum is judged by market cap, weight_pct says that share, and a sum is not among the missing",
  (t) => {
    const capOf = new Map(pairsOf(states, "market", "market_cap_usd").map(({ id, value }) => [id, value]));
    const coinOf = (id: string) => facts.tokens.get(id)?.coin;
    const lastOf = (id: string) => (coinOf(id)?.price_usd ?? 0) * (coinOf(id)?.circulating_native ?? 0);
    const caps = (ids: readonly string[]) => ids.reduce((sum, id) => sum + (capOf.get(id) ?? lastOf(id)), 0);
    const path = "/exchange_netflow_24h_usd";
    const netflowOf = (id: string) => states.get(id)?.sections.onchain.exchange_netflow_24h_usd;
    const reasonOf = (id: string) =>
      states.get(id)?.sections.onchain.unassessed.find((one) => one.path === path)?.reason;
    const covered = IDS.filter((id) => reasonOf(id) !== "no_source").sort((a, b) => caps([b]) - caps([a]));
    const measured = covered.filter((id) => typeof netflowOf(id) === "number");
    // The smaller ones fail until under six tenths of the tokens are left.
    const kept = measured.slice(0, Math.floor(Math.min(measured.length * 0.85, covered.length * 0.55)));
    const some = new Map(
      [...states].map(([id, state]) => {
        if (!measured.includes(id) || kept.includes(id)) return [id, state] as const;
        const unassessed = [{ path, reason: "source_error" as const }];
        const onchain = { ...state.sections.onchain, exchange_netflow_24h_usd: "unassessed" as const, unassessed };
        return [id, { ...state, sections: { ...state.sections, onchain } }] as const;
      }),
    );
    const share = (caps(kept) / caps(covered)) * 100;
    const { flows } = buildMarket({ ...input, states: some }).sections;
    t.ok(kept.length / covered.length < 0.6 && share > 60, `${kept.length} of ${covered.length} tokens, ${share} %`);
    near(t, flows.coverage.weight_pct, share, 4, "weight");
    const sum = kept.map((id) => ({ id, value: Number(netflowOf(id)), cap: 0 }));
    near(t, flows.exchange_netflow_24h_usd.tracked, total(sum), 1, "tracked");
    t.notOk(flows.unassessed.some((one) => one.path === `${path}/tracked`));
    t.ok(flows.partial?.some((one) => one.path === `${path}/tracked` && one.reason === "source_error"));
    t.end();
  },
);

t.test("chains carry the last block that was read", (t) => {
  const list = sections.chains.chains;
  if (!isAssessed(list)) throw new Error("no chains");
  t.strictSame(
    list.map(({ chain }) => chain),
    ["btc", "eth"],
  );
  for (const chain of list)
    t.ok(isAssessed(chain.last_block) && chain.status === "ok" && chain.tvl_usd === "unassessed");
  t.end();
});

t.test("pulse: every number of every sentence is evidence, and every evidence is what the sections show", (t) => {
  const { pulse } = sections;
  if (!isAssessed(pulse.drivers) || !isAssessed(pulse.evidence) || !isAssessed(pulse.summary))
    return t.fail("no pulse");
  const evidence = pulse.evidence as { id: string; path: string; value: unknown; shown: string }[];
  t.ok(pulse.drivers.length >= 6, "told of most");
  for (const { text, evidence: ids } of pulse.drivers) {
    const used = evidence.filter(({ id }) => ids.includes(id));
    t.equal(used.length, ids.length, text);
    const bare = used.reduce((rest, { shown }) => {
      t.ok(text.includes(shown), `${shown} in: ${text}`);
      return rest.replaceAll(shown, "");
    }, text);
    t.notMatch(bare.replace(/\b(24|8) hours\b/g, ""), /\d/, text);
    t.ok(pulse.summary.includes(text));
  }
  t.ok(pulse.headline.length <= 300 && pulse.summary.length <= 2_000);
  for (const { path, value } of evidence) {
    const [root = "", first = "", second = "", third = ""] = path.split("/");
    if (root === "state" && first !== "*" && second === "market")
      t.equal(Reflect.get(states.get(first)?.sections.market ?? {}, third), value, path);
    const shown = (sections as unknown as Record<string, Record<string, unknown>>)[first]?.[second];
    if (root === "market" && typeof shown === "number") t.equal(shown, value, path);
  }
  t.equal(pulse.regime, sections.overview.regime);
  t.equal(pulse.direction, { risk_on: "bullish", risk_off: "bearish", mixed: "neutral" }[pulse.regime as "mixed"]);
  t.equal(pulse.model, "deterministic-1");
  t.end();
});

t.test("the same facts give the same bytes, and the frame's meta names each section's instant and sources", (t) => {
  t.ok(marketFrame(built, AS_OF).equals(marketFrame(buildMarket(input), AS_OF)));
  const frame = decodeFrame(marketFrame(built, AS_OF));
  const meta = frame?.meta as MarketMeta;
  for (const id of MARKET_SECTION_IDS) {
    t.strictSame(JSON.parse(frame?.parts.get(id)?.toString() ?? "null"), sections[id]);
    t.equal(meta.sections[id].asOf, Date.parse(sections[id].as_of));
    t.ok(meta.sections[id].asOf <= AS_OF);
  }
  const lines = frame?.parts.get("sources")?.toString().split("\n") ?? [];
  for (const [at, line] of lines.entries()) t.equal(JSON.parse(line).id, `S${at + 1}`);
  t.end();
});

t.test("too few measured tokens make a sum unassessed; nothing measured makes everything so, with reasons", (t) => {
  const some = new Map([...states].slice(0, 30));
  const few: MarketSections = buildMarket({ ...input, states: some }).sections;
  t.equal(few.breadth.advancers_24h, "unassessed");
  t.equal(few.overview.total_open_interest_usd, "unassessed");
  t.equal(few.breadth.unassessed_24h, TRACKED.length - pairsOf(some, "market", "change_24h_pct").length);
  const none = buildMarket({ ...input, states: new Map(), chainHeads: [] }).sections;
  t.equal(none.rankings.gainers_24h, "unassessed");
  t.equal(none.chains.chains, "unassessed");
  t.ok(none.rankings.unassessed.every(({ reason }) => reason === "pending"));
  t.end();
});

/** Members that are not derived from rows: what every section says of itself, sentences. */
const NOT_DERIVED = [
  ...MARKET_SECTION_IDS.flatMap((id) =>
    ["as_of", "sources", "coverage", "unassessed", "partial"].map((member) => `${id}/${member}`),
  ),
  // Sentences, held against the sections above: their numbers are evidence, their evidence the members.
  ...["headline", "summary", "drivers", "evidence", "model"].map((member) => `pulse/${member}`),
  "events/events/*/title",
];

t.test("every derived member of the ten sections equals plain SQL over the stored rows", async (t) => {
  await fillMarketOutside(store, AS_OF);
  const facts = await loadFacts(store, { asOf: AS_OF, tokens: IDS, market: "sandbox" });
  const states = new Map(IDS.map((id) => [id, buildState(facts, id)]));
  const { sections } = buildMarket({ asOf: AS_OF, states, facts, chainHeads });
  await prepareEveryToken(store, AS_OF);
  const wanted = await recomputeMarket(store, AS_OF);
  const seen = new Set<string>();
  for (const id of MARKET_SECTION_IDS) {
    compare(t, sections[id], wanted[id], id, seen);
    t.strictSame(unreached(MARKET_SECTIONS[id], id, seen, NOT_DERIVED), [], `${id}: every member has its SQL`);
  }
});
