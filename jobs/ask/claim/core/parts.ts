// The parts of a sentence between its stops: which of them tell something, and what one takes over from another.
import { metricRow } from "../../metric.ts";
import type { Read } from "../../read-items.ts";

export const isEnd = ({ is }: Read): boolean => is === "stop" || is === "join";
export const has = (items: readonly Read[], ...kinds: readonly Read["is"][]): boolean =>
  items.some(({ is }) => kinds.includes(is));

export function partsOf(items: readonly Read[]): Read[][] {
  const parts: Read[][] = [[]];
  for (const item of items) {
    if (isEnd(item)) parts.push([]);
    else parts.at(-1)?.push(item);
  }
  return parts.filter((part) => part.some(({ is }) => is !== "fill"));
}

/** "Its market cap" is of whom the clause before it is about. */
export function withSubjects(parts: readonly (readonly Read[])[]): (readonly Read[])[] {
  const [first = []] = parts;
  const [subject, more] = [
    ...new Map(first.flatMap((item) => (item.is === "token" ? [[item.id, item] as const] : []))).values(),
  ];
  return parts.map((part, at) => {
    const lead = part[0];
    const isIts = lead?.is === "fill" && /^(?:its|it)$/i.test(lead.text);
    const isNamed = part.some((item) => item.is === "token" && item.id === subject?.id);
    // "Ether's funding is positive whereas SOL's is negative": its funding too.
    const metrics = first.filter(({ is }) => is === "metric");
    const isSign =
      at > 0 && has(part, "positive") && !has(part, "metric") && has(first, "positive") && metrics.length === 1;
    const signed = isSign ? [...metrics, ...part] : part;
    return at > 0 && isIts && subject && !more && !isNamed ? [subject, ...signed] : signed;
  });
}

export const TELLS: readonly Read["is"][] = [
  ...([
    "number",
    "move",
    "op",
    "positive",
    "versus",
    "flat",
    "fact",
    "times",
    "bigger",
    "more",
    "peg",
    "superlative",
    "together",
    "reached",
    "not",
  ] as const),
  ...(["either", "most", "degree", "than", "like", "neither", "nor", "extreme", "part", "side"] as const),
];

/** What only leads to another part, or trails after it, belongs to that. */
export function whole(parts: readonly (readonly Read[])[]): Read[][] {
  const all: Read[][] = [];
  let lead: Read[] = [];
  for (const part of parts) {
    const isTold = has(part, ...TELLS);
    const last = all.at(-1);
    if (isTold) {
      all.push([...lead, ...part]);
      lead = [];
    } else if (last && !has(part, "metric")) last.push(...part);
    else lead.push(...part);
  }
  if (lead.length > 0) all.push(lead);
  return all;
}

/** What a part leaves out of what is measured it takes over from the one before it. */
export function withMetrics(parts: readonly (readonly Read[])[], own: string): (readonly Read[])[] {
  const done: (readonly Read[])[] = [];
  for (const part of parts) {
    const before = done.at(-1) ?? [];
    const metrics = before.filter((item) => item.is === "metric");
    const ids = new Set(metrics.map((item) => (item.is === "metric" ? item.id : "")));
    const isBare = !has(
      part,
      "metric",
      "token",
      "market",
      "versus",
      "extreme",
      "crowd",
      "futures",
      "spot",
      "part",
      "fact",
      "peg",
      "holder",
      "side",
      "bigger",
      "noun",
      "venue",
      "than",
      "together",
      "superlative",
      "top",
      "needed",
      "sometime",
    );
    const [metric] = metrics;
    const isOwn =
      before.every((item) => item.is !== "token" || item.id === own) &&
      !has(before, "market", "crowd", "part", "extreme", "than", "versus");
    const row = metric?.is === "metric" ? metricRow(metric.id) : null;
    const [number] = part.filter((item) => item.is === "number");
    const isOfUnit =
      number?.is === "number"
        ? has(part, "move") || has(part, "flat")
          ? number.unit === "pct" && row?.change !== undefined
          : row !== null && isUnitOf(number.unit, row.unit)
        : has(part, "positive") && row?.isSigned === true;
    done.push(
      isBare && isOwn && ids.size === 1 && metric && isOfUnit && done.length > 0
        ? [...metrics.slice(0, 1), ...before.filter(({ is }) => is === "venue"), ...part]
        : part,
    );
  }
  return done;
}
const isUnitOf = (stated: string | null, unit: string): boolean =>
  unit === "usd"
    ? stated === "usd"
    : unit === "pct"
      ? stated === "pct" || stated === "bps"
      : unit === "coins"
        ? stated === "coins"
        : unit === "ratio" && (stated === "times" || stated === null);
