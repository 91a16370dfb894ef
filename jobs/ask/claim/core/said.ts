// What the rules for words beside each other look at.

import type { MetricId } from "../../metric.ts";
import type { Read } from "../../read-items.ts";
import { isClosure } from "../kin.ts";

type Metric = Extract<Read, { readonly is: "metric" }>;
type Amount = Extract<Read, { readonly is: "number" }>;
export const isFill = ({ is }: Read): boolean => is === "fill" || is === "noun";
export const fill = ({ text }: Read): Read => ({ is: "fill", text });

/** What a sentence holds, as the rules look at it. */
export type Said = {
  readonly items: readonly Read[];
  readonly own: string;
  readonly metrics: readonly Metric[];
  readonly named: ReadonlySet<MetricId>;
  readonly numbers: readonly Amount[];
  readonly sum: Amount | undefined;
  readonly isOwn: boolean;
  readonly isHeldAgainst: boolean;
  readonly isClosed: boolean;
  readonly isMultiple: boolean;
  readonly isBeside: boolean;
  readonly has: (...kinds: readonly Read["is"][]) => boolean;
};
/** Where an item stands, and what says something next to it. */
export type Place = { readonly at: number; readonly next: Read | undefined; readonly before: Read | undefined };

export function saidOf(items: readonly Read[], own: string): Said {
  const metrics = items.filter((item): item is Metric => item.is === "metric");
  const numbers = items.flatMap((item) => (item.is === "number" ? [item] : []));
  const has = (...kinds: readonly Read["is"][]) => items.some(({ is }) => kinds.includes(is));
  return {
    ...{ items, own, metrics, numbers, has },
    named: new Set(metrics.map(({ id }) => id)),
    sum: numbers[0],
    isOwn: items.some((item) => item.is === "token" && item.id === own),
    isHeldAgainst: has("than", "versus", "between", "both") || items.filter(({ is }) => is === "op").length > 1,
    isClosed: metrics.some(({ id }) => isClosure(id)),
    isMultiple: numbers.some(({ unit }) => unit === "times" || unit === "pct"),
    isBeside: has("futures") && has("spot"),
  };
}
