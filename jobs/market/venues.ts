// Builder of the market section venues: volume, open interest and share of each covered venue, tracked tokens only.
import { type DatasetId, FRESHNESS } from "../../schema/freshness.ts";
import type { Source } from "../../schema/shape/source.ts";
import { toTime } from "../../schema/shape/time.ts";
import { countEntries, entries } from "../draft/draft.ts";
import type { TokenFacts } from "../fact/fact.ts";
import { isFresh, whyMissing } from "../measure/cause.ts";
import { derive, type Gap, gap, isGap, type Measured } from "../measure/gap.ts";
import { perpTickers } from "../measure/perp.ts";
import { roundPct, roundUsd } from "../number/round.ts";
import { sum } from "../number/statistics.ts";
import { isBrought } from "../source-info.ts";
import { type MarketBuilder, type MarketInput, sourcesOf, wideSource } from "./market-builder.ts";

const SHARE_MIN = 0.6;
/** A venue's day counts when at least 90 % of it is stored, as in the token's own section. */
const DAY_MINUTES_MIN = 1_296;
const DAY_HOURS_MIN = 22;

/** One token's part of a venue's sum; the weight is its last known size there. */
type Part = { readonly value: number | null; readonly weight: number };

const noSpot = gap("no_source", "No spot market of this venue is covered.");
const noPerp = gap("no_source", "No perpetual of this venue is covered.");
const pending = gap("pending", "Nothing of this venue is stored yet.");

/** The sum of the parts that are known, when they carry at least 60 % of the weight; `none` where there is no part. */
function addUp(parts: readonly Part[], none: Gap): Measured<number> {
  const counted = parts.filter((part): part is Part & { value: number } => part.value !== null);
  if (parts.length === 0) return none;
  const whole = sum(parts.map(({ weight }) => weight));
  const share = whole > 0 ? sum(counted.map(({ weight }) => weight)) / whole : counted.length / parts.length;
  if (counted.length > 0 && share >= SHARE_MIN) return sum(counted.map(({ value }) => value));
  return gap("insufficient_coverage", `Only ${(share * 100).toFixed(1)} % of the venue's known weight was measured.`);
}

const atVenue = <R extends { readonly venue: string }>(rows: readonly R[], venue: string): R | undefined =>
  rows.find((row) => row.venue === venue);

type Parts = { spot: Part[]; perp: Part[]; interest: Part[]; tokens: number; newest: number; oldest: number };

/** A token's day in the venue's perpetual: its fresh ticker, or else its last 24 hourly candles. */
function perpPart(rows: TokenFacts, venue: string, asOf: number): (Part & { readonly told: number }) | null {
  const hours = atVenue(rows.perpHours, venue);
  const ticker = atVenue(perpTickers(rows), venue);
  if (ticker && isFresh("ticker", ticker.read_at, asOf))
    return { value: ticker.volume_24h_usd, weight: ticker.volume_24h_usd, told: ticker.read_at };
  if (hours) {
    const whole = hours.hours >= DAY_HOURS_MIN;
    return { value: whole ? hours.volume_24h_usd : null, weight: hours.volume_24h_usd, told: 0 };
  }
  return ticker ? { value: null, weight: ticker.volume_24h_usd, told: 0 } : null;
}

/** What one token adds to one venue. */
function addToken(parts: Parts, rows: TokenFacts, venue: string, asOf: number): void {
  const minute = atVenue(rows.minutes, venue);
  const week = atVenue(rows.spotVenues, venue);
  const perp = perpPart(rows, venue, asOf);
  const interest = atVenue(rows.openInterest, venue);
  const spotFresh = minute !== undefined && isFresh("candle", minute.close_at, asOf);
  if (minute || week) {
    const whole = spotFresh && minute.minutes >= DAY_MINUTES_MIN;
    parts.spot.push({ value: whole ? sum(minute.hour_volumes) : null, weight: week?.volume_7d_usd ?? 0 });
  }
  if (perp) parts.perp.push(perp);
  const day = rows.tickers.find((row) => row.market === "spot" && row.venue === venue);
  const dayFresh = day !== undefined && isFresh("ticker", day.read_at, asOf);
  // Its candles are not read: what it says of its day stands for them.
  const isOld = !minute && !week && day;
  if (isOld) parts.spot.push({ value: dayFresh ? day.volume_24h_usd : null, weight: day.volume_24h_usd });
  const interestFresh = interest !== undefined && isFresh("open_interest", interest.read_at, asOf);
  if (interest) parts.interest.push({ value: interestFresh ? interest.usd : null, weight: interest.usd_mean_7d });
  const instants = [minute?.close_at ?? 0, interest?.read_at ?? 0, isOld ? day.read_at : 0, perp?.told ?? 0];
  if (spotFresh || interestFresh || (isOld && dayFresh)) parts.tokens++;
  parts.newest = Math.max(parts.newest, ...instants);
}

function partsOf(input: MarketInput, venue: string): Parts {
  const parts: Parts = { spot: [], perp: [], interest: [], tokens: 0, newest: 0, oldest: 0 };
  for (const rows of input.facts.tokens.values()) addToken(parts, rows, venue, input.asOf);
  return parts;
}

/** error: the newest call of every source of the venue failed; stale: older than the hard limit of candles. */
function statusOf(input: MarketInput, venue: string, newest: number): "ok" | "stale" | "error" {
  const calls = [...input.facts.tokens.values()].flatMap((rows) => rows.calls);
  const mine = calls.filter((call) => call.provider === venue || call.provider.endsWith(`:${venue}`));
  if (mine.length > 0 && mine.every((call) => call.last_outcome !== "ok")) return "error";
  return input.asOf - newest <= FRESHNESS.candle.hardTtlS * 1_000 ? "ok" : "stale";
}

const venueNames = (input: MarketInput): string[] => {
  const names = [...input.facts.tokens.values()].flatMap((rows) =>
    [rows.minutes, rows.spotVenues, rows.perpHours, rows.openInterest, rows.tickers].flatMap((list) =>
      list.map((row) => row.venue),
    ),
  );
  return [...new Set(names)].sort();
};

/** Names of one exchange under two directories, without versions of wording: uniswap_v3 and uniswap-v3. */
const bareDex = (name: string): string =>
  name
    .replaceAll("_", "-")
    .replace(/-(bsc|ethereum|eth|solana|cardano)$/, "")
    .replace(/-(amm|dex|clmm|cpmm)(?=-|$)/g, "");

/** Decentralised exchanges: all pairs and chains, as their directory counts; shares are of those it lists. */
function dexVenues({ facts, asOf }: MarketInput) {
  return facts.dexVolumes.map((row) => {
    const fresh = isFresh("dex_volume", row.read_at, asOf);
    const stale = whyMissing(facts.calls, "dex_volume", row.read_at);
    const tokens = [...facts.tokens.values()].filter(({ pools }) =>
      pools.some((pool) => isFresh("dex_pool", pool.read_at, asOf) && bareDex(pool.dex) === bareDex(row.dex)),
    );
    return {
      venue: row.dex,
      kind: "dex" as const,
      spot_volume_24h_usd: fresh ? roundUsd(row.volume_24h_usd) : stale,
      perp_volume_24h_usd: noPerp,
      open_interest_usd: noPerp,
      share_pct: fresh ? roundPct(row.share_pct) : stale,
      tokens_covered: tokens.length,
      status: fresh ? ("ok" as const) : ("stale" as const),
      as_of: toTime(row.read_at),
    };
  });
}

function dexSources(input: MarketInput): Source[] {
  const { dexVolumes } = input.facts;
  const [row] = dexVolumes;
  if (!row || !isFresh("dex_volume", row.read_at, input.asOf)) return [];
  const { provider, read_at: at, retrieved_ms: retrievedAt } = row;
  const cited = { dataset: "dex_volume", provider, venue: null, at, retrievedAt } as const;
  return [wideSource(input, cited)];
}

export const venues: MarketBuilder<"venues"> = (input) => {
  const built = venueNames(input).map((venue) => {
    const parts = partsOf(input, venue);
    const none = (gone: Gap, market: "spot" | "perp", ...datasets: DatasetId[]): Gap =>
      datasets.some((dataset) => isBrought(venue, market, dataset)) ? pending : gone;
    const spot = addUp(parts.spot, none(noSpot, "spot", "candle", "ticker"));
    const perp = addUp(parts.perp, none(noPerp, "perp", "candle", "ticker"));
    const interest = addUp(parts.interest, none(noPerp, "perp", "open_interest"));
    return { venue, perp, interest, parts, spot, status: statusOf(input, venue, parts.newest) };
  });
  const spots = built.map(({ spot }) => spot).filter((spot): spot is number => !isGap(spot));
  const withSpot = built.filter(({ spot }) => spot !== noSpot);
  const all = spots.length > 0 && spots.length === withSpot.length ? sum(spots) : gap("insufficient_coverage");
  const exchangeMember = ({ venue, parts, spot, perp, interest, status }: (typeof built)[number]) => ({
    venue,
    kind: spot === noSpot ? ("perp" as const) : ("cex" as const),
    spot_volume_24h_usd: derive([spot], roundUsd),
    perp_volume_24h_usd: derive([perp], roundUsd),
    open_interest_usd: derive([interest], roundUsd),
    share_pct: derive([spot, all], (mine, whole) => roundPct((mine / whole) * 100)),
    tokens_covered: parts.tokens,
    status,
    as_of: parts.newest > 0 ? toTime(parts.newest) : pending,
  });
  const listed = entries([...built.map(exchangeMember), ...dexVenues(input)], ["venue", "kind", "status"]);
  const newest = built.map(({ parts }) => parts.newest).filter((at) => at > 0);
  return {
    asOf: built.some(({ status }) => status === "ok")
      ? Math.min(input.asOf, ...built.filter(({ status }) => status === "ok").map(({ parts }) => parts.newest))
      : Math.min(input.asOf, ...newest),
    sources: [...sourcesOf(input, "market", "derivatives"), ...dexSources(input)],
    weight: withSpot.length === 0 ? pending : spots.length / withSpot.length,
    coverage: countEntries(listed),
    members: { venues: listed.list.length === 0 ? pending : listed },
  };
};
