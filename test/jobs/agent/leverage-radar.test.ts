// leverage-radar over planted positions: each verdict, several tokens, and what is not known or does not apply.
import t from "tap";
import { NO_PAST, type Past } from "../../../jobs/agent/judged-before.ts";
import { LEFT_OUT } from "../../../jobs/agent/judged-rules.ts";
import { leverageRadar, radarOf, readSigns } from "../../../jobs/agent/leverage-radar.ts";
import type { TokenCoverage } from "../../../jobs/detect/run-minute.ts";
import { gap, isGap } from "../../../jobs/measure/gap.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import type { ReadState } from "../../../jobs/state/read-state.ts";
import type { SectionOf } from "../../../schema/section/index.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { calm } from "../../support/calm-metrics.ts";
import { plantedRun } from "../../support/planted-run.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";

type Perp = Partial<SectionOf<"derivatives">>;
const facts = factsOf(wholeRows());
const built = new Map(["bitcoin", "ethereum", "aave"].map((id) => [id, buildState(facts, id)]));

const CALM: Perp = {
  ...{ funding_apr_pct: 5, funding_8h_pct: 0.005, funding_percentile_90d: 50, oi_to_market_cap_pct: 2 },
  ...{ oi_change_1h_pct: 0, oi_change_4h_pct: 1, long_short_ratio: 1.1, open_interest_usd: 1e9 },
};

/** A token whose leverage is calm but for what is planted. */
function planted(id: string, perp: Perp = {}, open: SectionOf<"signals">["open"] = []): ReadState {
  const state = built.get(id);
  if (state === undefined) throw new Error(id);
  const { derivatives, signals } = state.sections;
  const closed = derivatives.liquidations_24h;
  const liquidations_24h = closed === null ? null : { ...closed, total_usd: 1e6 };
  const sections = {
    ...state.sections,
    derivatives: { ...derivatives, liquidations_24h, ...CALM, ...perp },
    signals: { ...signals, open },
  };
  return { ...state, build: AS_OF, sections };
}

const ALL_JUDGED: TokenCoverage = [20, 0, null, {}];
const run = (
  test: Parameters<typeof plantedRun>[0],
  states: readonly ReadState[],
  tokens?: string[],
  coverage = ALL_JUDGED,
) => {
  const read = new Map(states.map((state) => [state.token.id, state]));
  const gathered = radarOf(read, tokens, {
    ...{ judgedRules: () => ({ coverage, at: AS_OF, past: NO_PAST }), isSimulated: true, now: AS_OF },
  });
  if (gathered === null) throw new Error("nothing was read");
  return plantedRun(test, leverageRadar, tokens === undefined ? {} : { tokens }, gathered, AS_OF);
};

const signal = { kind: "oi_flush", status: "open" } as unknown as Extract<
  SectionOf<"signals">["open"],
  readonly unknown[]
>[number];

t.test("every verdict is reached, and says by what", async (t) => {
  const cases = [
    [{}, [], "CALM", "proceed", "within_limits"],
    [{ oi_change_4h_pct: 12 }, [], "BUILDING", "caution", "oi_rising"],
    [{ funding_apr_pct: -40 }, [], "BUILDING", "caution", "funding_high"],
    [{ oi_change_1h_pct: -5 }, [], "UNWINDING", "caution", "oi_falling_1h"],
    [{ oi_change_4h_pct: -10.5 }, [], "UNWINDING", "caution", "oi_falling_4h"],
    [{ oi_change_1h_pct: -4.9, oi_change_4h_pct: -9.9 }, [], "CALM", "proceed", "within_limits"],
    [{}, [signal], "UNWINDING", "caution", "coming_undone"],
    [{ oi_change_4h_pct: 12 }, [signal], "UNWINDING", "caution", "coming_undone"],
    [{ funding_apr_pct: 95 }, [signal], "CROWDED", "avoid", "funding_extreme"],
    [{ oi_to_market_cap_pct: 26 }, [], "CROWDED", "avoid", "oi_extreme"],
    [{ oi_change_4h_pct: 20 }, [], "CROWDED", "avoid", "oi_surging"],
    [{ long_short_ratio: 3.4, oi_to_market_cap_pct: 11 }, [], "CROWDED", "avoid", "several_extremes"],
    [{ funding_apr_pct: 31, funding_percentile_90d: 99.5 }, [], "CROWDED", "avoid", "funding_percentile_extreme"],
    [{ funding_apr_pct: "unassessed" }, [], "INSUFFICIENT", "unassessed", "not_measured"],
    [
      { oi_change_4h_pct: "unassessed", funding_apr_pct: "unassessed" },
      [],
      "INSUFFICIENT",
      "unassessed",
      "not_measured",
    ],
  ] as const;
  for (const [perp, open, verdict, grade, code] of cases) {
    const data = run(t, [planted("bitcoin", perp, [...open])], ["bitcoin"]);
    t.match(data, { verdict, verdict_class: grade, reasons: [{ code }] }, JSON.stringify(perp));
    t.match(data.details, { tokens: [{ token: "bitcoin", verdict }] });
    t.ok(data.evidence.every(({ source_ids: ids }) => ids.length > 0));
  }
});

t.test("of several tokens the gravest counts, each has its own verdict, and the largest stand first", async (t) => {
  const big = planted("ethereum", { open_interest_usd: 5e9 });
  const data = run(t, [planted("bitcoin", { oi_change_4h_pct: 25 }), big], ["bitcoin", "ethereum"]);
  t.match(data, { verdict: "CROWDED", token: null, charged: true });
  t.match(data.details, {
    tokens: [
      { token: "ethereum", verdict: "CALM" },
      { token: "bitcoin", verdict: "CROWDED" },
    ],
  });
  t.match(data.reasons[0], {
    subject: "bitcoin",
    metric: "oi_change_4h_pct",
    value: 25,
    threshold: 20,
    comparator: ">=",
  });
});

t.test(
  "a token without a perpetual is named and not judged; one without a state keeps all from being calm",
  async (t) => {
    const none = planted("aave", { applicable: false });
    const named = run(t, [planted("bitcoin"), none], ["bitcoin", "aave"]);
    t.match(named, { verdict: "CALM", details: { without_perpetual: ["aave"], not_read: [] } });
    t.match(run(t, [none], ["aave"]), { verdict: "INSUFFICIENT", charged: false, details: { tokens: [] } });
    const lost = run(t, [planted("bitcoin")], ["bitcoin", "aave"]);
    t.match(lost, { verdict: "INSUFFICIENT", charged: true, details: { not_read: ["aave"] } });
    t.ok(lost.not_checked.some(({ subject, reason }) => subject === "aave" && reason === "stale"));
  },
);

t.test("signs of one thing count once, and what was not measured may be the second", async (t) => {
  const lost = { long_short_ratio: gap("stale") } as const;
  t.match(readSigns(calm({ funding_percentile_90d: 96, abs_funding_apr_pct: 40 })), {
    ...{ count: 1, known: 5, fired: ["funding_high", "funding_percentile_high"] },
  });
  t.equal(readSigns(calm({ funding_percentile_90d: 96, long_short_ratio: 0.4 })).count, 2);
  t.ok(isGap(readSigns(calm({ funding_percentile_90d: 96, ...lost })).count));
  t.match(readSigns(calm(lost)), { count: 0, known: 4 }, "one alone makes no two");
  t.ok(isGap(readSigns(calm({ ...lost, oi_change_4h_pct: gap("stale") })).count), "two may");
  t.match(readSigns(calm({ long_short_ratio: gap("no_source") })), { count: 0, known: 4 });
});

t.test("no open signal of unwinding is calm only where its rules were judged", async (t) => {
  const cases: readonly (readonly [TokenCoverage, SectionOf<"signals">["open"], string])[] = [
    [[19, 1, "stale", { stale: ["oi_flush"] }], [], "INSUFFICIENT"],
    [[19, 1, "stale", { stale: ["liquidation_cascade"] }], [], "INSUFFICIENT"],
    [[19, 1, "stale", { stale: ["depeg"] }], [], "CALM"],
    [[19, 1, "no_source", { no_source: ["liquidation_cascade"] }], [], "CALM"],
    [[0, 0, "pending", {}], [], "INSUFFICIENT"],
    [[19, 1, "stale", { stale: ["liquidation_cascade"] }], [signal], "UNWINDING"],
  ];
  for (const [coverage, open, verdict] of cases)
    t.match(run(t, [planted("bitcoin", {}, open)], ["bitcoin"], coverage), { verdict }, JSON.stringify(coverage));
  const short: TokenCoverage = [19, 1, "no_source", { no_source: ["liquidation_cascade"] }];
  t.ok(run(t, [planted("bitcoin")], ["bitcoin"], short).caveats.includes(LEFT_OUT), "and says so where they never are");
  t.notOk(run(t, [planted("bitcoin")], ["bitcoin"]).caveats.includes(LEFT_OUT));
});

t.test("no sentence says what was not measured, or is not so", async (t) => {
  const texts = (data: ReturnType<typeof run>) => data.reasons.map(({ text }) => text).join(" ");
  const planted90 = (perp: Perp) => planted("bitcoin", perp);
  const unranked = run(t, [planted90({ funding_apr_pct: 45, funding_percentile_90d: "unassessed" })], ["bitcoin"]);
  t.match(unranked, { verdict: "CROWDED", reasons: [{ code: "funding_unranked", value: 45, threshold: 30 }] });
  t.ok(unranked.not_checked.some(({ check }) => check === "funding_beyond_pct"));
  t.ok(unranked.unassessed.some(({ path }) => path === "/details/tokens/0/funding_percentile_90d"));
  const ranked = run(t, [planted90({ funding_apr_pct: 45, funding_percentile_90d: 60 })], ["bitcoin"]);
  t.match(ranked, { verdict: "BUILDING", reasons: [{ code: "funding_high" }] });
  t.notMatch(texts(ranked), /not known/);
  const far = run(t, [planted90({ funding_apr_pct: -31, funding_percentile_90d: 1 })], ["bitcoin"]);
  t.match(far.reasons[0], { code: "funding_percentile_extreme", metric: "funding_beyond_pct", value: 99 });
  const calm = run(t, [planted90({})], ["bitcoin"]);
  t.notOk(
    calm.reasons.some(({ metric }) => metric === "funding_unranked_apr_pct"),
    "nothing is said of what is not so",
  );
  const edge = run(t, [planted90({ oi_change_4h_pct: 9.9999 })], ["bitcoin"]);
  t.notMatch(texts(edge), /10\.00 %, below 10\.00 %/);
});

t.test("a row names the measures past their limits, and why those are missing that are", async (t) => {
  const two = { long_short_ratio: 3.4, oi_to_market_cap_pct: 11 } as const;
  const [row] = (run(t, [planted("bitcoin", two)], ["bitcoin"]).details as { tokens: object[] }).tokens;
  t.match(row, { extremes: 2, extremes_known: 5, past_limits: ["oi_high", "longs_crowded"], oi_change_1h_pct: 0 });
  const lost = run(t, [planted("bitcoin", { long_short_ratio: "unassessed" })], ["bitcoin"]);
  t.match(lost, { verdict: "CALM", details: { tokens: [{ extremes: 0, extremes_known: 4 }] } });
  t.ok(lost.unassessed.some(({ path }) => path === "/details/tokens/0/long_short_ratio"));
  const blind = run(t, [planted("bitcoin")], ["bitcoin"], [19, 1, "stale", { stale: ["oi_flush"] }]);
  t.match(blind.details, { tokens: [{ open_signals: "unassessed" }] }, "an empty list says that there is none");
});

t.test("of many tokens none is left out of the reasons, and what is left out is told", async (t) => {
  const ids = TRACKED.slice(0, 20).map(({ id }) => id);
  const crowd = ids.map((id) => {
    const state = planted("bitcoin", { funding_apr_pct: 95, oi_change_4h_pct: 25, oi_to_market_cap_pct: 30 });
    return { ...state, token: { ...state.token, id } };
  });
  const data = run(t, crowd, ids);
  t.same(new Set(data.reasons.map(({ subject }) => subject).filter((one) => one !== null)).size >= 20, true);
  t.ok(data.caveats.some((said) => said.startsWith("More reasons hold")));
});

t.test("concise leaves out what the verdict does not rest on, gaps as well", async (t) => {
  const states = [planted("bitcoin", { funding_apr_pct: 95 }), planted("ethereum", { funding_apr_pct: "unassessed" })];
  const gathered = radarOf(new Map(states.map((state) => [state.token.id, state])), ["bitcoin", "ethereum"], {
    ...{ judgedRules: () => ({ coverage: ALL_JUDGED, at: AS_OF, past: NO_PAST }), isSimulated: true, now: AS_OF },
  });
  if (gathered === null) throw new Error("nothing was read");
  const { reasons, not_checked: lacks } = plantedRun(t, leverageRadar, { detail: "concise" }, gathered, AS_OF);
  t.ok(reasons.every(({ verdict }) => verdict === "CROWDED"));
  t.ok(lacks.length > 0, "they are still named");
});

t.test("concise names at most five reasons, of limits that are kept the nearest", async (t) => {
  const quiet = [planted("bitcoin", { oi_change_4h_pct: 9.8, funding_apr_pct: 29 })];
  const many = TRACKED.slice(0, 12).map(({ id }) => {
    const state = planted("bitcoin", { funding_apr_pct: "unassessed" });
    return { ...state, token: { ...state.token, id } };
  });
  for (const [states, code] of [
    [quiet, "within_limits"],
    [many, "not_measured"],
  ] as const) {
    const ids = states.map(({ token }) => token.id);
    const gathered = radarOf(new Map(states.map((state) => [state.token.id, state])), ids, {
      ...{ judgedRules: () => ({ coverage: ALL_JUDGED, at: AS_OF, past: NO_PAST }), isSimulated: true, now: AS_OF },
    });
    if (gathered === null) throw new Error("nothing was read");
    const { reasons } = plantedRun(t, leverageRadar, { detail: "concise" }, gathered, AS_OF);
    t.equal(reasons.length, 5);
    t.ok(reasons.every((one) => one.code === code));
    if (code === "within_limits") t.match(reasons, [{ metric: "oi_change_4h_pct" }, { metric: "abs_funding_apr_pct" }]);
  }
});

t.test("each member that says unassessed has its reason, of however many tokens", async (t) => {
  const lost = Object.fromEntries(Object.keys(CALM).map((name) => [name, "unassessed"]));
  const crowd = TRACKED.slice(0, 20).map(({ id }) => {
    const state = planted("bitcoin", { ...(lost as Perp), liquidations_24h: "unassessed" } as unknown as Perp);
    return { ...state, token: { ...state.token, id } };
  });
  const data = run(
    t,
    crowd,
    crowd.map(({ token }) => token.id),
  );
  const { tokens } = data.details as { tokens: Record<string, unknown>[] };
  const told = new Set(data.unassessed.map(({ path }) => path));
  t.equal(tokens.length, 20);
  for (const [at, row] of tokens.entries())
    for (const [name, value] of Object.entries(row))
      if (value === "unassessed") t.ok(told.has(`/details/tokens/${at}/${name}`), `${at} ${name}`);
});

t.test(
  "what is known to be grave of a token that cannot be ranked counts, and who is in no ranking is named",
  async (t) => {
    const lost = { open_interest_usd: "unassessed" } as const;
    const grave = run(t, [planted("bitcoin", { ...lost, funding_apr_pct: 95 }), planted("ethereum")]);
    t.match(grave, {
      verdict: "CROWDED",
      verdict_class: "avoid",
      reasons: [{ code: "funding_extreme", subject: "bitcoin" }],
    });
    t.match(grave.details, { tokens: [{ token: "ethereum" }, { token: "bitcoin", verdict: "CROWDED" }] });
    t.ok(grave.reasons.some(({ code }) => code === "universe_unread"));
    t.ok(grave.unassessed.some(({ path }) => path === "/details/tokens/1/open_interest_usd"));
    const mild = run(t, [planted("bitcoin", { ...lost, funding_apr_pct: 40 }), planted("ethereum")]);
    t.match(mild, { verdict: "BUILDING", verdict_class: "caution" });
    t.match(run(t, [planted("bitcoin", lost), planted("ethereum")]).details, { tokens: [{ token: "ethereum" }] });
    const state = planted("bitcoin", lost);
    const { derivatives } = state.sections;
    const unassessed = [{ path: "/open_interest_usd", reason: "no_source" as const }];
    const untold = { ...state, sections: { ...state.sections, derivatives: { ...derivatives, unassessed } } };
    const without = run(t, [untold, planted("ethereum")]);
    t.match(without.details, { not_ranked: ["bitcoin"], not_read: without.details.not_read });
    t.ok(without.caveats.some((said) => said.includes("told by nobody")));
  },
);

t.test("what was judged before and is told to have too short a history now hides what it may", async (t) => {
  const coverage: TokenCoverage = [19, 1, "insufficient_history", { insufficient_history: ["liquidation_cascade"] }];
  const state = planted("bitcoin");
  const verdictOf = (past: Past) => {
    const judgedRules = () => ({ coverage, at: AS_OF, past });
    const gathered = radarOf(new Map([["bitcoin", state]]), ["bitcoin"], {
      judgedRules,
      isSimulated: true,
      now: AS_OF,
    });
    if (gathered === null) throw new Error("nothing was read");
    return plantedRun(t, leverageRadar, { tokens: ["bitcoin"] }, gathered, AS_OF).verdict;
  };
  t.equal(verdictOf(NO_PAST), "CALM", "it was never judged");
  t.equal(verdictOf({ ...NO_PAST, judgedFrom: new Map([["liquidation_cascade", AS_OF - 1]]) }), "INSUFFICIENT");
});

t.test(
  "what a hole of the last day may hide is never calm, and a watch that has just begun hides nothing",
  async (t) => {
    const rows = wholeRows();
    const quiet = rows.openInterest.map((row) => ({ ...row, usd_1h: row.usd, usd_4h: row.usd }));
    const verdictOf = (given: Partial<typeof rows>) => {
      const state = buildState(factsOf({ ...rows, openInterest: quiet, ...given }), "bitcoin");
      const { liquidations_24h, oi_change_1h_pct, open_interest_usd } = state.sections.derivatives;
      const unassessed = state.sections.derivatives.unassessed.filter(({ path }) =>
        /liquidations|oi_change/.test(path),
      );
      const perp = { liquidations_24h, oi_change_1h_pct, open_interest_usd, unassessed } as Perp;
      return run(t, [planted("bitcoin", perp)], ["bitcoin"]).verdict;
    };
    const watch = (first_ms: number) =>
      rows.liquidationWatch.map((row) => ({ ...row, seconds_24h: 84_000, first_ms }) as typeof row);
    t.equal(verdictOf({}), "CALM");
    t.equal(verdictOf({ liquidationWatch: watch(AS_OF - 30 * 3_600_000) }), "INSUFFICIENT", "closures");
    t.equal(verdictOf({ liquidationWatch: watch(AS_OF - 23 * 3_600_000) }), "CALM", "closures of a young watch");
    const openInterest = quiet.map((row) => ({ ...row, usd_1h: null }));
    t.equal(verdictOf({ openInterest }), "INSUFFICIENT", "open interest an hour ago");
  },
);
