// A number as every page shows it: with its unit, its sources one click away, and a hatched cell where none was measured.
import type { ComponentChildren } from "preact";
import { type Detail, showDetail } from "./detail.tsx";

export const UNMEASURED = "unassessed";

/** What is there to be shown; the word for what was not measured is no value. */
export const isMeasured = <T,>(value: T | "unassessed"): value is T => value !== UNMEASURED;

/** Never like 0, an error or something that is still loading. */
export const Unmeasured = () => <span class="unmeasured">not measured</span>;

type ValueProps = {
  readonly detail: Detail;
  readonly children: ComponentChildren;
};

/** A value that stands by itself: opens what is behind it. */
export const Value = ({ detail, children }: ValueProps) => (
  <button type="button" class="value figure" aria-haspopup="dialog" onClick={() => showDetail(detail)}>
    {detail.value === null ? <Unmeasured /> : children}
  </button>
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
