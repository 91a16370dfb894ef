// A number as every page shows it: with its unit, its sources one click away, and a hatched cell where none was measured.
import type { ComponentChildren } from "preact";
import type { Reason } from "../../../schema/reason.ts";
import type { Missing } from "../../../schema/shape/section-base.ts";
import { type Detail, showDetail } from "./detail.tsx";
import { words } from "./format.ts";

const UNMEASURED = "unassessed";

/** What is there to be shown; the word for what was not measured is no value. */
export const isMeasured = <T,>(value: T | "unassessed"): value is T => value !== UNMEASURED;

/** What to do about a reason, in the words of /docs/unassessed. */
const TO_DO: Readonly<Record<Reason, string>> = {
  pending: "It is about to be measured for the first time: ask again in a minute.",
  stale: "The last measurement is too old to be served; the status page says what is late.",
  source_error: "Its provider failed; the status page says which.",
  source_rate_limited: "Its provider turned us away; the status page says which.",
  insufficient_history: "The past that is stored is too short for it: it comes with the back-fill.",
  insufficient_coverage: "Too few venues or chains report it; the parts that are covered stand in the token's state.",
  disagreement: "Sources contradict each other; the token's state has them one by one.",
  no_source: "Nobody who is covered reports it; it will not come by waiting.",
  not_tracked: "The coin is known and not tracked in depth: of it only identity and rank are.",
  not_configured: "What it needs is not set on this service.",
  unit_unknown: "There is a number whose unit nobody states.",
  source_unverified: "There is a number that nobody here stands behind.",
  proxy: "There is a stand-in for it only, which is not the number.",
};

/** A reason, what was told beside it, and what to do, a sentence each. */
export const whyOf = (reason: Reason, detail?: string): readonly string[] => [
  `Reason: ${words(reason)}.`,
  ...(detail === undefined ? [] : [detail]),
  TO_DO[reason],
];

/** Why a member has no value, and what to do. */
export function whyMissing(list: readonly Missing[], path: string): readonly string[] {
  const found = list.find((one) => one.path === path);
  return found === undefined ? ["It applies and was not measured."] : whyOf(found.reason, found.detail);
}

/** Never like 0, an error or something that is still loading. */
export const Unmeasured = () => <span class="unmeasured">not measured</span>;

type ValueProps = {
  readonly detail: Detail;
  readonly children: ComponentChildren;
};

/** A value that stands by itself: opens what is behind it. */
export const Value = ({ detail, children }: ValueProps) => (
  <button
    type="button"
    class="value figure"
    aria-haspopup="dialog"
    aria-label={detail.value === null ? `${detail.title}: not measured` : undefined}
    onClick={() => showDetail(detail)}
  >
    {detail.value === null ? <Unmeasured /> : children}
  </button>
);

type GapProps = { readonly title: string /** A sentence each. */; readonly notes: readonly string[] };

/** In place of a value that was not measured: opens why, and what to do. */
export const Gap = ({ title, notes }: GapProps) => (
  <Value detail={{ title, value: null, notes, sources: [] }}>{null}</Value>
);

/** `isSeveral`: there is more than one number in it. */
type FigureProps = { readonly label: string; readonly isSeveral?: true; readonly children: ComponentChildren };

/** A number with its name, in a row of such. */
export const Figure = ({ label, isSeveral, children }: FigureProps) => (
  <div class="stat">
    <dt>{label}</dt>
    <dd class={isSeveral ? "several" : ""}>{children}</dd>
  </div>
);
