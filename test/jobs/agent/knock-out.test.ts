// Agents from what they read on: whatever of it is lost for a reason of the moment, nothing goes well that did not with all
// of it. Those of the gates, the scout and the portfolio stand beside their other tests.
import fc from "fast-check";
import t from "tap";
import { dailyMarketBrief, dayOf } from "../../../jobs/agent/daily-market-brief.ts";
import { dossierOf, dueDiligenceAnalyst } from "../../../jobs/agent/due-diligence-analyst.ts";
import type { Holding } from "../../../jobs/agent/holding.ts";
import { judge } from "../../../jobs/agent/judge.ts";
import { NO_PAST } from "../../../jobs/agent/judged-before.ts";
import { leverageRadar, radarOf } from "../../../jobs/agent/leverage-radar.ts";
import type { MarketSections } from "../../../jobs/agent/read-day.ts";
import { treasurySteward } from "../../../jobs/agent/treasury-steward.ts";
import { whalesOf, whaleWatch, windowsOf } from "../../../jobs/agent/whale-watch.ts";
import { gap } from "../../../jobs/measure/gap.ts";
import type { ReadState } from "../../../jobs/state/read-state.ts";
import type { VerdictClass } from "../../../schema/agent/agent.ts";
import { HOUR_MS } from "../../../schema/duration.ts";
import { DIMENSIONS } from "../../../schema/evaluation/rule.ts";
import { MARKET_SECTION_IDS, MARKET_SECTIONS } from "../../../schema/market/index.ts";
import { toTime } from "../../../schema/shape/time.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { plantedRun } from "../../support/planted-run.ts";
import { assertProperty } from "../../support/property.ts";
import { AS_OF } from "../../support/rows/facts.ts";
import {
  ALL_JUDGED,
  bitcoin,
  type Change,
  calmPerp,
  changed,
  classOf,
  LOST_MAX,
  leavesOf,
  maker,
  REASONS,
  signal,
  without,
} from "../../support/rows/knocked-out.ts";
import { holding, stable } from "../../support/rows/planted-holdings.ts";
import { sample } from "../../support/sample.ts";

const END = Math.floor(AS_OF / HOUR_MS) * HOUR_MS;

const sold = (...impacts: number[]) => ({
  impact: impacts.map((impact_pct, at) => ({
    ...{ side: "sell", size_usd: 100_000, impact_pct, method: at === 0 ? "book" : "quote" },
    as_of: maker.sections.liquidity.as_of,
  })),
});

const RADAR = {
  judgedRules: () => ({ coverage: ALL_JUDGED, at: AS_OF, past: NO_PAST }),
  ...{ isSimulated: true, now: AS_OF },
};
const radar = (state: ReadState) => {
  const read = radarOf(new Map([[state.token.id, state]]), [state.token.id], RADAR);
  if (read === null) throw new Error("nothing was read");
  return classOf(leverageRadar, read);
};
const dossier = (state: ReadState) =>
  classOf(
    dueDiligenceAnalyst,
    dossierOf({ state, closes: [100, 101], record: { settled: 0, right: 0, wrong: 0 }, restsOn: [] }, 90, DIMENSIONS),
  );
const market = Object.fromEntries(
  MARKET_SECTION_IDS.map((id) => [id, { ...(sample(MARKET_SECTIONS[id]) as object), as_of: toTime(AS_OF) }]),
) as unknown as MarketSections;
const brief = (state: ReadState) =>
  classOf(dailyMarketBrief, dayOf({ market, bitcoin: state, focus: [], standing: [], record: [] }, "short"));

const calmSupply = { supply: { unlocks_7d_pct: 0, unlocks_30d_pct: 0, unlocks_90d_pct: 0 } };

type Kind = {
  readonly base: ReadState;
  readonly changes: readonly Change[];
  readonly read: (state: ReadState) => VerdictClass;
};
const KINDS: Readonly<Record<string, Kind>> = {
  "leverage-radar": {
    base: changed(bitcoin, { derivatives: calmPerp, signals: { open: [] } }),
    read: radar,
    changes: [
      {},
      { derivatives: { ...calmPerp, oi_change_4h_pct: 12 } },
      { derivatives: { ...calmPerp, funding_apr_pct: 95 } },
      { derivatives: { ...calmPerp, oi_to_market_cap_pct: 26 } },
      { derivatives: { ...calmPerp, long_short_ratio: 3.4, oi_to_market_cap_pct: 11 } },
      { signals: { open: [signal("oi_flush", 2)] } },
      { derivatives: { ...calmPerp, oi_change_1h_pct: -6 } },
    ],
  },
  "due-diligence-analyst": {
    base: changed(maker, { ...calmSupply, liquidity: sold(0.4, 0.5) }),
    read: dossier,
    changes: [
      {},
      { security: { contract_risk: "critical" } },
      { liquidity: sold(0.5, 11) },
      { liquidity: sold(0.5, 1.2) },
      { supply: { unlocks_7d_pct: 0, unlocks_30d_pct: 0, unlocks_90d_pct: 25 } },
      { onchain: { top10_holders_pct: 81 } },
      { derivatives: { funding_apr_pct: 45 } },
    ],
  },
  "daily-market-brief": {
    base: changed(bitcoin, { context: { btc_change_24h_pct: 2, breadth_up_24h_pct: 70 } }),
    read: brief,
    changes: [
      {},
      { context: { btc_change_24h_pct: -2, breadth_up_24h_pct: 30 } },
      { context: { btc_change_24h_pct: 2, breadth_up_24h_pct: 50 } },
      { context: { btc_change_24h_pct: 0, breadth_up_24h_pct: 70 } },
    ],
  },
};

for (const [id, { base, changes, read }] of Object.entries(KINDS)) {
  t.test(`${id}: whatever of a state is lost, nothing goes well that did not`, async (t) => {
    t.equal(read(base), "proceed", "with all of it, it goes well");
    t.notOk(changes.slice(1).some((change) => read(changed(base, change)) === "proceed"));
    const lost = fc.uniqueArray(fc.constantFrom(...leavesOf(base)), { minLength: 1, maxLength: LOST_MAX });
    assertProperty(
      fc.property(fc.constantFrom(...changes), lost, fc.constantFrom(...REASONS), (change, leaves, reason) => {
        const state = changed(base, change);
        return read(state) === "proceed" || read(without(state, leaves, reason)) !== "proceed";
      }),
      { numRuns: 300 },
    );
    // One by one as well, so that none is left to chance.
    for (const change of changes.slice(1)) {
      const state = changed(base, change);
      const through = leavesOf(state).filter((leaf) => read(without(state, [leaf], "stale")) === "proceed");
      t.same(through, [], JSON.stringify(change).slice(0, 100));
    }
  });
}

t.test("leverage-radar over all tokens: whatever of whichever is lost, nothing goes well that did not", async (t) => {
  const { base, changes } = KINDS["leverage-radar"] as Kind;
  const ids = TRACKED.map(({ id }) => id);
  /** Some dear and some cheap, more than are looked at. */
  const whole = new Map(
    ids.map((id, at) => {
      const state = changed(base, { derivatives: { ...base.sections.derivatives, open_interest_usd: 1e9 - at * 1e6 } });
      return [id, { ...state, token: { ...state.token, id } }] as const;
    }),
  );
  const read = (states: ReadonlyMap<string, ReadState>) => {
    const gathered = radarOf(states, undefined, RADAR);
    if (gathered === null) throw new Error("nothing was read");
    return plantedRun(t, leverageRadar, {}, gathered, AS_OF);
  };
  const gradeOf = (states: ReadonlyMap<string, ReadState>) => read(states).verdict_class;
  t.equal(gradeOf(whole), "proceed", "with all of it, it goes well");
  const named = (id: string, state: ReadState | null) => {
    const left = new Map(whole);
    if (state === null) left.delete(id);
    else left.set(id, state);
    return left;
  };
  const first = ids[0] ?? "";
  const state = whole.get(first) as ReadState;
  const crowded = changed(state, { derivatives: { funding_apr_pct: 95 } });
  t.equal(gradeOf(named(first, crowded)), "avoid");
  for (const [lost, reason] of [
    [null, "stale"],
    [without(crowded, [["derivatives", "open_interest_usd"]], "pending"), "pending"],
    [
      without(
        crowded,
        [
          ["derivatives", "applicable"],
          ["derivatives", "open_interest_usd"],
        ],
        "stale",
      ),
      "stale",
    ],
  ] as const) {
    const run = read(named(first, lost));
    t.ok(run.reasons.some(({ code, value }) => code === "universe_unread" && value === 1));
    t.ok(run.caveats.some((said) => said.startsWith("The open interest of some tracked tokens")));
    // What is known to be grave of it stays known.
    t.match(run, { verdict: lost === null ? "INSUFFICIENT" : "CROWDED", charged: true });
    t.match(run.details, { not_read: lost === null ? [first] : [] });
    t.ok(run.unassessed.some((one) => one.reason === reason));
  }
  const unlisted = changed(state, { derivatives: { applicable: false, open_interest_usd: null } });
  t.equal(gradeOf(named(first, unlisted)), "proceed", "what has no perpetual is none of them");
  const graver = new Map(named(first, null)).set(ids[1] ?? "", crowded);
  t.equal(gradeOf(graver), "avoid", "what is known to be grave stays it");
  const places = fc.uniqueArray(fc.nat(ids.length - 1), { minLength: 1, maxLength: LOST_MAX });
  const lost = fc.uniqueArray(fc.constantFrom(...leavesOf(base)), { minLength: 1, maxLength: LOST_MAX });
  const judgedOf = (states: ReadonlyMap<string, ReadState>) => {
    const gathered = radarOf(states, undefined, RADAR);
    return gathered === null ? "unassessed" : classOf(leverageRadar, gathered);
  };
  assertProperty(
    fc.property(
      ...([fc.constantFrom(...changes), places, fc.option(lost), fc.constantFrom(...REASONS)] as const),
      (change, at, leaves, reason) => {
        const states = new Map(whole);
        const after = new Map(whole);
        for (const place of at) {
          const id = ids[place] ?? "";
          const full = changed(whole.get(id) as ReadState, change);
          states.set(id, full);
          if (leaves === null) after.delete(id);
          else after.set(id, without(full, leaves, reason));
        }
        return judgedOf(states) === "proceed" || judgedOf(after) !== "proceed";
      },
    ),
    { numRuns: 100 },
  );
});

t.test("leverage-radar of several that are named: whichever is lost, nothing goes well that did not", async (t) => {
  const { base, changes } = KINDS["leverage-radar"] as Kind;
  const ids = ["bitcoin", "ethereum", "solana"];
  const read = (states: ReadonlyMap<string, ReadState>) => {
    const gathered = radarOf(states, ids, RADAR);
    return gathered === null ? "unassessed" : classOf(leverageRadar, gathered);
  };
  for (const [at, lost] of ids.entries())
    for (const change of changes.slice(1)) {
      const states = new Map(
        ids.map((id, n) => {
          const state = n === at ? changed(base, change) : base;
          return [id, { ...state, token: { ...state.token, id } }] as const;
        }),
      );
      t.not(read(states), "proceed");
      states.delete(lost);
      t.not(read(states), "proceed", lost);
    }
});

t.test("whale-watch: whatever of flows is lost, no inflow becomes usual", async (t) => {
  const flows = (newest: number) => ({
    ...{ token: "bitcoin", chain: "btc", ages: Array.from({ length: 700 }, (_, age) => age) },
    net_usd: Array.from({ length: 700 }, (_, age) => (age < 24 ? newest : 1e6 * Math.sin(age / 5))),
    seconds: Array.from({ length: 700 }, () => 3_600),
    unpriced: Array.from({ length: 700 }, () => 0),
  });
  const { coverage } = bitcoin.sections.onchain;
  const state = changed(bitcoin, { onchain: { coverage: { ...coverage, weight_pct: 90 } } });
  const none = windowsOf([], [], 24, END);
  const read = (own: ReadState, windows: ReturnType<typeof windowsOf>, isLost = false) =>
    classOf(
      whaleWatch,
      whalesOf(
        own,
        { hours: 24, minUsd: 0 },
        {
          ...{ ...windows, chains: ["btc"], holdersBefore: 40, restsOn: [] },
          transfers: isLost
            ? gap("stale")
            : { transfers: 0, total_usd: 0, to_exchange_usd: 0, from_exchange_usd: 0, largest: [] },
        },
      ),
    );
  t.equal(read(state, windowsOf([flows(0)], ["btc"], 24, END)), "proceed");
  const bad = windowsOf([flows(5e6)], ["btc"], 24, END);
  t.equal(read(state, bad), "avoid");
  const thin = changed(state, { onchain: { coverage: { ...coverage, weight_pct: 40 } } });
  const unknown = changed(state, { onchain: { coverage: { ...coverage, weight_pct: "unassessed" } } });
  for (const own of [state, thin, unknown]) {
    for (const windows of [bad, { ...bad, netflow: none.netflow }, { ...bad, past: [] }, none])
      for (const isLost of [false, true]) t.not(read(own, windows, isLost), "proceed");
    for (const leaf of leavesOf(own)) t.not(read(without(own, [leaf], "stale"), bad), "proceed", leaf.join("."));
  }
});

t.test("treasury-steward: whatever of what is held is lost, nothing lasts that did not", async (t) => {
  const read = (holdings: readonly Holding[], burnUsd: number) =>
    judge(
      treasurySteward.card,
      treasurySteward.read(
        { holdings, burnUsd, from: { price: [], volume: [], security: [] }, by: null, asOf: AS_OF },
        {},
      ),
    ).class;
  const part = fc.record({
    isStable: fc.boolean(),
    value: fc.double({ min: 1e4, max: 4e5, noNaN: true }),
    price: fc.constantFrom(1, 0.995, 0.97),
    beta: fc.double({ min: -0.5, max: 2.5, noNaN: true }),
  });
  const lose = fc.constantFrom<Partial<Holding>>(
    { valueUsd: gap("stale") },
    { priceUsd: gap("source_error") },
    { beta: gap("stale") },
    { sellCosts: [] },
    { days: [] },
  );
  assertProperty(
    fc.property(
      ...([fc.array(part, { minLength: 1, maxLength: 5 }), fc.nat(4), lose] as const),
      fc.constantFrom(1e3, 5e4, 3e5),
      (parts, at, lost, burn) => {
        const whole = parts.map(({ isStable, value, price, beta }, n) =>
          isStable ? stable(`usd-${n}`, value, price) : holding(`token-${n}`, value, { beta }),
        );
        const after = whole.map((one, n) => (n === at % whole.length ? { ...one, ...lost } : one));
        return read(whole, burn) === "proceed" || read(after, burn) !== "proceed";
      },
    ),
    { numRuns: 400 },
  );
  t.pass();
});
