// Hourly open interest of perpetuals: on a first pull the past page by page, newest first, later the last few hours.
import type { Call, TokenSource } from "../define-source.ts";
import { onlyListing, source, stamped, type Window } from "../define-source.ts";
import type { Listing } from "../market.ts";
import { pastPages } from "../past-page.ts";
import type { ExchangeId } from "../venue.ts";

const DAY_MS = 86_400_000;

/** One side, in coins and USD; `at` in epoch milliseconds. */
export type Interest = { readonly at: number; readonly coins: number; readonly usd: number };

type Of = {
  readonly venue: ExchangeId;
  /** How far back, and how much of it one call gives. */
  readonly pastDays: number;
  readonly pageDays: number;
  /** The call for a stretch of the past; for the newest few hours without one. */
  readonly call: (symbol: string, span: Window | null) => Call;
  readonly rows: (body: unknown, listing: Listing) => readonly Interest[];
};

export const openInterestPast = ({ venue, pastDays, pageDays, call, rows }: Of): TokenSource =>
  source<TokenSource>({
    id: `${venue}-open-interest-history`,
    kind: "token",
    venue,
    market: "perp",
    dataset: "open_interest",
    table: "open_interest",
    everyS: 3_600,
    calls: ({ symbol }, first, now) => {
      const spans = first ? pastPages(now, pastDays * DAY_MS, pageDays * DAY_MS) : [null];
      return spans.map((span) => call(symbol, span));
    },
    parsers: [
      {
        parse: (body, about) => {
          const listing = onlyListing(about);
          return rows(body, listing).map(({ at, coins, usd }) =>
            stamped(about, listing, { at, open_interest_native: coins, open_interest_usd: usd }),
          );
        },
      },
    ],
    rules: "open_interest_past",
  });
