// Weights as a file of the program: a character a weight.
const LEVELS = "!#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}~";
const ZERO = (LEVELS.length - 1) / 2;
const LINE = 1_024;

/** Pure. */
export function tellWeights(
  weights: Float64Array,
  { made, places, seen }: { readonly made: string; readonly places: number; readonly seen: readonly string[] },
): string {
  const most = weights.reduce((largest, weight) => Math.max(largest, Math.abs(weight)), 0);
  const step = most / ZERO;
  const text = Array.from(weights, (weight) =>
    LEVELS.charAt(ZERO + Math.max(-ZERO, Math.min(ZERO, Math.round(weight / step)))),
  ).join("");
  const lines = Array.from({ length: Math.ceil(text.length / LINE) }, (_, at) =>
    text.slice(at * LINE, (at + 1) * LINE),
  );
  return [
    "// How much each feature of a question speaks for each intent. Written by `npm run learn`: mend scripts/learn/example and write it anew.",
    `export const MADE_OF = ${JSON.stringify(made)};`,
    `export const PLACES = ${places};`,
    `export const STEP = ${step};`,
    `export const LEVELS = ${JSON.stringify(LEVELS)};`,
    `export const WEIGHTS = [`,
    ...lines.map((line) => `  ${JSON.stringify(line)},`),
    `].join("");`,
    `export const SEEN =\n  ${JSON.stringify(seen.join(" "))};`,
    "",
  ].join("\n");
}
