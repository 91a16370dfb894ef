// How a source is defined: what it is, how one call fetches, which parser reads the body of which date, which rules admit.
import type { TableName } from "../../schema/dataset/index.ts";
import { datasetOf, FRESHNESS, tableOf } from "../../schema/freshness.ts";
import { httpError } from "../../schema/io/http.ts";
import type { Params } from "../client/exchange.ts";
import type { Run } from "../run/run.ts";
import type { Listing, MarketKind } from "./market.ts";
import type { SourceBase, SourceRow, Window } from "./source-base.ts";
import type { EndpointId, ExchangeId } from "./venue.ts";

/** What a parser may know beside the body. */
export type About = {
  readonly listings: readonly Listing[];
  /** The venue's time of day. */
  readonly now: number;
  readonly venue: string;
  readonly provider: string;
  readonly retrievedAt: number;
  /** Which call the body answers. */
  readonly endpoint: string;
  /** Bodies of the source's `aside` calls and of those beside this one, by name. */
  readonly asides: Readonly<Record<string, unknown>>;
};

/** Throws a bad_body HttpError for a body that is not of the shape; single bad values go through as NaN for admission. */
export type Parse = (body: unknown, about: About) => readonly SourceRow[];

export type Call = {
  readonly endpoint: EndpointId;
  readonly params: Params;
  /** Calls whose bodies this one's is read with: they are made before it and given to the parser by name. */
  readonly beside?: Readonly<Record<string, Call>>;
};

type Common = SourceBase & {
  readonly provider: ExchangeId;
  readonly venue: ExchangeId;
  readonly market: MarketKind;
  /** Limits the source to these tokens where the venue's pace does not allow for all it lists. */
  readonly tokens?: ReadonlySet<string>;
  readonly parse: Parse;
};

/** Rows on a grid of open times: pulled from a cursor, and holes are filled. */
export type GridSource = Common & {
  readonly kind: "grid";
  readonly intervalS: number;
  readonly backfillDays: "env" | number;
  /** Rows one call gives at most. */
  readonly pageRows: number;
  readonly call: (listing: Listing, window: Window, now: number) => Call;
};

/** Calls that are read once before the others; their bodies are given to the parser by name. */
type Asides = { readonly asides?: Readonly<Record<string, Call>> };

/** How a list of events that comes in pages is read back to where the last reading ended. */
export type Walk = {
  /** Where the stretches that were read whole are kept. */
  readonly table: TableName;
  /** Rows of a full page: behind one there may be more, behind any other there is nothing. */
  readonly pageRows: number;
  /** What is not reached with so many pages stays unread. */
  readonly pagesMax: number;
  /** How far back the venue tells. */
  readonly keptMs: number;
  /** From where on a reading goes that follows one whose newest event was at `seenAt`, epoch ms. */
  readonly since: (seenAt: number) => number;
  /** The call for the page that starts at the newest event, and for those that go on behind an event, epoch ms. */
  readonly page: (call: Call, oldestAt: number | null) => Call;
};

/** One call (or a few) a token: the newest reading, and on the first pull of a token the past the venue gives with it. */
export type TokenSource = Common &
  Asides & {
    readonly kind: "token";
    /** `seenAt` is the time of the newest row stored so far, epoch ms; null before the first. */
    readonly calls: (listing: Listing, first: boolean, now: number, seenAt: number | null) => readonly Call[];
    /** Only where the calls are one: its answer is a page of a list of events. */
    readonly walk?: Walk;
    /** What changes with every update of the venue; an answer that keeps it for long is frozen. */
    readonly nonce?: (body: unknown) => string | number;
  };

/** One call about all tokens. */
export type BulkSource = Common & Asides & { readonly kind: "bulk"; readonly call: Call };

export type ExchangeSource = GridSource | TokenSource | BulkSource;

/** A source that is no exchange and drives its own calls. */
export type OwnSource = SourceBase & {
  readonly kind: "own";
  /** Tokens it covers. */
  readonly tokens: readonly string[];
  /** What it calls, where other sources of the same provider call something else. */
  readonly endpoints?: readonly string[];
  /** `only` restricts it to some tokens, where it asks token by token. */
  readonly pull: (run: Run, only?: readonly string[]) => Promise<void>;
};

export type Source = ExchangeSource | OwnSource;

type Given<S extends Source> = Omit<
  S,
  "dataset" | "table" | "everyS" | (S extends ExchangeSource ? "provider" : never)
> &
  Partial<Pick<S, "table" | "everyS">>;

/**
 * Completes a definition: the dataset is the one whose drawer names this kind of source, its table and period are the
 * dataset's, and the provider of an exchange's is the venue.
 */
export function source<S extends Source>(given: Given<S>): S {
  const { id, venue } = given as unknown as { readonly id: string; readonly venue?: string };
  const dataset = datasetOf(id);
  if (dataset === null) throw new Error(`no dataset names the kind of source of ${id}`);
  const { everyS } = FRESHNESS[dataset];
  return { provider: venue, dataset, table: tableOf(dataset), everyS, ...given } as unknown as S;
}

type Kind = Source["kind"];
const sourceOf =
  <S extends Source>(kind: S["kind"] & Kind) =>
  (given: Omit<Given<S>, "kind">): S =>
    source({ ...given, kind } as unknown as Given<S>);

export const gridSource = sourceOf<GridSource>("grid");
export const tokenSource = sourceOf<TokenSource>("token");
export const bulkSource = sourceOf<BulkSource>("bulk");
export const ownSource = sourceOf<OwnSource>("own");

/** The listing that a row of a body about one token belongs to. */
export function onlyListing(about: About): Listing {
  const [listing] = about.listings;
  if (!listing) throw new Error("a reading without its listing");
  return listing;
}

/**
 * Rows of a body about many markets, each with the listing it is for; markets that are not ours are left out. A body
 * that names none of ours is not what was asked for: throws bad_body.
 */
export function withListings<T>(about: About, rows: readonly T[], symbolOf: (row: T) => unknown): [T, Listing][] {
  const listings = new Map(about.listings.map((listing) => [listing.symbol, listing]));
  const found = rows.flatMap((row): [T, Listing][] => {
    const listing = listings.get(String(symbolOf(row)));
    return listing ? [[row, listing]] : [];
  });
  if (found.length === 0 && listings.size > 0) throw httpError("bad_body", "the body names none of the markets");
  return found;
}

/**
 * The market that a body says it is about, where it says one: in the row for admission to compare with the one that was
 * asked for.
 */
export const saidSymbol = (said: unknown): { readonly symbol?: string } =>
  said === undefined ? {} : { symbol: String(said) };

/** Members every row of an exchange has, last of all when it was received. */
export const stamped = <R extends object>(about: About, listing: Listing, row: R) => ({
  token: listing.token,
  venue: about.venue,
  symbol: listing.symbol,
  ...row,
  provider: about.provider,
  retrieved_at: about.retrievedAt,
});

/** Where a venue changed its form: parsers by the instant a body was received, with increasing `until` (epoch ms, exclusive). */
export const dated =
  (...parsers: readonly { readonly until?: number; readonly parse: Parse }[]): Parse =>
  (body, about) => {
    const found = parsers.find(({ until }) => until === undefined || about.retrievedAt < until);
    if (!found) throw new Error("no parser for this date");
    return found.parse(body, about);
  };
