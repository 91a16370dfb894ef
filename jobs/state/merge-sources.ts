// The sources behind a section of many states, each provider's call once.
import type { SectionId } from "../../schema/section/index.ts";
import type { Source } from "../../schema/shape/source.ts";
import type { BuiltState } from "./built-state.ts";

const older = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b < a) ? b : a);
const newer = (a?: string | null, b?: string | null): string | null =>
  (a ?? "") < (b ?? "") ? (b ?? null) : (a ?? null);

/** Two readings of one call, for different tokens, as one source: as old as the older of them. */
const merge = (a: Source, b: Source): Source => ({
  ...a,
  as_of: older(a.as_of, b.as_of),
  retrieved_at: newer(a.retrieved_at, b.retrieved_at),
  rows: a.rows == null || b.rows == null ? null : a.rows + b.rows,
});

/**
 * The sources behind these sections of all states, one a provider, call and venue, without numbers; stale and failed
 * ones are not used.
 */
export function mergeSources(states: Iterable<BuiltState>, sections: readonly SectionId[]): Source[] {
  const merged = new Map<string, Source>();
  for (const state of states) {
    for (const section of sections) {
      for (const source of state.sections[section].sources) {
        if (source.status !== undefined && source.status !== "ok") continue;
        const { id: _id, url: _url, raw_sha256: _sha, latency_ms: _ms, ...plain } = source;
        const key = `${source.provider}|${source.endpoint}|${source.venue ?? ""}`;
        const before = merged.get(key);
        merged.set(key, before ? merge(before, plain) : plain);
      }
    }
  }
  return [...merged.keys()].sort().flatMap((key) => merged.get(key) ?? []);
}
