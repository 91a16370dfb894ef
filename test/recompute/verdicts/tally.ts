// Counts what became of token-hours: how many, how many fell, and of how many independent ones.
import { wilson95 } from "../../../schema/record/statistic.ts";

export const FALL_HOURS = [1, 24] as const;
export type FallHours = (typeof FALL_HOURS)[number];
/** By hours; null where it is not counted. */
export type Fell = Readonly<Record<FallHours, boolean | null>>;

type Horizon = { hours: number; fell: number; independent: number; readonly lastAt: Map<string, number> };
type Count = { hours: number; readonly at: Record<FallHours, Horizon> };

export type Tally = {
  add(name: string, token: string, hour: number, fell: Fell): void;
  names(): string[];
  count(name: string): { readonly hours: number; readonly share: number };
  /**
   * The share that fell, of all hours. Hours of a token whose horizons overlap are not independent: the interval counts
   * at most one of a token in the length of the horizon, as the record does.
   */
  fell(name: string, hours: FallHours): { readonly share: number; readonly interval: readonly [number, number] | null };
};

/** Every token-hour is counted under it. */
export const ALL = "all";

const horizon = (): Horizon => ({ hours: 0, fell: 0, independent: 0, lastAt: new Map() });

export function openTally(): Tally {
  const counts = new Map<string, Count>();
  const of = (name: string): Count => {
    const known = counts.get(name) ?? { hours: 0, at: { 1: horizon(), 24: horizon() } };
    counts.set(name, known);
    return known;
  };
  return {
    add(name, token, hour, fell) {
      const count = of(name);
      count.hours += 1;
      for (const hours of FALL_HOURS) {
        const at = count.at[hours];
        if (fell[hours] === null) continue;
        at.hours += 1;
        if (fell[hours]) at.fell += 1;
        if (hour - (at.lastAt.get(token) ?? Number.NEGATIVE_INFINITY) < hours) continue;
        at.lastAt.set(token, hour);
        at.independent += 1;
      }
    },
    names: () => [...counts.keys()],
    count: (name) => ({ hours: of(name).hours, share: of(name).hours / of(ALL).hours }),
    fell(name, hours) {
      const { hours: n, fell, independent } = of(name).at[hours];
      return { share: fell / n, interval: wilson95((fell / n) * independent, independent) };
    },
  };
}
