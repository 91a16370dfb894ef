// Order book inputs of the signal rules: depth and spread of each venue beside its usual ones.

import { type Quantity, UNASSESSED } from "../../schema/shape/quantity.ts";
import { depthDrop } from "../../schema/signal/depth-drop.ts";
import type { TokenFacts } from "../fact/fact.ts";
import { isFresh, newest, whyMissing } from "../measure/cause.ts";
import { gap } from "../measure/gap.ts";
import { roundBps, roundUsd } from "../number/round.ts";
import { sum } from "../number/statistics.ts";
import type { MeasuredInputs } from "./build-input.ts";
import type { RowsOfToken } from "./rows.ts";

const { samples: SAMPLES } = depthDrop.parameters;
/** Of 24 hours, a book was read in so many. */
const HOURS_MIN = 22;

/** Venues whose books were read within a day; one that went silent stays, so that its weight is known to be missing. */
export function measureBookInputs(
  asOf: number,
  rows: TokenFacts,
  own: RowsOfToken,
): Pick<MeasuredInputs, "depth" | "spread"> {
  const fresh = rows.books.filter((book) => isFresh("order_book", book.read_at, asOf));
  const usualOf = (venue: string) => own.usualBooks.find((row) => row.venue === venue && row.hours >= HOURS_MIN);
  const none = whyMissing(rows.calls, "order_book", newest(rows.books.map((book) => book.read_at)));
  const short = gap("insufficient_history", "Books of fewer than 22 of the last 24 hours are stored.");
  const missing = fresh.length === 0 ? none : rows.books.some(({ venue }) => usualOf(venue)) ? null : short;
  if (missing) return { depth: missing, spread: missing };
  const volume = (venue: string): Quantity => {
    const minutes = rows.minutes.find((row) => row.venue === venue);
    if (minutes) return roundUsd(sum(minutes.hour_volumes));
    // Its candles are not read: what it says of its day stands for them.
    const ticker = rows.tickers.find((row) => row.market === "spot" && row.venue === venue);
    return ticker && isFresh("ticker", ticker.read_at, asOf) ? roundUsd(ticker.volume_24h_usd) : UNASSESSED;
  };
  const usable = new Set(fresh.map(({ venue }) => venue));
  return {
    depth: rows.books.map(({ venue }) => ({
      venue,
      samples_usd: usable.has(venue)
        ? (own.samples.find((row) => row.venue === venue)?.depth_usd ?? []).slice(-SAMPLES).map(roundUsd)
        : [],
      median_24h_usd: roundUsdOf(usualOf(venue)?.depth_usd),
    })),
    spread: rows.books.map(({ venue, spread_bps }) => ({
      venue,
      weight: volume(venue),
      now_bps: usable.has(venue) ? roundBps(spread_bps) : UNASSESSED,
      median_24h_bps: roundBpsOf(usualOf(venue)?.spread_bps),
    })),
  };
}

const roundUsdOf = (value: number | undefined) => (value === undefined ? UNASSESSED : roundUsd(value));
const roundBpsOf = (value: number | undefined) => (value === undefined ? UNASSESSED : roundBps(value));
