// Reads a venue's list of events back page by page to where the last reading ended, and says which stretch is known whole then.
import { HOUR_MS } from "../../schema/duration.ts";
import type { Call, Walk } from "../source/define-source.ts";
import type { SourceRow, Window } from "../source/source-base.ts";

/** What one page told: every row that was in it, and how many of them were kept. */
export type Page = { readonly rows: readonly SourceRow[]; readonly kept: number };

/** Reads one page; null stops the walk where it is. */
type ReadPage = (call: Call) => Promise<Page | null>;

/** The last reading of the list: null before the first, `seenAt` null where there was no event in it. */
type Before = { readonly seenAt: number | null } | null;

/**
 * From where on a reading can know everything. What the venue forgets moves with the clock: after the first reading it
 * is taken by full hours, so that stretches of a quiet list start at the same instant and are one row.
 */
function startOf({ keptMs, since }: Walk, now: number, before: Before): number {
  const oldest = now - keptMs;
  if (before === null) return oldest;
  const hour = Math.ceil(oldest / HOUR_MS) * HOUR_MS;
  return before.seenAt === null ? hour : Math.max(hour, since(before.seenAt));
}

const oldestOf = (rows: readonly SourceRow[]): number =>
  Math.min(...rows.map(({ at }) => Number(at)).filter(Number.isFinite));

/**
 * Walks from the newest event back to the last reading. Gives the stretch whose every event the venue told, which is
 * shorter where there were too many pages; null where the walk was stopped, or a page kept nothing of what it told.
 */
export async function walkBack(
  walk: Walk,
  first: Call,
  { now, before }: { readonly now: number; readonly before: Before },
  read: ReadPage,
): Promise<Window | null> {
  const from = startOf(walk, now, before);
  let call = first;
  let oldestAt: number | null = null;
  for (let pages = 1; ; pages += 1) {
    const page = await read(call);
    if (page === null || (page.rows.length > 0 && page.kept === 0)) return null;
    if (page.rows.length < walk.pageRows) return { from, to: now };
    // A full page that was asked for from a time on says nothing of which end it was cut at.
    const next: number | null = pages === 1 && typeof before?.seenAt === "number" ? null : oldestOf(page.rows);
    if (next !== null && next < from) return { from, to: now };
    const stands = next !== null && next === oldestAt;
    if (stands || pages >= walk.pagesMax) return next === null ? null : { from: next + 1, to: now };
    oldestAt = next;
    call = walk.page(first, next);
  }
}
