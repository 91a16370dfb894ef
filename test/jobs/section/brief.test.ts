// The last brief in state and token list: shown as it says, null where there is none.
import t from "tap";
import { buildState } from "../../../jobs/state/build-state.ts";
import { buildTokenItems } from "../../../jobs/state/build-tokens.ts";
import { MINUTE_MS } from "../../../schema/duration.ts";
import { citedBy } from "../../support/api/cited.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";

const WHOLE = wholeRows();
type Rows = Partial<ReturnType<typeof wholeRows>>;

const build = (token: string, rows: Rows = {}) => {
  const facts = factsOf({ ...WHOLE, ...rows });
  const state = buildState(facts, token);
  const states = new Map([[token, state]]);
  const told = { own: citedBy(state, state.sections.brief) };
  return { state, told, brief: state.sections.brief, item: buildTokenItems(states, new Map())[0] };
};

t.test("a token's last brief, with the service named as its source", (t) => {
  const { brief, state, told } = build("aave");
  t.match(brief, {
    id: 2,
    headline: "[simulated] Brief of aave",
    direction: "bullish",
    severity: 2,
    confidence: 0.5,
    created_at: new Date(AS_OF - 5 * MINUTE_MS).toISOString(),
    url: "/v1/explain/aave/2",
    as_of: new Date(AS_OF).toISOString(),
    coverage: { assessed: 9, expected: 9, weight_pct: 100 },
    unassessed: [],
  });
  t.equal(told.own.length, 1);
  t.match(told.own[0], { provider: "sandbox:assay", endpoint: "explain" });
  t.ok(state.sources.some(({ id }) => id === brief.sources[0]));
  // An answer that rests on it could not be issued otherwise: whatever has a digest has a provider's call.
  const digested = state.sources.filter(({ raw_sha256: sha }) => sha != null);
  t.same(
    digested.map(({ id }) => id),
    state.calls.map(({ source_id }) => source_id),
  );
  const live = WHOLE.briefs.map((row) => ({ ...row, is_simulated: 0 as const }));
  t.equal(build("aave", { briefs: live }).told.own[0]?.provider, "assay");
  t.end();
});

t.test("no brief is told as null, which nothing is missing for", (t) => {
  const { brief, item } = build("bitcoin", { briefs: [] });
  const { as_of: _, sources, coverage, unassessed, partial, ...members } = brief;
  t.ok(Object.values(members).length === 9 && Object.values(members).every((value) => value === null));
  t.match({ sources, coverage, unassessed }, { sources: [], coverage: { assessed: 0, expected: 0 }, unassessed: [] });
  t.match(partial, [{ path: "/coverage/weight_pct", reason: "pending" }]);
  t.equal(item?.latest_headline?.kind, "news");
  t.end();
});

t.test("the token list shows whichever is newer, the brief or the headline", (t) => {
  t.match(build("aave").item?.latest_headline, {
    text: "[simulated] Brief of aave",
    kind: "brief",
    source: "sandbox:assay",
    brief_id: 2,
    url: "/v1/explain/aave/2",
  });
  const news = {
    token: "aave",
    at: AS_OF - MINUTE_MS,
    url: "https://sandbox.invalid/new",
    title: "[simulated] newer",
    provider: "sandbox:decrypt",
    retrieved_ms: AS_OF - MINUTE_MS,
  };
  const newer = build("aave", { headlines: [news, ...WHOLE.headlines] });
  t.match(newer.item?.latest_headline, { kind: "news", text: "[simulated] newer", brief_id: null });
  t.match(build("aave", { headlines: [] }).item?.latest_headline, { kind: "brief", brief_id: 2 });
  t.end();
});
