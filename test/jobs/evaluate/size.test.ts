// Orders of a size: the largest safe one, quotes between sizes, policies that fail closed, and what must never proceed.
import fc from "fast-check";
import t from "tap";
import { evaluateOrder, type Quoted } from "../../../jobs/evaluate/evaluate-order.ts";
import { judgeAll, type Order, overallOf } from "../../../jobs/evaluate/judge.ts";
import { liquidityOf, type OrderLiquidity, orderOf, type VenueScope } from "../../../jobs/evaluate/order.ts";
import { largestSize, objections, quotedImpact, sizeMetrics } from "../../../jobs/evaluate/order-cost.ts";
import { judgeLimit, judgePolicy } from "../../../jobs/evaluate/policy.ts";
import { readMetrics } from "../../../jobs/evaluate/read-metrics.ts";
import type { Level } from "../../../jobs/measure/book.ts";
import { gap, isGap } from "../../../jobs/measure/gap.ts";
import type { QuotePoint } from "../../../jobs/measure/quote-points.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import type { BuiltState } from "../../../jobs/state/built-state.ts";
import { compile } from "../../../schema/check.ts";
import { POLICY_LIMIT_IDS, POLICY_LIMITS } from "../../../schema/evaluation/policy.ts";
import { DIMENSIONS } from "../../../schema/evaluation/rule.ts";
import { type EvaluatePolicy, evaluation, type OrderRequest } from "../../../schema/object/evaluation.ts";
import { SECTION_IDS } from "../../../schema/section/index.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { calm, soothe } from "../../support/calm-metrics.ts";
import { assertProperty } from "../../support/property.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";
import { cleanScan } from "../../support/rows/outside-rows.ts";

const SEED = 20_261_120;
const SIDES = ["buy", "sell"] as const;

const steps = fc.array(
  fc.tuple(fc.double({ min: 1e-6, max: 0.004, noNaN: true }), fc.integer({ min: 500, max: 400_000 })),
  {
    minLength: 3,
    maxLength: 60,
  },
);
type Steps = readonly (readonly [number, number])[];

/** Levels of one side: each a little further from mid than the last. */
const levelsOf = (side: "buy" | "sell", spread: number, rungs: Steps): Level[] => {
  let away = spread;
  return rungs.map(([step, usd]) => {
    away += step;
    const price = side === "buy" ? 1 + away : Math.max(0.01, 1 - away);
    return { price, native: usd / price };
  });
};
const quotesOf = (slope: number, sizes: readonly number[]): QuotePoint[] =>
  sizes.map((sizeUsd) => ({ sizeUsd, impactPct: (100 * slope * sizeUsd) / (1 + slope * sizeUsd) }));

const tapes = fc
  .record({
    rungs: steps,
    spread: fc.double({ min: 0, max: 0.004, noNaN: true }),
    slope: fc.option(fc.double({ min: 1e-10, max: 1e-6, noNaN: true })),
    reach: fc.integer({ min: 3, max: 7 }),
    depthUsd: fc.integer({ min: 100_000, max: 50_000_000 }),
    volumeUsd: fc.integer({ min: 6_000_000, max: 2_000_000_000 }),
    side: fc.constantFrom(...SIDES),
  })
  .map(({ rungs, spread, slope, reach, depthUsd, volumeUsd, side }) => {
    const levels = levelsOf(side, spread, rungs);
    const sizes = [1e3, 1e4, 1e5, 1e6, 1e7].slice(0, reach - 2);
    const quotes = slope === null ? null : quotesOf(slope, sizes);
    return {
      liquidity: { book: { buy: levels, sell: levels }, quotes, depthUsd, volumeUsd } satisfies Omit<
        OrderLiquidity,
        "bookSources"
      >,
      side,
    };
  });
const policies = fc.record(
  {
    max_impact_pct: fc.double({ min: 0.05, max: 5, noNaN: true }),
    max_volume_share_pct: fc.double({ min: 0.01, max: 3, noNaN: true }),
    max_depth_share_pct: fc.double({ min: 1, max: 150, noNaN: true }),
  },
  { requiredKeys: [] },
);

t.test("over 500 random books the largest safe size proceeds, and 1 % more does not", (t) => {
  let found = 0;
  assertProperty(
    fc.property(tapes, policies, ({ liquidity, side }, policy) => {
      const order: Order = { side, sized: true, policy };
      const { sizeUsd, limitedBy } = largestSize(liquidity, order);
      if (isGap(sizeUsd)) return false;
      const verdictAt = (usd: number) => {
        const metrics = { ...calm(), ...sizeMetrics(liquidity, side, usd) };
        const judgement = judgeAll(metrics, order);
        const security = { applicable: false } as unknown as BuiltState["sections"]["security"];
        const input = { token: "x", policy, metrics, judgement, sections: { security }, ageS: () => 0 };
        return overallOf(judgement, judgePolicy(input).passed === false);
      };
      if (sizeUsd > 0) found += 1;
      const isSafe = sizeUsd === 0 || verdictAt(sizeUsd) === "proceed";
      return isSafe && verdictAt(Math.max(0.01, sizeUsd * 1.01)) !== "proceed" && limitedBy !== null;
    }),
    { numRuns: 500, seed: SEED },
  );
  t.ok(found > 400, `${found} books have a safe size`);
  t.end();
});

t.test("a method that fails makes no size safe; one that is not in the scope does not count", (t) => {
  const book = { buy: levelsOf("buy", 0, [[0.001, 1e6]]), sell: [] };
  const order: Order = { side: "buy", sized: true, policy: {} };
  const whole = { book, quotes: null, depthUsd: 1e8, volumeUsd: 1e10 };
  t.equal(largestSize(whole, order).sizeUsd, 1e6, "the book ends there");
  t.equal(largestSize({ ...whole, quotes: gap("no_source") }, order).sizeUsd, 1e6, "nobody quotes it");
  for (const liquidity of [
    { ...whole, quotes: gap("source_error") },
    { ...whole, book: gap("stale"), quotes: quotesOf(1e-9, [1e6]) },
    { ...whole, volumeUsd: gap("source_error") },
  ]) {
    t.same(largestSize(liquidity, order).sizeUsd, gap((Object.values(liquidity).find(isGap) ?? gap("pending")).gap));
    t.not(objections(sizeMetrics(liquidity, "buy", 1_000), order).length, 0);
  }
  t.end();
});

t.test("quotes hold at their sizes, in between as a pool of constant product, and end where they end", (t) => {
  const points = quotesOf(2e-7, [1e3, 1e5]);
  const [low, high] = points;
  t.equal(quotedImpact(points, 1e3), low?.impactPct);
  t.equal(quotedImpact(points, 1e5), high?.impactPct);
  const between = quotedImpact(points, 4e4);
  t.ok(typeof between === "number" && Math.abs(between - (100 * 0.008) / 1.008) < 1e-9);
  t.ok(isGap(quotedImpact(points, 1e5 + 1)));
  t.ok(!isGap(quotedImpact(points, 1e6, true)), "a guess where one is asked for");
  t.ok(isGap(quotedImpact([], 1)));
  const falling = [
    { sizeUsd: 1e3, impactPct: 2 },
    { sizeUsd: 1e4, impactPct: 1 },
  ];
  t.equal(quotedImpact(falling, 1e4), 2, "a larger order is never cheaper");
  t.end();
});

t.test("every limit of a policy passes at its value, fails beyond, and fails closed where it is not measured", (t) => {
  const security = { applicable: false } as unknown as BuiltState["sections"]["security"];
  for (const id of POLICY_LIMIT_IDS) {
    const { kind, metric, dimension } = POLICY_LIMITS[id];
    t.equal(judgeLimit(id, 5, 5), "pass", id);
    t.equal(judgeLimit(id, 5, kind === "max" ? 5.000001 : 4.999999), "fail", id);
    t.equal(judgeLimit(id, 5, null), "pass", `${id}: does not apply`);
    t.equal(judgeLimit(id, 5, 4, true), "unassessed", `${id}: may be more`);
    t.equal(judgeLimit(id, 5, 6, true), kind === "max" ? "fail" : "pass", `${id}: at least so much`);
    const outcome = (policy: EvaluatePolicy) => {
      const metrics = calm({ [metric]: gap("source_error") });
      const judgement = judgeAll(metrics, { side: "buy", sized: true, policy });
      return judgePolicy({ token: "x", policy, metrics, judgement, sections: { security }, ageS: () => 0 });
    };
    t.match(outcome({ [id]: 5 }), { passed: false, results: [{ rule: id, result: "unassessed" }] });
    t.equal(outcome({ [id]: 5, allow_unassessed: [dimension] }).passed, "unassessed");
    const others = DIMENSIONS.filter((one) => one !== dimension);
    t.equal(outcome({ [id]: 5, allow_unassessed: others }).passed, false);
  }
  t.end();
});

t.test("a tax that is not known of one contract is known of none below a tenth, and hides a flag of it", (t) => {
  const { security } = soothe(buildState(factsOf(wholeRows()), "tether")).sections;
  if (security.contracts === "unassessed") throw new Error("no contracts");
  const [one, two] = security.contracts;
  if (one === undefined || two === undefined) throw new Error("one contract");
  const of = (change: Partial<typeof one>, other: Partial<typeof one>) => {
    const contracts = [
      { ...one, sell_tax_pct: 0, ...change },
      { ...two, sell_tax_pct: 0, ...other },
    ];
    const state = soothe(buildState(factsOf(wholeRows()), "tether"));
    const sections = { ...state.sections, security: { ...security, contracts, flags: [] } };
    const metrics = readMetrics({ ...state, sections }, "buy");
    const told = (policy: EvaluatePolicy) => {
      const judgement = judgeAll(metrics, { side: "buy", sized: true, policy });
      return judgePolicy({ token: "tether", policy, metrics, judgement, sections, ageS: () => 0 }).results[0]?.result;
    };
    return { tax: metrics.sell_tax_pct, told };
  };
  const LOST = "unassessed" as const;
  for (const known of [0, 0.5, 10]) {
    const { tax, told } = of({ sell_tax_pct: known }, { sell_tax_pct: LOST });
    t.ok(isGap(tax), `${known} % beside one that is not known`);
    t.equal(told({ max_sell_tax_pct: 2 }), LOST);
  }
  const high = of({ sell_tax_pct: 12 }, { sell_tax_pct: LOST });
  t.equal(high.tax, 12, "what is too high is no milder for it");
  t.equal(high.told({ max_sell_tax_pct: 2 }), "fail");
  t.equal(high.told({ max_sell_tax_pct: 20 }), LOST, "the other may be above");
  t.equal(of({ sell_tax_pct: 0.5 }, {}).told({ max_sell_tax_pct: 2 }), "pass");
  for (const [flag, member] of [
    ["sell_tax", "sell_tax_pct"],
    ["buy_tax", "buy_tax_pct"],
    ["transfer_tax", "sell_tax_pct"],
    ["source_not_open", "open_source"],
    ["same_creator_honeypot", "holders_count"],
    ["owner_flagged", "holders_count"],
  ] as const) {
    const known = { open_source: true, buy_tax_pct: 0, holders_count: 9 };
    t.equal(of(known, { ...known, [member]: LOST }).told({ forbid_flags: [flag] }), LOST, flag);
    t.equal(of(known, known).told({ forbid_flags: [flag] }), "pass", flag);
  }
  t.end();
});

const facts = factsOf(wholeRows());
const NONE: Quoted = { quotes: null, chain: null, sources: [], calls: [] };
const QUOTED: Quoted = { ...NONE, quotes: quotesOf(1e-8, [1e3, 1e4, 1e5, 1e6]), chain: "eth" };

function judge(
  state: BuiltState,
  request: OrderRequest,
  quoted: Quoted,
  rows = facts.tokens.get(state.token.id)?.books,
) {
  const order = orderOf(request, state.sections.market.price_usd);
  if (isGap(order)) throw new Error("no price");
  return evaluateOrder(state, order, liquidityOf(state, rows ?? [], order, AS_OF), quoted, AS_OF);
}

t.test("every tracked token's order fits the shape, in every scope and on either side", (t) => {
  const isEvaluation = compile(evaluation);
  const policy = { max_impact_pct: 2, require: { liquidity: "caution" as const }, forbid_flags: ["honeypot" as const] };
  for (const [at, { id }] of TRACKED.entries()) {
    const state = buildState(facts, id);
    const scope = (["all", "cex", "dex"] as const)[at % 3] as VenueScope;
    const quoted = scope === "cex" ? NONE : QUOTED;
    const data = judge(
      state,
      { side: SIDES[at % 2] ?? "buy", size_usd: 10 ** (2 + (at % 5)), venue_scope: scope, policy },
      quoted,
    );
    const named = { ...data, hash: "0".repeat(64), verify_url: "/v1/verify/x" };
    const whole = { object: "evaluation", id: "eval_x", as_of: "2026-11-20T12:00:00.000Z", data: named, sources: [] };
    t.ok(isEvaluation(whole), `${id} ${isEvaluation.describe()}`);
    if (data.verdict !== "proceed") t.ok(data.reasons.length > 0, `${id}: what is no proceed says why`);
  }
  t.end();
});

const base = soothe(buildState(facts, "maker"));

t.test("honeypot, 60 % tax, closed source, no scan, thin or no book, missing provider: never proceed", (t) => {
  const rows = wholeRows();
  const scan = cleanScan("maker", "eth", "0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2", "goplus", AS_OF);
  const others = rows.contracts.filter(({ token }) => token !== "maker");
  const cases = {
    honeypot: { contracts: [...others, { ...scan, honeypot: 1 }] },
    tax: { contracts: [...others, { ...scan, sell_tax_pct: 60 }] },
    closed: { contracts: [...others, { ...scan, open_source: 0 }] },
    unscanned: { contracts: others },
    bookless: { books: [] },
    thin: { books: rows.books.map((book) => ({ ...book, bid_2_usd: 1_000, ask_2_usd: 1_000 })) },
  };
  for (const side of SIDES) {
    t.equal(judge(base, { side, size_usd: 1_000 }, QUOTED).verdict, "proceed", "with nothing wrong it does");
    for (const [name, change] of Object.entries(cases)) {
      const state = soothe(buildState(factsOf({ ...rows, ...change }), "maker"));
      const books = "books" in change ? change.books : rows.books;
      const own = books.filter(({ token }) => token === "maker");
      const data = judge(state, { side, size_usd: 1_000 }, QUOTED, own);
      t.not(data.verdict, "proceed", `${side} ${name}`);
      const dimension = ["bookless", "thin"].includes(name) ? "liquidity" : "contract";
      t.not(data.dimensions[dimension].verdict, "proceed", `${side} ${name}`);
    }
    for (const reason of ["source_error", "source_rate_limited", "disagreement"] as const) {
      const data = judge(base, { side, size_usd: 1_000 }, { ...QUOTED, quotes: gap(reason) });
      t.equal(data.dimensions.liquidity.verdict === "proceed" || data.verdict === "proceed", false, reason);
    }
  }
  t.end();
});

t.test("a policy that fails is avoid and says so first; a wider one widens the rules", (t) => {
  const size_usd = 60_000;
  const plain = judge(base, { size_usd }, NONE);
  const denied = judge(base, { size_usd, policy: { deny_tokens: ["maker"] } }, NONE);
  t.equal(denied.verdict, "avoid");
  t.equal(denied.reasons[0]?.code, "policy_failed");
  t.match(denied.policy, { passed: false, results: [{ rule: "deny_tokens", value: "maker", result: "fail" }] });
  t.equal(judge(base, { size_usd, policy: { allow_tokens: ["maker"] } }, NONE).policy?.passed, true);
  t.equal(judge(base, { size_usd, policy: { max_data_age_s: 1 } }, NONE).policy?.passed, false);
  t.equal(judge(base, { size_usd, policy: { max_data_age_s: 1e9 } }, NONE).policy?.passed, true);
  const codes = (data: ReturnType<typeof judge>) => data.dimensions.liquidity.reasons.map(({ code }) => code);
  const share = plain.order?.depth_share_pct as number;
  t.ok(codes(judge(base, { size_usd: 400_000 }, NONE)).includes("depth_share_high"));
  t.notOk(
    codes(judge(base, { size_usd: 400_000, policy: { max_depth_share_pct: 1_000 } }, NONE)).includes(
      "depth_share_high",
    ),
  );
  t.ok(share > 0 && share < 25);
  const native = judge(base, { size_native: 2 }, NONE).order;
  t.equal(native?.size_usd, 2 * (base.sections.market.price_usd as number));
  t.end();
});

type Leaf = readonly [section: string, ...path: (string | number)[]];

/** Places in a state that hold a number or a truth value. */
function leavesOf(value: unknown, path: Leaf): Leaf[] {
  if (typeof value === "number" || typeof value === "boolean") return [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key] as unknown as Leaf));
}

const LEAVES = SECTION_IDS.flatMap((id) => {
  const { coverage: _, sources: __, unassessed: ___, as_of: ____, ...members } = base.sections[id];
  return leavesOf(members, [id]);
}).filter(([, ...path]) => path.at(-1) !== "applicable" && path.at(-1) !== "size_usd");

/** The state as it would be without these numbers: each the word, with its reason beside it. */
function without(state: BuiltState, lost: readonly Leaf[]): BuiltState {
  const sections = structuredClone(state.sections) as unknown as Record<string, Record<string, unknown>>;
  for (const [id, ...path] of lost) {
    const section = sections[id] as Record<string, unknown>;
    const parent = path.slice(0, -1).reduce((node, key) => node[key] as Record<string, unknown>, section);
    parent[path.at(-1) as string] = "unassessed";
    (section.unassessed as object[]).push({ path: `/${path.join("/")}`, reason: "source_error" });
  }
  return { ...state, sections: sections as unknown as BuiltState["sections"] };
}

/** One thing wrong in each dimension. */
const WRONG = {
  market: { change_24h_pct: -45 },
  liquidity: { spread_bps: 200 },
  derivatives: { oi_change_4h_pct: 25 },
  onchain: { tvl_change_24h_pct: -40 },
  supply: { inflation_30d_pct: 10 },
  context: { breadth_up_24h_pct: 5 },
  security: { contract_risk: "high" },
} as const;
const broken = Object.entries(WRONG).map(([id, members]) => {
  const section = { ...base.sections[id as keyof typeof WRONG], ...members };
  return { ...base, sections: { ...base.sections, [id]: section } } as BuiltState;
});

t.test("numbers that are lost anywhere in a state never make an order proceed, nor a policy pass", (t) => {
  const policy: EvaluatePolicy = { max_oi_to_market_cap_pct: 1e9, max_abs_change_24h_pct: 50, max_unlock_7d_pct: 50 };
  const cases = [base, ...broken].flatMap((state) =>
    SIDES.map((side) => ({ state, side, known: judge(state, { side, size_usd: 2_000, policy }, QUOTED) })),
  );
  // With nothing wrong, and with nothing wrong but the whole market.
  t.equal(cases.filter(({ known }) => known.verdict === "proceed").length, 2 * SIDES.length);
  assertProperty(
    fc.property(fc.subarray(LEAVES, { maxLength: 40 }), fc.constantFrom(...cases), (lost, { state, side, known }) => {
      const after = judge(without(state, lost), { side, size_usd: 2_000, policy }, QUOTED);
      if (after.verdict === "proceed" && known.verdict !== "proceed") return false;
      if (after.policy?.passed === true && known.policy?.passed !== true) return false;
      return DIMENSIONS.every(
        (id) => after.dimensions[id].verdict !== "proceed" || known.dimensions[id].verdict === "proceed",
      );
    }),
    { numRuns: 200, seed: SEED },
  );
  t.end();
});
