// Series of a history answer as JSON text: rows as bytes, the rest written around them, sources numbered once.
import { SERIES, SERIES_IDS, type SeriesId } from "../../schema/series/index.ts";
import type { EmptyReason } from "../../schema/series/series.ts";
import { openNumbering } from "../../schema/shape/numbering.ts";
import type { Source } from "../../schema/shape/source.ts";
import { type SourceForm, shortSource } from "../../schema/source/source-text.ts";
import { type Piece, type Range, wholeOf } from "../answer/pieces.ts";
import type { FrameOf } from "../snapshot/frame-table.ts";
import type { RowPlace } from "./cursor.ts";
import type { Certificate } from "./cut.ts";
import { timeText } from "./time-text.ts";
import type { Note } from "./window.ts";

export type SeriesRead = {
  readonly id: SeriesId;
  /** Rows with commas between them. */
  readonly rows: Range;
  readonly asOf: number | null;
  readonly coverage: Certificate;
  /** The last row, where others were left out after it. */
  readonly next: RowPlace | null;
  readonly reason: EmptyReason | null;
  /** The snapshot behind it; null where there is none. */
  readonly frame: FrameOf<"history"> | null;
  /** Who told the rows; null where the snapshot says. */
  readonly sources: readonly Source[] | null;
  readonly notes: readonly Note[];
};

const headOf = (id: SeriesId): string => {
  const { unit, columns } = SERIES[id];
  return `${JSON.stringify(id)}:${JSON.stringify({ unit, columns: Object.keys(columns) }).slice(0, -1)},"rows":[`;
};
const HEADS: ReadonlyMap<SeriesId, string> = new Map(SERIES_IDS.map((id) => [id, headOf(id)]));

/** The text after the rows of what was read, up to its sources and after them; the same while that is. */
const ends = new WeakMap<
  SeriesRead,
  { readonly cursor: string | null; readonly after: string; readonly end: string }
>();

function endOf(read: SeriesRead, cursor: string | null) {
  const held = ends.get(read);
  if (held !== undefined && held.cursor === cursor) return held;
  const { id, asOf, coverage, reason } = read;
  const time = asOf === null ? "null" : `"${timeText(asOf)}"`;
  const next = cursor === null ? "null" : `"${cursor}"`;
  const after = `],"by_venue":${SERIES[id].byVenue},"as_of":${time},"sources":`;
  const end = `,"coverage":${JSON.stringify(coverage)},"truncated":${cursor !== null},"next_cursor":${next},"reason":${JSON.stringify(reason)}}`;
  const made = { cursor, after, end };
  ends.set(read, made);
  return made;
}

/** `"<id>":{…}` in pieces. `sources` is JSON. */
export function writeSeries(read: SeriesRead, sources: Piece, cursor: string | null): readonly Piece[] {
  const { after, end } = endOf(read, cursor);
  return [HEADS.get(read.id) ?? "", read.rows, after, sources, end];
}

type SourceTexts = { readonly all: Piece; readonly each: readonly Piece[] };

/** By the first frame, then by all of them: what is numbered together stays the same while the frames do. */
const texts = new WeakMap<object, Map<string, SourceTexts>>();
const COMBINATIONS_MAX = 64;

const sourcesOf = ({ sources, frame }: SeriesRead): readonly Source[] =>
  sources ?? (JSON.parse(frame?.parts.get("sources")?.toString() ?? "[]") as Source[]);

/** The sources of series as JSON: all of them, each call once and numbered S1…, and the ids of each series' own. */
export function sourceTexts(reads: readonly SeriesRead[], form: SourceForm): SourceTexts {
  const [first] = reads;
  const isHeld = reads.every(({ sources, frame }) => sources === null && frame !== null);
  const held = isHeld && first?.frame ? (texts.get(first.frame) ?? new Map<string, SourceTexts>()) : null;
  const key = isHeld ? `${form} ${reads.map(({ frame }) => `${frame?.name}@${frame?.version}`).join()}` : "";
  const known = held?.get(key);
  if (known !== undefined) return known;
  const { idsOf, sources } = openNumbering();
  const textOf = (list: readonly unknown[]): Range => wholeOf(Buffer.from(JSON.stringify(list)));
  const each = reads.map((read) => textOf(idsOf(sourcesOf(read))));
  const made = { all: textOf(form === "full" ? sources : sources.map(shortSource)), each };
  if (held === null || !first?.frame) return made;
  if (held.size >= COMBINATIONS_MAX) held.clear();
  texts.set(first.frame, held.set(key, made));
  return made;
}
