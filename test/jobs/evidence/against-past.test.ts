// What happens by itself is not told as unusual: moves are held against the sharpest of the token's own past.
import t from "tap";
import { rarityOf, standingOf } from "../../../jobs/evidence/against-past.ts";
import type { Close } from "../../../jobs/evidence/builder.ts";
import { sharpestByHour, sharpestMove } from "../../../jobs/evidence/sharpest-move.ts";
import { isGap } from "../../../jobs/measure/gap.ts";
import { MOVE_PERCENTILE_MIN } from "../../../schema/cause.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import { createModel } from "../../../scripts/sandbox/model/model.ts";
import { AS_OF } from "../../support/rows/facts.ts";

t.test("the largest of a window is held against the largest of windows as long", async (t) => {
  const hours = Array.from({ length: 100 }, (_, hour) => (hour % 10) + 1);
  t.match(standingOf(10, hours, HOUR_MS), { percentile: 90, windows: 100, usualRatio: 1.818182 });
  t.match(standingOf(10.5, hours, 10 * HOUR_MS), { percentile: 100, windows: 91, usualRatio: 1.05 });
  t.match(standingOf(10, hours, 9.5 * HOUR_MS), { percentile: 0 }, "parts of an hour count as a whole one");
  t.match(standingOf(3, new Array(24).fill(0), 2 * HOUR_MS), { percentile: 100, usualRatio: { gap: /./ } });
});

t.test("a cause is held against the spans it is looked for in, and against what they seldom had", async (t) => {
  const hours = Array.from({ length: 168 }, (_, hour) => (hour === 100 ? 8 : 2));
  t.same(rarityOf(4, hours), { percentile: 98.1928, rare_ratio: 2 });
  t.same(rarityOf(2, hours), { percentile: 0, rare_ratio: 1 });
  t.match(rarityOf(2, []), {
    percentile: { gap: "insufficient_history" },
    rare_ratio: { gap: "insufficient_history" },
  });
});

t.test("without ten windows side by side nobody knows what is usual, and hours with holes are in none", async (t) => {
  t.ok(isGap(standingOf(9, [], HOUR_MS)));
  t.ok(isGap(standingOf(9, new Array(19).fill(1), 2 * HOUR_MS)));
  t.notOk(isGap(standingOf(9, new Array(20).fill(1), 2 * HOUR_MS)));
  const holes = Array.from({ length: 40 }, (_, hour) => (hour % 2 === 0 ? 1 : null));
  t.ok(isGap(standingOf(9, holes, 2 * HOUR_MS)));
  t.match(standingOf(9, holes, HOUR_MS), { windows: 20, percentile: 100 });
});

t.test("hours are cut at the window, and those with missing minutes are none", async (t) => {
  const end = Math.floor(AS_OF / MINUTE_MS) * MINUTE_MS;
  const closes = Array.from({ length: 181 }, (_, at): Close => ({ at: end - (180 - at) * MINUTE_MS, price: 100 }));
  const moved = closes.map((one, at) => ({ ...one, price: at > 90 ? 102 : 100 }));
  const [first, second, third] = sharpestByHour(moved, end, 3);
  t.same([first, third], [0, 0]);
  t.equal(second, 6.9282, "two percent in five minutes are as sharp as seven in an hour");
  t.same(sharpestByHour(moved.slice(0, 130), end, 3), [0, 6.9282, null]);
  t.same(sharpestByHour([], end, 2), [null, null]);
});

const TOKENS = ["bitcoin", "pepe"];
const PAST_HOURS = 336;
const DAYS = 34;
/** One stretch of the simulator's days, always the same: rates differ from stretch to stretch. */
const FIRST_DAY = 20_500;

/** Minute closes of whole days of the simulated market, and the hours in which nothing was planted. */
function walk(seed: number, token: string) {
  const model = createModel(seed);
  const asset = model.assets.find((one) => one.token.id === token);
  if (!asset) throw new Error(`no asset ${token}`);
  const closes: Close[] = [];
  for (let day = FIRST_DAY; day < FIRST_DAY + DAYS; day += 1) {
    const { log } = model.paths.day(asset, day);
    for (let minute = 0; minute < 1_440; minute += 1)
      closes.push({ at: day * DAY_MS + minute * MINUTE_MS, price: Math.exp(log[minute] ?? 0) });
  }
  const isPlain = (from: number, to: number) =>
    [asset, null].every((one) => model.paths.shocks(one, from / MINUTE_MS, to / MINUTE_MS).length === 0);
  return { closes, isPlain };
}

t.test("of plain hours of the simulated market no more than one in ten stands out, however long", async (t) => {
  const end = (FIRST_DAY + DAYS) * DAY_MS - MINUTE_MS;
  const outOf = new Map<number, { plain: number; out: number }>();
  for (const [seed, token] of TOKENS.entries()) {
    const { closes, isPlain } = walk(seed + 1, token);
    const whole = Math.floor((end - (closes[0]?.at ?? end)) / HOUR_MS);
    const past = sharpestByHour(closes, end, whole);
    for (const hours of [1, 2, 6, 24]) {
      const sum = outOf.get(hours) ?? { plain: 0, out: 0 };
      for (let back = 0; back + hours + PAST_HOURS <= whole; back += 5) {
        const [from, to] = [end - (back + hours) * HOUR_MS, end - back * HOUR_MS];
        if (!isPlain(from, to)) continue;
        const [first, last] = [from, to].map((at) => (at - (closes[0]?.at ?? 0)) / MINUTE_MS) as [number, number];
        const move = sharpestMove(closes.slice(first, last + 1));
        const before = past.slice(whole - back - hours - PAST_HOURS, whole - back - hours);
        const standing = standingOf(move?.hourlyPct ?? 0, before, to - from);
        if (isGap(standing)) throw new Error("too little past");
        sum.plain += 1;
        if (standing.percentile >= MOVE_PERCENTILE_MIN) sum.out += 1;
      }
      outOf.set(hours, sum);
    }
  }
  for (const [hours, { plain, out }] of outOf) {
    t.comment(`${hours} h: ${out} of ${plain} plain windows stand out`);
    t.ok(plain > 100, `${hours} h: ${plain} plain windows`);
    t.ok(out <= plain / 10, `${hours} h: ${out} of ${plain} stand out`);
  }
});
