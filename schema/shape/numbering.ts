// Numbers the sources of one answer: each call once, whatever names it.
import { older, type Source } from "./source.ts";

const larger = (a: number | null | undefined, b: number | null | undefined): number | null =>
  a == null || b == null ? null : Math.max(a, b);

/** One call behind two readings: as old as the older of them, of no one venue where they differ. */
const unite = (a: Source, b: Source): Source => ({
  ...a,
  venue: a.venue === b.venue ? (a.venue ?? null) : null,
  as_of: older(a.as_of, b.as_of),
  rows: larger(a.rows, b.rows),
  ...(a.status === undefined ? {} : { status: a.status === "ok" && b.status === "ok" ? "ok" : "stale" }),
});

/** The call of a source: its digest tells it from others, or the instant of its answer where there is none. */
const callOf = ({ provider, endpoint, retrieved_at, as_of, raw_sha256 }: Source): string =>
  [provider, endpoint, raw_sha256 ?? retrieved_at ?? as_of].join("\n");

type Numbering = {
  /** The id of a source; `call` names its call where the caller knows better. */
  idOf(source: Source, call?: string): string;
  /** The ids of these, each once, in their order. */
  idsOf(sources: readonly Source[]): string[];
  /** In order of first use: the n-th has id S<n>; as old as the oldest reading. */
  readonly sources: readonly Source[];
};

export function openNumbering(): Numbering {
  const sources: Source[] = [];
  const places = new Map<string, number>();
  const idOf = ({ id: _, ...source }: Source, call = callOf(source)): string => {
    const at = places.get(call) ?? sources.length;
    const id = `S${at + 1}`;
    const before = sources[at];
    sources[at] = before ? unite(before, source) : { id, ...source };
    places.set(call, at);
    return id;
  };
  return { idOf, idsOf: (some) => [...new Set(some.map((source) => idOf(source)))], sources };
}
