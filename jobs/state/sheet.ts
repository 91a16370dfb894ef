// Where a builder enters its members: measured values go to the wire, gaps become "unassessed" with an entry.

import { UNASSESSED, type Unassessed } from "../../schema/shape/quantity.ts";
import type { Missing, SectionBase } from "../../schema/shape/section-base.ts";
import { toTime } from "../../schema/shape/time.ts";
import { derive, type Gap, gap, isGap, type Measured } from "../measure/gap.ts";
import { roundPct } from "../number/round.ts";

type Entered<T> = Exclude<T, Gap> | (Extract<T, Gap> extends never ? never : Unassessed);

export type Sheet = {
  /** Enters members under a JSON Pointer prefix ("" for the section itself). */
  enter<M extends Readonly<Record<string, unknown>>>(
    prefix: string,
    members: M,
  ): { readonly [K in keyof M]: Entered<M[K]> };
  /** Says why a part is not there of what has a value: of a list, or of the weight. */
  lack(path: string, why: Gap): void;
  /** The base members; `share` (0..1) is the weight that was assessed, `rest` why the rest was not. Called last. */
  base(asOf: number, sources: readonly string[], share?: Measured<number>, rest?: Gap): SectionBase;
};

const PARTLY = gap("insufficient_coverage", "Part of the weight was not measured.");

function missing(path: string, { gap: reason, detail, since, retryAfterS }: Gap): Missing {
  return {
    path,
    reason,
    ...(detail === undefined ? {} : { detail }),
    ...(since === undefined ? {} : { since: toTime(since) }),
    ...(retryAfterS === undefined ? {} : { retry_after_s: retryAfterS }),
  };
}

/** Opens an empty sheet. Null counts as "does not apply" and is not expected, nor is what no source can ever tell. */
export function openSheet(): Sheet {
  const gaps: Missing[] = [];
  const partial: Missing[] = [];
  let assessed = 0;
  let expected = 0;
  return {
    enter(prefix, members) {
      const entered: Record<string, unknown> = {};
      for (const [name, value] of Object.entries(members)) {
        if (value !== null && !(isGap(value) && value.expected === false)) expected += 1;
        if (isGap(value)) gaps.push(missing(`${prefix}/${name}`, value));
        else if (value !== null) assessed += 1;
        entered[name] = isGap(value) ? UNASSESSED : value;
      }
      return entered as { [K in keyof typeof members]: Entered<(typeof members)[K]> };
    },
    lack(path, why) {
      partial.push(missing(path, why));
    },
    base(asOf, sources, share, rest = PARTLY) {
      const weight = share === undefined ? (expected === 0 ? 1 : assessed / expected) : share;
      const weightPct = derive([weight], (value) => roundPct(value * 100));
      if (isGap(weightPct)) gaps.push(missing("/coverage/weight_pct", weightPct));
      else if (share !== undefined && weightPct < 100) partial.push(missing("/coverage/weight_pct", rest));
      return {
        as_of: toTime(asOf),
        sources: [...sources],
        coverage: { assessed, expected, weight_pct: isGap(weightPct) ? UNASSESSED : weightPct },
        unassessed: gaps,
        ...(partial.length === 0 ? {} : { partial }),
      };
    },
  };
}

/** Null stays null: it does not apply. */
export const roundedOrNull = (round: (value: number) => number, value: Measured<number | null>) =>
  derive([value], (known) => (known === null ? null : round(known)));

/** Rounds a measured number. */
export const rounded = (round: (value: number) => number, value: Measured<number>): Measured<number> =>
  derive([value], round);
