// One series of a history answer as JSON text: rows as bytes, the rest written around them.
import { SERIES, type SeriesId } from "../../schema/series/index.ts";
import type { Source } from "../../schema/shape/source.ts";
import { toTime } from "../../schema/shape/time.ts";
import type { Certificate } from "./cut.ts";

export type SeriesAnswer = {
  readonly id: SeriesId;
  /** Rows joined with commas. */
  readonly rows: Buffer;
  readonly asOf: number | null;
  readonly sources: readonly Source[];
  readonly coverage: Certificate;
  readonly nextSince: number | null;
};

const timeOrNull = (epochMs: number | null) => (epochMs === null ? null : toTime(epochMs));

/** `"<id>":{…}` in pieces, so that rows are copied once, into the answer. */
export function writeSeries({ id, rows, asOf, sources, coverage, nextSince }: SeriesAnswer): readonly Buffer[] {
  const { unit, byVenue, columns } = SERIES[id];
  const before = JSON.stringify({ unit, columns: Object.keys(columns) }).slice(0, -1);
  const after = JSON.stringify({
    by_venue: byVenue,
    as_of: timeOrNull(asOf),
    sources,
    coverage,
    truncated: nextSince !== null,
    next_since: timeOrNull(nextSince),
  });
  return [Buffer.from(`${JSON.stringify(id)}:${before},"rows":[`), rows, Buffer.from(`],${after.slice(1)}`)];
}

/** Numbers the sources of several series S1… without saying one twice; gives each series its own list back. */
export function numberSources(lists: readonly (readonly Source[])[]): { all: Source[]; each: Source[][] } {
  const known = new Map<string, Source>();
  const each = lists.map((list) =>
    list.map(({ id: _id, ...source }) => {
      const key = JSON.stringify(source);
      const numbered = known.get(key) ?? { id: `S${known.size + 1}`, ...source };
      known.set(key, numbered);
      return numbered;
    }),
  );
  return { all: [...known.values()], each };
}
