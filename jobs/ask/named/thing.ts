// What a question names beside what it asks for, each with the intents of the part that names it.
import type { Time } from "../claim/claim.ts";
import type { IntentId } from "../intent.ts";
import type { MetricId } from "../metric.ts";

export type Thing =
  /** Null where words of a time were not read as one. */
  | { readonly is: "time"; readonly time: Time | null }
  /** Without a name it is asked which of them, or of a kind of them of which none is covered. */
  | { readonly is: "venue"; readonly venue: string | "which" | "other"; readonly metrics: readonly MetricId[] }
  /** How large an order, a holding or a change is. */
  | { readonly is: "size" }
  /** Another currency than the dollar, or another coin as a unit. */
  | { readonly is: "unit" }
  /** Null where more are named than one answer tells of. */
  | { readonly is: "token"; readonly token: string | null };

export type Named = { readonly thing: Thing; readonly intents: readonly IntentId[] };

/** Today is as good as now for what is told as it stands. */
export const isNow = (time: Time): boolean => "hours" in time && time.hours === 24 && time.or !== undefined;
