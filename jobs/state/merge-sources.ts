// The sources behind a section of many states, each provider's call once.
import { rootOfDigests } from "../../schema/proof/tree.ts";
import type { SectionId } from "../../schema/section/index.ts";
import { older, placeOf, type Source } from "../../schema/shape/source.ts";
import type { BuiltState } from "./built-state.ts";

const newer = (a?: string | null, b?: string | null): string | null =>
  (a ?? "") < (b ?? "") ? (b ?? null) : (a ?? null);

/** Readings of one kind, for different tokens, as one source: as old as the oldest of them, with the digests of their calls. */
type Merged = {
  readonly first: Source;
  readonly digests: Set<string>;
  isMany: boolean;
  isWhole: boolean;
  as_of: Source["as_of"];
  retrieved_at: string | null;
  url: string | null;
  rows: number | null;
};

const alone = (first: Source): Merged => {
  const { as_of, retrieved_at = null, url = null, rows = null } = first;
  return { first, digests: new Set(), isMany: false, isWhole: true, as_of, retrieved_at, url, rows };
};

/** What tells readings of one kind from others: earlier ones stand apart, and of those the ones whose calls are known no more. */
const kindOf = ({ provider, endpoint, venue, raw_sha256 }: Source, isPast: boolean): string =>
  `${provider}|${endpoint}|${venue ?? ""}${isPast ? `|past|${raw_sha256 == null ? "lost" : ""}` : ""}`;

const added = (a?: number | null, b?: number | null): number | null => (a == null || b == null ? null : a + b);

/** The digest of the one call, or the root over those of all; none where one of them is not known. */
const digestOf = ({ digests, isWhole }: Merged): string | null => {
  if (!isWhole) return null;
  const [only = null] = digests;
  return digests.size === 1 ? only : rootOfDigests(digests);
};

function sourceOf(one: Merged): Source {
  const { id: _id, ...plain } = one.first;
  const { as_of, retrieved_at, url, rows } = one;
  return { ...plain, ...(one.isMany ? { as_of, retrieved_at, url, rows } : {}), raw_sha256: digestOf(one) };
}

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
      const key = kindOf(source, state.past?.has(source.id ?? "") ?? false);
      const known = merged.get(key);
      const one = known ?? alone(source);
      const digest = source.raw_sha256 ?? null;
      if (known) {
        one.isMany = true;
        one.as_of = older(one.as_of, source.as_of);
        one.retrieved_at = newer(one.retrieved_at, source.retrieved_at);
        // The same call about many tokens stays one call; what else is different makes them many.
        if (digest === null || !one.digests.has(digest)) {
          one.url = null;
          one.rows = added(one.rows, source.rows);
        }
      } else merged.set(key, one);
      if (digest === null) one.isWhole = false;
      else one.digests.add(digest);
    }
  }
  return [...merged.keys()].sort().flatMap((key) => {
    const one = merged.get(key);
    return one ? [sourceOf(one)] : [];
  });
}
