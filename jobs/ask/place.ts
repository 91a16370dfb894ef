// Where a number that a claim needs stands in the evidence, and how it is shown.

import type { EvidenceItem } from "../../schema/shape/evidence.ts";
import type { Format } from "../../schema/statement/format.ts";
import { leafAt } from "../../schema/statement/leaf.ts";
import type { Ref, Time } from "./claim/claim.ts";
import { MARKET, type Wanted, want } from "./evidence.ts";
import { isPublished, METRICS, metricRow, type Place } from "./metric.ts";

type Placed = { readonly wanted: Wanted; readonly path: string };

const at = ([kind, path]: Place, token: string | null, time: Time | null = null): Placed => ({
  wanted: want(kind, token, time),
  path,
});
const hoursOf = (time: Time | null): number | null => (time !== null && "hours" in time ? time.hours : null);

const PRICE_TIMES_MAX_H = 31 * 24;

/** Of a day the state says it, of other published times the median of all states. */
function placeOfMarket(hours: number | null, time: Time | null): Placed | null {
  if (hours === 24) return at(["market_context", "relative_strength_24h_pct"], null);
  return hours !== null && isPublished(hours) ? at(["comparison", "difference_pct"], MARKET, time) : null;
}

/** Null where nothing measures it over that time. */
export function placeOfRef(ref: Ref): Placed | null {
  const { metric, aspect, time, token } = ref;
  const row = metricRow(metric);
  const hours = hoursOf(time);
  if (time !== null && (hours === null ? 0 : hours) > PRICE_TIMES_MAX_H && row.over?.[hours ?? 0] === undefined)
    return null;
  if (aspect === "versus") {
    if (token === MARKET) return placeOfMarket(hours, time);
    return time === null ? null : at(["comparison", "difference_pct"], token, time);
  }
  if (aspect === "level") {
    if (row.over) {
      const place = hours === null ? undefined : row.over[hours];
      return place === undefined ? null : at(place, token);
    }
    return row.now ? at(row.now, token) : null;
  }
  if (aspect === "change") {
    const place = hours === null ? undefined : row.change?.[hours];
    if (place) return at(place, token);
    if (metric === "volume" && hours !== null) return at(["volume_window", "change_pct"], token, time);
    return metric === "price" ? at(["price_window", "change_pct"], token, time) : null;
  }
  if (metric !== "price" || time === null) return null;
  if (aspect === "change_usd")
    return at(
      hours === 24 ? ["performance", "change_24h_usd"] : ["price_window", "change_usd"],
      token,
      hours === 24 ? null : time,
    );
  if (hours === 24) return at(["performance", aspect === "high" ? "high_24h_usd" : "low_24h_usd"], token);
  return at(["price_window", aspect], token, time);
}

type Found =
  | { readonly value: number; readonly item: EvidenceItem; readonly path: string }
  | { readonly reason: string; readonly detail: string; readonly item: EvidenceItem | null };

/** The number in the items that were made for it, or why it is not there. */
export function findNumber(items: readonly EvidenceItem[], path: string): Found {
  const [item] = items;
  if (!item) return { reason: "no_source", detail: "It does not apply to this token.", item: null };
  const leaf = leafAt(item, path);
  if (leaf && typeof leaf.value === "number") return { value: leaf.value, item, path };
  const pointer = `/${path.replaceAll(".", "/")}`;
  const missing = item.unassessed.find((one) => pointer === one.path || pointer.startsWith(`${one.path}/`));
  return missing
    ? { reason: missing.reason, detail: missing.detail ?? "", item }
    : { reason: "no_source", detail: "It does not apply to this token.", item };
}

const WINDOWS: Readonly<Record<number, string>> = {
  1: "an hour",
  4: "four hours",
  24: "a day",
  168: "a week",
  720: "thirty days",
  2160: "ninety days",
};
/** Over which time, in words that hold no digit; null where it takes one. */
export function sayOver(time: Time | null): string | null {
  if (time === null) return "";
  if ("hours" in time) return Object.hasOwn(WINDOWS, time.hours) ? ` over ${WINDOWS[time.hours]}` : null;
  return /\d/.test(time.name) ? null : ` ${time.name}`;
}

/** A time as a table shows it. */
export function tellTime(time: Time | null): string | null {
  if (time === null) return null;
  if ("hours" in time)
    return time.hours % 24 === 0 && time.hours > 24 ? `${time.hours / 24}d` : `${Number(time.hours.toFixed(2))}h`;
  return `${new Date(time.from).toISOString()}/${new Date(time.to).toISOString()}`;
}

/** How the number of a ref is shown. */
export function formatOf({ metric, aspect }: Ref): Format {
  if (aspect === "change" || aspect === "versus") return "pct2";
  if (aspect === "change_usd") return "usd";
  const { unit, isSigned, isOfOne } = metricRow(metric);
  if (unit === "usd") return isOfOne ? "usd" : "usd_short";
  if (unit === "pct") return metric.startsWith("funding") ? "pct4" : isSigned ? "pct2" : "share2";
  if (unit === "ratio") return "ratio2";
  if (unit === "bps") return "bps1";
  if (unit === "coins") return "coins";
  return unit === "hours" ? "hours" : "int";
}

export const isLeast = ({ metric }: Ref): boolean => metricRow(metric).isLeast === true;

const ASPECTS = {
  level: "",
  change: "change in ",
  change_usd: "change in ",
  high: "high of ",
  low: "low of ",
  versus: "",
} as const;
/** Whether it is one or are several: what is called stands before the first of these words. */
export const verbOf = ({ metric, aspect }: Ref): "is" | "are" => {
  const [called = ""] = METRICS[metric].says.split(/ (?:of|on|over|per|long|within|from|to)\b/);
  return aspect === "level" && /(?<!si)s$/.test(called) ? "are" : "is";
};
/** What the number of a ref is, in words. */
export function sayRef({ metric, aspect }: Ref): string {
  if (aspect === "versus") return "difference of both changes";
  return `${ASPECTS[aspect]}${METRICS[metric].says}`;
}
