// Which metrics are named for each other, and those that are of one kind: closures of a side, unlocks.
import { type MetricId, metricRow } from "../metric.ts";

/** Whether the one is named for the other. */
export const isKin = (one: MetricId, other: MetricId): boolean =>
  one === other || metricRow(one).kin?.some((kin) => metricRow(other).kin?.includes(kin)) === true;

/** What was closed by force of each side. */
export const CLOSURES_OF = { long: "long_liquidations", short: "short_liquidations" } as const;
/** Sums of what was closed by force: of both sides, or of one. */
export const isClosure = (id: MetricId): boolean =>
  id === "liquidations" || id === CLOSURES_OF.long || id === CLOSURES_OF.short;
export const isUnlock = (id: MetricId): boolean => id.startsWith("unlock");

/** Whether it tells of the market around the coin, and not of the coin. */
export function isOfMarketAlone(id: MetricId): boolean {
  const { now, over } = metricRow(id);
  return [now, ...Object.values(over ?? {})].every((place) => place === undefined || place[0] === "market_context");
}
