// Reads what is counted: on how many of the venues, which part of all accounts is long, what lies outside the largest holders, what has not been issued, which place it has.
import { bagOf } from "../../bag.ts";
import type { Op } from "../../lexicon.ts";
import type { Read } from "../../read-items.ts";
import { agree, type Claim, exact } from "../claim.ts";
import { readAmount } from "../read-amount.ts";
import { ref, test } from "../read-clause.ts";
import { type About, NEUTRAL } from "./noun.ts";

type Bag = ReturnType<typeof bagOf>;
const isOwn = (bag: Bag, own: string): boolean => bag.of("token").every(({ id }) => id === own);
const MIRROR: Readonly<Record<Op, Op>> = { ">": "<", "<": ">", ">=": "<=", "<=": ">=", "=": "=" };

/** "Nearly 88 % lies outside the ten largest wallets". */
function readRest(bag: Bag, { own, now }: About): Claim | null {
  const [number, second] = bag.of("number");
  if (
    !bag.has("outside") ||
    !number ||
    second ||
    number.unit !== "pct" ||
    number.sign !== undefined ||
    !isOwn(bag, own)
  )
    return null;
  if (!bag.only(...NEUTRAL, "outside", "metric", "number", "op", "about", "token", "owner", "by", "from", "crowd"))
    return null;
  const named = [...new Set(bag.of("metric").map(({ id }) => id))].filter(
    (id) => id !== "circulating" && id !== "total_supply",
  );
  const [metric, other] = named;
  if ((metric !== "top10" && metric !== "staked") || other) return null;
  const [about] = bag.of("about");
  if (about && about.how !== "about") return null;
  const items = bag.items.flatMap((item): Read[] => {
    if (item === number) return [{ ...number, value: 100 - number.value }];
    if (item.is === "op") return [{ ...item, op: MIRROR[item.op] }];
    return item.is === "about" ? [item] : [];
  });
  return readAmount({ bag: bagOf(items), own, now, time: null, metric }, ref(metric, "level"), ["pct"], 1);
}

/** "115 million of them are not yet in circulation". */
function readUnissued(bag: Bag, { own }: About): Claim | null {
  const [number, second] = bag.of("number");
  const [not, again] = bag.of("not");
  if (
    !number ||
    second ||
    !not ||
    again ||
    !isOwn(bag, own) ||
    !["coins", null].includes(number.unit) ||
    number.value < 1e4 ||
    bag.has("stop")
  )
    return null;
  if (!bag.only(...NEUTRAL, "metric", "number", "op", "about", "token", "not", "crowd", "join")) return null;
  const named = new Set(bag.of("metric").map(({ id }) => id));
  if (!named.has("circulating") || [...named].some((id) => id !== "circulating" && id !== "total_supply")) return null;
  const [op, more] = bag.of("op");
  const [about] = bag.of("about");
  if (more || (op && about) || about?.how === "well" || bag.at("not") < bag.at("number")) return null;
  const at = (than: ">" | "<" | ">=", by: number): Claim => ({
    ...{ is: "pair", left: ref("total_supply", "level"), op: than, right: ref("circulating", "level"), plus: by },
  });
  if (op)
    return op.op === "<=" ? { is: "not", of: at(">", number.value) } : op.op === "=" ? null : at(op.op, number.value);
  const within = (by: number): Claim => ({
    is: "all",
    of: [at(">=", number.value - by), { is: "not", of: at(">", number.value + by) }],
  });
  return about ? agree([within(number.value * 0.05), within(number.value * 0.2)]) : within(number.step / 2);
}

/** "65 % of accounts are long": as a ratio of them to the others. */
function readAccounts(bag: Bag, { own }: About): Claim | null {
  const [part, other] = bag.of("part");
  const [number, second] = bag.of("number");
  const isCounted =
    bag.of("noun").some(({ text }) => /^accounts?$/i.test(text)) ||
    bag.of("metric").some(({ id }) => id === "long_short" || id === "top_traders") ||
    bag.has("crowd") ||
    bag.of("fill").some(({ text }) => /traders?|accounts?|retail|crowd|everyone|everybody/i.test(text));
  if (!part || other || second || !isCounted || !isOwn(bag, own)) return null;
  if (
    !bag.only(
      ...NEUTRAL,
      "part",
      "number",
      "op",
      "about",
      "token",
      "noun",
      "metric",
      "most",
      "lean",
      "crowd",
      "futures",
      "not",
      "owner",
      "degree",
    )
  )
    return null;
  const named = [...new Set(bag.of("metric").map(({ id }) => id))];
  if (named.some((id) => id !== "long_short" && id !== "top_traders") || named.length > 1 || bag.of("not").length > 0)
    return null;
  const one = ref(named[0] === "top_traders" ? "top_traders" : "long_short", "level");
  const isLong = part.part === "long";
  if (bag.has("degree")) return null;
  if (!number) {
    if (!(bag.has("most") || bag.has("lean")) || bag.has("op") || bag.has("about")) return null;
    return test(one, isLong ? ">" : "<", 1);
  }
  if (number.unit !== "pct" || number.sign !== undefined || bag.has("most") || number.value <= 0 || number.value >= 100)
    return null;
  const ratioOf = (pct: number): number => (isLong ? pct / (100 - pct) : (100 - pct) / pct);
  const [op, more] = bag.of("op");
  const [about, again] = bag.of("about");
  if (more || again || (op && about) || about?.how === "well") return null;
  const at = (than: Op, pct: number): Claim =>
    test(one, isLong ? than : MIRROR[than], ratioOf(Math.min(99.9, Math.max(0.1, pct))));
  if (op) return at(op.op, number.value);
  const within = (by: number): Claim => ({
    is: "all",
    of: [
      at(">=", about?.how === "bit" ? number.value : number.value - by),
      at("<=", about?.how === "almost" ? number.value : number.value + by),
    ],
  });
  return about ? agree([within(1), within(Math.max(2, number.value * 0.08))]) : within(number.step / 2);
}

/** "Not in the top five", "outside the top ten". */
function readPlace(bag: Bag, { own, now }: About): Claim | null {
  const [number, second] = bag.of("number");
  const nots = bag.of("not").length + bag.of("outside").length;
  if (!bag.has("top") || !number || second || ![null, "coins"].includes(number.unit) || nots !== 1 || !isOwn(bag, own))
    return null;
  if (!bag.only(...NEUTRAL, "top", "number", "not", "outside", "token", "metric", "by", "outer", "crowd", "market"))
    return null;
  if (bag.of("metric").some(({ id }) => id !== "rank" && id !== "market_cap")) return null;
  return readAmount(
    {
      bag: bagOf([
        { is: "op", op: ">", text: ">" },
        { ...number, unit: null },
      ]),
      own,
      now,
      time: null,
      metric: "rank",
    },
    ref("rank", "level"),
    [null],
    1,
  );
}

/** "Two of the three venues have negative funding", "on only one of them". */
function readVenues(bag: Bag, { own }: About): Claim | null {
  const [first, last, more] = bag.of("number");
  // "Of the three, two have it."
  const [count, of] = first && last && first.value > last.value ? [last, first] : [first, last];
  const [positive, second] = bag.of("positive");
  if (!count || more || !positive || second || !isOwn(bag, own)) return null;
  if (
    !bag.only(
      ...NEUTRAL,
      "number",
      "positive",
      "metric",
      "token",
      "venue",
      "only",
      "op",
      "join",
      "turned",
      "all",
      "per",
    ) ||
    bag.of("metric").some(({ id }) => id !== "funding")
  )
    return null;
  const whole = of ?? null;
  const isShare = count.unit === "pct" && whole === null && /^(?:66\.67|33\.33)/.test(String(count.value));
  if (
    !isShare &&
    (whole === null || whole.value !== 3 || count.value >= 3 || count.unit !== null || whole.unit !== null)
  )
    return null;
  const some = isShare ? (count.value > 50 ? 2 : 1) : count.value;
  if (!Number.isInteger(some) || some < 1 || bag.has("op") || bag.has("all")) return null;
  const isVenue = bag.of("fill").some(({ text }) => /venue|exchange|three/i.test(text)) || bag.has("venue");
  if (!isVenue) return null;
  const op = positive.sign > 0 ? (">" as const) : ("<" as const);
  const base = { is: "venues", op, target: exact(0), metric: "funding", among: 3 } as const;
  const named = [...new Set(bag.of("venue").map(({ venue }) => venue))];
  if (named.length > 0 && named.length !== some) return null;
  const each = named.map((venue): Claim => test({ ...ref("funding", "level"), venue }, op, 0));
  const most: Claim = { ...base, every: false, isMost: true };
  const counted: Claim[] =
    some === 2
      ? [most, { is: "not", of: { ...base, every: true } }]
      : [
          { ...base, every: false },
          { is: "not", of: most },
        ];
  return { is: "all", of: [...counted, ...each] };
}

/** Null where none of these is said. */
export function readCounted(said: readonly Read[], about: About): Claim | null {
  const bag = bagOf(said);
  return (
    readRest(bag, about) ??
    readUnissued(bag, about) ??
    readAccounts(bag, about) ??
    readPlace(bag, about) ??
    readVenues(bag, about)
  );
}
