// Puts items of a claim in order where prose leaves out or doubles what plain words say: a subject that is taken over, two numbers of one high, words of size beside a number.

import type { Read } from "../read-items.ts";
import { isUnlock } from "./kin.ts";
import { formed } from "./prose/forms.ts";

const isEnd = ({ is }: Read): boolean => is === "stop" || is === "join" || is === "or";
const STOP: Read = { is: "stop", text: "" };

/** The parts between stops, each with the stop before it. */
function segmentsOf(items: readonly Read[]): Read[][] {
  const all: Read[][] = [[]];
  for (const item of items) {
    if (isEnd(item)) all.push([item]);
    else all.at(-1)?.push(item);
  }
  return all;
}

/** "Way under its high": no number follows, so it compares. */
function compared(items: readonly Read[]): Read[] {
  return items.map((item, at) => {
    if (item.is !== "about" || item.how !== "well") return item;
    const next = items.slice(at + 1).find(({ is }) => is !== "fill");
    const isAlone = next?.is === "extreme" || next?.is === "metric" || next?.is === "token";
    return isAlone ? { is: "op", op: /below|under|less/i.test(item.text) ? "<" : ">", text: item.text } : item;
  });
}

/** Of a number that is told, how large somebody finds it says nothing more. */
function unsized(segment: readonly Read[]): Read[] {
  const isTold = segment.some(({ is }) => is === "number") && !segment.some(({ is }) => is === "times");
  return isTold ? segment.filter(({ is }) => is !== "vague") : [...segment];
}

/** "51 % below its high of 293": how far off, and what it is. */
function apart(segment: readonly Read[]): Read[] {
  const numbers = segment.flatMap((item, at) => (item.is === "number" ? [{ item, at }] : []));
  const [far, level, more] = numbers;
  const edge = segment.findIndex(({ is }) => is === "extreme");
  if (!far || !level || more || edge < far.at || level.at < edge || far.item.unit !== "pct") return [...segment];
  const high = segment[edge];
  if (high?.is !== "extreme" || high.ever !== true) return [...segment];
  return [...segment.slice(0, edge + 1), STOP, high, ...segment.slice(edge + 1)];
}

/** ", more than three times spot volume", ", less than spot volume": of what was told before. */
function takenOver(segment: readonly Read[], before: readonly Read[]): Read[] {
  const [end, ...rest] = segment;
  if (end === undefined || !isEnd(end)) return [...segment];
  const said = rest.filter(({ is }) => is !== "fill");
  const [first] = said;
  const leads = first?.is === "op" || first?.is === "about" || first?.is === "more" || first?.is === "number";
  const metrics = said.filter(({ is }) => is === "metric");
  const number = said.find(({ is }) => is === "number");
  const isMultiple = number === undefined || (number.is === "number" && number.unit === "times");
  const last = before.findLast(({ is }) => is === "metric");
  if (!leads || metrics.length !== 1 || !isMultiple || last === undefined || said.some(({ is }) => is === "move"))
    return [...segment];
  return [end, last, ...rest];
}

/** A net of what flows in or out, however it is put. */
function netted(segment: readonly Read[]): Read[] {
  const isNet = segment.some(({ is, text }) => is === "fill" && /^net$/i.test(text));
  if (!isNet) return [...segment];
  return segment.map((item) => {
    if (item.is !== "metric" || (item.id !== "inflow" && item.id !== "outflow")) return item;
    return { is: "metric", id: "netflow", sign: item.id === "inflow" ? 1 : -1, text: item.text };
  });
}

/** "Higher than the 71 % of the last month" is held against another number, which is not the one that is told. */
function heldAgainst(segment: readonly Read[]): Read[] {
  return segment.map((item, at) => {
    const [the, number] = segment.slice(at + 1);
    const isThan = (item.is === "op" && /(?:than|above|below)$/i.test(item.text)) || item.is === "than";
    const rest = segment.slice(at + 3);
    const isTimed =
      number?.is === "hours" && rest.some(({ is }) => is === "number") && !rest.some(({ is }) => is === "extreme");
    const isOther = the?.is === "fill" && /^(?:the|that|its)$/i.test(the.text) && (number?.is === "number" || isTimed);
    const after = segment.slice(at + 3);
    const near = after.find(
      ({ is, text }) =>
        is !== "fill" || !/^(?:of|in|over|the|seen|during|from|for|last|past|registered|recorded)$/i.test(text),
    );
    return isThan && isOther && (isTimed || near?.is === "hours" || near?.is === "span")
      ? { is: "unread", text: item.text }
      : item;
  });
}

/** So many dollars of "vol" are volume. */
function turnover(segment: readonly Read[]): Read[] {
  const isSum = segment.some(
    (item) => item.is === "number" && (item.unit === "usd" || item.unit === null) && item.value >= SUM_LEAST,
  );
  const isFutures = segment.some(({ is }) => is === "futures");
  const isBare = isSum && !segment.some(({ is }) => is === "metric");
  const spot = segment.find(({ is }) => is === "spot");
  const isLarge = segment.some((item) => item.is === "number" && item.value >= NO_PRICE);
  if (spot && isBare && isLarge) return [...segment, { is: "metric", id: "volume", text: spot.text }];
  return segment.map((item) =>
    isSum && item.is === "metric" && item.id === "volatility" && /^vol$/i.test(item.text)
      ? { is: "metric", id: isFutures ? "perp_volume" : "volume", text: item.text }
      : item,
  );
}
const SUM_LEAST = 1_000;
/** No coin costs so much. */
const NO_PRICE = 1e7;

/** ", while 310 million came": another sum than that of before, and of what is not said. */
function contrasted(segment: readonly Read[]): Read[] {
  const [end, ...rest] = segment;
  const said = rest.filter(({ is }) => is !== "fill" && is !== "about");
  const [only, more] = said;
  const isOther = end?.is === "join" && /^(?:while|whereas|but|although|though)$/i.test(end.text);
  return isOther && only?.is === "number" && more === undefined && only.unit === "usd"
    ? [...segment, { is: "unread", text: only.text }]
    : [...segment];
}

/** Whose words would be taken for something else wherever they stand. Pure. */
export const settled = (items: readonly Read[]): Read[] =>
  segmentsOf(compared(items)).flatMap((segment) => contrasted(turnover(heldAgainst(netted(segment)))));

/** "Top 80 million" compares. */
function topped(segment: readonly Read[]): Read[] {
  const isOf = segment.some(({ is }) => is === "metric");
  return segment.map((item, at) => {
    const next = segment[at + 1];
    const isSum = next?.is === "number" && (next.unit === "usd" || next.value >= SUM_LEAST);
    return item.is === "top" && isOf && isSum ? { is: "op", op: ">", text: item.text } : item;
  });
}

/** "FDV is 83bn versus a market cap of 67bn": two numbers, each with its name. */
function sideBySide(segment: readonly Read[]): Read[] {
  const at = segment.findIndex(({ is }) => is === "than");
  const has = (of: readonly Read[], is: Read["is"]) => of.filter((item) => item.is === is).length === 1;
  const [left, right] = [segment.slice(0, at), segment.slice(at + 1)];
  const isTwo =
    at > 0 && [left, right].every((half) => has(half, "number") && (has(half, "metric") || has(half, "token")));
  const isNamed = has(left, "metric") && (has(right, "metric") || has(right, "token"));
  return isTwo && isNamed ? [...left, STOP, ...right] : [...segment];
}

/** "Its loss is bigger than the market's", "long liquidations outpace short ones": sizes that are compared. */
function sized(segment: readonly Read[]): Read[] {
  const has = (is: Read["is"]) => segment.some((item) => item.is === is);
  const isFurther = has("move") && (has("market") || has("token")) && !has("number") && !has("metric");
  const metrics = segment.filter(({ is }) => is === "metric").length;
  return segment.map((item) => {
    if (item.is === "op" && isFurther && /than$/i.test(item.text)) return { ...item, more: true };
    return item.is === "versus" && metrics === 2 && !has("token")
      ? { is: "op", op: item.dir > 0 ? ">" : "<", text: item.text }
      : item;
  });
}

/** What is beside the point of a high, of a size of coins or of a coming unlock. */
function cleared(segment: readonly Read[]): Read[] {
  const has = (is: Read["is"]) => segment.some((item) => item.is === is);
  const isAhead = segment.some((item) => item.is === "metric" && isUnlock(item.id));
  return segment.flatMap((item, at): Read[] => {
    if (item.is === "stayed" && has("extreme") && /^(?:remains?|stays?)$/i.test(item.text)) return [];
    if (item.is === "about" && isAhead && segment[at + 1]?.is === "hours") return [];
    const isSize = item.is === "metric" && item.id === "rank" && /^by market/i.test(item.text);
    return isSize && has("than") && has("bigger") ? [{ is: "metric", id: "market_cap", text: item.text }] : [item];
  });
}

const WAYS: readonly Read["is"][] = [
  "metric",
  "move",
  "flat",
  "either",
  "versus",
  "extreme",
  "positive",
  "fact",
  "market",
  "peg",
];

/** So many per cent of nothing that is named, and no word which way: nobody knows what of. */
function unnamed(segment: readonly Read[]): Read[] {
  const bare = segment.find((item) => item.is === "number" && item.unit === "pct" && item.sign === undefined);
  return bare && !segment.some(({ is }) => WAYS.includes(is))
    ? [...segment, { is: "unread", text: bare.text }]
    : [...segment];
}

/** What a first reading left open, in the order of plain words. Pure. */
export function regroup(items: readonly Read[]): Read[] {
  const parts = formed(segmentsOf(items));
  const whole = parts.map((segment, at) =>
    apart(topped(sized(cleared(unsized(takenOver(segment, parts[at - 1] ?? [])))))),
  );
  const isWay = whole.flat().some(({ is }) => WAYS.includes(is));
  return whole.flatMap((segment) => sideBySide(isWay ? segment : unnamed(segment)));
}
