// Leaves out the parts of a sentence that only say what somebody makes of it.
import type { Read } from "../../read-items.ts";
import { has, isEnd } from "./parts.ts";
import { REMARKED, REMARKS } from "./words/remark-words.ts";

/** What a part may not say that is left out, or that is not read beside others that are. */
const FRAMED =
  /^(?:not|no|never|nor|neither|none|nobody|false|untrue|wrong|incorrect|myth|lie|denies|deny|denied|contrary|fake|doubt\w*|disput\w*|question\w*|unlikely|hardly|if|unless|whether|claim\w*|said|says|say|believe\w*|think\w*|expect\w*|forecast\w*|would|could|should|might|may|rather|instead|except|excluding|apart|or|until|rumou?r\w*|supposed\w*|allege\w*|reported\w*|imagin\w*|pretend\w*|fail\w*|without|hypothe\w*|suppose\w*|assum\w*|had|were it|contrast\w*|unlike)$/i;
const MEASURED: readonly Read["is"][] = [
  "number",
  "metric",
  "hours",
  "span",
  "positive",
  "versus",
  "op",
  "than",
  "extreme",
  "not",
  "never",
  "venue",
  "times",
  "or",
  "more",
  "bigger",
  "most",
  "market",
  "crowd",
];
export const isFramed = (part: readonly Read[]): boolean =>
  part.some(
    ({ is, text }) =>
      is === "not" ||
      is === "never" ||
      is === "or" ||
      is === "neither" ||
      is === "nor" ||
      text.split(" ").some((word) => FRAMED.test(word)),
  );

const DOES =
  /(?:^|\s)(?:is|are|was|were|has|have|had|looks?|seems?|feels?|remains?|stays?|makes?|became|becomes?)(?=\s|$)/i;
const OF_THAT = /^(?:and |but |so |yet )?(?:that|this|which|these|those)\b/i;

/** "And is a good buy", "and whales are bullish on it": said of the coin or of somebody, and not of what was told before. */
function isStated(part: readonly Read[]): boolean {
  const said = part.flatMap(({ is, text }) => (is === "stop" ? [] : [text])).join(" ");
  const isOpinion = part.some((item) => item.is === "refuse" && item.why === "opinion");
  return (part[0]?.is === "join" || isOpinion) && DOES.test(said) && !OF_THAT.test(said);
}

/** Whether a part that is joined to the others holds nothing that was read: "and has a strong community". */
export const isUnreadBeside = (items: readonly Read[]): boolean =>
  splitOf(items).some(
    (part) =>
      part[0]?.is === "join" && part.length > 2 && part.slice(1).every(({ is }) => is === "fill") && isStated(part),
  );

/** "Leverage fell", "demand surging": of something else that went a way. */
function isMoved(part: readonly Read[]): boolean {
  const move = part.findIndex(({ is }) => is === "move");
  return part.slice(0, Math.max(0, move)).some(({ is, text }) => is === "unread" && REMARKED.has(text.toLowerCase()));
}

/** Without parts that only say how somebody finds it, or what he makes of it. */
export function withoutRemarks(items: readonly Read[], isAll = false): readonly Read[] {
  if (!has(items, "stop", "join")) return items;
  const parts = splitOf(items);
  const isRemark = (part: readonly Read[]) =>
    has(part, "unread", "refuse") &&
    !has(part, ...MEASURED) &&
    !isFramed(part) &&
    (isAll || !isStated(part)) &&
    !isMoved(part) &&
    part.every((item) => item.is !== "token" || item.id) &&
    part.every((item) => (item.is !== "unread" && item.is !== "refuse") || REMARKS.has(item.text.toLowerCase()));
  const isDespite = (part: readonly Read[]) =>
    part.some(({ is, text }) => is === "fill" && /^(?:despite|in spite of|notwithstanding|even after)$/i.test(text)) &&
    !has(part, "number", "metric", "not", "never");
  const left = parts.filter((part) => !isRemark(part) && !isDespite(part));
  return left.some((part) => has(part, ...MEASURED, "move")) ? left.flat() : items;
}

/** Its parts, each with what ends it. */
function splitOf(items: readonly Read[]): Read[][] {
  const parts: Read[][] = [[]];
  for (const item of items) {
    if (isEnd(item)) parts.push([item]);
    else parts.at(-1)?.push(item);
  }
  return parts;
}
