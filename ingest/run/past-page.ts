// The past that comes with a first pull, cut into spans that one call can answer.
import type { Window } from "../source/source-base.ts";

/** The span that ends at `now` (epoch milliseconds) in pieces of at most `pageMs`, newest first, so that what matters most is there first. */
export function pastPages(now: number, spanMs: number, pageMs: number): Window[] {
  const pages: Window[] = [];
  for (let to = now; to > now - spanMs; to -= pageMs) pages.push({ from: Math.max(now - spanMs, to - pageMs), to });
  return pages;
}
