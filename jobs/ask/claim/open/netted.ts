// What came to exchanges held against what left them is the net flow, which is measured over more times than either of the two.
import { type Claim, DAY_H, mapped, type Ref } from "../claim.ts";
import { ref } from "../read-clause.ts";

const MIRROR = { ">": "<", "<": ">", ">=": "<=" } as const;

/** The net flow of the same token over the same time; null where the two are not in and out of it. */
function flowOf(left: Ref, right: Ref): Ref | null {
  const isBoth = left.metric !== right.metric && [left, right].every(({ metric }) => /^(?:in|out)flow$/.test(metric));
  const { time, token } = left;
  const isSame = token === right.token && JSON.stringify(time) === JSON.stringify(right.time);
  // Of a day both are measured, and shown as they are told.
  const isShown = time === null || ("hours" in time && time.hours === DAY_H);
  return isBoth && isSame && !isShown ? ref("netflow", "level", time, token) : null;
}

/** Pure. */
export const netted = (claim: Claim): Claim =>
  mapped(claim, (one) => {
    if (one.is !== "pair" || one.beside !== undefined || (one.factor ?? 1) !== 1) return one;
    const flow = flowOf(one.left, one.right);
    if (flow === null) return one;
    const isIn = one.left.metric === "inflow";
    const value = (isIn ? 1 : -1) * (one.plus ?? 0);
    return {
      ...{ is: "test", ref: flow, op: isIn ? one.op : MIRROR[one.op], about: null },
      target: { value, step: 0, coarse: 0 },
    };
  });
