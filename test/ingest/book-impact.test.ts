// Impact from stored levels is that of the raw book: within one percent of itself or a tenth of a basis point.
import t from "tap";
import { type BookSide, checkImpact } from "../support/book-impact.ts";

type Shape = {
  readonly name: string;
  readonly mid: number;
  readonly tick: number;
  readonly levels: number;
  /** USD of the level that is so many ticks from the best. */
  readonly usd: (ticks: number, roll: number) => number;
  /** Ticks to the next level. */
  readonly step: (index: number, roll: number) => number;
};

/** Numbers of 0..1 that are always the same. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const SHAPES: readonly Shape[] = [
  { name: "a thick book of one tick", mid: 1, tick: 0.0001, levels: 1_000, usd: (_, r) => 2e5 * r, step: () => 1 },
  {
    ...{ name: "fine ticks, most of them empty", mid: 85_000, tick: 0.01, levels: 1_000 },
    ...{
      usd: (_: number, r: number) => 30 + 2e5 * r ** 6,
      step: (_: number, r: number) => 1 + Math.floor(60 * r ** 4),
    },
  },
  {
    ...{ name: "thin, with walls", mid: 3.2, tick: 0.001, levels: 500 },
    ...{ usd: (n: number, r: number) => (n % 50 === 0 ? 2e5 : 200 + 3_000 * r), step: () => 1 },
  },
  {
    ...{ name: "ever thicker", mid: 0.0123, tick: 0.000001, levels: 500 },
    ...{ usd: (n: number, r: number) => 20 + n * 40 * r, step: (index: number) => 1 + Math.floor(index / 20) },
  },
  {
    ...{ name: "thick in front, then gaps", mid: 140, tick: 0.01, levels: 400 },
    ...{ usd: (n: number, r: number) => (n < 20 ? 5e4 : 1e4) * r + 10, step: (i: number) => (i < 20 ? 1 : 15) },
  },
  {
    ...{ name: "wide and all the same", mid: 20, tick: 0.01, levels: 1_000 },
    ...{ usd: () => 1_500, step: () => 1 },
  },
];

function sideOf(shape: Shape, sign: 1 | -1, random: () => number): BookSide {
  let ticks = 1;
  return Array.from({ length: shape.levels }, (_, index) => {
    const price = shape.mid + sign * ticks * shape.tick;
    const level: [number, number] = [price, (shape.usd(ticks, random()) + 1) / price];
    ticks += shape.step(index, random());
    return level;
  }).filter(([price]) => price > 0);
}

for (const shape of SHAPES) {
  t.test(`impact over stored levels: ${shape.name}`, (t) => {
    const random = dice(shape.levels);
    const books = [1, 2, 3].map(() => ({ bids: sideOf(shape, -1, random), asks: sideOf(shape, 1, random) }));
    for (const some of [books.slice(0, 1), books]) t.comment(checkImpact(t, some));
    t.end();
  });
}
