import t from "tap";
import type { FactRows } from "../../../jobs/fact/assemble-facts.ts";
import { buildMarket } from "../../../jobs/market/build-market.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { buildTokenItems } from "../../../jobs/state/build-tokens.ts";
import { DAY_MS, HOUR_MS } from "../../../schema/duration.ts";
import { citedBy } from "../../support/api/cited.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";

const WHOLE = wholeRows();
type Rows = Partial<FactRows>;

const build = (rows: Rows, token = "bitcoin") => {
  const facts = factsOf({ ...WHOLE, ...rows });
  const state = buildState(facts, token);
  const states = new Map([[token, state]]);
  const market = buildMarket({ asOf: AS_OF, facts, states, chainHeads: [] });
  const { sections } = market;
  const reasonOf = (section: { unassessed: readonly { path: string; reason: string }[] }, path: string) =>
    section.unassessed.find((entry) => entry.path === path)?.reason;
  const list = sections.events.events === "unassessed" ? [] : sections.events.events;
  const told = list.filter(({ kind }) => kind === "headline");
  const { context } = state.sections;
  const cited = {
    context: citedBy(state, context),
    events: citedBy(market, sections.events),
    sentiment: citedBy(market, sections.sentiment),
  };
  return { context, ...sections, cited, told, item: buildTokenItems(states, new Map())[0], reasonOf };
};
const calls = (change: (call: FactRows["calls"][number]) => FactRows["calls"][number] | null) => ({
  calls: WHOLE.calls.flatMap((call) => change(call) ?? []),
});
const headlineCalls = (outcome: string, sources = ["coindesk", "cointelegraph", "decrypt"]) =>
  calls((call) =>
    sources.some((name) => call.source === `${name}-headline`)
      ? { ...call, last_outcome: outcome, ok_at: 0, kept_at: 0 }
      : call,
  );

t.test("the newest headlines that name the token, at most five, newest first; the first is the token's latest", (t) => {
  const more = Array.from({ length: 8 }, (_, n) => ({
    token: "bitcoin",
    at: AS_OF - (n + 3) * HOUR_MS,
    url: `https://sandbox.invalid/x/${n}`,
    title: `[simulated] ${n}`,
    provider: "sandbox:decrypt",
    retrieved_ms: AS_OF - n * HOUR_MS,
  }));
  const one = WHOLE.headlines.filter(({ token }) => token === "bitcoin").slice(0, 1);
  const { context, cited, item } = build({ headlines: [...one, ...more] });
  t.equal(context.headlines.length, 5);
  t.match(context.headlines[0], { source: "sandbox:coindesk", title: "[simulated] bitcoin 1 hours ago" });
  t.match(item?.latest_headline, { kind: "news", source: "sandbox:coindesk", brief_id: null, text: one[0]?.title });
  t.ok(cited.context.some(({ provider }) => provider === "sandbox:coindesk"));
  t.end();
});

t.test("feeds that were read and name nobody are an empty list; feeds that were not are unassessed", (t) => {
  const quiet = build({ headlines: [] });
  t.same(quiet.context.headlines, []);
  t.same(quiet.told, []);
  t.equal(quiet.events.coverage.assessed, 3, "signals, unlocks, and a silence that was listened to");
  t.equal(quiet.item?.latest_headline, null);
  for (const [rows, reason] of [
    [headlineCalls("http_error"), "source_error"],
    [headlineCalls("rate_limited"), "source_rate_limited"],
    [calls((call) => (call.source.endsWith("headline") ? null : call)), "pending"],
    [headlineCalls("timeout", ["coindesk", "decrypt"]), "insufficient_coverage"],
  ] as const) {
    const { context, events, told, item, reasonOf } = build({ ...rows, headlines: [] });
    t.equal(context.headlines, "unassessed", reason);
    t.equal(reasonOf(context, "/headlines"), reason);
    t.same(told, []);
    t.equal(events.coverage.assessed, 2, "headlines are not counted as read");
    t.equal(item?.latest_headline, null);
  }
  const old = WHOLE.headlines.map((row) => ({ ...row, retrieved_ms: AS_OF - 30 * HOUR_MS, at: AS_OF - 31 * HOUR_MS }));
  const stale = build({ ...calls((call) => (call.source.endsWith("headline") ? null : call)), headlines: old });
  t.equal(stale.reasonOf(stale.context, "/headlines"), "stale");
  t.end();
});

t.test("market events: the last 24 hours, each article once, its token where it names one", (t) => {
  const twice = { at: AS_OF - HOUR_MS, url: "https://sandbox.invalid/both", title: "[simulated] both" };
  const rows = ["bitcoin", "ethereum"].map((token) => ({
    ...twice,
    token,
    provider: "sandbox:decrypt",
    retrieved_ms: AS_OF - HOUR_MS,
  }));
  const { events, cited, told: list } = build({ headlines: [...WHOLE.headlines, ...rows] });
  t.ok(list.length > 90 && list.length <= 100);
  t.ok(list.every(({ at }) => Date.parse(at) > AS_OF - DAY_MS));
  t.same(
    list.filter(({ title }) => title === twice.title).map(({ token }) => token),
    [null],
  );
  t.same(list.find(({ title }) => title.startsWith("[simulated] bitcoin 1 "))?.token, "bitcoin");
  t.equal(new Set(list.map(({ url }) => url)).size, list.length);
  t.match(events.coverage, { assessed: 3, expected: 3, weight_pct: 100 });
  t.ok(cited.events.some(({ provider, endpoint }) => provider === "sandbox:coindesk" && endpoint === "headline"));
  t.end();
});

t.test("fear and greed: value, word and day; in the market its change in 7 days", (t) => {
  const { context, cited, sentiment } = build({});
  t.same(context.fear_greed, { value: 40, label: "Fear", as_of: "2026-11-20T00:00:00.000Z" });
  t.same(sentiment.fear_greed, { value: 40, label: "Fear", change_7d: -7 });
  t.ok(cited.sentiment.some(({ provider, endpoint }) => provider === "sandbox:alternative" && endpoint === "fng"));
  const short = build({ fearGreed: WHOLE.fearGreed.slice(0, 3) });
  t.match(short.sentiment.fear_greed, { value: 40, change_7d: "unassessed" });
  t.equal(short.reasonOf(short.sentiment, "/fear_greed/change_7d"), "insufficient_history");
  const stale = build({ fearGreed: WHOLE.fearGreed.slice(3) });
  t.equal(stale.context.fear_greed, "unassessed");
  t.equal(stale.reasonOf(stale.context, "/fear_greed"), "stale");
  t.equal(stale.reasonOf(stale.sentiment, "/fear_greed"), "stale");
  const failing = calls((call) => (call.source.endsWith("fear-greed") ? { ...call, last_outcome: "timeout" } : call));
  t.equal(
    build({ ...failing, fearGreed: [] }).reasonOf(build({ ...failing, fearGreed: [] }).context, "/fear_greed"),
    "source_error",
  );
  t.end();
});
