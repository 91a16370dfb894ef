// Identity and the second opinion: names, namesakes and contested figures, each with a value and without.
import t from "tap";
import { measureGlobal } from "../../../jobs/measure/global.ts";
import { looksLike, universeLines } from "../../../jobs/snapshot/build-universe.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { HOUR_MS } from "../../../schema/duration.ts";
import { skeletonOf } from "../../../schema/token/skeleton.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";

const reasonOf = (section: { unassessed: readonly { path: string; reason: string }[] }, path: string) =>
  section.unassessed.find((entry) => entry.path === path)?.reason;

t.test("coins that look the same are namesakes", (t) => {
  const built = buildState(factsOf(wholeRows()), "bitcoin");
  const { identity } = built.sections;
  t.same(identity.same_symbol, ["sim-bitcoin-copy"]);
  t.equal(identity.sources[0], "S1");
  t.match(built.sources[0], { id: "S1", provider: "sandbox:coingecko", status: "ok" });
  const { identity: ether } = buildState(factsOf(wholeRows()), "ethereum").sections;
  t.same(ether.same_symbol, [], "none measured is an empty list");
  t.end();
});

t.test("an identity that was never read is pending, one that is too old is stale", (t) => {
  const rows = wholeRows();
  const never = buildState(factsOf({ ...rows, identities: [] }), "bitcoin").sections.identity;
  t.equal(never.same_symbol, "unassessed");
  t.equal(reasonOf(never, "/same_symbol"), "pending");
  const aged = rows.identities.map((row) => ({ ...row, read_at: AS_OF - 73 * HOUR_MS }));
  const old = buildState(factsOf({ ...rows, identities: aged }), "bitcoin").sections.identity;
  t.equal(reasonOf(old, "/same_symbol"), "stale");
  t.end();
});

t.test("a supply that two directories do not agree on is nobody's, and no cap is made of it", (t) => {
  const rows = wholeRows();
  const agreed = buildState(factsOf(rows), "bitcoin").sections;
  t.equal(agreed.supply.circulating_native, 1e6);
  const opinion = rows.opinion.map((row) => ({ ...row, circulating_native: 1.2e6 }));
  const { supply, market } = buildState(factsOf({ ...rows, opinion }), "bitcoin").sections;
  t.equal(supply.circulating_native, "unassessed");
  t.equal(reasonOf(supply, "/circulating_native"), "disagreement");
  t.equal(reasonOf(market, "/market_cap_usd"), "disagreement");
  t.equal(supply.total_native, 1.5e6, "the members they agree on stand");
  const late = opinion.map((row) => ({ ...row, read_at: AS_OF - 3 * HOUR_MS }));
  const alone = buildState(factsOf({ ...rows, opinion: late }), "bitcoin").sections.supply;
  t.equal(alone.circulating_native, 1e6, "an old opinion contests nothing");
  t.end();
});

t.test("the whole market: contested, without a past, without a source", (t) => {
  const { globals } = wholeRows();
  const whole = measureGlobal(globals, [], AS_OF);
  t.match(whole, { totalCap: 2.5e12, btcDominance: 57.5, ethDominance: 11.5, volume24h: 9e10 });
  const apart = globals.map((row, at) => (at === 1 ? { ...row, total_market_cap_usd: 3e12 } : row));
  const contested = measureGlobal(apart, [], AS_OF);
  for (const member of [contested.totalCap, contested.change1h, contested.change24h, contested.change7d]) {
    t.match(member, { gap: "disagreement" });
  }
  t.equal(contested.btcDominance, 57.5);
  const young = measureGlobal(
    globals.map((row) => ({ ...row, cap_1h_usd: null, cap_24h_usd: null, cap_7d_usd: null })),
    [],
    AS_OF,
  );
  t.match([young.change1h, young.change7d], [{ gap: "insufficient_history" }, { gap: "insufficient_history" }]);
  t.equal(young.change24h, 1.5, "the provider's own figure until a day is stored");
  t.match(measureGlobal([], [], AS_OF).totalCap, { gap: "pending" });
  const old = globals.map((row) => ({ ...row, read_at: AS_OF - 3 * HOUR_MS }));
  t.match(measureGlobal(old, [], AS_OF).totalCap, { gap: "stale" });
  t.end();
});

t.test("look-alikes are seen through other scripts; equal symbols alone are no disguise", (t) => {
  t.equal(skeletonOf("Bit\u0441\u043ein"), "bitcoin");
  t.equal(skeletonOf("\uff22\uff29\uff34\uff23\uff2f\uff29\uff2e"), "bitcoin");
  const seen = (symbol: string, name: string) => looksLike({ token: "sim-x", symbol, name });
  t.equal(seen("X", "B\u0456tco\u0456n"), "bitcoin");
  t.equal(seen("USD\u0421", "Dollars"), "usd-coin");
  t.equal(seen("BTC", "Another"), "");
  t.equal(seen("QQQ", "Nothing Alike"), "");
  t.equal(looksLike({ token: "bitcoin", symbol: "BTC", name: "Bitcoin" }), "");
  t.end();
});

t.test("the universe holds every tracked token, ranked first by rank, then by id", (t) => {
  const row = (token: string, rank: number | null) => ({
    token,
    symbol: "S",
    name: token,
    contracts: {},
    rank,
    seen_at: 1,
  });
  const lines = universeLines([row("b", null), row("a", null), row("c", 7), row("bitcoin", 1)]);
  t.same(
    lines.slice(0, 4).map(([id]) => id),
    ["bitcoin", "c", "1inch", "a"],
  );
  t.match(lines[0], ["bitcoin", "BTC", "Bitcoin", 1, {}, 1, ""]);
  t.equal(lines.filter(([, , , , , tracked]) => tracked === 1).length, 100);
  t.end();
});
