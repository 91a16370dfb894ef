// Reads what is said of an instant before: how a number stood then beside how it stands now.
import { bagOf } from "../../bag.ts";
import { metricRow } from "../../metric.ts";
import type { Read } from "../../read-items.ts";
import { agree, type Claim, type Ref } from "../claim.ts";
import { readAmount } from "../read-amount.ts";
import { ref, test } from "../read-clause.ts";
import { readWay } from "../read-way.ts";
import { SLIGHTLY } from "../slightly.ts";
import { type About, NEUTRAL } from "./noun.ts";

/** "Earlier" and "before" may be held against something that is not said. */
const isAgo = (item: Read | undefined): boolean => item?.is === "ago" && /^ago$/i.test(item.text);

/** Where an instant of the past begins a clause: its hours, and the rest. */
function pastOf(items: readonly Read[]): { readonly hours: number; readonly rest: Read[] } | null {
  const at = items.findIndex((item, place) => item.is === "hours" && isAgo(items[place + 1]));
  const hours = items[at];
  const before = items.slice(0, Math.max(0, at)).findLast(({ is }) => is !== "fill");
  if (at < 0 || hours?.is !== "hours" || (before !== undefined && /^(?:than|since|from|op|owner)$/.test(before.is)))
    return null;
  return { hours: hours.hours, rest: [...items.slice(0, at), ...items.slice(at + 2)] };
}

const UP = /^(?:higher|more|larger|greater|bigger)$/i;
const DOWN = /^(?:lower|less|smaller)$/i;

/** "An hour ago it was cheaper": it has risen since. Null where nothing is said of an instant before. */
export function readPast(said: readonly Read[], { own, now }: About): Claim | null {
  const past = pastOf(said);
  if (past === null) return null;
  const than = past.rest.findIndex(({ is }) => is === "than");
  const op = past.rest.findIndex((item) => item.is === "op" && item.more === true);
  const end = than >= 0 ? than : op;
  // After "than" there is nothing but now.
  const isNow = (item: Read) => NEUTRAL.includes(item.is) || (item.is === "hours" && /^today$/i.test(item.text));
  if (end >= 0 && !past.rest.slice(end + 1).every(isNow)) return null;
  const clause = bagOf(end >= 0 ? past.rest.slice(0, op >= 0 && than < 0 ? op + 1 : end) : past.rest);
  if (!clause.only(...NEUTRAL, "metric", "token", "more", "bigger", "move", "op", "number", "about", "vague"))
    return null;
  if (clause.of("token").some(({ id }) => id !== own)) return null;
  const dirs = clause.items.flatMap((item): (1 | -1)[] => {
    if (item.is === "more") return [item.dir];
    if (item.is === "bigger") return item.metric === "price" ? [item.dir] : [];
    if (item.is === "op" && item.more === true) return [item.op === ">" ? 1 : -1];
    return item.is === "move" && (UP.test(item.text) || DOWN.test(item.text)) ? [item.dir] : [];
  });
  const [dir, more] = dirs;
  const [named, other] = clause.of("metric");
  const metric = named?.id ?? "price";
  const isOther = clause.of("bigger").some((item) => item.metric !== "price");
  if (
    dir === undefined ||
    more ||
    other ||
    isOther ||
    clause.of("move").length > dirs.length ||
    !metricRow(metric).change
  )
    return null;
  const one: Ref = ref(metric, "change", { hours: past.hours });
  const since = dir > 0 ? -1 : 1;
  const [number, second] = clause.of("number");
  const vague = clause.of("vague");
  if (!number) {
    if (vague.length === 0) return test(one, since > 0 ? ">" : "<", 0);
    return vague.every(({ text }) => SLIGHTLY.test(text)) ? readWay(one, since, "slight") : readWay(one, since, "much");
  }
  // So many per cent of what it was then is another number than of what it is now.
  if (second || number.unit !== "usd" || metric !== "price" || vague.length > 0) return null;
  const bag = bagOf(
    clause.items.filter(
      (item) => item.is === "number" || item.is === "about" || (item.is === "op" && item.more !== true),
    ),
  );
  const amount = readAmount(
    { bag, own, now, time: one.time, metric },
    { ...one, aspect: "change_usd" },
    ["usd"],
    since,
  );
  return agree([amount]);
}
