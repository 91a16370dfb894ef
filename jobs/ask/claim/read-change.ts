// Reads a clause about a change: of a metric, or of all coins together; how far it went, or only which way.
import { bagOf } from "../bag.ts";
import { type MetricId, metricRow } from "../metric.ts";
import { agree, type Claim, type Ref, unknown } from "./claim.ts";
import type { Clause } from "./clause.ts";
import { readAmount, readOp } from "./read-amount.ts";
import { DAY, hasOthers, holdsOnly, ref, test, timeOf } from "./read-clause.ts";
import { readWay, strengthOf } from "./read-way.ts";

const FLAT = 0.5;
const NOT_FLAT = 2;
const within = (one: Ref, pct: number): Claim => ({ is: "all", of: [test(one, "<=", pct), test(one, ">=", -pct)] });

/** A change of so much, up or down. */
function readEither(clause: Clause, one: Ref): Claim {
  const [number] = clause.bag.of("number");
  const how = readOp(clause);
  if (!number || number.sign !== undefined || how === null || how.about !== null) return unknown("vague");
  const [up, down] = ([1, -1] as const).map((sign) => readAmount(clause, one, ["pct", "points"], sign));
  if (up?.is !== "test" || !down) return unknown("unsupported");
  if (how.op === "<" || how.op === "<=") {
    const lower: Claim = { ...up, op: how.op === "<" ? ">" : ">=", target: { ...up.target, value: -up.target.value } };
    return { is: "all", of: [up, lower] };
  }
  return { is: "any", of: [up, down] };
}

/** Rising for seven days is more than to stand higher than seven days ago. */
const isAllAlong = ({ bag, time }: Clause, move: string): boolean =>
  time !== null && (bag.has("stayed") || (bag.has("for") && /ing$/i.test(move)));

const FARED = /^(?:up|down|rose|risen|fell|fallen|gained|climbed|declined|increased|decreased)$/i;

export function readChange(clause: Clause, metric: MetricId): Claim {
  const { bag } = clause;
  const row = metricRow(metric);
  if (!row.change) return unknown("unsupported");
  const one = ref(metric, "change", timeOf(clause, row));
  if (bag.has("flat")) return bag.has("number") ? unknown("unread") : agree([within(one, FLAT), within(one, NOT_FLAT)]);
  const [move, second] = bag.of("move");
  if (second) return unknown("unread");
  if (bag.has("either") && !move) return readEither(clause, one);
  const dir = move?.dir ?? 1;
  const [first, last] = bag.of("number");
  // "Between 6 and 7 %": per cent, both.
  const number = first?.unit === null && last && bag.has("between") ? { ...first, unit: last.unit } : first;
  if (!number) {
    if (!move) return unknown("no_number");
    const way = readWay(one, dir, strengthOf(clause, move.strong === true));
    return isAllAlong(clause, move.text) ? { is: "all", of: [way, unknown("time")] } : way;
  }
  if (number.sign !== undefined && move && number.sign !== move.dir) return unknown("unread");
  const sign = number.sign !== undefined && move ? 1 : dir;
  if (number.unit === "usd") {
    if (metric !== "price") return unknown("unsupported");
    return readAmount(clause, { ...one, aspect: "change_usd" }, ["usd"], sign);
  }
  // "Up 6 today" may be dollars or per cent; "lost 150" and "150 lost" are a level for some.
  if (number.unit === null && metric === "price") {
    const isFar = number.sign !== undefined || (move && FARED.test(move.text) && bag.at("number") > bag.at("move"));
    const usd: Ref = { ...one, aspect: "change_usd" };
    return isFar ? agree([one, usd].map((each) => readAmount(clause, each, [null], sign))) : unknown("unsupported");
  }
  return readAmount(clause, one, ["pct", "points", "bps", null], sign);
}

const ALL_COINS =
  /^(?:crypto as a whole|whole of crypto|crypto space|crypto markets|(?:overall |crypto |broader |wider |total |whole |entire )*market(?: cap| as a whole)?)$/i;

/** All coins together. */
export function readMarket(clause: Clause): Claim {
  const { bag, time, own } = clause;
  const isAll = bag.of("market").every(({ text }) => ALL_COINS.test(text));
  const isDay = time === null || ("hours" in time && time.hours === 24);
  if (!isAll || !isDay || bag.of("token").some(({ id }) => id === own) || bag.has("metric")) return unknown("unread");
  const left = bag.items.filter(({ is }) => is !== "market");
  const one = readChange({ ...clause, bag: bagOf(left) }, "price");
  return ofMarket(one);
}

/** The price's change, said of all coins together. */
function ofMarket(claim: Claim): Claim {
  const all: Ref = ref("market_change", "level", DAY);
  if (claim.is === "test") return claim.ref.aspect === "change" ? { ...claim, ref: all } : unknown("unsupported");
  if (claim.is === "not") return { ...claim, of: ofMarket(claim.of) };
  if ("of" in claim) return { ...claim, of: claim.of.map(ofMarket) };
  return claim.is === "unknown" ? claim : unknown("unsupported");
}

/** "Open interest fell more than the price": two changes of one token, both that way. */
export function readTwoChanges(clause: Clause): Claim | null {
  const { bag } = clause;
  const named = bag.of("metric").map(({ id }) => id);
  const [left, right, third] = named;
  const [move, second] = bag.of("move");
  const [op, other] = bag.of("op");
  if (!left || !right || third || left === right || !move || second || !op?.more || other) return null;
  if (hasOthers(clause) || !holdsOnly(clause, "metric", "move", "op", "token")) return null;
  const [mine, theirs] = [left, right].map((id) =>
    metricRow(id).change ? ref(id, "change", timeOf(clause, metricRow(id))) : null,
  );
  if (!mine || !theirs) return unknown("unsupported");
  const isFurther = op.op === ">";
  const way = test(mine, move.dir > 0 ? ">" : "<", 0);
  return {
    is: "all",
    of: [way, { is: "pair", left: mine, op: move.dir > 0 === isFurther ? ">" : "<", right: theirs }],
  };
}
