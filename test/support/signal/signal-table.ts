// How often rules fired in a week, as lines of a table beside the frequencies they aim at.
import type { FiredSignal } from "../../../jobs/detect/state.ts";
import { SIGNALS } from "../../../schema/signal/index.ts";

/** Signals of severity 1 a day, 2 a week and 3 a month that a token should not exceed, over all kinds. */
const AIMS = [3, 3, 1] as const;
const PER_WEEK = [7, 1, 7 / 30] as const;

const countsOf = (fired: readonly Pick<FiredSignal, "severity">[]): number[] =>
  [1, 2, 3].map((severity) => fired.filter((signal) => signal.severity === severity).length);
/** Counts of a week in the units of the aims. */
const ratesOf = (counts: readonly number[], tokens = 1): number[] =>
  counts.map((count, index) => count / tokens / (PER_WEEK[index] ?? 1));
const cells = (values: readonly (number | string)[]): string =>
  values.map((value) => (typeof value === "number" ? value.toFixed(2) : value).padStart(9)).join(" ");

/** One line a token, then the mean and how many tokens exceed each aim. */
export function tokenTable(tokens: readonly string[], fired: readonly FiredSignal[]): string[] {
  const rows = tokens.map((token) => ({ token, rates: ratesOf(countsOf(fired.filter((one) => one.token === token))) }));
  const over = AIMS.map((aim, index) => rows.filter(({ rates }) => (rates[index] ?? 0) > aim).length);
  return [
    `${"token".padEnd(28)} ${cells(["1 a day", "2 a week", "3 a month"])}`,
    ...rows.map(({ token, rates }) => `${token.padEnd(28)} ${cells(rates)}`),
    `${"aim, at most".padEnd(28)} ${cells([...AIMS])}`,
    `${"mean".padEnd(28)} ${cells(ratesOf(countsOf(fired), tokens.length))}`,
    `${"tokens above".padEnd(28)} ${cells(over.map(String))}`,
  ];
}

/** One line a kind: signals of a mean token in the units of the aims. */
export function kindTable(tokens: number, fired: readonly FiredSignal[]): string[] {
  return [
    `${"kind, mean token".padEnd(28)} ${cells(["1 a day", "2 a week", "3 a month"])}`,
    ...Object.keys(SIGNALS).map((kind) => {
      const own = fired.filter((one) => one.kind === kind);
      return `${kind.padEnd(28)} ${cells(ratesOf(countsOf(own), tokens))}`;
    }),
  ];
}
