// The cursor of a history answer: what was asked, the window it fixed, and the place where each cut part goes on.
import { type TSchema, Type } from "typebox";
import { compile } from "../../schema/check.ts";
import { EVENT_ID_LENGTH_MAX } from "../../schema/object/history.ts";
import { SERIES_IDS, type SeriesId } from "../../schema/series/index.ts";
import { BUCKET_RESOLUTIONS, type BucketResolution, RESOLUTIONS, type Resolution } from "../../schema/series/series.ts";
import { closed } from "../../schema/shape/closed.ts";
import { Nullable } from "../../schema/shape/quantity.ts";
import { oneOf } from "../../schema/shape/text.ts";

/** The last row that was given: its time, the line it is of, and what tells it from others of both. */
export type RowPlace = readonly [t: number, line: string, tie: string];
/** The last event that was given. */
export type EventPlace = readonly [at: number, id: string];

export type Cursor = {
  readonly token: string;
  /** As asked, epoch milliseconds; null where nothing was. */
  readonly since: number | null;
  readonly until: number | null;
  readonly requested: Resolution;
  /** What came of it at the first page. */
  readonly resolution: BucketResolution | "raw";
  readonly seriesFrom: number;
  readonly eventsFrom: number;
  readonly to: number;
  readonly series: Readonly<Partial<Record<SeriesId, RowPlace>>>;
  readonly events: EventPlace | null;
};

const time = Type.Integer({ minimum: 0, maximum: 4_102_444_800_000 });
const word = Type.String({ maxLength: 64 });
/** A list of exactly these, as JSON Schema 2020-12 says it. */
const listOf = (...items: TSchema[]): TSchema =>
  Type.Unsafe({ type: "array", prefixItems: items, minItems: items.length, items: false });

const isCursor = compile(
  closed({
    token: Type.String({ maxLength: 100 }),
    since: Nullable(Type.Integer({ minimum: -8.64e15, maximum: 8.64e15 })),
    until: Nullable(time),
    requested: oneOf(RESOLUTIONS),
    resolution: oneOf([...BUCKET_RESOLUTIONS, "raw"]),
    ...{ seriesFrom: time, eventsFrom: time, to: time },
    series: closed(Object.fromEntries(SERIES_IDS.map((id) => [id, Type.Optional(listOf(time, word, word))]))),
    events: Nullable(listOf(time, Type.String({ maxLength: EVENT_ID_LENGTH_MAX }))),
  }),
);

export const CURSOR_LENGTH_MAX = 1_600;

export const writeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString("base64url");

/** Null where the text is no cursor of ours. */
export function readCursor(text: string): Cursor | null {
  try {
    const cursor: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    return isCursor(cursor) ? (cursor as Cursor) : null;
  } catch {
    return null;
  }
}
