// One clause of a claim as it is read: its items, the time and the metric it is about.
import type { Bag } from "../bag.ts";
import type { MetricId } from "../metric.ts";
import type { Time } from "./claim.ts";

export type Clause = {
  readonly bag: Bag;
  /** The token that is asked about. */
  readonly own: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly time: Time | null;
  /** The metric of the clause, its own or that of the one before; null where none is named. */
  readonly metric: MetricId | null;
};
