// Steps of a plot without a number: how many lack one and why, as far as the certificate of their series tells.
import t from "tap";
import { lonePoints } from "../../../api/page/kit/lone-points.ts";
import { blanksOf } from "../../../api/page/token/blank.ts";
import { bucketsOf, type HistoryData, type Series } from "../../../api/page/token/history.ts";
import { DAY_MS, HOUR_MS } from "../../../schema/duration.ts";

const FROM = Date.parse("2026-11-25T00:00:00.000Z");
const HOURS = 48;
const timeOf = (hour: number): string => new Date(FROM + hour * HOUR_MS).toISOString();
const NONE = { not_listed: 0, source_error: 0, not_yet_due: 0, gap: 0 };
const ALL = Array.from({ length: HOURS }, (_, hour) => hour);

/** Of two days by the hour, with a row of one venue in these hours. */
function seriesOf(
  hours: readonly number[],
  absent: Series["coverage"]["absent"],
  from = FROM,
  venues = ["okx"],
): Series {
  return {
    columns: ["t", "venue", "open_interest_usd", "rate_8h_pct"],
    rows: hours.flatMap((hour) => venues.map((venue) => [timeOf(hour), venue, 1_000 + hour, 0.01])),
    reason: hours.length === 0 ? "gap" : null,
    coverage: { from: new Date(from).toISOString(), to: timeOf(HOURS), bucket_s: 3_600, absent },
  };
}
const blanksIn = (series: Series) => {
  const { rows } = series;
  return ALL.map(timeOf).filter((at) => !rows.some(([t]) => t === at));
};

t.test("rates that are settled every eight hours leave steps blank in which nothing was due", async (t) => {
  const settled = seriesOf([0, 8, 16, 24, 32, 40], NONE);
  const { count, lacking, isExact, isNoneDue, notes } = blanksOf(settled, blanksIn(settled));
  t.same([count, lacking, isExact, isNoneDue], [42, 0, true, true]);
  t.same(notes, ["In 42 steps at least nothing was due: it is told less often."]);
  const oneMissed = seriesOf([0, 8, 24, 32, 40], { ...NONE, gap: 1 });
  const told = blanksOf(oneMissed, blanksIn(oneMissed));
  t.same([told.count, told.lacking, told.isExact, told.isNoneDue], [43, 1, false, false]);
  t.same(told.notes, [
    "What is stored has a hole of 1 row; the status page says what is late.",
    "In 42 steps at least nothing was due: it is told less often.",
  ]);
});

t.test(
  "a venue that is away throughout owes its rows beside those of another: no step is said to lack one",
  async (t) => {
    for (const rows of [6, 48]) {
      const away = seriesOf([0, 8, 16, 24, 32, 40], { ...NONE, source_error: rows });
      const { count, lacking, isExact, isNoneDue } = blanksOf(away, blanksIn(away));
      t.same([count, lacking, isExact, isNoneDue], [42, Math.min(42, rows), false, false], `${rows} rows`);
    }
  },
);

t.test("what is not due yet leaves no step without what was due", async (t) => {
  const running = seriesOf([0, 8, 16, 24, 32, 40], { ...NONE, not_yet_due: 1 });
  const { count, lacking, isExact, isNoneDue, notes } = blanksOf(running, blanksIn(running));
  t.same([count, lacking, isExact, isNoneDue], [42, 0, true, true]);
  t.same(notes, [
    "1 row may still come: the step is not over, or its source has time left.",
    "In 41 steps at least nothing was due: it is told less often.",
  ]);
});

t.test("each cause that the certificate counts has its sentence, and no other is told", async (t) => {
  const some = ALL.filter((hour) => hour >= 4);
  for (const [absent, lacks, said] of [
    [{ ...NONE, source_error: 4 }, 4, /^Of 4 rows the source failed; the status page says which\.$/],
    [{ ...NONE, gap: 4 }, 4, /^What is stored has a hole of 4 rows/],
    [{ ...NONE, not_yet_due: 4 }, 0, /^4 rows may still come/],
  ] as const) {
    const series = seriesOf(some, absent);
    const { lacking, isExact, before, notes } = blanksOf(series, blanksIn(series));
    t.same([lacking, isExact, before, notes.length], [lacks, lacks === 0, 0, 1]);
    t.match(notes[0], said);
  }
  const unlisted = seriesOf(some, { ...NONE, gap: 4, not_listed: HOURS });
  t.match(blanksOf(unlisted, blanksIn(unlisted)).notes, [/hole of 4 rows/, /^48 rows would be of venues/]);
});

t.test("of several venues no more than so many steps are said to lack a row", async (t) => {
  const series = seriesOf(
    ALL.filter((hour) => hour % 8 === 0),
    { ...NONE, source_error: 3 },
    FROM,
    ["okx", "bybit"],
  );
  const { count, lacking, isExact, isNoneDue } = blanksOf(series, blanksIn(series));
  t.same([count, lacking, isExact, isNoneDue], [42, 3, false, false]);
});

t.test("what lies before the past that is stored, and rows without the number, are told apart", async (t) => {
  const late = seriesOf(
    ALL.filter((hour) => hour >= 24),
    NONE,
    FROM + DAY_MS,
  );
  const { lacking, before, isExact } = blanksOf(late, blanksIn(late));
  t.same([lacking, before, isExact], [24, 24, true]);
  const read = seriesOf(ALL.slice(0, 40), NONE);
  const behind = { ...read, coverage: { ...read.coverage, to: timeOf(40) } };
  t.match(blanksOf(behind, blanksIn(behind)), {
    ...{ lacking: 8, isExact: false, notes: ["8 steps came after what was read of it."] },
  });
  const unitless = seriesOf(ALL, NONE);
  const untold = blanksOf(unitless, [timeOf(3), timeOf(4)]);
  t.same([untold.lacking, untold.notes], [2, ["In 2 steps rows came without this number."]]);
  const uncounted = seriesOf([0], {
    ...{ not_listed: "unassessed", source_error: "unassessed", not_yet_due: "unassessed", gap: "unassessed" },
  } as const);
  t.match(blanksOf(uncounted, blanksIn(uncounted)), { lacking: 47, notes: ["It is not counted what was due."] });
});

t.test("a hole in all series at once is steps too, and one that is not over is none", async (t) => {
  const kept = ALL.filter((hour) => hour < 10 || (hour >= 20 && hour < 47));
  const data: HistoryData = {
    series: { candles: seriesOf(kept, { ...NONE, gap: 10 }), open_interest: seriesOf(kept, { ...NONE, gap: 10 }) },
    events: [],
  };
  const steps = bucketsOf(data, FROM + 47.5 * HOUR_MS);
  t.equal(steps.length, 47);
  t.same(
    steps.filter(({ openInterest }) => openInterest === null).map(({ t }) => t),
    ALL.filter((hour) => hour >= 10 && hour < 20).map(timeOf),
  );
});

t.test("a series that begins within a step adds no steps to those of the others", async (t) => {
  const sixHours = ALL.filter((hour) => hour % 6 === 0);
  const by6h = (series: Series, from: number): Series => ({
    ...series,
    coverage: { ...series.coverage, from: timeOf(from), bucket_s: 21_600 },
  });
  const data: HistoryData = {
    series: { open_interest: by6h(seriesOf(sixHours, NONE), 0), funding: by6h(seriesOf([], NONE), -2) },
    events: [],
  };
  const steps = bucketsOf(data, FROM + HOURS * HOUR_MS);
  t.same(
    steps.map(({ t }) => t),
    sixHours.map(timeOf),
  );
  t.equal(lonePoints(steps.map(({ openInterest }) => openInterest)), null);
});

t.test("a value that none stands beside is a point, since no line leads to it", async (t) => {
  t.same(lonePoints([1, null, 2, 3, null, null, 4]), [0, 6]);
  t.same(lonePoints([null, 1, null]), [1]);
  t.same(lonePoints([1, 2, null, 3, 4]), null);
});
