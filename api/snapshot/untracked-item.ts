// The wire bytes of a coin that is known but not tracked in depth: its identity and rank, the rest not measured.
import type { TokenItem } from "../../schema/object/token-list.ts";
import { SECTION_IDS } from "../../schema/section/index.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import type { Hit } from "./universe-index.ts";

const COVERAGE = JSON.stringify(Object.fromEntries(SECTION_IDS.map((id) => [id, "none"])));

const BEFORE_CATEGORIES = {
  price_usd: UNASSESSED,
  change_1h_pct: UNASSESSED,
  change_24h_pct: UNASSESSED,
  change_7d_pct: UNASSESSED,
  market_cap_usd: UNASSESSED,
  volume_24h_usd: UNASSESSED,
} as const satisfies Partial<TokenItem>;
const NOT_TRACKED: TokenItem["unassessed"] = [...Object.keys(BEFORE_CATEGORIES), "open_signals_count"].map((name) => ({
  path: `/${name}`,
  reason: "not_tracked",
}));
const NO_RANK: TokenItem["unassessed"] = [{ path: "/rank", reason: "no_source" }];
const afterCategories = (unassessed: TokenItem["unassessed"]) =>
  ({
    open_signals: [],
    open_signals_count: UNASSESSED,
    latest_headline: null,
    verdict: null,
    verdict_reason: null,
    unassessed,
  }) satisfies Partial<TokenItem>;

const inside = (value: object): string => JSON.stringify(value).slice(1, -1);
const MIDDLE = inside(BEFORE_CATEGORIES);
const endOf = (unassessed: TokenItem["unassessed"]) => `${inside(afterCategories(unassessed))},"coverage":${COVERAGE}`;
const RANKED = endOf(NOT_TRACKED);
const UNRANKED = endOf([...NO_RANK, ...NOT_TRACKED]);

/** A look-alike says whom it can be taken for among its categories. */
export function untrackedItem({ coin, field, exact }: Hit): string {
  const { lead, looksLike, rank } = coin;
  const categories = looksLike === "" ? "[]" : JSON.stringify([`look-alike:${looksLike}`.slice(0, 64)]);
  const end = rank === UNASSESSED ? UNRANKED : RANKED;
  return `{${lead},${MIDDLE},"categories":${categories},${end},"match":{"field":"${field}","exact":${exact}}}`;
}
