// Builds the token list from the built states, so that every place shows the same numbers.
import { compile } from "../../schema/check.ts";
import { encodeFrame } from "../../schema/frame.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import { TokenItem } from "../../schema/object/token-list.ts";
import { SECTION_IDS } from "../../schema/section/index.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import type { Missing, SectionBase } from "../../schema/shape/section-base.ts";
import { placeOf } from "../../schema/shape/source.ts";
import type { TokensMeta } from "../../schema/snapshot.ts";
import { TRACKED, type TrackedToken } from "../../schema/token/tracked.ts";
import type { Facts } from "../fact/fact.ts";
import type { KeptVerdict, Verdicts } from "../issued/verdicts.ts";
import type { BuiltState } from "./built-state.ts";
import { mergeSources } from "./merge-sources.ts";

const isTokenItem = compile(TokenItem);

/** Sections an item takes its members from. */
const SHOWN_SECTIONS = ["market", "signals", "context", "brief"] as const;

/** none: no value exists now; covered: nothing is missing; else partial. */
export function coverageWord({ coverage, unassessed, partial = [] }: SectionBase): "covered" | "partial" | "none" {
  if (coverage.assessed === 0) return "none";
  return unassessed.length + partial.length === 0 ? "covered" : "partial";
}

/** The last brief; null where there is none. `provider` is who its source says wrote it. */
function briefHeadline({ sections: { brief }, sources: all }: BuiltState) {
  const { id, headline, url, created_at, sources } = brief;
  const own = all[placeOf(sources[0] ?? "")];
  if (id === null || headline === null || url === null || created_at === null || !own) return null;
  return { text: headline, kind: "brief" as const, source: own.provider, url, at: created_at, brief_id: id };
}

/** The newer of the last brief and the newest headline that names the token; null where there is neither. */
function latestHeadline(state: BuiltState): TokenItem["latest_headline"] {
  const { context } = state.sections;
  const written = briefHeadline(state);
  const [first] = context.headlines === UNASSESSED ? [] : context.headlines;
  if (!first || (written && written.at >= first.published_at)) return written;
  const { title, source, url, published_at } = first;
  return { text: title, kind: "news", source, url, at: published_at, brief_id: null };
}

/** Members that a row takes from the section market as they are. */
const MARKET_MEMBERS = [
  ...["rank", "price_usd", "change_1h_pct", "change_24h_pct", "change_7d_pct", "market_cap_usd", "volume_24h_usd"],
] as const;

/** What the row's sections say of each member of it that was not measured. */
function missingOf(
  { market, signals }: BuiltState["sections"],
  verdict: TokenItem["verdict"],
): TokenItem["unassessed"] {
  const wanted: readonly (readonly [list: readonly Missing[], from: string, to: string])[] = [
    ...MARKET_MEMBERS.map((name) => [market.unassessed, `/${name}`, `/${name}`] as const),
    [signals.unassessed, "/open", "/open_signals_count"],
  ];
  const missing = wanted.flatMap(([list, from, path]): TokenItem["unassessed"] => {
    const first = list.find((one) => one.path === from);
    return first === undefined ? [] : [{ path, reason: first.reason }];
  });
  return verdict === UNASSESSED ? [...missing, { path: "/verdict", reason: "stale" }] : missing;
}

function buildItem(token: TrackedToken, state: BuiltState, verdict: TokenItem["verdict"]): TokenItem {
  const { sections } = state;
  const { market, signals } = sections;
  const open = signals.open === UNASSESSED ? [] : signals.open;
  return {
    id: token.id,
    symbol: token.symbol,
    name: token.name,
    tracked: true,
    rank: market.rank,
    contracts: { ...token.contracts },
    price_usd: market.price_usd,
    change_1h_pct: market.change_1h_pct,
    change_24h_pct: market.change_24h_pct,
    change_7d_pct: market.change_7d_pct,
    market_cap_usd: market.market_cap_usd,
    volume_24h_usd: market.volume_24h_usd,
    categories: [...token.categories],
    open_signals: [...open]
      .sort((a, b) => b.severity - a.severity || a.id - b.id)
      .slice(0, 5)
      .map(({ id, kind, direction, severity, at }) => ({ id, kind, direction, severity, at })),
    open_signals_count: signals.open === UNASSESSED ? UNASSESSED : open.length,
    latest_headline: latestHeadline(state),
    verdict,
    verdict_reason: verdict === UNASSESSED ? "stale" : null,
    unassessed: missingOf(sections, verdict),
    coverage: Object.fromEntries(SECTION_IDS.map((id) => [id, coverageWord(sections[id])])),
  };
}

const untilOf = (kept: KeptVerdict | undefined) => (kept ? { verdictUntil: kept.until } : {});

const rankOf = ({ rank }: TokenItem): number => (rank === UNASSESSED ? Number.MAX_SAFE_INTEGER : rank);

/** Items of every tracked token that has a state, by rank, then id; unranked ones last. */
export function buildTokenItems(states: ReadonlyMap<string, BuiltState>, verdicts: Verdicts): TokenItem[] {
  const items = TRACKED.flatMap((token) => {
    const state = states.get(token.id);
    return state ? [buildItem(token, state, verdicts.get(token.id)?.verdict ?? null)] : [];
  });
  return items.sort((a, b) => rankOf(a) - rankOf(b) || (a.id < b.id ? -1 : 1));
}

/**
 * The frame `tokens`; `version` is the build instant in epoch milliseconds. Its as_of is the oldest market section's.
 * Throws where an item does not fit its shape.
 */
export function tokensFrame(
  facts: Facts,
  states: ReadonlyMap<string, BuiltState>,
  verdicts: Verdicts,
  version: number,
): Buffer {
  const items = buildTokenItems(states, verdicts);
  for (const item of items) {
    if (!isTokenItem(item)) throw new Error(`token item does not fit its shape: ${isTokenItem.describe()}`);
  }
  const instants = items.flatMap(({ id }) => states.get(id)?.sections.market.as_of ?? []).map((at) => Date.parse(at));
  const meta: TokensMeta = {
    asOf: instants.reduce((oldest, at) => Math.min(oldest, at), facts.asOf),
    tokens: items.map(({ id, symbol, name, rank, contracts }) => ({
      id,
      symbol,
      name,
      rank,
      contracts: Object.values(contracts),
      ...untilOf(verdicts.get(id)),
    })),
  };
  const shown = items.flatMap(({ id }) => states.get(id) ?? []);
  const sources = mergeSources(shown, SHOWN_SECTIONS).map((source, at) => ({ id: `S${at + 1}`, ...source }));
  const parts = new Map([
    ["rows", items.map((item) => JSON.stringify(item)).join("\n")],
    ["sources", sources.map((source) => JSON.stringify(source)).join("\n")],
  ]);
  return encodeFrame({ name: SNAPSHOTS.tokens, version, meta }, parts);
}
