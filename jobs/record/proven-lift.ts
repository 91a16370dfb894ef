// What the record has of signals of a kind, severity and direction: how much more often than the market's hours they were right.
import { isProven } from "../../schema/record/proven.ts";
import { directedClassOf, type HorizonId, type OddsTable, SCORING } from "../../schema/record/rule.ts";
import { roundRatio } from "../number/round.ts";

/** The lift shrunk by the weight of the base rate, none unless it is proven; `settled`: calls that were right or wrong, and `past` what else is proven by. */
export function provenLift(odds: OddsTable, signal: Parameters<typeof directedClassOf>[0], horizon: HorizonId) {
  const past = odds[directedClassOf(signal)]?.[horizon];
  const settled = past?.n ?? 0;
  if (!past) return { settled, lift: 0, proven: false, past: null };
  const { n, right, base, independent = 0, windows = 0, even = 0, effective = 0 } = past;
  const figures = { right, base, independent, windows, even, effective };
  if (!isProven(past)) return { settled, lift: 0, proven: false, past: figures };
  const shrunk = (right + SCORING.priorWeight * base) / (n + SCORING.priorWeight) - base;
  return { settled, lift: roundRatio(shrunk), proven: true, past: figures };
}
