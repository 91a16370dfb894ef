// alert-watchtower over planted events: each verdict, groups, ranks, and what could not be read.
import t from "tap";
import { alertWatchtower, group, liftOf, towerOf } from "../../../jobs/agent/alert-watchtower.ts";
import { NO_PAST, type Past, pastOf } from "../../../jobs/agent/judged-before.ts";
import { blindTo } from "../../../jobs/agent/judged-rules.ts";
import { blindSpot, type CoveredMinutes, judgeMinutes, type WatchedTime } from "../../../jobs/agent/watched-time.ts";
import type { TokenCoverage } from "../../../jobs/detect/run-minute.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import type { ReadState } from "../../../jobs/state/read-state.ts";
import { compile } from "../../../schema/check.ts";
import { HOUR_MS as HOUR, MINUTE_MS as MINUTE, minuteOf } from "../../../schema/duration.ts";
import type { HistoryEvent } from "../../../schema/object/history.ts";
import { MonitorRequest } from "../../../schema/object/monitor.ts";
import type { SectionOf } from "../../../schema/section/index.ts";
import { toTime } from "../../../schema/shape/time.ts";
import { SIGNAL_KINDS } from "../../../schema/signal/index.ts";
import { plantedRun } from "../../support/planted-run.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";

type Signal = Extract<SectionOf<"signals">["open"], readonly unknown[]>[number];
const state: ReadState = { ...buildState(factsOf(wholeRows()), "bitcoin"), build: AS_OF };

let count = 0;
const signal = (severity: number, change: Partial<Signal> = {}, hoursAgo = 1): Signal => {
  count += 1;
  return {
    ...{ id: count, kind: "price_move", token: "bitcoin", direction: "bearish", severity, value: -4.2, ratio: 1.2 },
    ...{ at: toTime(AS_OF - hoursAgo * HOUR), details: {}, status: "open", expires_at: toTime(AS_OF + HOUR) },
    ...change,
  } as Signal;
};
const source = { provider: "sandbox:assay", endpoint: "signal", as_of: toTime(AS_OF) };
const fired = (data: Signal): HistoryEvent => ({
  ...{ kind: "signal", id: `signal~${data.id}`, at: data.at, severity: data.severity, direction: data.direction },
  ...{ summary: "BTC fell 4.2 % within an hour", data, source },
});
const change = (to: "avoid" | "caution"): HistoryEvent => ({
  ...{ kind: "verdict_change", id: `verdict~${to}`, at: toTime(AS_OF - HOUR), severity: 3, direction: null },
  ...{
    summary: "BTC's verdict changed",
    data: { evaluation_id: "eval_2", previous_evaluation_id: null, from: "proceed", to },
    source,
  },
});

type Planted = {
  open?: Signal[] | "unassessed";
  events?: HistoryEvent[];
  judged?: string[];
  minSeverity?: number;
  rules?: TokenCoverage;
  watched?: WatchedTime;
  hasState?: boolean;
  hours?: number;
  past?: Past;
  lapses?: ReadonlyMap<string, number>;
  kinds?: readonly (typeof SIGNAL_KINDS)[number][];
};
const ALL_JUDGED: TokenCoverage = [
  17,
  3,
  "no_source",
  { no_source: ["exchange_inflow", "exchange_outflow", "tvl_drop"] },
];
const SILENT: TokenCoverage = [0, 20, "stale", { stale: [...SIGNAL_KINDS] }];
const UNREAD: TokenCoverage = [0, 20, "pending", { pending: [...SIGNAL_KINDS] }];
const PART: TokenCoverage = [19, 1, "pending", { pending: ["oi_flush"] }];
const NOW = minuteOf(AS_OF);
/** So many minutes up to one that is so many ago. */
const lasting = (minutes: number, ago = 0, coverage = ALL_JUDGED): CoveredMinutes => ({
  ...{ coverage, minutes, lastAt: NOW - ago * MINUTE, firstAt: NOW - (ago + minutes - 1) * MINUTE },
});
const watching = (minutes: readonly CoveredMinutes[], hasBefore = true): WatchedTime => ({
  ...{ minutes: () => minutes, hasBefore },
});
const WHOLE = watching([lasting(1_440)]);
const judged = (minutes: readonly CoveredMinutes[]) =>
  judgeMinutes(minutes, ({ coverage, lastAt: at }) => blindTo({ coverage, at, past: NO_PAST }, SIGNAL_KINDS));

function run(test: Parameters<typeof plantedRun>[0], planted: Planted) {
  const { open = [], events = [], judged = ["bitcoin"], minSeverity = 1, rules = ALL_JUDGED } = planted;
  const { watched = WHOLE, hasState = true, hours = 24, past = NO_PAST } = planted;
  const { lapses = new Map(), kinds = SIGNAL_KINDS } = planted;
  const own = { ...state, sections: { ...state.sections, signals: { ...state.sections.signals, open } } };
  const asked = { tokens: ["bitcoin"], hours, minSeverity, kinds };
  const read = {
    ...{
      lapses,
      states: new Map(hasState ? [["bitcoin", own]] : []),
      watched,
      judgedRules: () => ({ coverage: rules, at: NOW, past }),
      events,
      judged: new Set(judged),
      odds: {},
      isSimulated: true,
      now: AS_OF,
    },
  };
  return plantedRun(
    test,
    alertWatchtower,
    { tokens: ["bitcoin"] },
    towerOf(asked, read, () => "bitcoin"),
    AS_OF,
  );
}

t.test("every verdict is reached, and says by what", async (t) => {
  const [one, two, three] = [signal(1), signal(2), signal(3)];
  const cases = [
    [{}, "QUIET", "proceed", "within_limits"],
    [{ open: [one], events: [fired(one)] }, "QUIET", "proceed", "within_limits"],
    [{ open: [two], events: [fired(two)] }, "WATCH", "caution", "material_open"],
    [{ events: [fired({ ...three, status: "resolved" })] }, "WATCH", "caution", "material_recent"],
    [{ open: [three], events: [fired(three)] }, "URGENT", "avoid", "critical_open"],
    [{ events: [change("avoid")] }, "URGENT", "avoid", "verdict_to_avoid"],
    [{ events: [change("caution")] }, "QUIET", "proceed", "within_limits"],
    [{ open: "unassessed" }, "INSUFFICIENT", "unassessed", "not_measured"],
    [{ judged: [] }, "INSUFFICIENT", "unassessed", "not_measured"],
    [{ open: [two], minSeverity: 3 }, "QUIET", "proceed", "within_limits"],
    [{ rules: [16, 1, "stale", { stale: ["price_move"] }] }, "INSUFFICIENT", "unassessed", "not_measured"],
    [{ rules: [0, 0, "pending", {}] }, "INSUFFICIENT", "unassessed", "not_measured"],
    [{ open: [two], events: [fired(two)], rules: [1, 9, "stale", {}] }, "WATCH", "caution", "material_open"],
    [{ open: [three], events: [fired(three)], rules: [1, 9, "stale", {}] }, "URGENT", "avoid", "critical_open"],
  ] as const;
  for (const [planted, verdict, grade, code] of cases) {
    const data = run(t, planted as Planted);
    t.match(data, { verdict, verdict_class: grade, reasons: [{ code }] }, `${verdict} ${code}`);
  }
});

t.test(
  "the silence of rules that were not judged is calm only where nobody can judge them, or history is short",
  async (t) => {
    const all = [...SIGNAL_KINDS];
    const cases: readonly (readonly [TokenCoverage, readonly string[], string | null])[] = [
      [[20, 0, null, {}], all, null],
      [[19, 1, "stale", { stale: ["depeg"] }], all, "stale"],
      [[19, 1, "stale", { stale: ["depeg"] }], ["price_move"], null],
      [[19, 1, "stale", { stale: ["depeg"] }], ["price_move", "depeg"], "stale"],
      [[12, 1, "source_error", {}], ["price_move"], "source_error"],
      [[4, 8, "no_source", { no_source: all.slice(0, 8) }], all, null],
      [[4, 4, "insufficient_history", { insufficient_history: all.slice(0, 4) }], all, null],
      [[4, 5, "insufficient_history", { insufficient_history: all.slice(0, 5) }], all, "insufficient_coverage"],
      [[0, 3, "no_source", { no_source: all.slice(0, 3) }], all, "insufficient_coverage"],
      [[0, 0, "pending", {}], all, "pending"],
      [[4, 9, "insufficient_history", { insufficient_history: all.slice(0, 9) }], all.slice(9, 12), null],
      [
        [4, 9, "insufficient_history", { insufficient_history: all.slice(0, 9) }],
        all.slice(7, 10),
        "insufficient_coverage",
      ],
    ];
    for (const [coverage, kinds, reason] of cases)
      t.equal(
        blindTo({ coverage, at: NOW, past: NO_PAST }, kinds)?.gap ?? null,
        reason,
        JSON.stringify([coverage, kinds.length]),
      );
  },
);

t.test("too little coverage is no news of a rule that was never judged, and any other reason is", async (t) => {
  const all = [...SIGNAL_KINDS];
  const short: TokenCoverage = [17, 2, "insufficient_coverage", { insufficient_coverage: ["large_transfer", "depeg"] }];
  const stale: TokenCoverage = [17, 2, "stale", { stale: ["large_transfer", "depeg"] }];
  const of = (coverage: TokenCoverage, hours: number) => ({ coverage, hours, firstAt: NOW - 30 * 24 * HOUR });
  t.same([...pastOf([of(short, 24)]).never], ["large_transfer", "depeg"]);
  const one: TokenCoverage = [19, 1, "stale", { stale: ["large_transfer"] }];
  t.same([...pastOf([of(short, 900), of(one, 1)]).never], ["large_transfer"], "judged once in all that is kept");
  t.same([...pastOf([of(short, 11), of(stale, 900)]).never], [], "too few hours are known of it");
  const why = (coverage: TokenCoverage, past: Past) => blindTo({ coverage, at: NOW, past }, all);
  t.equal(why(short, pastOf([of(short, 24)])), null);
  t.match(why(short, { ...NO_PAST, never: new Set(["depeg"]) }), { detail: "Not judged: large_transfer." });
  t.match(why(stale, pastOf([of(short, 24)])), { gap: "stale" });
  const most: TokenCoverage = [9, 11, "insufficient_coverage", { insufficient_coverage: all.slice(9) }];
  t.match(why(most, pastOf([of(most, 900)])), { detail: "Fewer than half of the rules of signals could be judged." });
  const nothing: TokenCoverage = [0, 20, "insufficient_coverage", { insufficient_coverage: all }];
  t.match(why(nothing, pastOf([of(nothing, 900)])), { gap: "insufficient_coverage" });
});

t.test(
  "history that is too short is calm before a rule was judged for the first time, and a hole after it",
  async (t) => {
    const some = SIGNAL_KINDS.slice(0, 9);
    const short: TokenCoverage = [11, 9, "insufficient_history", { insufficient_history: some }];
    const before = watching([lasting(240, 1_200), lasting(1_200, 0, short)]);
    const past = (agoMinutes: number) => pastOf([{ coverage: ALL_JUDGED, firstAt: NOW - agoMinutes * MINUTE }]);
    const lacking = { verdict: "INSUFFICIENT", verdict_class: "unassessed" };
    t.match(run(t, { rules: short, watched: before, past: past(1_439) }), lacking);
    t.match(run(t, { watched: before, past: past(1_439), kinds: some }), lacking);
    const young = watching([lasting(240), lasting(1_200, 240, short)]);
    t.match(run(t, { watched: young, past: past(239) }), { verdict: "QUIET" }, "judged since, for the first time");
    t.match(run(t, { rules: short, watched: watching([lasting(1_440, 0, short)]) }), { verdict: "QUIET" }, "not yet");
  },
);

t.test("nothing is calm where nothing that was asked about was judged", async (t) => {
  const coverage: TokenCoverage = [17, 1, "insufficient_history", { insufficient_history: ["depth_drop"] }, ["depeg"]];
  const ask = (...kinds: NonNullable<Planted["kinds"]>) =>
    run(t, { rules: coverage, watched: watching([lasting(1_440, 0, coverage)]), kinds }).verdict;
  t.equal(ask("depth_drop"), "INSUFFICIENT");
  t.equal(ask("depth_drop", "depeg"), "INSUFFICIENT");
  t.equal(ask("depeg"), "INSUFFICIENT", "none applies");
  t.equal(ask("price_move", "depeg"), "QUIET");
  t.equal(run(t, { kinds: ["tvl_drop"] }).verdict, "INSUFFICIENT", "nobody tells it");
});

t.test(
  "a time for a part of which no verdict was in force is not quiet, and a verdict to avoid in it counts",
  async (t) => {
    const lapsed = (minutes: number) => ({ lapses: new Map([["bitcoin", minutes * MINUTE]]) });
    t.match(run(t, lapsed(5)), { verdict: "QUIET" });
    const data = run(t, lapsed(6));
    t.match(data, { verdict: "INSUFFICIENT", unassessed: [{ path: "/bitcoin/verdicts_to_avoid", reason: "stale" }] });
    t.match(run(t, { ...lapsed(6), events: [change("avoid")] }), { verdict: "URGENT" });
  },
);

t.test("a token without a state or a verdict is never quiet, and a run without either is free", async (t) => {
  const asked = { tokens: ["aave"], hours: 24, minSeverity: 1, kinds: SIGNAL_KINDS };
  const read = {
    judgedRules: () => ({ coverage: ALL_JUDGED, at: AS_OF, past: NO_PAST }),
    ...{ states: new Map(), events: [], judged: new Set<string>() },
    ...{ odds: {}, isSimulated: true, now: AS_OF, watched: WHOLE },
  };
  const data = plantedRun(
    t,
    alertWatchtower,
    { tokens: ["aave"] },
    towerOf(asked, read, () => "aave"),
    AS_OF,
  );
  t.match(data, { verdict: "INSUFFICIENT", charged: false, details: { not_read: ["aave"] } });
});

t.test("an open critical signal is urgent, whichever store says so, and whatever else is not known", async (t) => {
  const three = signal(3);
  for (const planted of [
    { open: [], events: [fired(three)] },
    { open: "unassessed", events: [fired(three)] },
    { hasState: false, events: [fired(three)] },
    { open: [three], events: [] },
    { open: [], events: [fired(three)], watched: watching([lasting(2)]) },
    { open: "unassessed", events: [fired(signal(3, {}, 2))], hours: 1 },
    { open: [], events: [fired(signal(3, {}, 23))], hours: 1 },
  ] as const) {
    const data = run(t, planted as unknown as Planted);
    t.match(data, { verdict: "URGENT", verdict_class: "avoid", reasons: [{ code: "critical_open", value: 3 }] });
    t.match(data.details, { alerts: [{ kind: "price_move", severity: 3, open: true }] });
  }
});

t.test("what began before the time and is over in the store is open in no state that lags", async (t) => {
  const three = signal(3, {}, 2);
  const planted = { open: [three], events: [fired({ ...three, status: "resolved" })], hours: 1 };
  t.match(run(t, { ...planted, watched: watching([lasting(60)]) }), { verdict: "QUIET", details: { alerts: [] } });
});

t.test("a time of which any minute was not watched is not whole, and of a young one half must have been", async (t) => {
  const day = { since: AS_OF - 24 * HOUR, now: AS_OF };
  const cases = [
    [[lasting(1_440)], true, null, "whole"],
    [[lasting(1_434, 6)], true, null, "the newest are still to be judged"],
    [[lasting(1_433, 7)], true, "insufficient_coverage", "and no more than these"],
    [[lasting(700), lasting(739, 701)], true, "insufficient_coverage", "a hole of one minute"],
    [[lasting(1_439)], true, "insufficient_coverage", "a hole at its begin"],
    [[lasting(1_439)], false, "insufficient_history", "before the first of all"],
    [[lasting(720)], false, "insufficient_history", "half of it"],
    [[lasting(719)], false, "insufficient_coverage", "less than half"],
    [[lasting(700), lasting(700, 701)], false, "insufficient_coverage", "a hole since the first of all"],
    [[lasting(800), lasting(9, 800, SILENT)], false, "insufficient_coverage", "a start without sources"],
    [[lasting(800), lasting(9, 800, UNREAD)], false, "insufficient_history", "a start that had yet to read"],
    [[lasting(800), lasting(10, 800, PART)], false, "insufficient_history", "a start that had yet to read some"],
    [[lasting(800), lasting(11, 800, PART)], false, "insufficient_coverage", "some of which never came"],
    [[lasting(1_435, 5), lasting(5, 0, SILENT)], true, "insufficient_coverage", "the newest are known to be silent"],
    [[], false, "insufficient_coverage", "none"],
    [[], true, "insufficient_coverage", "none any more"],
  ] as const;
  for (const [minutes, hasBefore, reason, says] of cases)
    t.equal(blindSpot(judged(minutes), hasBefore, day)?.gap ?? null, reason, says);
  t.match(blindSpot(judged([lasting(700)]), true, day), { detail: "700 of 1440 minutes were watched." });
});

t.test("nothing is said of a time that was not watched, and what was heard in it counts", async (t) => {
  const lacking = { verdict: "INSUFFICIENT", verdict_class: "unassessed", not_checked: [{ check: "recent_severity" }] };
  t.match(run(t, { watched: watching([lasting(1_300)]) }), { ...lacking, details: { minutes_watched: 1_300 } });
  t.match(run(t, { watched: watching([lasting(2)], false) }), lacking);
  const young = run(t, { watched: watching([lasting(800)], false) });
  t.match(young, { verdict: "QUIET", not_checked: [{ check: "recent_severity", reason: "insufficient_history" }] });
  t.notOk(young.reasons.some(({ metric }) => metric === "recent_severity"));
  const two = signal(2, { status: "resolved" });
  const heard = run(t, { events: [fired(two)], watched: watching([lasting(2)]) });
  t.match(heard, { verdict: "WATCH", reasons: [{ code: "material_recent", value: 2 }] });
});

t.test("minutes in which the sources were silent were not watched, whatever the newest minute says", async (t) => {
  const silent = watching([lasting(1), lasting(1_439, 1, SILENT)]);
  for (const hours of [1, 24]) {
    const data = run(t, { watched: silent, hours });
    t.match(data, { verdict: "INSUFFICIENT", details: { minutes_watched: 1 } });
    t.match(data.unassessed, [{ path: "/bitcoin/recent_severity", reason: "insufficient_coverage" }]);
  }
  const one: TokenCoverage = [19, 1, "source_error", { source_error: ["depeg"] }];
  const short = watching([lasting(40), lasting(1, 40, one), lasting(19, 41)]);
  t.match(run(t, { watched: short, hours: 1 }), { verdict: "INSUFFICIENT", details: { minutes_watched: 59 } });
});

t.test("an alert is of signals that are open, or of such that are over, and says the gravest of them", async (t) => {
  const [old, now] = [fired(signal(3, { status: "resolved" }, 5)), fired(signal(1))];
  const { alerts } = run(t, { open: [], events: [now, old] }).details as {
    alerts: { open: boolean; severity: number }[];
  };
  t.same(
    alerts.map(({ open, severity }) => [open, severity]),
    [
      [false, 3],
      [true, 1],
    ],
  );
});

t.test("an open critical signal is listed however old it is and however much else there is", async (t) => {
  const crowd = SIGNAL_KINDS.flatMap((kind) =>
    (["bullish", "bearish", "neutral"] as const).map((direction) => fired(signal(1, { kind, direction }, 0))),
  );
  const old = signal(3, { kind: "depeg", direction: "bearish", status: "open" }, 23.9);
  const { alerts } = run(t, { open: [], events: [...crowd.slice(0, 55), fired({ ...old, direction: "neutral" })] })
    .details as { alerts: { open: boolean; severity: number; score: number }[] };
  t.equal(alerts.length, 50);
  t.equal(alerts.filter(({ severity, open }) => severity === 3 && open).length, 1);
  const scores = alerts.map(({ score }) => score);
  t.same(
    scores,
    scores.toSorted((a, b) => b - a),
  );
});

t.test("signals of a kind and direction are one alert; severity, a proven lift and youth put it first", async (t) => {
  const oddsOf = (n: number, right: number) => ({
    "signal~oi_flush~2~bearish": {
      "1h": null,
      "24h": { n, right, base: 0.5, independent: n, windows: 50, even: 50, effective: n },
      "7d": null,
    },
  });
  const liftFrom = (n: number, right: number) =>
    liftOf(oddsOf(n, right), { kind: "oi_flush", severity: 2, direction: "bearish" });
  t.equal(liftFrom(190, 145), 0.25);
  t.equal(liftFrom(190, 100), 0, "not proven");
  t.equal(liftFrom(5, 5), null);
  const odds = oddsOf(190, 145);
  const all = [
    signal(2, {}, 0),
    signal(2, { status: "resolved" }, 5),
    signal(2, { kind: "oi_flush" }, 0),
    signal(3, { kind: "depeg" }, 48),
  ].map((one) => ({ signal: one, says: "" }));
  const alerts = group(all, odds, AS_OF);
  t.same(
    alerts.map(({ kind, count: n, score, open }) => [kind, n, score, open]),
    [
      ["oi_flush", 1, 2.5, true],
      ["price_move", 1, 2, true],
      ["price_move", 1, 1.731073, false],
      ["depeg", 1, 0.75, true],
    ],
  );
});

t.test("the body it gives is one that POST /v1/monitor takes", async (t) => {
  const { monitor } = run(t, {}).details as { monitor: object };
  const check = compile(MonitorRequest);
  t.ok(check({ ...monitor, webhook_url: "https://hooks.example.com/assay" }), check.describe());
});
