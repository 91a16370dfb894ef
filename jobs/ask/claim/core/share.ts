// Reads which part of what was closed by force belonged to one side.

import { bagOf } from "../../bag.ts";
import type { Read } from "../../read-items.ts";
import { readTimes } from "../../read-time.ts";
import { agree, type Claim, type Ref } from "../claim.ts";
import { CLOSURES_OF, isClosure } from "../kin.ts";
import { DAY, ref } from "../read-clause.ts";
import { type About, NEUTRAL } from "./noun.ts";

const NEAR = 0.05;
const FAR = 0.25;
/** Nearly all is so much for anybody, and so much for everybody. */
const NEARLY_ALL = { any: 0.75, all: 0.9 };

/** Null where it is no share of them. */
export function readShare(said: readonly Read[], { own, now }: About): Claim | null {
  const bag = bagOf(said.filter(({ is }) => is !== "not"));
  const isNot = said.length > bag.items.length;
  const closed = bag.of("metric");
  if (closed.length === 0 || !closed.every(({ id }) => isClosure(id))) return null;
  const named = closed.flatMap(({ id }) => (id === "liquidations" ? [] : [id]));
  const parts = [...new Set([...bag.of("part").map(({ part }) => CLOSURES_OF[part]), ...named])];
  const [part, more] = parts;
  const [number, second] = bag.of("number");
  const isMost = bag.has("most") || bag.has("degree");
  if (part === undefined || more || second || isMost === (number !== undefined)) return null;
  if (
    !bag.only(
      ...NEUTRAL,
      "metric",
      "part",
      "most",
      "degree",
      "number",
      "op",
      "about",
      "hours",
      "token",
      "from",
      "value",
      "by",
      "to",
      "owner",
    )
  )
    return null;
  if (bag.of("token").some(({ id }) => id !== own) || (number && number.unit !== "pct")) return null;
  const times = readTimes(bag, now);
  if (times === null || times.length > 1) return null;
  const [time = DAY] = times[0] ?? [];
  const [left, right]: Ref[] = [ref(part, "level", time), ref("liquidations", "level", time)];
  const at = (op: ">" | "<" | ">=", factor: number): Claim => ({
    is: "pair",
    left: left as Ref,
    op,
    right: right as Ref,
    factor,
  });
  const not = (of: Claim): Claim => ({ is: "not", of });
  const told = (): Claim | null => {
    if (bag.has("degree"))
      return bag.has("op") || bag.has("about") ? null : agree([at(">=", NEARLY_ALL.any), at(">=", NEARLY_ALL.all)]);
    if (bag.has("most")) return bag.has("op") || bag.has("about") ? null : at(">", 0.5);
    const [op, other] = bag.of("op");
    const [about, again] = bag.of("about");
    const value = (number?.value ?? 0) / 100;
    if (other || again || (op && about) || about?.how === "well") return null;
    if (op) return op.op === "<=" ? not(at(">", value)) : op.op === "=" ? null : at(op.op, value);
    const within = (share: number): Claim => ({
      is: "all",
      of: [
        at(">=", value * (about?.how === "bit" ? 1 : 1 - share)),
        not(at(">", value * (about?.how === "almost" ? 1 : 1 + share))),
      ],
    });
    return agree([within(about ? NEAR * 2 : NEAR / 2), within(about ? FAR : NEAR)]);
  };
  const claim = told();
  return claim !== null && isNot ? not(claim) : claim;
}
