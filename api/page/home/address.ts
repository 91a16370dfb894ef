// What is looked for stands in the address of the page, so that who comes back, reloads or sends it on sees the same.
import type { Sort } from "../kit/table.tsx";

export const VERDICTS = ["proceed", "caution", "avoid"];

export type Wanted = { readonly verdict: string; readonly hasSignals: boolean; readonly category: string };
type Looked = { readonly text: string; readonly wanted: Wanted; readonly sort: Sort | null };

const TEXT_MAX = 100;

/** `search`: of a location, as anybody may have typed it. */
export function readAddress(search: string): Looked {
  const given = new URLSearchParams(search);
  const [verdict, sort] = [given.get("verdict") ?? "", given.get("sort") ?? ""];
  return {
    text: (given.get("q") ?? "").slice(0, TEXT_MAX),
    wanted: {
      verdict: VERDICTS.includes(verdict) ? verdict : "",
      category: given.get("category") ?? "",
      hasSignals: given.get("signals") === "open",
    },
    sort: sort === "" ? null : { id: sort.replace(/^-/, ""), isDown: sort.startsWith("-") },
  };
}

export function addressOf({ text, wanted, sort }: Looked): string {
  const figures = Object.entries({
    q: text,
    verdict: wanted.verdict,
    category: wanted.category,
    signals: wanted.hasSignals ? "open" : "",
    sort: sort === null ? "" : `${sort.isDown ? "-" : ""}${sort.id}`,
  }).filter(([, value]) => value !== "");
  return figures.length === 0 ? "" : `?${new URLSearchParams(figures)}`;
}
