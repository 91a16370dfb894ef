// What is known of an exchange before it is asked: its folder says it. Limits, calls and names are data, quirks small functions.
import type { HttpKind } from "../../schema/io/http.ts";

type Bucket = { readonly limit: number; readonly periodMs: number };

/** What a provider's published limits allow (limits age: they are configuration). */
export type Limits = {
  /** Requests of one source in flight at once. */
  readonly concurrency: number;
  /** How long to stay away after 429, 418 or a ban when the provider does not say. */
  readonly pauseMs: number;
  /** A bucket named `day` is paid by every call beside its own. */
  readonly buckets: Readonly<Record<string, Bucket>>;
};

/** The part of a ccxt market that is used. */
export type RawMarket = {
  readonly id?: string;
  readonly baseId?: string;
  readonly quoteId?: string;
  readonly base?: string;
  readonly quote?: string;
  readonly spot?: boolean;
  readonly swap?: boolean;
  readonly linear?: boolean;
  readonly active?: boolean;
  readonly contractSize?: number;
  readonly created?: number;
  readonly info?: unknown;
};

/** A call of the exchange's class. */
export type RawCall = (params?: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** What an answer says that carries no data and means no changed shape: wait, busy, or not from your place. */
type Word = {
  readonly kind: Extract<HttpKind, "rate_limited" | "http_error" | "blocked_country">;
  readonly text: RegExp;
  /** How long to stay away; the exchange's own pause for a limit that says nothing. */
  readonly pauseMs?: number;
};

/** A system that is busy or under repair is asked again soon: the pause of a ban would lose what comes back. */
export const BUSY_MS = 10_000;

/** A call this service makes: the class's method or, where no method carries it, its path; what pays for it and how much (1). */
type Call<Bucket extends string = string> = {
  readonly call: string;
  readonly bucket: Bucket;
  readonly weight?: number;
};

export type ExchangeVenue = Limits & {
  readonly calls: Readonly<Record<string, Call>>;
  /** What the class calls the lists that are loaded. */
  readonly lists: { readonly spot: string; readonly perp?: string };
  /** What pays for loading them and for reading the clock. */
  readonly listsBucket: string;
  /** Tickers that do not mean our token here (null), or mean it under another name: added when the exchange renames. */
  readonly aliases: Readonly<Record<string, string | null>>;
  /** By the codes that the exchange documents. */
  readonly words?: readonly Word[];
  /** Where ccxt's class is not called like the exchange. */
  readonly className?: string;
  /** What the class is to be told. */
  readonly options?: object;
  /** What is kept out of what a call of the lists answers: refused, it would cost the list it is loaded with. */
  readonly leaveOut?: readonly [call: string, wrap: (inner: RawCall) => RawCall];
  /** What the class must be told to ask the clock of futures, where they have a host of their own: one may be refused alone. */
  readonly perpClock?: { readonly params: object; readonly bucket: string };
  /** The id that a market is asked for by and the name of its coin, where they are not where others have them. */
  readonly nameOf?: (market: RawMarket) => { readonly id: string | undefined; readonly base: string };
  /** Its market is that of the dollar itself, and the others are small. */
  readonly isDollarFirst?: boolean;
  /** A ban is a 403. */
  readonly bansBy403?: boolean;
};

/** An exchange whose calls are paid by its own buckets. */
export const exchange = <const V extends ExchangeVenue>(
  venue: V & { readonly calls: Readonly<Record<string, Call<keyof V["buckets"] & string>>> },
): V => venue;
