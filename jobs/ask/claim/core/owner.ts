// Reads what became of who bought or held, how the hour stands to the usual one, and the range of a time.
import { bagOf } from "../../bag.ts";
import type { Read } from "../../read-items.ts";
import { readTimes } from "../../read-time.ts";
import type { Claim } from "../claim.ts";
import { readAmount } from "../read-amount.ts";
import { DAY, ref, test } from "../read-clause.ts";
import { type About, NEUTRAL } from "./noun.ts";

/** "Who bought a week ago is in profit": it has risen since. */
function readOwner(bag: ReturnType<typeof bagOf>, { own, now }: About): Claim | null {
  const [move, more] = bag.of("move");
  const [hours, other] = bag.of("hours");
  const [number, second] = bag.of("number");
  const isHeld = bag.of("owner").some(({ text }) => /^(?:holding|held)$/i.test(text));
  if (!bag.has("holder") || !bag.has("owner") || !move || more || !hours || other || second) return null;
  if (bag.has("ago") === isHeld || bag.of("token").some(({ id }) => id !== own)) return null;
  if (!bag.only(...NEUTRAL, "holder", "owner", "token", "hours", "ago", "move", "number", "op", "about", "since", "by"))
    return null;
  const one = ref("price", "change", { hours: hours.hours });
  if (!number) return bag.has("op") || bag.has("about") ? null : test(one, move.dir > 0 ? ">" : "<", 0);
  if (number.unit !== "pct") return null;
  return readAmount({ bag, own, now, time: one.time, metric: "price" }, one, ["pct"], move.dir);
}

/** "Volume is running 1.7 times its usual pace". */
function readUsual(bag: ReturnType<typeof bagOf>, { own, now }: About): Claim | null {
  const named = bag.of("metric").map(({ id }) => id);
  const [hours, other] = bag.of("hours");
  const [number, second] = bag.of("number");
  const dims = bag.of("bigger");
  const isVolume = named.length > 0 ? named.every((id) => id === "volume" || id === "volume_ratio") : dims.length > 0;
  if (!bag.has("usual") || bag.has("stop") || !isVolume || other || second || hours?.hours !== 1) return null;
  if (dims.some(({ metric }) => metric !== "volume_ratio") || bag.of("token").some(({ id }) => id !== own)) return null;
  if (
    !bag.only(
      ...NEUTRAL,
      "usual",
      "metric",
      "hours",
      "number",
      "bigger",
      "more",
      "op",
      "about",
      "token",
      "than",
      "move",
    )
  )
    return null;
  const one = ref("volume_ratio", "level", { hours: 1 });
  if (number) {
    if (number.unit !== "times" || dims.length > 0 || bag.has("more") || bag.has("move")) return null;
    return readAmount({ bag, own, now, time: one.time, metric: "volume_ratio" }, one, ["times"], 1);
  }
  const signs = bag.items.flatMap((item): (1 | -1)[] => {
    if (item.is === "bigger" || item.is === "more") return [item.dir];
    if (item.is === "move") return /^(?:higher|lower)$/i.test(item.text) ? [item.dir] : [1, -1];
    return item.is === "op" && (item.op === ">" || item.op === "<") ? [item.op === ">" ? 1 : -1] : [];
  });
  const [dir, more] = signs;
  return dir === undefined || more || bag.has("about") ? null : test(one, dir > 0 ? ">" : "<", 1);
}

/** "Its range spans from 139.20 to 153.10". */
function readRange(bag: ReturnType<typeof bagOf>, { own, now }: About): Claim | null {
  const [low, high, more] = bag.of("number");
  const [, other] = bag.of("hours");
  const isNamed = bag
    .of("range")
    .every(({ text }) => !/^(?:price range|range|trading band|trading corridor|band|corridor)$/i.test(text));
  if (!isNamed && !bag.has("from") && !bag.has("between")) return null;
  if (!bag.has("range") || !low || !high || more || other || low.value >= high.value) return null;
  if (!bag.only(...NEUTRAL, "range", "number", "hours", "token", "from", "to", "between", "join", "metric"))
    return null;
  if (bag.of("metric").some(({ id }) => id !== "price") || bag.of("token").some(({ id }) => id !== own)) return null;
  if (![low, high].every(({ unit, sign }) => (unit === "usd" || unit === null) && sign === undefined)) return null;
  const [time = DAY] = readTimes(bag, now)?.[0] ?? [];
  const at = (aspect: "low" | "high", number: typeof low): Claim =>
    readAmount({ bag: bagOf([number]), own, now, time, metric: "price" }, ref("price", aspect, time), ["usd", null], 1);
  return { is: "all", of: [at("low", low), at("high", high)] };
}

/** "A quarter of tokens gained": of all that are tracked. */
function readCrowd(bag: ReturnType<typeof bagOf>, { own, now }: About): Claim | null {
  const [move, more] = bag.of("move");
  const [hours, other] = bag.of("hours");
  const [number, second] = bag.of("number");
  const nots = bag.of("not").length;
  if (!bag.has("crowd") || !move || more || other || second || nots > 1 || (hours && hours.hours !== 24)) return null;
  if (
    !bag.only(...NEUTRAL, "crowd", "move", "hours", "number", "op", "about", "most", "not", "market", "token", "only")
  )
    return null;
  if (
    bag.has("most") === (number !== undefined) ||
    (number && (number.unit !== "pct" || number.sign !== undefined)) ||
    bag.has("token")
  )
    return null;
  const one = ref("breadth", "level");
  const isUp = move.dir > 0 === (nots === 0);
  if (!number) return bag.has("op") || bag.has("about") ? null : test(one, isUp ? ">" : "<", 50);
  const said = bagOf(bag.items.filter(({ is }) => is === "number" || is === "op" || is === "about"));
  if (isUp) return readAmount({ bag: said, own, now, time: null, metric: "breadth" }, one, ["pct"], 1);
  // What did not rise fell or stood still.
  const [op, again] = said.of("op");
  if (again || (op === undefined && said.has("about") && said.of("about")[0]?.how !== "about")) return null;
  const rest = { ...number, value: 100 - number.value };
  const mirrored = bagOf(
    said.items.map((item) => (item === number ? rest : item === op && op ? { ...op, op: MIRROR[op.op] } : item)),
  );
  return readAmount({ bag: mirrored, own, now, time: null, metric: "breadth" }, one, ["pct"], 1);
}
const MIRROR = { ">": "<", "<": ">", ">=": "<=", "<=": ">=", "=": "=" } as const;

/** Null where none of these is said. */
export function readFrame(said: readonly Read[], about: About): Claim | null {
  const bag = bagOf(said);
  return readOwner(bag, about) ?? readCrowd(bag, about) ?? readUsual(bag, about) ?? readRange(bag, about);
}
