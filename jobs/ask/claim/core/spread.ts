// Spreads out what is said of several at once: "both over the day and over the week", "neither price nor volume", "bitcoin and ether".
import type { Read } from "../../read-items.ts";

type Spread = { readonly each: readonly (readonly Read[])[]; readonly isNone: boolean };

const KINDS: readonly Read["is"][] = ["hours", "token", "metric", "venue"];
const isLink = ({ is }: Read): boolean =>
  is === "join" || is === "nor" || is === "stop" || is === "fill" || is === "for" || is === "not" || is === "both";

/** Items of one kind with nothing but links between two of them, one of which joins. */
function groupOf(items: readonly Read[], kind: Read["is"]): readonly number[] {
  const places = items.flatMap(({ is }, at) => (is === kind ? [at] : []));
  const group: number[] = [];
  for (const at of places) {
    const last = group.at(-1);
    if (last === undefined) group.push(at);
    else {
      const between = items.slice(last + 1, at);
      const joins = between.some(({ is }) => is === "join" || is === "nor" || is === "stop");
      if (!between.every(isLink) || !joins) {
        if (group.length > 1) break;
        group.length = 0;
      }
      group.push(at);
    }
  }
  return group.length > 1 ? group : [];
}

/** Null where nothing is said of several at once. */
export function spread(items: readonly Read[]): Spread | null {
  if (items.some(({ is }) => is === "or" || is === "between")) return null;
  for (const kind of KINDS) {
    if (kind === "venue" && items.some(({ is }) => is === "only" || is === "superlative" || is === "extreme")) continue;
    const group = groupOf(items, kind);
    const [first = 0, last = 0] = [group[0], group.at(-1)];
    if (group.length < 2) continue;
    const inner = items.slice(first, last + 1);
    const isJoined = inner.some(({ is }) => is === "join" || is === "nor");
    const numbers = items.filter(({ is }) => is === "number").length;
    // Of two things together one number may be the sum.
    if (!isJoined || numbers > (kind === "hours" || kind === "venue" ? 1 : 0)) continue;
    const lead = items.slice(0, first).findLast(({ is }) => is !== "fill" && is !== "for");
    const isNone = inner.some(({ is }) => is === "nor");
    const isNeither = lead?.is === "neither" || items.some(({ is }) => is === "neither");
    const nots = items.filter(({ is }) => is === "not").length;
    if (isNone !== isNeither || (isNone && nots > 0) || (!isNone && inner.some(({ is }) => is === "not"))) continue;
    const before = items
      .slice(0, first)
      .filter((item) => item.is !== "neither" && item !== (lead?.is === "both" ? lead : null));
    const after = items.slice(last + 1).filter(({ is }) => is !== "neither");
    const each = group.flatMap((at) => {
      const one = items[at];
      return one ? [[...before, one, ...after]] : [];
    });
    return { each, isNone };
  }
  return null;
}
