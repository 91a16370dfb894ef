// alert-watchtower over planted events: each verdict, groups, ranks, and what could not be read.
import t from "tap";
import { alertWatchtower, group, liftOf, towerOf } from "../../../jobs/agent/alert-watchtower.ts";
import { NO_PAST, type Past, pastOf } from "../../../jobs/agent/judged-before.ts";
import { blindTo } from "../../../jobs/agent/judged-rules.ts";
import type { InForce } from "../../../jobs/agent/read-states.ts";
import { blindSpot } from "../../../jobs/agent/watched-time.ts";
import type { TokenCoverage } from "../../../jobs/detect/run-minute.ts";
import { compile } from "../../../schema/check.ts";
import { HOUR_MS as HOUR, MINUTE_MS as MINUTE } from "../../../schema/duration.ts";
import { MonitorRequest } from "../../../schema/object/monitor.ts";
import { SIGNAL_KINDS } from "../../../schema/signal/index.ts";
import { plantedRun } from "../../support/planted-run.ts";
import { AS_OF } from "../../support/rows/facts.ts";
import {
  ALL_JUDGED,
  change,
  fired,
  judgedOver,
  lasting,
  NOW,
  PART,
  type Planted,
  runTower,
  SILENT,
  signal,
  since,
  standing,
  UNREAD,
  WHOLE,
  watching,
} from "../../support/rows/planted-tower.ts";

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
    const data = runTower(t, planted as Planted);
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
  const thin = ["large_transfer", "price_divergence"] as const;
  const short: TokenCoverage = [17, 2, "insufficient_coverage", { insufficient_coverage: thin }];
  const stale: TokenCoverage = [17, 2, "stale", { stale: thin }];
  const of = (coverage: TokenCoverage, hours: number) => ({ coverage, hours, firstAt: NOW - 30 * 24 * HOUR });
  t.same([...pastOf([of(short, 24)]).never], thin);
  const one: TokenCoverage = [19, 1, "stale", { stale: ["large_transfer"] }];
  t.same([...pastOf([of(short, 900), of(one, 1)]).never], ["large_transfer"], "judged once in all that is kept");
  t.same([...pastOf([of(short, 11), of(stale, 900)]).never], [], "too few hours are known of it");
  const why = (coverage: TokenCoverage, past: Past) => blindTo({ coverage, at: NOW, past }, all);
  const silent: TokenCoverage = [13, 7, "insufficient_coverage", { insufficient_coverage: all.slice(0, 7) }];
  t.same(
    [...pastOf([of(silent, 900)]).never],
    all.slice(0, 7).filter((kind) => kind === "price_divergence"),
  );
  t.match(why(silent, pastOf([of(silent, 900)])), { gap: "insufficient_coverage" }, "a venue that never answered");
  t.equal(why(short, pastOf([of(short, 24)])), null);
  t.match(why(short, { ...NO_PAST, never: new Set(["price_divergence"]) }), { detail: "Not judged: large_transfer." });
  t.match(why(stale, pastOf([of(short, 24)])), { gap: "stale" });
  const most: TokenCoverage = [9, 11, "insufficient_coverage", { insufficient_coverage: all.slice(9) }];
  const never = { ...NO_PAST, never: new Set<string>(all) };
  t.match(why(most, never), { detail: "Fewer than half of the rules of signals could be judged." });
  const nothing: TokenCoverage = [0, 20, "insufficient_coverage", { insufficient_coverage: all }];
  t.match(why(nothing, never), { gap: "insufficient_coverage" });
});

t.test(
  "history that is too short is calm before a rule was judged for the first time, and a hole after it",
  async (t) => {
    const some = SIGNAL_KINDS.slice(0, 9);
    const short: TokenCoverage = [11, 9, "insufficient_history", { insufficient_history: some }];
    const before = watching([lasting(240, 1_200), lasting(1_200, 0, short)]);
    const past = (agoMinutes: number) => pastOf([{ coverage: ALL_JUDGED, firstAt: NOW - agoMinutes * MINUTE }]);
    const lacking = { verdict: "INSUFFICIENT", verdict_class: "unassessed" };
    t.match(runTower(t, { rules: short, watched: before, past: past(1_439) }), lacking);
    t.match(runTower(t, { watched: before, past: past(1_439), kinds: some }), lacking);
    const young = watching([lasting(240), lasting(1_200, 240, short)]);
    t.match(runTower(t, { watched: young, past: past(239) }), { verdict: "QUIET" }, "judged since, for the first time");
    t.match(
      runTower(t, { rules: short, watched: watching([lasting(1_440, 0, short)]) }),
      { verdict: "QUIET" },
      "not yet",
    );
  },
);

t.test("what nobody tells is no news of a rule, but of one that was judged just before", async (t) => {
  const all = [...SIGNAL_KINDS];
  for (const reason of ["no_source", "not_tracked", "not_configured"] as const) {
    const untold: TokenCoverage = [13, 7, reason, { [reason]: all.slice(0, 7) }];
    const told: TokenCoverage = [20, 0, null, {}];
    const past = pastOf([], [{ coverage: told, firstAt: NOW - 60 * MINUTE }]);
    const why = (at: number, kinds: readonly string[] = all) => blindTo({ coverage: untold, at, past }, kinds);
    t.match(why(NOW), { gap: "insufficient_coverage", detail: /^Not judged: / }, reason);
    t.equal(why(NOW - 61 * MINUTE), null, "not yet");
    t.equal(why(NOW, all.slice(7)), null, "not asked");
    const minutes = watching([lasting(20, 0, told), lasting(40, 20, untold), lasting(1_380, 60, told)]);
    t.match(runTower(t, { rules: told, watched: minutes, past }), {
      verdict: "INSUFFICIENT",
      details: { minutes_watched: 1_400 },
    });
    t.match(runTower(t, { watched: minutes }), { verdict: "QUIET" }, "never judged");
  }
});

t.test("nothing is calm where nothing that was asked about was judged", async (t) => {
  const coverage: TokenCoverage = [17, 1, "insufficient_history", { insufficient_history: ["depth_drop"] }, ["depeg"]];
  const ask = (...kinds: NonNullable<Planted["kinds"]>) =>
    runTower(t, { rules: coverage, watched: watching([lasting(1_440, 0, coverage)]), kinds }).verdict;
  t.equal(ask("depth_drop"), "INSUFFICIENT");
  t.equal(ask("depth_drop", "depeg"), "INSUFFICIENT");
  t.equal(ask("depeg"), "INSUFFICIENT", "none applies");
  t.equal(ask("price_move", "depeg"), "QUIET");
  t.equal(runTower(t, { kinds: ["tvl_drop"] }).verdict, "INSUFFICIENT", "nobody tells it");
});

t.test(
  "a time for a part of which no verdict was in force is not quiet, and a verdict to avoid in it counts",
  async (t) => {
    const lapsed = (minutes: number) => ({ lapses: since(80 * 60, minutes) });
    t.match(runTower(t, lapsed(5)), { verdict: "QUIET" });
    const data = runTower(t, lapsed(6));
    t.match(data, { verdict: "INSUFFICIENT", unassessed: [{ path: "/bitcoin/verdicts_to_avoid", reason: "stale" }] });
    t.match(runTower(t, { ...lapsed(6), events: [change("avoid")] }), { verdict: "URGENT" });
  },
);

t.test("a time before the first verdict is none with one, but for the start of the service", async (t) => {
  const lacking = { verdict: "INSUFFICIENT", unassessed: [{ path: "/bitcoin/verdicts_to_avoid", reason: "stale" }] };
  t.match(runTower(t, { lapses: since(1_435) }), { verdict: "QUIET" });
  t.match(runTower(t, { lapses: since(1_434) }), lacking, "watched before, and no verdict then");
  t.match(runTower(t, { lapses: since(3) }), lacking);
  t.match(runTower(t, { lapses: new Map() }), lacking, "none is stored");
  const young = watching([lasting(800)], false);
  t.match(runTower(t, { watched: young, lapses: since(785) }), { verdict: "QUIET" }, "a start reads for ten minutes");
  t.match(runTower(t, { watched: young, lapses: since(783) }), { verdict: "INSUFFICIENT" });
});

t.test("a verdict that was judged without what is otherwise measured hides a turn to avoid", async (t) => {
  const quiet = (...judged: InForce[]) => runTower(t, { judged });
  t.match(quiet(standing("caution")), { verdict: "QUIET" });
  t.match(quiet(standing("avoid", { check: "volume_24h_usd", reason: "stale" })), { verdict: "QUIET" }, "it is there");
  const lost = quiet(standing("caution", { check: "volume_24h_usd", reason: "source_error" }));
  t.match(lost, { verdict: "INSUFFICIENT", verdict_class: "unassessed" });
  t.match(lost.unassessed, [{ path: "/bitcoin/verdicts_to_avoid", reason: "source_error" }]);
  t.match(lost.unassessed[0]?.detail, "judged without volume_24h_usd");
});

t.test("so does one that was in force earlier within the time; what did turn to avoid counts", async (t) => {
  const lapses = since(80 * 60, 0, 2);
  const lost = runTower(t, { lapses });
  t.match(lost, { verdict: "INSUFFICIENT", verdict_class: "unassessed" });
  t.match(lost.unassessed, [{ path: "/bitcoin/verdicts_to_avoid", reason: "insufficient_coverage" }]);
  t.match(
    lost.unassessed[0]?.detail,
    "2 of the verdicts that decide what stood within the time were, or may have been, judged without something",
  );
  t.match(runTower(t, { lapses, events: [change("avoid")] }), { verdict: "URGENT" });
});

t.test("rules that are left out are named, those of minutes that are over among them", async (t) => {
  const short: TokenCoverage = [19, 1, "insufficient_history", { insufficient_history: ["breakout"] }];
  const watched = watching([lasting(700), lasting(740, 700, short)]);
  const named = (planted: Planted) =>
    runTower(t, planted).caveats.filter((said) => said.startsWith("Rules that were not"));
  t.match(named({ watched, rules: [20, 0, null, {}] }), [/: breakout, exchange_inflow, exchange_outflow, tvl_drop\.$/]);
  t.match(runTower(t, { watched }), { verdict: "QUIET" });
  t.same(named({ watched: watching([lasting(1_440, 0, [20, 0, null, {}])]), rules: [20, 0, null, {}] }), []);
});

t.test("a token without a state or a verdict is never quiet, and a run without either is free", async (t) => {
  const asked = { tokens: ["aave"], hours: 24, minSeverity: 1, kinds: SIGNAL_KINDS };
  const read = {
    judgedRules: () => ({ coverage: ALL_JUDGED, at: AS_OF, past: NO_PAST }),
    ...{ states: new Map(), events: [], judged: new Map<string, InForce>() },
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
    const data = runTower(t, planted as unknown as Planted);
    t.match(data, { verdict: "URGENT", verdict_class: "avoid", reasons: [{ code: "critical_open", value: 3 }] });
    t.match(data.details, { alerts: [{ kind: "price_move", severity: 3, open: true }] });
  }
});

t.test("what began before the time and is over in the store is open in no state that lags", async (t) => {
  const three = signal(3, {}, 2);
  const planted = { open: [three], events: [fired({ ...three, status: "resolved" })], hours: 1 };
  t.match(runTower(t, { ...planted, watched: watching([lasting(60)]) }), { verdict: "QUIET", details: { alerts: [] } });
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
    t.equal(blindSpot(judgedOver(minutes), hasBefore, day)?.gap ?? null, reason, says);
  t.match(blindSpot(judgedOver([lasting(700)]), true, day), { detail: "700 of 1440 minutes were watched." });
});

t.test("nothing is said of a time that was not watched, and what was heard in it counts", async (t) => {
  const lacking = { verdict: "INSUFFICIENT", verdict_class: "unassessed", not_checked: [{ check: "recent_severity" }] };
  t.match(runTower(t, { watched: watching([lasting(1_300)]) }), { ...lacking, details: { minutes_watched: 1_300 } });
  t.match(runTower(t, { watched: watching([lasting(2)], false) }), lacking);
  const young = runTower(t, { watched: watching([lasting(800)], false) });
  t.match(young, { verdict: "QUIET", not_checked: [{ check: "recent_severity", reason: "insufficient_history" }] });
  t.notOk(young.reasons.some(({ metric }) => metric === "recent_severity"));
  const two = signal(2, { status: "resolved" });
  const heard = runTower(t, { events: [fired(two)], watched: watching([lasting(2)]) });
  t.match(heard, { verdict: "WATCH", reasons: [{ code: "material_recent", value: 2 }] });
});

t.test("minutes in which the sources were silent were not watched, whatever the newest minute says", async (t) => {
  const silent = watching([lasting(1), lasting(1_439, 1, SILENT)]);
  for (const hours of [1, 24]) {
    const data = runTower(t, { watched: silent, hours });
    t.match(data, { verdict: "INSUFFICIENT", details: { minutes_watched: 1 } });
    t.match(data.unassessed, [{ path: "/bitcoin/recent_severity", reason: "insufficient_coverage" }]);
  }
  const one: TokenCoverage = [19, 1, "source_error", { source_error: ["depeg"] }];
  const short = watching([lasting(40), lasting(1, 40, one), lasting(19, 41)]);
  t.match(runTower(t, { watched: short, hours: 1 }), { verdict: "INSUFFICIENT", details: { minutes_watched: 59 } });
});

t.test("an alert is of signals that are open, or of such that are over, and says the gravest of them", async (t) => {
  const [old, now] = [fired(signal(3, { status: "resolved" }, 5)), fired(signal(1))];
  const { alerts } = runTower(t, { open: [], events: [now, old] }).details as {
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
  const { alerts } = runTower(t, { open: [], events: [...crowd.slice(0, 55), fired({ ...old, direction: "neutral" })] })
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
  const { monitor } = runTower(t, {}).details as { monitor: object };
  const check = compile(MonitorRequest);
  t.ok(check({ ...monitor, webhook_url: "https://hooks.example.com/assay" }), check.describe());
});
