// The sources behind a section of many states, each provider's call once.
import { rootOfDigests } from "../../schema/proof/tree.ts";
import type { SectionId } from "../../schema/section/index.ts";
import { older, placeOf, type Source } from "../../schema/shape/source.ts";
import type { BuiltState } from "./built-state.ts";

const newer = (a?: string | null, b?: string | null): string | null =>
  (a ?? "") < (b ?? "") ? (b ?? null) : (a ?? null);

/** Two readings of one kind, for different tokens, as one source: as old as the older of them. */
const merge = (a: Source, b: Source): Source => ({
  ...a,
  as_of: older(a.as_of, b.as_of),
  retrieved_at: newer(a.retrieved_at, b.retrieved_at),
});

/** Readings of one kind and the digests of the calls that brought them. */
type Merged = { source: Source; readonly digests: Set<string>; isWhole: boolean };

/** What tells readings of one kind from others: earlier ones stand apart, and of those the ones whose calls are known no more. */
const kindOf = ({ provider, endpoint, venue, raw_sha256 }: Source, isPast: boolean): string =>
  [provider, endpoint, venue ?? "", ...(isPast ? ["past", raw_sha256 == null ? "lost" : ""] : [])].join("|");

const added = (a?: number | null, b?: number | null): number | null => (a == null || b == null ? null : a + b);

/** The digest of the one call, or the root over those of all; none where one of them is not known. */
const digestOf = ({ digests, isWhole }: Merged): string | null => {
  if (!isWhole) return null;
  const [only = null] = digests;
  return digests.size === 1 ? only : rootOfDigests(digests);
};

/**
 * The sources behind these sections of all states, one a provider, call and venue, without numbers; stale and failed
 * ones are not used.
 */
export function mergeSources(states: Iterable<BuiltState>, sections: readonly SectionId[]): Source[] {
  const merged = new Map<string, Merged>();
  for (const state of states) {
    const places = new Set(sections.flatMap((id) => state.sections[id].sources.map(placeOf)));
    for (const place of places) {
      const source = state.sources[place];
      if (!source || (source.status !== undefined && source.status !== "ok")) continue;
      const { id: _id, ...plain } = source;
      const key = kindOf(source, state.past?.has(source.id ?? "") ?? false);
      const one = merged.get(key) ?? { source: plain, digests: new Set<string>(), isWhole: true };
      const digest = source.raw_sha256 ?? null;
      // The same call about many tokens stays one call; what else is different makes them many.
      const isSame = digest !== null && one.digests.has(digest);
      if (merged.has(key)) {
        const { url = null, rows = null } = one.source;
        const both = isSame ? { url, rows } : { url: null, rows: added(rows, plain.rows) };
        one.source = { ...merge(one.source, plain), ...both };
      }
      if (digest === null) one.isWhole = false;
      else one.digests.add(digest);
      merged.set(key, one);
    }
  }
  return [...merged.keys()].sort().flatMap((key) => {
    const one = merged.get(key);
    return one ? [{ ...one.source, raw_sha256: digestOf(one) }] : [];
  });
}
