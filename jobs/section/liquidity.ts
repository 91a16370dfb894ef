// Builds the state section liquidity: spread, depth, venues, what an order of a size costs.
import type { BookLatestRow } from "../../schema/query/trade/book-latest.ts";
import { toTime } from "../../schema/shape/time.ts";
import type { TrackedToken } from "../../schema/token/tracked.ts";
import { WRAPPED } from "../../schema/token/wrapped.ts";
import { entries, group } from "../draft/draft.ts";
import { type Bands, type Books, impactOf, largestWithin1Pct, measureBooks, SIDES } from "../measure/book.ts";
import { isFresh, newest, whyMissing } from "../measure/cause.ts";
import { derive, gap, isGap, type Measured, orGap, rounded } from "../measure/gap.ts";
import { cheapestQuote } from "../measure/quote.ts";
import { restOf } from "../measure/venue-weight.ts";
import { roundBps, roundPct, roundRatio, roundUsd } from "../number/round.ts";
import { isBrought } from "../source-info.ts";
import type { Cited } from "../state/cite.ts";
import { citeUsed } from "../state/cite-rows.ts";
import type { SectionBuilder, SectionInput } from "../state/section-builder.ts";

/** Venues whose books live on a chain. */
const ON_CHAIN: ReadonlySet<string> = new Set(["hyperliquid"]);
const hasPools = ({ native, contracts }: TrackedToken): boolean =>
  Object.keys(contracts).length > 0 || (native !== null && WRAPPED[native] !== undefined);
const noTicker = gap("no_source", "No source tells the day of this venue.");
const noVolume = gap("no_source", "The provider does not say.");
const SIZES_USD = [1e3, 1e4, 1e5, 1e6];

const bandMembers = ({ bid, ask }: Bands) =>
  group({ bid_usd: rounded(roundUsd, bid), ask_usd: rounded(roundUsd, ask) });

function statusOf(book: BookLatestRow, asOf: number): "ok" | "stale" | "truncated" {
  if (!isFresh("order_book", book.read_at, asOf)) return "stale";
  return book.truncated === 1 ? "truncated" : "ok";
}

/** One venue; a stale book has no numbers. */
function venueMember({ facts, rows }: SectionInput, book: BookLatestRow) {
  const status = statusOf(book, facts.asOf);
  const calls = rows.calls.filter((call) => call.provider === book.provider);
  const stale = whyMissing(calls, "order_book", book.read_at);
  const ticker = rows.tickers.find((row) => row.market === "spot" && row.venue === book.venue);
  const volume: Measured<number> =
    ticker && isFresh("ticker", ticker.read_at, facts.asOf)
      ? ticker.volume_24h_usd
      : ticker || isBrought(book.venue, "spot", "ticker")
        ? whyMissing(calls, "ticker", ticker?.read_at ?? 0)
        : noTicker;
  const read = (value: number): Measured<number> => (status === "stale" ? stale : value);
  return {
    venue: book.venue,
    symbol: book.symbol,
    kind: ON_CHAIN.has(book.venue) ? ("dex" as const) : ("cex" as const),
    spread_bps: rounded(roundBps, read(book.spread_bps)),
    bid_2pct_usd: rounded(roundUsd, read(book.bid_2_usd)),
    ask_2pct_usd: rounded(roundUsd, read(book.ask_2_usd)),
    volume_24h_usd: rounded(roundUsd, volume),
    as_of: toTime(book.read_at),
    status,
  };
}

const freshQuotes = ({ facts, rows }: SectionInput) =>
  rows.swapQuotes.filter((row) => isFresh("swap_quote", row.read_at, facts.asOf));

/** What aggregators quote for each side and size. */
function quotedCosts(input: SectionInput) {
  const fresh = freshQuotes(input);
  return SIDES.flatMap((side) =>
    SIZES_USD.flatMap((size_usd) => {
      const cost = cheapestQuote(fresh.filter((row) => row.side === side && row.size_usd === size_usd));
      if (cost === null) return [];
      const impact_pct = rounded(roundPct, cost.impactPct);
      return [{ side, size_usd, impact_pct, method: "quote" as const, as_of: toTime(cost.at) }];
    }),
  );
}

const bookedCosts = ({ ladder: merged, mergedAt }: Books) =>
  derive([merged], (ladder) =>
    SIDES.flatMap((side) =>
      SIZES_USD.map((size_usd) => {
        const impact_pct = rounded(roundPct, impactOf(ladder, side, size_usd));
        return { side, size_usd, impact_pct, method: "book" as const, as_of: toTime(mergedAt) };
      }),
    ),
  );

/** Costs on the merged books, then what aggregators quote; quotes alone where there are no books. */
function impactMembers(input: SectionInput, books: Books) {
  const [booked, quoted] = [bookedCosts(books), quotedCosts(input)];
  if (isGap(booked) && quoted.length === 0) return booked;
  return entries([...(isGap(booked) ? [] : booked), ...quoted], ["side", "size_usd", "method", "as_of"]);
}

/** One source an aggregator: its oldest quote that counts. */
function citedQuotes(input: SectionInput): Cited[] {
  const fresh = freshQuotes(input);
  return [...new Set(fresh.map(({ provider }) => provider))].map((provider) => {
    const quotes = fresh.filter((row) => row.provider === provider);
    return {
      dataset: "swap_quote" as const,
      provider,
      venue: quotes[0]?.venue ?? null,
      at: Math.min(...quotes.map((row) => row.read_at)),
      retrievedAt: Math.min(...quotes.map((row) => row.retrieved_ms)),
    };
  });
}

const freshPools = ({ facts, rows }: SectionInput) =>
  rows.pools.filter((row) => isFresh("dex_pool", row.read_at, facts.asOf));

/** The largest pools; none known is not the same as none there. */
function poolMembers(input: SectionInput) {
  const { rows } = input;
  const pools = freshPools(input);
  if (pools.length === 0) {
    return hasPools(rows.token)
      ? whyMissing(rows.calls, "dex_pool", newest(rows.pools.map((row) => row.read_at)))
      : gap("no_source", "It has no contract on a chain whose pools are read.");
  }
  const members = pools.map(({ chain, dex, pool, tvl_usd, volume_24h_usd }) => {
    const volume = rounded(roundUsd, orGap(volume_24h_usd, noVolume));
    return { chain, dex, pool, tvl_usd: roundUsd(tvl_usd), volume_24h_usd: volume };
  });
  return entries(members, ["chain", "dex", "pool"]);
}

function citedPools(input: SectionInput): Cited[] {
  const pools = freshPools(input);
  return [...new Set(pools.map(({ retrieved_ms }) => retrieved_ms))].flatMap((retrievedAt) => {
    const same = pools.filter((row) => row.retrieved_ms === retrievedAt);
    return same.slice(0, 1).map(({ provider, read_at: at }) => ({
      dataset: "dex_pool" as const,
      provider,
      venue: null,
      at,
      retrievedAt,
    }));
  });
}

export const liquidity: SectionBuilder<"liquidity"> = (input) => {
  const { facts, rows, spot } = input;
  const books = measureBooks(rows, spot, facts.asOf);
  const none = whyMissing(rows.calls, "order_book", newest(rows.books.map((book) => book.read_at)));
  const { bid, ask } = books.two;
  const venues = rows.books.map((book) => venueMember(input, book));
  const largest = (side: (typeof SIDES)[number]) =>
    rounded(
      roundUsd,
      derive([books.ladder], (ladder) => largestWithin1Pct(ladder, side)),
    );
  const members = {
    spread_bps: rounded(roundBps, books.spreadBps),
    depth_2pct_usd: rounded(
      roundUsd,
      derive([bid, ask], (bids, asks) => Math.min(bids, asks)),
    ),
    imbalance_ratio: rounded(
      roundRatio,
      derive([bid, ask], (bids, asks) => (bids - asks) / (bids + asks)),
    ),
    venues: venues.length > 0 ? entries(venues, ["venue", "symbol", "kind", "as_of", "status"]) : none,
    dex_pools: poolMembers(input),
    impact: impactMembers(input, books),
    depth: group({
      pct_0_5: bandMembers(books.half),
      pct_1: bandMembers(books.one),
      pct_2: bandMembers(books.two),
    }),
    largest_size_1pct_usd: group({ buy: largest("buy"), sell: largest("sell") }),
  };
  return {
    asOf: books.at,
    sources: [
      ...citeUsed("order_book", rows.books, (book) => books.fresh.includes(book)),
      ...citedQuotes(input),
      ...citedPools(input),
    ],
    members,
    weight: books.share,
    rest: restOf(books.weights, books.fresh),
  };
};
