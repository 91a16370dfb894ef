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
const AFTER_CATEGORIES = {
  open_signals: [],
  open_signals_count: UNASSESSED,
  latest_headline: null,
  verdict: null,
  verdict_reason: null,
} as const satisfies Partial<TokenItem>;

const inside = (value: object): string => JSON.stringify(value).slice(1, -1);
const MIDDLE = inside(BEFORE_CATEGORIES);
const END = `${inside(AFTER_CATEGORIES)},"coverage":${COVERAGE}`;

/** A look-alike says whom it can be taken for among its categories. */
export function untrackedItem({ coin, field, exact }: Hit): string {
  const { lead, looksLike } = coin;
  const categories = looksLike === "" ? "[]" : JSON.stringify([`look-alike:${looksLike}`.slice(0, 64)]);
  return `{${lead},${MIDDLE},"categories":${categories},${END},"match":{"field":"${field}","exact":${exact}}}`;
}
