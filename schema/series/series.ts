// How one history series is described: its columns, its unit, whether venues stand side by side.
import { type TSchema, Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { Nullable, Q } from "../shape/quantity.ts";
import { SourceId } from "../shape/source.ts";
import { oneOf } from "../shape/text.ts";
import { Time } from "../shape/time.ts";

export type SeriesShape = {
  /** Unit of the main value. */
  readonly unit: string;
  readonly byVenue: boolean;
  /** Column name to the shape of its cell; the first column is always t. */
  readonly columns: Readonly<Record<string, TSchema>>;
};

export const RESOLUTIONS = ["auto", "15m", "1h", "6h", "raw"] as const;
export type Resolution = (typeof RESOLUTIONS)[number];
/** Bucket lengths in seconds of the precomputed resolutions. */
export const BUCKET_S = { "15m": 900, "1h": 3600, "6h": 21_600 } as const;
export type BucketResolution = keyof typeof BUCKET_S;
export const BUCKET_RESOLUTIONS = ["15m", "1h", "6h"] as const satisfies readonly BucketResolution[];

/** Why a series of an answer has no rows. */
const EMPTY_REASONS = ["pending", "no_source", "source_error", "insufficient_history", "gap", "not_due"] as const;
export type EmptyReason = (typeof EMPTY_REASONS)[number];

/** One sentence for every place that says what a row's time is. */
export const TIME_OF_ROWS =
  "t is the start of a row's bucket, which is [t, t + size): a candle belongs to the bucket that holds its open time, its close is a value of that bucket, and as_of is the instant at which a point was true; raw rows start at t.";

/** A cell that may be missing in a row that exists. */
export const cell = (inner: TSchema): TSchema => Q(inner);

/** The instant at which the value of a row was true: within its bucket, or at its end. */
export const AsOf = Time;

/** Where what was cut goes on; null where nothing was. */
export const NextCursor = Nullable(
  Type.String({ maxLength: 1_600, description: "Given as cursor, it goes on where this was cut." }),
);

/** The wire form of a series: columnar rows with a coverage certificate. */
export const seriesShape = (series: SeriesShape) =>
  closed({
    unit: Type.Literal(series.unit),
    columns: Type.Array(Type.String()),
    rows: Type.Array(
      Type.Unsafe<unknown[]>({
        type: "array",
        prefixItems: Object.values(series.columns),
        minItems: Object.keys(series.columns).length,
        maxItems: Object.keys(series.columns).length,
        items: {},
      }),
    ),
    by_venue: Type.Literal(series.byVenue),
    as_of: Nullable(Time),
    sources: Type.Array(SourceId),
    coverage: SeriesCoverage,
    truncated: Type.Boolean({ description: "Rows were left out after the last one." }),
    next_cursor: NextCursor,
    reason: Nullable(oneOf(EMPTY_REASONS, "Why there is no row; null where there are rows.")),
  });

/**
 * Coverage certificate: how many observations the window should hold, how many it holds, and why the rest is absent. Of
 * stored rows as they are, and before a series was built, it is not counted what is owed.
 */
export const SeriesCoverage = closed({
  from: Time,
  to: Time,
  bucket_s: Nullable(Type.Integer()),
  expected: Q(Type.Integer()),
  delivered: Type.Integer(),
  absent: closed({
    not_listed: Q(Type.Integer()),
    source_error: Q(Type.Integer()),
    not_yet_due: Q(Type.Integer()),
    gap: Q(Type.Integer()),
  }),
});
