// What a section says of its own coverage: it counts what is assessed, and names what is not there and why.
import t from "tap";
import { buildState } from "../../../jobs/state/build-state.ts";
import { buildTokenItems, coverageWord } from "../../../jobs/state/build-tokens.ts";
import { toCoverage } from "../../../jobs/status/coverage.ts";
import { wordsIn } from "../../support/api/member.ts";
import { CORPUS_TOKENS, corpusFacts, corpusRows, emptyRows, marketOf } from "../../support/rows/corpus.ts";
import { factsOf, wholeRows } from "../../support/rows/facts.ts";

const rows = corpusRows();
const facts = corpusFacts(rows);
const states = new Map(CORPUS_TOKENS.map((id) => [id as string, buildState(facts, id)]));
const { sections: market } = marketOf(facts, states, "aave");
const sectionsOf = (id: string, change: object = {}) => buildState(factsOf({ ...wholeRows(), ...change }), id).sections;

t.test("covered means that a value exists now: where no brief was written, no token's is", (t) => {
  const { brief } = sectionsOf("aave", { briefs: [] });
  t.equal(brief.id, null);
  t.match(brief.coverage, { assessed: 0, weight_pct: 0 });
  t.same(brief.unassessed, [], "no member of it is without a value: there is none to have");
  t.match(brief.partial, [{ path: "/coverage/weight_pct", reason: "pending" }]);
  t.equal(coverageWord(brief), "none");
  const without = corpusFacts({ ...rows, briefs: [] });
  const built = new Map(CORPUS_TOKENS.map((id) => [id as string, buildState(without, id)]));
  t.match(toCoverage(buildTokenItems(built, new Map()), [], null).by_section.brief, { covered: 0, partial: 0 });
  t.end();
});

t.test("rules that could not be judged are named with their reason, beside the share of those that were", (t) => {
  const coverage = {
    bitcoin: [15, 3, "no_source", { no_source: ["tvl_drop", "depeg"], pending: ["unlock_upcoming"] }],
  };
  const detections = wholeRows().detections.map((row) => ({ ...row, coverage: JSON.stringify(coverage) }));
  const { signals } = sectionsOf("bitcoin", { detections });
  t.match(signals.coverage, { assessed: 15, expected: 18 });
  t.same(signals.unassessed, [], "what the other rules found stands there");
  t.match(signals.partial, [
    { path: "/open", reason: "no_source", detail: "Not judged: tvl_drop, depeg.", kinds: ["tvl_drop", "depeg"] },
    { path: "/open", reason: "pending", detail: "Not judged: unlock_upcoming.", kinds: ["unlock_upcoming"] },
  ]);
  t.end();
});

t.test("chains and venues count the members that carry a value, not the entries of the list", (t) => {
  for (const id of ["chains", "venues"] as const) {
    const { coverage, [id as "chains"]: list } = market[id] as typeof market.chains;
    const missing = wordsIn(list).length;
    t.ok(missing > 0, `${missing} members of ${id} are missing`);
    t.equal(coverage.expected - coverage.assessed, missing, id);
  }
  const { assessed, expected, weight_pct: weight } = market.chains.coverage;
  t.equal(weight, Number(((100 * assessed) / expected).toFixed(4)));
  t.end();
});

t.test("events, pulse and rankings name what they are without, and why", (t) => {
  const without = corpusFacts({ ...rows, detections: [], openInterest: [] });
  const built = new Map(CORPUS_TOKENS.map((id) => [id as string, buildState(without, id)]));
  const { events, pulse, rankings } = marketOf(without, built, "aave").sections;
  t.match(events.partial, [{ path: "/events", reason: "pending", detail: /kind signal/ }]);
  t.ok(Array.isArray(events.events), "what is known is told");
  t.match(
    pulse.partial?.find(({ detail }) => /signals/.test(detail ?? "")),
    { path: "/drivers", reason: "pending" },
  );
  for (const id of ["oi_change_4h", "funding_highest"] as const)
    t.ok(rankings[id] === "unassessed" || rankings.partial?.some(({ path }) => path === `/${id}`), id);
  const { market: nothing } = { market: marketOf(corpusFacts(emptyRows(rows)), new Map(), "aave", []).sections };
  for (const section of Object.values(nothing))
    t.ok(section.coverage.weight_pct === 100 || section.unassessed.length + (section.partial?.length ?? 0) > 0);
  t.end();
});

t.test("what does not apply is null: unlocks of what nobody set aside", (t) => {
  const { supply, context } = sectionsOf("bitcoin", { unlocks: [] });
  t.match(supply, { next_unlock: null, unlocks_7d_pct: null, unlocks_30d_pct: null, unlocks_90d_pct: null });
  t.same(context.upcoming, [], "nothing is coming");
  t.match(sectionsOf("tether").supply, { next_unlock: null, unlocks_7d_pct: null });
  const pending = sectionsOf("chainlink", { unlocks: [] }).supply;
  t.equal(pending.next_unlock, "unassessed", "of others it is not known");
  t.end();
});

t.test("what no source can ever tell is named and not waited for; what one could tell is expected", (t) => {
  const { onchain } = sectionsOf("solana");
  const reasons = new Map(onchain.unassessed.map(({ path, reason }) => [path, reason]));
  const own = ["/transactions_24h", "/active_addresses_24h"];
  for (const path of own) t.equal(reasons.get(path), "no_source", path);
  t.equal(
    onchain.coverage.expected,
    onchain.coverage.assessed + reasons.size - own.length - Number(reasons.has("/coverage/weight_pct")),
  );
  const { coverage } = sectionsOf("bitcoin").onchain;
  const unread = sectionsOf("bitcoin", { chainFigures: [] }).onchain;
  t.equal(unread.transactions_24h, "unassessed");
  t.equal(unread.coverage.expected, coverage.expected, "of a chain that is counted it stays expected");
  t.end();
});

t.test("tokens without perpetuals are not left out of the rankings of perpetuals: those do not apply to them", (t) => {
  const listed = ({ token }: { readonly token: string }) => token === "bitcoin";
  const alone = corpusFacts({
    ...rows,
    openInterest: rows.openInterest.filter(listed),
    funding: rows.funding.filter(listed),
    perpHours: rows.perpHours.filter(listed),
    tickers: rows.tickers.filter((row) => listed(row) || row.market !== "perp"),
  });
  const built = new Map(CORPUS_TOKENS.map((id) => [id as string, buildState(alone, id)]));
  t.equal(built.get("aave")?.sections.derivatives.applicable, false);
  const { rankings } = marketOf(alone, built, "aave").sections;
  t.match(rankings.liquidations_24h, [{ token: "bitcoin" }]);
  t.same(
    (rankings.partial ?? []).map(({ path }) => path).filter((path) => /oi_|funding|liquid/.test(path)),
    [],
  );
  t.end();
});
