// What is locked behind a token, how that changed, and how much of the change is deposits and not prices; unrounded.
import { DAY_MS, HOUR_MS } from "../../schema/duration.ts";
import type { TvlLatestRow } from "../../schema/query/chain/tvl-latest.ts";
import { LOCKED_TOKENS, PROTOCOL_SLUGS } from "../../schema/token/defi.ts";
import type { TokenFacts } from "../fact/fact.ts";
import { isFresh, whyMissing } from "./cause.ts";
import { derive, gap, isGap, type Measured } from "./gap.ts";
import { contest, TOLERANCE, withinShare } from "./opinion.ts";

/** Null where nothing can be locked behind the token. */
export type Tvl = {
  readonly row: Measured<TvlLatestRow | null>;
  readonly usd: Measured<number | null>;
  readonly change24h: Measured<number | null>;
  readonly change7d: Measured<number | null>;
  /** The signal rules' `tvl_neutral_change_24h_pct`. */
  readonly neutralChange24h: Measured<number | null>;
};

const noPast = gap("insufficient_history", "No reading lies near the start of the window.");
const hole = gap("insufficient_coverage", "No reading lies near the start of the window, though one of before does.");
const noUnits = gap("no_source", "What is locked on a chain is not listed coin by coin.");
const notAsked = gap("pending", "Units are read where the value fell, and once a day.");

const change = (now: number, before: number): Measured<number> => derive([(now / before - 1) * 100], (value) => value);

function rowOf(rows: TokenFacts, asOf: number): Measured<TvlLatestRow | null> {
  if (!LOCKED_TOKENS.includes(rows.token.id)) return null;
  const { tvl, calls, profile } = rows;
  if (!tvl || !isFresh("tvl", tvl.read_at, asOf)) return whyMissing(calls, "tvl", tvl?.read_at ?? 0);
  // A second opinion counts as long as the first: profiles are read every few hours.
  if (!PROTOCOL_SLUGS.has(rows.token.id) || !profile || !isFresh("tvl", profile.read_at, asOf)) return tvl;
  const said = { provider: profile.provider, value: profile.tvl_usd };
  return contest({ provider: tvl.provider, value: tvl.usd }, said, withinShare(TOLERANCE.locked)) ?? tvl;
}

/** How far the reading of a day before may lie from that instant. */
const DAY_NEAR_MS = 6 * HOUR_MS;

/** A past that a provider tells has a reading a day, which may lie too far: only what we read ourselves before is a loss. */
const isHole = ({ own_at, read_at }: TvlLatestRow): boolean => own_at > 0 && own_at < read_at - DAY_MS - DAY_NEAR_MS;

/** The provider's own figure stands in where our readings do not reach a day back. */
const dayChange = (row: TvlLatestRow): Measured<number> =>
  row.day_at > 0 ? change(row.usd, row.usd_24h) : (row.change_24h_pct ?? (isHole(row) ? hole : noPast));

/** Measures value locked at `asOf` (epoch milliseconds). */
export function measureTvl(rows: TokenFacts, asOf: number): Tvl {
  const row = rowOf(rows, asOf);
  const of = <T>(read: (known: TvlLatestRow) => Measured<T>): Measured<T | null> =>
    isGap(row) || row === null ? row : read(row);
  const unknown = PROTOCOL_SLUGS.has(rows.token.id) ? notAsked : noUnits;
  return {
    row,
    usd: of(({ usd }) => usd),
    change24h: of(dayChange),
    change7d: of((known) => (known.week_at > 0 ? change(known.usd, known.usd_7d) : noPast)),
    neutralChange24h: of((known) => known.neutral_change_pct ?? unknown),
  };
}
