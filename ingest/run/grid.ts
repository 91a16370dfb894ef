// The grid of open times, pure: which stretch to ask for from a cursor to the last closed row, in which pages, what is missing.
import type { GridSource } from "../source/define-source.ts";
import type { Window } from "../source/source-base.ts";

/** A row counts as closed this long after its end by the venue's own clock. */
export const GRACE_MS = 1_000;
/** Minutes asked for on the very first pull of a token, hours and days fill a page; the rest of the past follows. */
const FIRST_MINUTES = 240;
/** Closed rows that are read again, since venues repair their last ones. */
const AGAIN_ROWS = 2;

type Grid = Pick<GridSource, "intervalS" | "pageRows">;

/** End (exclusive) of the rows that are closed at the venue's time `now`. */
export const closedUntil = (now: number, intervalS: number): number =>
  Math.floor((now - GRACE_MS) / (intervalS * 1_000)) * intervalS * 1_000;

/** How long until a row that has just ended counts as closed; 0 when none is about to. */
export function settleMs(now: number, intervalS: number): number {
  const since = now % (intervalS * 1_000);
  return since < GRACE_MS ? GRACE_MS - since : 0;
}

/**
 * The window of a live pull: from two rows before the cursor's end to the last closed row, at most one page; what an
 * outage left behind is the gap sweep's. Null when nothing new has closed.
 */
export function liveWindow(cursor: number | undefined, now: number, source: Grid): Window | null {
  const step = source.intervalS * 1_000;
  const to = closedUntil(now, source.intervalS);
  if (cursor === undefined) {
    const rows = source.intervalS === 60 ? Math.min(FIRST_MINUTES, source.pageRows) : source.pageRows;
    return { from: to - rows * step, to };
  }
  if (cursor + step >= to) return null;
  return { from: Math.max(cursor - (AGAIN_ROWS - 1) * step, to - source.pageRows * step), to };
}

/** A window cut into pages one call can answer, oldest first. */
export function pagesOf(window: Window, source: Grid): Window[] {
  const size = source.pageRows * source.intervalS * 1_000;
  const pages: Window[] = [];
  for (let from = window.from; from < window.to; from += size) {
    pages.push({ from, to: Math.min(from + size, window.to) });
  }
  return pages;
}

/** The stretches of a window that none of the open times (rising) covers. */
export function holesOf(window: Window, openTimes: readonly number[], intervalS: number): Window[] {
  const step = intervalS * 1_000;
  const holes: Window[] = [];
  let from = window.from;
  for (const at of openTimes) {
    if (at > from) holes.push({ from, to: at });
    from = Math.max(from, at + step);
  }
  if (from < window.to) holes.push({ from, to: window.to });
  return holes;
}

/** A window without the given stretches. */
export function subtract(window: Window, stretches: readonly Window[]): Window[] {
  let left: Window[] = [window];
  for (const { from, to } of stretches) {
    left = left.flatMap((piece) =>
      to <= piece.from || from >= piece.to
        ? [piece]
        : [
            { from: piece.from, to: Math.min(from, piece.to) },
            { from: Math.max(to, piece.from), to: piece.to },
          ].filter((rest) => rest.to > rest.from),
    );
  }
  return left;
}
