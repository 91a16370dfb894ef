// Settled funding rates of perpetuals: on a first pull the past page by page, newest first, later the last few settlements.
import { DAY_MS } from "../../schema/duration.ts";
import { pastPages } from "../run/past-page.ts";
import { type Call, onlyListing, type TokenSource, tokenSource } from "../source/define-source.ts";
import type { Listing } from "../source/market.ts";
import type { Window } from "../source/source-base.ts";
import type { ExchangeId } from "../source/venue.ts";
import { type Settlement, settledRows } from "./ratio.ts";

type Of = {
  readonly venue: ExchangeId;
  /** How far back, and how much of it one call gives. */
  readonly pastDays: number;
  readonly pageDays: number;
  readonly everyS?: number;
  /** Where every market settles at this interval, one that has its last settlement is not asked for. */
  readonly intervalMs?: number;
  /** The call for a stretch of the past; for the newest few without one. `now` is the venue's. */
  readonly call: (symbol: string, span: Window | null, now: number) => Call;
  /** Settlements of a body; marks are of one coin. */
  readonly rows: (body: unknown, listing: Listing) => readonly Settlement[];
};

/** A rank among ninety days needs that many and a margin. */
export const SETTLED_PAST_DAYS = 95;

export const settledFunding = ({ venue, pastDays, pageDays, call, rows, everyS, intervalMs }: Of): TokenSource =>
  tokenSource({
    id: `${venue}-funding-settled`,
    venue,
    market: "perp",
    everyS: everyS ?? 3_600,
    calls: ({ symbol }, first, now, seenAt) => {
      if (intervalMs !== undefined && seenAt !== null && seenAt + intervalMs > now) return [];
      const spans = first ? pastPages(now, pastDays * DAY_MS, pageDays * DAY_MS) : [null];
      return spans.map((span) => call(symbol, span, now));
    },
    parse: (body, about) => settledRows(about, rows(body, onlyListing(about))),
    isPast: true,
  });
