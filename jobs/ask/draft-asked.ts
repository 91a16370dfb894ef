// Drafts evidence for answers from what was read for the question: prices over a time, another token, the cost of a size, our own record.
import { HOUR_MS } from "../../schema/duration.ts";
import type { AskedKind } from "../../schema/evidence/index.ts";
import type { WindowVolumeRow } from "../../schema/query/trade/window-volume.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import { placeOf } from "../../schema/shape/source.ts";
import { toTime } from "../../schema/shape/time.ts";
import { group } from "../draft/draft.ts";
import { type Close, type EvidenceDraft, instantOf, NO_MINUTES, needed } from "../evidence/builder.ts";
import { derive, gap, isGap, type Measured } from "../measure/gap.ts";
import { roundPct, roundPrice, roundRatio, roundUsd } from "../number/round.ts";
import { sumExactly } from "../number/statistics.ts";
import { type BuiltState, sourcesAs } from "../state/built-state.ts";
import type { Role } from "../state/cite.ts";
import { readMember, readNumber } from "../state/read-number.ts";
import { isPublished, PUBLISHED, type PublishedHours } from "./metric.ts";

/** A time that was asked for, epoch milliseconds, with the closes of it: `at` is the end of each. */
type AskedWindow = { readonly from: number; readonly to: number };
export type Prices = AskedWindow & {
  readonly closes: readonly Close[];
  /** How far apart closes are. */
  readonly stepMs: number;
};

type Drafts<K extends AskedKind> = readonly EvidenceDraft<K>[];

const HOLES = gap("insufficient_coverage", "Closes of that time are missing.");
/** So many steps may be without a close. */
const HOLE_STEPS = 10;

type Ends = { readonly first: Close; readonly last: Close; readonly inside: readonly Close[] };

/** The closes at both ends and those between; a gap where the time is not covered. */
function endsOf({ from, to, closes, stepMs }: Prices): Measured<Ends> {
  const first = closes.findLast(({ at }) => at <= from) ?? closes[0];
  const last = closes.findLast(({ at }) => at <= to);
  if (!first || !last) return NO_MINUTES;
  const inside = closes.filter(({ at }) => at > from && at <= to);
  const marks = [Math.max(first.at, from), ...inside.map(({ at }) => at), to];
  const widest = stepMs * HOLE_STEPS;
  const isWhole = marks.every((at, place) => at - (marks[place - 1] ?? at) <= widest);
  return isWhole && Math.abs(first.at - from) <= widest && last.at > first.at ? { first, last, inside } : HOLES;
}

export const changeOf = (prices: Prices): Measured<number> =>
  derive([endsOf(prices)], ({ first, last }) => roundPct((last.price / first.price - 1) * 100));

export function draftWindow(state: BuiltState, prices: Prices): Drafts<"price_window"> {
  const ends = endsOf(prices);
  const of = (pick: (ends: Ends) => number): Measured<number> => derive([ends], pick);
  const extreme = (pick: (one: number, other: number) => number) => (found: Ends) =>
    roundPrice(found.inside.map(({ price }) => price).reduce((one, other) => pick(one, other)));
  return [
    {
      asOf: instantOf(state.sections.market),
      sources: sourcesAs(state, "market", "candle"),
      labels: ["symbol", "from", "to", "window_h"],
      members: {
        symbol: state.token.symbol,
        from: toTime(prices.from),
        to: toTime(prices.to),
        window_h: roundRatio((prices.to - prices.from) / HOUR_MS),
        from_price: of(({ first }) => roundPrice(first.price)),
        to_price: of(({ last }) => roundPrice(last.price)),
        change_pct: changeOf(prices),
        change_usd: of(({ first, last }) => roundPrice(last.price - first.price)),
        high: of(extreme(Math.max)),
        low: of(extreme(Math.min)),
      },
    },
  ];
}

/** What each spot venue traded in a time that was asked for and in as long a time before it. */
export type Volumes = {
  readonly windowMs: number;
  readonly stepMs: number;
  readonly venues: readonly WindowVolumeRow[];
};

/** So much of each time must be there of a venue. */
const STEPS_SHARE_MIN = 0.95;
const NO_VENUE = gap("insufficient_coverage", "No spot venue's candles cover that time and as long a time before it.");

export function draftVolumes(state: BuiltState, { windowMs, stepMs, venues }: Volumes): Drafts<"volume_window"> {
  const least = (windowMs / stepMs) * STEPS_SHARE_MIN;
  const whole = venues.filter(({ steps, steps_before: before }) => steps >= least && before >= least);
  const summed = (name: "volume_usd" | "before_usd"): Measured<number> =>
    whole.length === 0 ? NO_VENUE : sumExactly(whole.map((row) => row[name]));
  const [now, before] = [summed("volume_usd"), summed("before_usd")];
  const isOf = (id: string) => whole.some(({ venue }) => venue === state.sources[placeOf(id)]?.venue);
  return [
    {
      asOf: instantOf(state.sections.market),
      sources: sourcesAs(state, "market", "candle").filter(isOf),
      labels: ["symbol", "window_h"],
      members: {
        symbol: state.token.symbol,
        window_h: roundRatio(windowMs / HOUR_MS),
        volume_usd: derive([now], roundUsd),
        before_usd: derive([before], roundUsd),
        change_pct: derive([now, before], (own, past) => roundPct((own / past - 1) * 100)),
        venues: whole.length === 0 ? NO_VENUE : whole.map(({ venue }) => venue),
      },
    },
  ];
}

/** Sources of two states, each by its place in the joined list. */
type Pair = {
  readonly state: BuiltState;
  readonly name: string;
  readonly hours: number;
  readonly own: Measured<number>;
  readonly other: Measured<number>;
  readonly sources: readonly string[];
};

export const draftComparison = ({ state, name, hours, own, other, sources }: Pair): Drafts<"comparison"> => [
  {
    asOf: instantOf(state.sections.market),
    sources,
    labels: ["other", "window_h"],
    members: {
      other: name,
      window_h: roundRatio(hours),
      change_pct: own,
      other_change_pct: other,
      difference_pct: derive([own, other], (a, b) => roundPct(a - b)),
    },
  },
];

/** Of an order: what it is worth, how many coins it has, or by how many percent it may move the price. */
export type AskedSize = { readonly side: "buy" | "sell" } & (
  | { readonly usd: number }
  | { readonly coins: number }
  | { readonly pct: number }
);
type Impact = Extract<BuiltState["sections"]["liquidity"]["impact"], readonly unknown[]>[number];

/** What an order of a size is worth; null where it is asked by its cost, or no price is measured. */
export function worthOf(state: BuiltState, size: AskedSize): number | null {
  if ("usd" in size) return size.usd;
  const price = readNumber(state, "market", "price_usd");
  return "coins" in size && typeof price === "number" ? size.coins * price : null;
}

/** What was measured for the size, or for those next to it: costs never fall with the size. */
function sizesAround(impact: readonly Impact[], size: AskedSize, usd: number | null): Impact[] {
  const own = impact.filter((one) => one.side === size.side).toSorted((a, b) => a.size_usd - b.size_usd);
  const books = own.filter(({ method }) => method === "book");
  const some = books.length > 0 ? books : own;
  const exact = some.find(({ size_usd }) => size_usd === usd);
  if (exact) return [exact];
  const isBelow = ({ size_usd, impact_pct: cost }: Impact): boolean =>
    "pct" in size ? cost !== UNASSESSED && cost <= size.pct : usd !== null && size_usd < usd;
  const isAbove = (one: Impact): boolean =>
    "pct" in size ? one.impact_pct !== UNASSESSED && !isBelow(one) : usd !== null && one.size_usd > usd;
  return [some.findLast(isBelow), some.find(isAbove)].filter((one): one is Impact => one !== undefined);
}

export function draftImpact(state: BuiltState, size: AskedSize): Drafts<"price_impact"> {
  const { liquidity } = state.sections;
  const impact = readMember(state, "liquidity", "impact");
  if (isGap(impact)) return [];
  return sizesAround(impact, size, worthOf(state, size)).map(({ side, size_usd, impact_pct, method }) => ({
    asOf: instantOf(liquidity),
    // What books take within a percent is told beside a quote as well.
    sources: sourcesAs(state, "liquidity", "order_book", ...(method === "quote" ? (["swap_quote"] as const) : [])),
    labels: ["side", "size_usd", "method"],
    members: {
      ...{ side, size_usd, method },
      impact_pct: impact_pct === UNASSESSED ? gap("insufficient_coverage", "The books do not hold it.") : impact_pct,
      largest_size_1pct_usd: needed(readNumber(state, "liquidity", "largest_size_1pct_usd", side)),
    },
  }));
}

/** In a verdict's place where none was issued yet; "unassessed" where the last one has run out. */
export const NO_VERDICT_YET = "pending";

const whyNoVerdict = (verdict: string) =>
  verdict === NO_VERDICT_YET
    ? gap("pending", "No evaluation of it was published yet.")
    : gap("stale", "No verdict of ours is in force.");

export function draftStanding(state: BuiltState, verdict: string): Drafts<"standing"> {
  const { signals, brief } = state.sections;
  const open = readMember(state, "signals", "open");
  const worst = derive([open], (all) => {
    const live = all.filter(({ status }) => status === "open");
    return live.toSorted((a, b) => b.severity - a.severity || b.id - a.id)[0] ?? null;
  });
  return [
    {
      asOf: instantOf(signals),
      sources: [...new Set([...signals.sources, ...brief.sources])],
      members: {
        verdict: verdict === UNASSESSED || verdict === NO_VERDICT_YET ? whyNoVerdict(verdict) : verdict,
        open_signals: derive([open], (all) => all.filter(({ status }) => status === "open").length),
        worst_signal: derive([worst], (one) =>
          one === null ? null : { says: one.kind.replaceAll("_", " "), direction: one.direction, at: one.at },
        ),
        brief:
          brief.direction === null || brief.created_at === null
            ? null
            : group({ direction: brief.direction, at: brief.created_at }),
      },
    },
  ];
}

/** What came of calls of a class after a horizon. */
export type Outcome = {
  readonly name: string;
  readonly horizonH: number;
  readonly n: number;
  readonly right: number;
  /** Share of the market's hours for which the same would have been right, 0..1; null where none is measured. */
  readonly base: number | null;
  /** When it was counted, epoch milliseconds. */
  readonly asOf: number;
};

const NO_HOURS = gap("insufficient_history", "No hour of the market has been measured for it yet.");

export const draftRecord = (outcomes: readonly Outcome[]): Drafts<"record"> =>
  outcomes.map(({ name, horizonH, n, right, base, asOf }) => ({
    asOf,
    sources: [],
    labels: ["class", "horizon_h"],
    members: {
      class: name,
      horizon_h: horizonH,
      n,
      right_count: right,
      right_pct: n === 0 ? gap("insufficient_history", "None was right or wrong yet.") : roundPct((right / n) * 100),
      base_pct: base === null ? NO_HOURS : roundPct(base * 100),
    },
  }));

export const changeAt = (state: BuiltState, hours: number): Measured<number> | null =>
  isPublished(hours) ? needed(readNumber(state, "market", PUBLISHED[hours])) : null;

const BEFORE = { 1: "candle_1h", 24: "candle_24h", 168: "candle_7d", 720: "candle_30d" } as const satisfies Record<
  PublishedHours,
  Role
>;

/** What a change of the price over so many hours has its closes from. */
export const sourcesOfChange = (state: BuiltState, section: "market" | "context", hours: number): string[] =>
  sourcesAs(state, section, "candle", ...(isPublished(hours) ? [BEFORE[hours]] : []));
