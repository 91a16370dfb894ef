// What a condition of a claim came to, and what it is held against.
import type { EvidenceItem } from "../../../../schema/shape/evidence.ts";
import { UNASSESSED } from "../../../../schema/shape/quantity.ts";
import type { Wanted } from "../../evidence.ts";
import type { Verdict } from "../judge.ts";

/** What an answer shows of a condition. */
type Checked = {
  readonly metric: string;
  readonly comparator: string;
  readonly value: number | string | boolean;
  readonly window: string | null;
  readonly measured: number | string | boolean | typeof UNASSESSED;
  readonly result: Verdict;
  readonly evidence: string[];
};

/** A condition as it came out, with what a sentence about it needs. */
export type Outcome = {
  readonly checked: Checked;
  /** Words with places that end in what it comes to; null where nothing was measured. */
  readonly words: string | null;
  /** What kept it from being measured: path and reason. */
  readonly missing: { readonly what: string; readonly reason: string; readonly detail: string } | null;
  /** The number is so far off that it may be of something else. */
  readonly isFar?: true;
};

type Places = (one: Wanted) => readonly EvidenceItem[];

export type Context = { readonly placesOf: Places; readonly symbolOf: (token: string | null) => string };

export function unmeasured(
  checked: Omit<Checked, "measured" | "result" | "evidence">,
  what: string,
  found: { reason: string; detail: string; item: EvidenceItem | null },
): Outcome {
  const evidence = found.item ? [found.item.id] : [];
  return {
    checked: { ...checked, measured: UNASSESSED, result: "unknown", evidence },
    words: null,
    missing: { what, reason: found.reason, detail: found.detail },
  };
}

/** A number as an issued object may hold it: no negative zero, and as text where it has more digits than are exact. */
export const shownValue = (value: number): number | string => {
  if (value === 0) return 0;
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value)) ? value : String(value);
};
