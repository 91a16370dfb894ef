// What is covered: tokens, chains, venues, and how many tokens each section speaks of.
import type { Frame } from "../../schema/frame.ts";
import type { StatusData } from "../../schema/object/status.ts";
import type { TokenItem } from "../../schema/object/token-list.ts";
import { SECTION_IDS } from "../../schema/section/index.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import type { SourceInfo } from "../source-info.ts";

type Coverage = StatusData["coverage"];

/** Items of the published token list; none where there is no list. */
export const itemsOf = (tokens: Frame<unknown> | null): TokenItem[] =>
  (tokens?.parts.get("rows")?.toString() ?? "")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as TokenItem);

/** `universeSize` is null while no universe was built. Tokens without an item have nothing. */
export function toCoverage(
  items: readonly TokenItem[],
  sources: readonly SourceInfo[],
  universeSize: number | null,
): Coverage {
  const count = (section: (typeof SECTION_IDS)[number]) => {
    const words = items.map((item) => (item.coverage as Record<string, string> | undefined)?.[section] ?? "none");
    const covered = words.filter((word) => word === "covered").length;
    const partial = words.filter((word) => word === "partial").length;
    return { covered, partial, none: TRACKED.length - covered - partial };
  };
  const distinct = (values: readonly (string | null)[]) => [...new Set(values.flatMap((value) => value ?? []))].sort();
  return {
    tracked_tokens: TRACKED.length,
    universe_size: universeSize ?? UNASSESSED,
    chains: distinct(sources.filter((s) => s.dataset === "exchange_flow").map((s) => s.provider)),
    venues: distinct(sources.map((source) => source.venue)),
    by_section: Object.fromEntries(SECTION_IDS.map((id) => [id, count(id)])) as Coverage["by_section"],
  };
}
