// Numbers the sources of one answer: each call once, whatever names it.
import { refOf, type Source, type SourceRef } from "./source.ts";

const older = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b < a) ? b : a);
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

export type Numbering = {
  /** The number of a source; `call` names its call where the caller knows better. */
  numberOf(source: Source, call?: string): SourceRef;
  /** Each source of these once, in their order; as old as the oldest reading. */
  refsOf(sources: readonly Source[]): SourceRef[];
  /** In order of first use: the n-th has id S<n>. */
  readonly sources: readonly Source[];
};

/** The refs of a section, each once. */
export function onceEach(refs: readonly SourceRef[]): SourceRef[] {
  const once = new Map<string, SourceRef>();
  for (const ref of refs) {
    const same = once.get(ref.id);
    once.set(ref.id, same ? { ...same, as_of: older(same.as_of, ref.as_of) } : ref);
  }
  return [...once.values()];
}

export function openNumbering(): Numbering {
  const sources: Source[] = [];
  const places = new Map<string, number>();
  const numberOf = ({ id: _, ...source }: Source, call = callOf(source)): SourceRef => {
    const at = places.get(call) ?? sources.length;
    const id = `S${at + 1}`;
    const before = sources[at];
    sources[at] = before ? unite(before, source) : { id, ...source };
    places.set(call, at);
    return refOf({ ...source, id });
  };
  return { numberOf, refsOf: (some) => onceEach(some.map((source) => numberOf(source))), sources };
}
