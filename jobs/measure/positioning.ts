// Positioning in a token's perpetuals: long/short ratios, taker pressure, forced closures; unrounded.

import type { LongShortLatestRow } from "../../schema/dataset/trade/long-short.ts";
import { HOUR_MS } from "../../schema/duration.ts";
import { FRESHNESS, kindOf } from "../../schema/freshness.ts";
import type { Facts } from "../fact/fact.ts";
import type { TokenFacts } from "../fact/token-facts.ts";
import { sum, weightedMean } from "../number/statistics.ts";
import { sourceInfo } from "../source-info.ts";
import { callsAbout, callsOf, isFresh, newest, venuesThatTold, whyMissing } from "./cause.ts";
import { derive, type Gap, gap, type Measured } from "./gap.ts";
import type { OpenInterest } from "./perp.ts";
import { requireWeight, shareOf } from "./venue-weight.ts";

const TAKER_SECONDS_MIN = 3_240;

/** What brings a kind wherever it is brought, as sources are named. */
const BROUGHT_BY = { global_account: "long-short", top_position: "top-long-short" } as const;

/** Beyond the hard limit: for so long a venue that fell silent is waited for. */
const SILENT_S = 86_400;

/** Venues that tell a kind: those that told it within a day, and those whose calls brought it lately. */
function tellersOf(rows: TokenFacts, kind: keyof typeof BROUGHT_BY, asOf: number): string[] {
  const read = rows.longShort.flatMap((row) =>
    row.kind === kind && isFresh("long_short", row.read_at, asOf, SILENT_S) ? [row.venue] : [],
  );
  const calls = rows.calls.filter(({ source }) => kindOf(source) === BROUGHT_BY[kind]);
  return [...new Set([...read, ...venuesThatTold(calls, "long_short")])];
}

/**
 * The ratio of a kind on the venue with the most open interest among those that tell it. Where it fell silent there is
 * none, with the reason of its calls: accounts of another venue are others.
 */
export function largestRatio(
  rows: TokenFacts,
  kind: keyof typeof BROUGHT_BY,
  interest: OpenInterest,
  asOf: number,
): Measured<LongShortLatestRow> {
  const weight = (venue: string) => interest.weights.get(venue) ?? 0;
  const [largest] = tellersOf(rows, kind, asOf).sort((a, b) => weight(b) - weight(a) || (a < b ? -1 : 1));
  if (largest === undefined) return whyMissing(rows.calls, "long_short");
  const unsized = [...interest.weights].flatMap(([venue, known]) => (Number.isFinite(known) ? [] : [venue]));
  if (unsized.length > 0)
    return gap("insufficient_coverage", `${unsized.join(", ")}, of whose size nothing is known, may be the largest.`);
  const reading = rows.longShort.find((row) => row.kind === kind && row.venue === largest);
  if (reading && isFresh("long_short", reading.read_at, asOf)) return reading;
  const calls = rows.calls.filter(({ source }) => sourceInfo(source)?.venue === largest);
  return whyMissing(calls, "long_short", reading?.read_at);
}

type Takers = TokenFacts["takers"][number];

const isLate = (row: Takers, asOf: number): boolean => !isFresh("taker_volume", row.end_at, asOf);
/** Whether the hour is there whole, and of now. */
export const isWholeHour = (row: Takers, asOf: number): boolean =>
  !isLate(row, asOf) && row.seconds >= TAKER_SECONDS_MIN && row.buy + row.sell > 0;

/**
 * Taker buys over sells of the last hour. Venues count in their own units, so their buy shares are averaged by open
 * interest and the mean share is turned into a ratio.
 */
export function measureTakers(rows: TokenFacts, interest: OpenInterest, asOf: number): Measured<number> {
  const fresh = rows.takers.filter((row) => !isLate(row, asOf));
  const whole = fresh.filter((row) => isWholeHour(row, asOf));
  const shares = whole.map((row) => ({
    venue: row.venue,
    value: row.buy / (row.buy + row.sell),
    weight: interest.weights.get(row.venue) ?? 0,
  }));
  const isHole = fresh.some((row) => row.seconds < TAKER_SECONDS_MIN && row.first_ms <= row.end_at - HOUR_MS);
  const short = isHole
    ? gap("insufficient_coverage", "The hour is not stored whole, though some of before is.")
    : gap("insufficient_history", "The hour is not stored whole yet.");
  const none =
    fresh.length > 0 ? short : whyMissing(rows.calls, "taker_volume", newest(rows.takers.map((row) => row.end_at)));
  return derive([requireWeight(interest.weights, shares, none)], (venues) => {
    const share = weightedMean(venues);
    return derive([share / (1 - share)], (ratio) => ratio);
  });
}

export type Liquidations = {
  readonly longUsd: number;
  readonly shortUsd: number;
  readonly totalUsd: number;
  /** Of venues that tell single closures; a total by window has neither. */
  readonly count: Measured<number>;
  readonly largestUsd: Measured<number>;
  /** Of whom the sums are, and those of them of whom count and largest are. */
  readonly venues: readonly string[];
  readonly providers: readonly string[];
  readonly singleVenues: readonly string[];
  /** Share of the token's open interest that `venues` hold, 0..1. */
  readonly share: Measured<number>;
};

/** A provider that reports forced closures of the token, and whether its reports were read within the hard limit. */
type Reporter = {
  readonly provider: string;
  readonly venue: string;
  readonly fresh: boolean;
  readonly weight: number;
};

/**
 * Providers that are known to report closures of this token: those that were asked and list it. One that fell silent
 * stays among them, with the weight of its open interest.
 */
function reportersOf(facts: Facts, rows: TokenFacts, weights: OpenInterest["weights"]): Reporter[] {
  const calls = callsAbout(rows.calls, "liquidation").filter((call) => call.ok_at > 0);
  const told = callsOf(rows.calls, "open_interest").filter((call) => call.token !== "" && call.kept_at > 0);
  const venues = new Map([
    ...told.map(({ provider, source }) => [provider, sourceInfo(source)?.venue] as const),
    ...rows.openInterest.map(({ provider, venue }) => [provider, venue] as const),
  ]);
  return [...new Set(calls.map(({ provider }) => provider))].sort().flatMap((provider) => {
    const venue = venues.get(provider);
    if (venue == null) return [];
    const own = calls.filter((call) => call.provider === provider);
    const fresh = own.some((call) => isFresh("liquidation", call.ok_at, facts.asOf));
    return [{ provider, venue, fresh, weight: weights.get(venue) ?? 0 }];
  });
}

/** Share of the reporters' weight that `counted` carry, 0..1; all count alike where no weight is known. */
function shareCounted(reporters: readonly Reporter[], counted: readonly string[]): number {
  if (reporters.some(({ weight }) => !Number.isFinite(weight))) return 0;
  const known = sum(reporters.map(({ weight }) => weight)) > 0;
  const weigh = (some: readonly Reporter[]) => sum(some.map(({ weight }) => (known ? weight : 1)));
  return weigh(reporters.filter(({ provider }) => counted.includes(provider))) / weigh(reporters);
}

/** Providers whose past is known whole, and those whose past is long enough and has holes. */
export type PastWatch = { readonly whole: readonly string[]; readonly holed: readonly string[] };

/**
 * Too little of the reporters' weight is counted. Where some have no past long enough yet, that is why if what all others
 * carry would not be enough either.
 */
function tooFew(reporters: readonly Reporter[], past: PastWatch | undefined): Gap {
  const old = past === undefined ? undefined : [...past.whole, ...past.holed];
  const others = reporters.map(({ provider }) => provider).filter((provider) => old?.includes(provider) ?? true);
  const isSized = reporters.every(({ weight }) => Number.isFinite(weight));
  return isSized && !(shareCounted(reporters, others) >= SHARE_MIN)
    ? gap("insufficient_history", "Too few venues were watched for long enough yet.")
    : gap("insufficient_coverage", "Too few venues were watched throughout.");
}

type Span = "1h" | "24h";
const SPAN_S = { "1h": 3_600, "24h": 86_400 } as const;
/** Share of a span that must be covered: all but a few minutes, since the newest ones are always still to be read. */
const COVERED_MIN = { "1h": 0.9, "24h": 0.98 } as const;
const neededS = (span: Span): number => SPAN_S[span] * COVERED_MIN[span];
/** Share of the reporters' weight that must be watched. */
const SHARE_MIN = 0.6;

/** Seconds of the span for which a provider's closures of the token are known without a hole. */
const secondsOf = ({ liquidationWindows, liquidationWatch }: TokenFacts, provider: string, span: Span): number =>
  [...liquidationWindows, ...liquidationWatch].find((row) => row.provider === provider)?.[`seconds_${span}`] ?? 0;

/**
 * The span is not known whole of any of these; it will be at the earliest when what lacks has passed. Where one of them
 * was watched before the span began that is a hole, and what it hides may be anything.
 */
function notWatched({ asOf }: Facts, rows: TokenFacts, fresh: readonly string[], span: Span): Gap {
  const longest = newest(fresh.map((provider) => secondsOf(rows, provider, span)));
  const isHole = [...rows.liquidationWindows, ...rows.liquidationWatch].some(
    ({ provider, first_ms }) => fresh.includes(provider) && first_ms < asOf - SPAN_S[span] * 1_000,
  );
  const none = isHole
    ? gap("insufficient_coverage", "No venue was watched throughout the window.")
    : gap("insufficient_history", "No venue was watched over the whole window yet.");
  return { ...none, retryAfterS: Math.max(FRESHNESS.liquidation.everyS, Math.ceil(neededS(span) - longest)) };
}

/** Sums over the counted providers: one that reports totals counts by them alone, never by single closures too. */
function sumClosures(rows: TokenFacts, counted: readonly string[], span: Span) {
  const windows = rows.liquidationWindows.filter((row) => counted.includes(row.provider));
  const byTotals = new Set(windows.map(({ provider }) => provider));
  const singly = counted.filter((provider) => !byTotals.has(provider));
  const own = rows.liquidations.filter((row) => singly.includes(row.provider));
  const all = [...windows, ...own];
  const longUsd = sum(all.map((row) => row[`long_${span}_usd`]));
  const shortUsd = sum(all.map((row) => row[`short_${span}_usd`]));
  const told = singly.length > 0;
  const none = gap("no_source", "The venues that were read report totals, not single closures.");
  return {
    longUsd,
    shortUsd,
    totalUsd: longUsd + shortUsd,
    count: told ? sum(own.map((row) => row[`count_${span}`])) : none,
    largestUsd: told ? newest(own.map((row) => row[`largest_${span}_usd`])) : none,
    singly,
  };
}

/**
 * Forced closures of a window. Only venues that report them count; among those, an absent row is a measured zero
 * when the venue was read throughout. Of a `past` those alone count that know it whole, so that both are of the same
 * venues: the share they need is of all that report.
 */
export function measureLiquidations(
  facts: Facts,
  rows: TokenFacts,
  { weights }: Pick<OpenInterest, "weights">,
  span: Span,
  past?: PastWatch,
): Measured<Liquidations> {
  const reporters = reportersOf(facts, rows, weights);
  const fresh = reporters.filter((reporter) => reporter.fresh).map(({ provider }) => provider);
  const watched = fresh.filter((provider) => secondsOf(rows, provider, span) >= neededS(span));
  const counted = watched.filter((provider) => past?.whole.includes(provider) ?? true);
  const since = newest(callsAbout(rows.calls, "liquidation").map((call) => call.ok_at));
  if (fresh.length === 0) return whyMissing(rows.calls, "liquidation", since);
  if (watched.length === 0) return notWatched(facts, rows, fresh, span);
  if (!(shareCounted(reporters, counted) >= SHARE_MIN)) return tooFew(reporters, past);
  const { singly, ...sums } = sumClosures(rows, counted, span);
  const venuesOf = (providers: readonly string[]) =>
    reporters.flatMap(({ provider, venue }) => (providers.includes(provider) ? [venue] : [])).sort();
  const venues = venuesOf(counted);
  const share = derive([shareOf(weights, venues)], (known) => known);
  return { ...sums, venues, providers: counted, singleVenues: venuesOf(singly), share };
}
