// The usual net flow of a day: 24-hour windows of the last 30 days, hour by hour, over the chains that are compared.
import { FLOW_USUAL_DAYS, type SignalFlowUsualRow } from "../../schema/query/signal/signal-flow-usual.ts";
import { type Gap, gap, type Measured } from "../measure/gap.ts";
import { robustZ } from "../number/robust-z.ts";

const DAY_HOURS = 24;
const DAY_S = 86_400;
const WINDOWS = FLOW_USUAL_DAYS * DAY_HOURS;
/** Of the windows so many must be whole. */
const SHARE_MIN = 0.9;

const tooShort: Gap = gap("insufficient_history", "30 days of flows are not stored yet.");
const noSpread: Gap = gap("insufficient_history", "The flows of 30 days do not differ from each other.");

type Hour = { readonly net: number; readonly seconds: number };

/** By age in hours; an hour in which something moved without a price is no hour at all. */
function hoursOf(row: SignalFlowUsualRow): ReadonlyMap<number, Hour> {
  return new Map(
    row.ages.flatMap((age, index) =>
      row.unpriced[index] === 0 ? [[age, { net: row.net_usd[index] ?? 0, seconds: row.seconds[index] ?? 0 }]] : [],
    ),
  );
}

/** Net flow of the 24 hours that end `age` hours before the full hour; undefined where they were not scanned whole. */
function windowOf(hours: ReadonlyMap<number, Hour>, age: number): number | undefined {
  let [net, seconds] = [0, 0];
  for (let back = 0; back < DAY_HOURS; back++) {
    const hour = hours.get(age + back);
    net += hour?.net ?? 0;
    seconds += hour?.seconds ?? 0;
  }
  return seconds >= DAY_S ? net : undefined;
}

/** Net flows of the whole 24-hour windows in USD, newest first, summed over the same chains each; too few are a gap. */
export function usualNetflows(rows: readonly SignalFlowUsualRow[], chains: readonly string[]): Measured<number[]> {
  const byChain = chains.map((chain) => rows.find((row) => row.chain === chain)).map((row) => row && hoursOf(row));
  if (byChain.length === 0 || byChain.includes(undefined)) return tooShort;
  const sums: number[] = [];
  for (let age = 0; age < WINDOWS; age++) {
    const parts = byChain.map((hours) => (hours ? windowOf(hours, age) : undefined));
    if (!parts.includes(undefined)) sums.push(parts.reduce<number>((sum, part) => sum + (part ?? 0), 0));
  }
  return sums.length >= WINDOWS * SHARE_MIN ? sums : tooShort;
}

/** Robust z of a 24-hour net flow (USD) against the usual ones. */
export function zOfNetflow(netflowUsd: number, usual: readonly number[]): Measured<number> {
  const z = robustZ(netflowUsd, usual);
  return Number.isFinite(z) ? z : noSpread;
}
