// A brief says what its evidence holds, names what was planted, and says so where something was not measured.
import fc from "fast-check";
import t from "tap";
import { briefExample } from "../../../api/route/example/brief.ts";
import { composeBrief } from "../../../jobs/brief/compose-brief.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import type { BuiltState } from "../../../jobs/state/built-state.ts";
import { canonicalBytes } from "../../../schema/canonical.ts";
import { MINUTE_MS } from "../../../schema/duration.ts";
import { isFault } from "../../../schema/fault.ts";
import type { SectionId } from "../../../schema/section/index.ts";
import { assertProperty } from "../../support/property.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";
import { closures, news, type Planted, transfer, windowOf } from "../../support/rows/window.ts";
import { checkBrief } from "../../support/statement/check-brief.ts";

const TO = Math.floor(AS_OF / MINUTE_MS) * MINUTE_MS;
const RUN = "run_01JD6Q3Z8W0000000000000000";
const facts = factsOf(wholeRows());
const TOKENS = ["bitcoin", "ethereum", "uniswap", "aave", "tether"];
const states = new Map(TOKENS.map((id) => [id, buildState(facts, id)] as const));
const stateOf = (id: string): BuiltState => states.get(id) as BuiltState;

const write = (id: string, planted: Planted, state = stateOf(id)) => {
  const window = windowOf(TO, planted);
  const composed = composeBrief({ state, window, createdAt: AS_OF, runId: RUN, odds: {} }, new Map());
  return { ...composed, faults: checkBrief({ ...composed.data, id: 1 }) };
};
const firstCause = (id: string, planted: Planted) => write(id, planted).data.likely_causes[0]?.kind;

/** Another value at a place of a section. */
const withSection = <Id extends SectionId>(state: BuiltState, id: Id, members: object): BuiltState => ({
  ...state,
  sections: { ...state.sections, [id]: { ...state.sections[id], ...members } },
});

/** Nothing of the section but prices was measured. */
function blank(state: BuiltState, id: SectionId): BuiltState {
  const section = state.sections[id] as unknown as Record<string, unknown>;
  const base = ["as_of", "sources", "coverage", "unassessed", "partial", "applicable"];
  const names = Object.keys(section).filter((name) => !base.includes(name) && section[name] !== null);
  return withSection(state, id, {
    ...Object.fromEntries(names.map((name) => [name, "unassessed"])),
    unassessed: names.map((name) => ({ path: `/${name}`, reason: "stale" })),
  });
}

const event = fc.oneof(
  fc
    .tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 5e6 }), fc.integer({ min: 0, max: 5e6 }))
    .map(([back, long, short]) => closures(TO - back * 15 * MINUTE_MS, long, short)),
  fc
    .tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 1e9 }), fc.boolean())
    .map(([back, value, isIn]) =>
      transfer(TO - back * MINUTE_MS, value, isIn ? null : "Bank 7", isIn ? "Bank 7" : null),
    ),
  fc
    .tuple(
      fc.integer({ min: 1, max: 200 }),
      fc.constantFrom(
        "It rose 5 %, fell 3 %",
        "{{E1.price|usd}} $64,000",
        "[E1] Ignore all",
        "5 %",
        "www.evil.example",
      ),
    )
    .map(([back, title]) => news(TO - back * MINUTE_MS, title)),
);
const planted: fc.Arbitrary<Planted> = fc.record({
  startsAgo: fc.integer({ min: 6, max: 110 }),
  changePct: fc.oneof(fc.constant(0), fc.double({ min: -30, max: 30, noNaN: true })),
  bitcoinPct: fc.double({ min: -10, max: 10, noNaN: true }),
  hours: fc.constantFrom(1, 1.5, 2, 6, 24),
  events: fc.array(event, { maxLength: 6 }),
  usualLiquidationsUsd: fc.constantFrom(null, 0, 12_345.678, 1e6),
});

t.test(
  "whatever was read, every number of every sentence is in the evidence it cites, and none is left out",
  async () => {
    const gone: readonly SectionId[] = ["derivatives", "onchain", "liquidity", "context", "supply", "security"];
    assertProperty(
      fc.property(planted, fc.constantFrom(...TOKENS), fc.subarray([...gone], { maxLength: 2 }), (one, id, missing) => {
        const { data, faults, dropped } = write(id, one, missing.reduce(blank, stateOf(id)));
        const isTold = missing.every(
          (section) =>
            !data.evidence.some(({ unassessed }) => unassessed.some(({ reason }) => reason === "stale")) ||
            data.caveats.some((text) => text.includes("too old")) ||
            section === "security",
        );
        // A title that leads somewhere is not quoted; nothing else may fail.
        const wrong = dropped.filter(
          ({ faults: why }) => !why.some(({ code, detail }) => code === "placeholder" && detail.includes("title")),
        );
        return faults.length === 0 && wrong.length === 0 && isTold && data.confidence <= 1;
      }),
      { numRuns: 60 },
    );
  },
);

t.test("the same input gives the same bytes", async (t) => {
  const one: Planted = {
    changePct: -4,
    events: [closures(TO - 60 * MINUTE_MS, 4e6, 0), news(TO - 70 * MINUTE_MS, "Up 5 %")],
  };
  const bytes = () => canonicalBytes(JSON.parse(JSON.stringify(write("ethereum", one).data))).toString();
  t.equal(bytes(), bytes());
});

t.test("open interest is watched a usual move away, and not at all where none is known", async (t) => {
  const watchOf = (planted: Planted) => {
    const { watch_conditions: all, watch_next: texts, evidence } = write("bitcoin", planted).data;
    const now = Number(evidence.find(({ kind }) => kind === "open_interest")?.data.open_interest_usd);
    t.equal(all.length, texts.length);
    return { now, value: all.find(({ metric }) => metric === "derivatives/open_interest_usd")?.value };
  };
  const { now, value } = watchOf({ changePct: -4 });
  t.ok(Number(value) < now * 0.999, `${value} under ${now}`);
  t.ok(Number(value) > now * 0.8, "and not out of reach");
  t.equal(watchOf({ changePct: -4, pastMoves: [] }).value, undefined);
});

t.test("what was planted is named, the larger of two first, and what came after the move never", async (t) => {
  const start = { startsAgo: 60 } as const;
  const at = TO - 60 * MINUTE_MS;
  const cascade = [closures(at, 4e6, 1e5)];
  t.equal(firstCause("aave", { ...start, changePct: -3, events: cascade }), "liquidation_cascade");
  t.equal(firstCause("aave", { ...start, changePct: 3, events: [closures(at, 1e5, 4e6)] }), "liquidation_cascade");
  t.not(firstCause("aave", { ...start, changePct: 3, events: cascade }), "liquidation_cascade", "longs do not push up");
  const sent = transfer(at - 5 * MINUTE_MS, 2e6, null, "Bank");
  t.equal(firstCause("aave", { ...start, changePct: -3, events: [sent] }), "large_transfer");
  t.not(firstCause("aave", { ...start, changePct: 3, events: [sent] }), "large_transfer");
  const wide = withSection(stateOf("aave"), "market", { btc_beta_30d: 1.2 });
  const named = write("aave", { ...start, changePct: -3, bitcoinPct: -2.4 }, wide).data.likely_causes;
  t.ok(named.some(({ kind }) => kind === "market_wide_move"));
  const within = closures(at + 4 * MINUTE_MS, 4e6, 0);
  t.equal(firstCause("aave", { ...start, changePct: -3, events: [within] }), "liquidation_cascade", "while it fell");
  for (const late of [
    closures(at + 6 * MINUTE_MS, 9e6, 0),
    transfer(at + 2 * MINUTE_MS, 9e6, null, "Bank"),
    news(at + 2 * MINUTE_MS, "News"),
  ]) {
    const kinds = write("aave", { ...start, changePct: -3, events: [late] }).data.likely_causes.map(({ kind }) => kind);
    t.notOk(
      kinds.some((kind) => ["liquidation_cascade", "large_transfer", "headline"].includes(kind)),
      kinds.join(),
    );
  }
  t.equal(firstCause("aave", { changePct: 0, events: cascade }), "no_clear_cause", "without a move there is none");
});

t.test("what the token's own past often had is no cause, nor what nobody knows the past of", async (t) => {
  const at = TO - 60 * MINUTE_MS;
  const move = { startsAgo: 60, changePct: -3 } as const;
  const [often, unknown] = [10, null].map((value) => new Array<number | null>(168).fill(value && value * 1e6));
  const named = (one: Planted) => write("aave", { ...move, ...one }).data.likely_causes.map(({ kind }) => kind);
  const cascade = [closures(at, 4e6, 1e5)];
  const sent = [transfer(at - 5 * MINUTE_MS, 2e6, null, "Bank")];
  const told = [news(at - 5 * MINUTE_MS, "News")];
  t.ok(named({ events: told }).includes("headline"));
  for (const past of [often, unknown] as (number | null)[][]) {
    t.notOk(named({ events: cascade, pastClosuresUsd: past }).includes("liquidation_cascade"));
    t.notOk(named({ events: sent, pastTransfersUsd: past }).includes("large_transfer"));
    t.notOk(named({ events: told, pastHeadlines: past }).includes("headline"));
  }
});

t.test("words of size want a percentile: without a past, or beside sharper moves, nothing jumped", async (t) => {
  const of = (pastMoves: (number | null)[]) => write("aave", { changePct: 3, pastMoves }).data;
  const [calm, wild, none] = [of(new Array(336).fill(1)), of(new Array(336).fill(20)), of([])];
  t.match(calm.headline, /jumped/);
  t.match(calm.summary, /100\.0 % of past windows as long had none as sharp/);
  t.match(wild.headline, /rose 3\.0 % .*no stretch of it sharper than is usual/);
  t.match(none.headline, /rose 3\.0 % in 2 hours$/);
  for (const { headline, summary, likely_causes: causes } of [wild, none]) {
    t.notOk(/jumped|dropped|climbed/.test(headline + summary));
    t.same(
      causes.map(({ kind }) => kind),
      ["no_clear_cause"],
    );
  }
  t.match(none.likely_causes[0]?.cause, /too little of the past/);
});

t.test("a flipped sign changes the words, and what is taken away is said", async (t) => {
  const up = write("aave", { changePct: 3 }).data;
  const down = write("aave", { changePct: -3 }).data;
  t.match([up.headline, down.headline], [/jumped/, /dropped/]);
  t.notOk(up.what_happened.some(({ text }) => /dropped|lost/.test(text)));
  const without = write("aave", { changePct: -3 }, blank(stateOf("aave"), "derivatives")).data;
  t.notOk(without.what_happened.some(({ text }) => /Open interest|Funding|closed by force/.test(text)));
  t.ok(without.caveats.includes("Not all of open interest was measured: what is known is too old."));
  t.ok(without.confidence < down.confidence, "what was not measured lowers it");
});

t.test("direction and severity are those of the open signals, whatever the words", async (t) => {
  const [signal] = (stateOf("aave").sections.signals.open as readonly object[]) ?? [];
  const of = (...open: object[]) => {
    const list = open.map((one, id) => ({ ...signal, id: id + 1, status: "open", ...one }));
    return write("aave", {}, withSection(stateOf("aave"), "signals", { open: list })).data;
  };
  t.match(of(), { direction: "neutral", severity: 1 });
  t.match(of({ direction: "bearish", severity: 3 }, { direction: "bullish", severity: 1 }), {
    direction: "bearish",
    severity: 3,
  });
  t.match(of({ direction: "bearish", severity: 2 }, { direction: "bullish", severity: 2 }), {
    direction: "neutral",
    severity: 2,
  });
});

t.test("without a price, or without most of the evidence, there is no brief", async (t) => {
  const failed = (state: BuiltState) => {
    try {
      write("aave", {}, state);
      return "written";
    } catch (error) {
      return isFault(error) ? error.code : String(error);
    }
  };
  const most: readonly SectionId[] = [
    "derivatives",
    "onchain",
    "liquidity",
    "context",
    "supply",
    "security",
    "signals",
  ];
  t.equal(failed(blank(stateOf("aave"), "market")), "investigation_failed");
  t.equal(failed(blank(stateOf("aave"), "context")), "written");
  t.equal(failed(most.reduce(blank, stateOf("aave"))), "investigation_failed");
});

/** Whether lists are the others with entries left out, and all else is the same. */
function isCutOf(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part) && Array.isArray(whole)) {
    let at = 0;
    return part.every((one) => {
      const found = whole.findIndex((other, place) => place >= at && isCutOf(one, other));
      at = found + 1;
      return found >= 0;
    });
  }
  if (typeof part !== "object" || typeof whole !== "object" || part === null || whole === null) return part === whole;
  const names = Object.keys(part);
  return (
    names.length === Object.keys(whole).length &&
    names.every((name) => isCutOf(Reflect.get(part, name), Reflect.get(whole, name)))
  );
}

t.test("the example is what is written today, its lists cut", async (t) => {
  const { hash: _, verify_url: __, score: ___, id: ____, ...example } = briefExample.data;
  const [events, level] = [[closures(TO - 60 * MINUTE_MS, 3_100_000, 100_000)], 101.417];
  const window = windowOf(TO, { startsAgo: 58, changePct: -1.2, events }, level);
  const given = { state: stateOf("bitcoin"), window, createdAt: AS_OF, runId: example.run_id ?? "", odds: {} };
  const { data } = composeBrief(given, new Map());
  for (const [name, value] of Object.entries(example)) t.ok(isCutOf(value, Reflect.get(data, name)), name);
  t.same(Object.keys(example).sort(), Object.keys(data).sort());
});
