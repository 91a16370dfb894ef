// Open interest of perpetuals: on a first pull the past by the hour, page by page, newest first, and always the last hours
// by five minutes, so that changes over an hour are known from the start.
//
// No document says whether a row is of the start or of the end of its period, and Binance's archives turned from the one to
// the other on 2026-06-25 (binance-public-data, issue 491). By the hour a reading could lie an hour off beside the ones that
// were read live; by five minutes it cannot.

import { DAY_MS, HOUR_MS } from "../../schema/duration.ts";
import { pastPages } from "../run/past-page.ts";
import {
  type About,
  type Call,
  onlyListing,
  saidSymbol,
  stamped,
  type TokenSource,
  tokenSource,
} from "../source/define-source.ts";
import type { Listing } from "../source/market.ts";
import type { Window } from "../source/source-base.ts";
import type { ExchangeId } from "../source/venue.ts";

/** An hour back from now, what now lies behind, and a pull that was missed. */
const FINE_MS = 3 * HOUR_MS;

/** One side, in coins and USD; `at` in epoch milliseconds; `said` is the market it says. */
type Interest = { readonly at: number; readonly coins: number; readonly usd: number; readonly said?: unknown };

type Of = {
  readonly venue: ExchangeId;
  /** How far back, and how much of it one call gives. */
  readonly pastDays: number;
  readonly pageDays: number;
  /** The call for a stretch of the past, by the hour or by five minutes. */
  readonly call: (symbol: string, period: "1h" | "5m", span: Window) => Call;
  readonly rows: (body: unknown, listing: Listing, asides: About["asides"]) => readonly Interest[];
};

export const openInterestPast = ({ venue, pastDays, pageDays, call, rows }: Of): TokenSource =>
  tokenSource({
    id: `${venue}-open-interest-history`,
    venue,
    market: "perp",
    everyS: 3_600,
    calls: ({ symbol }, first, now) => {
      const newest = call(symbol, "5m", { from: now - FINE_MS, to: now });
      if (!first) return [newest];
      const past = pastPages(now, pastDays * DAY_MS, pageDays * DAY_MS).map((span) => call(symbol, "1h", span));
      return [newest, ...past];
    },
    parse: (body, about) => {
      const listing = onlyListing(about);
      return rows(body, listing, about.asides).map(({ at, coins, usd, said }) =>
        stamped(about, listing, { ...saidSymbol(said), at, open_interest_native: coins, open_interest_usd: usd }),
      );
    },
    isPast: true,
  });
