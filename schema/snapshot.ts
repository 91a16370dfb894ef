// What each kind of snapshot carries in its frame: the agreement between the builder and the API.
import type { MarketSectionId } from "./market/index.ts";
import type { SectionId } from "./section/index.ts";
import type { ResolvedToken } from "./shape/token-ref.ts";

/**
 * A frame whose parts are sections. One part per section id (its JSON), plus the parts `sources` and `sources_rest`: one
 * JSON object per line, line n being S<n>, its short entry and what sources=full adds to it. The envelope's sources of a
 * selection are the lines its sections name.
 */
export type SectionedMeta<Id extends string> = {
  /** Epoch milliseconds and source ids (1-based line numbers of `sources`) of each section. */
  readonly sections: Readonly<Record<Id, { readonly asOf: number; readonly sources: readonly number[] }>>;
};

/** `state/<token>`: parts `token` (JSON of the token reference), `calls` (one JSON call a line), those of sources, and one a section. */
export type StateMeta = SectionedMeta<SectionId> & { readonly token: ResolvedToken };

/** `market`: parts of sources and one a market section. */
export type MarketMeta = SectionedMeta<MarketSectionId>;

/** The form of frames of history and events: a frame of another form is not read. */
export const HISTORY_FORM = 3;

/**
 * `history/<token>/<series>/<resolution>`: part `rows`, one JSON array and a comma a line, ascending in t and then
 * by line; it starts with `["<24-character time>"`, so that a window is a range of bytes. Part `sources` is a JSON array.
 */
export type HistoryMeta = {
  /** The form of the rows; a frame of another form is neither read nor taken over. */
  readonly form: typeof HISTORY_FORM;
  readonly asOf: number | null;
  /** The first bucket start the series could have data for, and the end of the last bucket that was built. */
  readonly from: number;
  readonly to: number;
  /** How many side-by-side lines (venues, exchanges, chains) a full bucket has. */
  readonly lines: number;
  /** What is settled, and not made again with the tail: rows from the first bucket's start on, until the tail's. */
  readonly settled: { readonly from: number; readonly first: number | null; readonly until: number };
  /** The last row of each line before the tail, and before the tail's next beginning. */
  readonly marks: Readonly<Record<string, readonly [now: LineMark | null, next: LineMark | null]>>;
  /** Names of the lines that hold at least one row. */
  readonly names: readonly string[];
  /** Buckets that owe a row and hold none: inclusive bucket starts, summed over the lines, as ranges. */
  readonly absent: readonly {
    readonly from: number;
    readonly to: number;
    readonly reason: AbsentReason;
    readonly count: number;
  }[];
};
/** When a row of a line was true (epoch milliseconds), and how long after it the next is owed. */
export type LineMark = readonly [at: number, everyMs: number];
export type AbsentReason = "not_listed" | "source_error" | "not_yet_due" | "gap";

/**
 * `record` and `token-record/<token>`: part `card` is the scorecard, part `items` one JSON item a line, newest first;
 * `cursors` are the places of those lines, `issued` how many calls there are.
 */
export type RecordMeta = { readonly asOf: number; readonly issued: number; readonly cursors: readonly string[] };

/**
 * `events/<token>`: part `rows`, one JSON event and a comma a line, newest first; `at` holds the epoch milliseconds of
 * each line. Every event since `from` is there; with `isCut` there are older ones for certain.
 */
export type EventsMeta = {
  readonly form: typeof HISTORY_FORM;
  readonly at: readonly number[];
  readonly kinds: readonly string[];
  readonly asOf: number;
  readonly from: number;
  readonly isCut: boolean;
};

/** `evaluation/<token>`: part `body` is the whole answer as it was issued; it is no answer any more at `validUntil`. */
export type EvaluationMeta = { readonly asOf: number; readonly id: string; readonly validUntil: number };

/** `brief/<token>`: part `body` is the whole answer as it was issued. Its version is the brief's number. */
export type BriefMeta = { readonly asOf: number; readonly id: number; readonly createdAt: number };

/**
 * `tokens`: part `rows`, one JSON token item a line in rank order, with what search needs in meta; part `sources`, one
 * JSON object a line, line n being S<n>.
 */
export type TokensMeta = {
  readonly asOf: number;
  readonly tokens: readonly {
    readonly id: string;
    readonly symbol: string;
    readonly name: string;
    readonly rank: number | "unassessed";
    readonly contracts: readonly string[];
    /** When the verdict in the row runs out, epoch milliseconds; absent where it shows none. */
    readonly verdictUntil?: number;
  }[];
};

/**
 * `universe`: part `rows`, one coin a line in rank order (unranked last, then by id), each a JSON UniverseLine; part
 * `sources`, one JSON source a line. Tracked tokens are among them.
 */
export type UniverseMeta = { readonly asOf: number; readonly count: number };
/** Id, symbol, name, rank or null, contract by chain, 1 where tracked, id of the tracked token it looks like or "". */
export type UniverseLine = readonly [
  id: string,
  symbol: string,
  name: string,
  rank: number | null,
  contracts: Readonly<Record<string, string>>,
  tracked: 0 | 1,
  looksLike: string,
];

/** `status`: part `data` is the JSON of the status data the builder knows; the API adds what only it knows. */
export type StatusMeta = { readonly asOf: number };

/** `checkpoint`: part `note` is the signed note of the newest checkpoint; `keys` are the public keys it may be signed with. */
export type CheckpointMeta = {
  readonly size: number;
  /** Hex. */
  readonly root: string;
  readonly origin: string;
  readonly signedAt: number;
  readonly keys: readonly string[];
};
