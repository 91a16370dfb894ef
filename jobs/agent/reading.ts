// What rules of agents look at: numbers with the sources they rest on, by what is judged by itself.
import type { Measured } from "../measure/gap.ts";

export type RunToken = { readonly id: string; readonly symbol: string; readonly name: string };

/** One number as rules look at it: null where it does not apply. */
export type Reading = {
  readonly value: Measured<number> | null;
  /** Ids of the gathered sources it rests on. */
  readonly sources: readonly string[];
  /** When it was true, epoch milliseconds. */
  readonly asOf: number;
};
export type Readings<M extends string = string> = Readonly<Record<M, Reading>>;

/** What is judged by itself: a token, or with null the whole. */
export type Subject<M extends string = string> = { readonly token: RunToken | null; readonly readings: Readings<M> };

export type Read<M extends string = string, L extends string = string> = {
  readonly subjects: readonly Subject<M>[];
  /** What the input sets the limits of the rules to. */
  readonly limits: Readonly<Record<L, number>>;
};
