// Learns to tell intents apart: a linear machine a label over examples and pairs of them, by sums, products and roots alone, so that the same examples give the same weights everywhere.
import { LABELS, placesOf } from "../../jobs/ask/score.ts";

export type Example = {
  readonly labels: readonly string[];
  readonly features: readonly string[];
  readonly parts: number;
  readonly words: readonly string[];
};

const EPOCHS = 12;
/** The order of the examples, and which of them are paired, are chance: weights are the mean over so many draws of it. */
const DRAWS = 5;
const PACE = 0.15;
/** What is of an intent counts so much more than what is not of it. */
const OWN_SHARE = 2;
const MARGIN_MOST = 2;
const FIRST = 1e-6;
const PAIRS = 1_200;
/** In this share of the rounds an example is read without what rules read of it. */
const WITHOUT_RULES = 0.5;
const NONE = "none";
const SEED = { order: 77, pairs: 5 } as const;
const isRule = (feature: string): boolean => feature.startsWith("rule:");

/** Numbers of 0 to 1 in an order that a seed gives. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Two of these as one text, each time another two. */
function pairsOf(first: readonly Example[], second: readonly Example[], next: () => number): Example[] {
  const pick = (from: readonly Example[]) => from[Math.floor(next() * from.length)] as Example;
  return Array.from({ length: PAIRS }, () => [pick(first), pick(second)] as const).flatMap(([a, b]) => {
    const labels = [...new Set([...a.labels, ...b.labels])].filter((label) => label !== NONE);
    const features = [...new Set([...a.features, ...b.features])];
    return a.labels.join() === b.labels.join() ? [] : [{ labels, features, parts: 2, words: [] }];
  });
}

/** Questions that ask for two things, and questions after words that ask for nothing. */
function joined(examples: readonly Example[], around: readonly Example[], draw: number): Example[] {
  const next = numbers(SEED.pairs + draw);
  const single = examples.filter(({ labels, parts }) => labels[0] !== NONE && parts === 1);
  return [...pairsOf(single, single, next), ...(around.length === 0 ? [] : pairsOf(around, single, next))];
}

/** A weight a label at every place; `around` is what is said around questions. Pure. */
export function learn(examples: readonly Example[], around: readonly Example[], places: number): Float64Array {
  const mean = new Float64Array(places * LABELS.length);
  for (let draw = 0; draw < DRAWS; draw++) {
    const weights = learnOnce([...examples, ...around, ...joined(examples, around, draw)], places, draw);
    for (const [at, weight] of weights.entries()) mean[at] = (mean[at] ?? 0) + weight / DRAWS;
  }
  return mean;
}

function learnOnce(all: readonly Example[], places: number, draw: number): Float64Array {
  const width = LABELS.length;
  const rows = all.map(({ labels, features }) => ({
    whole: placesOf(features, places),
    bare: placesOf(
      features.filter((one) => !isRule(one)),
      places,
    ),
    signs: LABELS.map((label) => (labels.includes(label) ? 1 : -1)),
  }));
  const [weights, squares, sums] = [0, 1, 2].map((at) =>
    new Float64Array(places * width).fill(at === 1 ? FIRST : 0),
  ) as [Float64Array, Float64Array, Float64Array];
  const next = numbers(SEED.order + draw);
  const order = rows.map((_, at) => at);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (let at = order.length - 1; at > 0; at--) {
      const other = Math.floor(next() * (at + 1));
      [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
    }
    for (const at of order) {
      const row = rows[at];
      if (row) step(row.signs, next() < WITHOUT_RULES ? row.bare : row.whole, weights, squares);
    }
    if (epoch >= EPOCHS / 2) for (let at = 0; at < sums.length; at++) sums[at] = (sums[at] ?? 0) + (weights[at] ?? 0);
  }
  return sums.map((sum) => sum / (EPOCHS / 2));
}

/** One example: what is not far enough on its side is moved there, the less the more it was moved before. */
function step(signs: readonly number[], row: readonly number[], weights: Float64Array, squares: Float64Array): void {
  const size = 1 / Math.sqrt(row.length);
  for (let label = 0; label < signs.length; label++) {
    const sign = signs[label] ?? 0;
    let sum = 0;
    for (const place of row) sum += weights[place * signs.length + label] ?? 0;
    const short = 1 - sign * sum * size;
    if (short <= 0) continue;
    const pull = -sign * Math.min(short, MARGIN_MOST) * size * (sign > 0 ? OWN_SHARE : 1);
    for (const place of row) {
      const at = place * signs.length + label;
      const square = (squares[at] ?? 0) + pull * pull;
      squares[at] = square;
      weights[at] = (weights[at] ?? 0) - (PACE * pull) / Math.sqrt(square);
    }
  }
}
