// What of a brief or an answer that a model worded is no words of it: its numbers, its evidence, what was decided. Pure.
type Json = Readonly<Record<string, unknown>>;

/** Members of data whose text a writer chose, and what names it. */
const WORDED = new Set([
  ...["headline", "summary", "what_happened", "onchain", "market_context", "caveats", "watch_next", "model"],
  ...["answer", "key_points", "reasoning"],
]);
/** A cause keeps its kind and its confidence. */
const withoutText = ({ cause: _, evidence: __, ...rest }: Json): Json => rest;
const MODEL = "model";

const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

/** The canonical object without what differs from writer to writer. */
export function withoutWords(canonical: Json): Json {
  const { data, sources, ...rest } = canonical as { readonly data: Json; readonly sources: unknown };
  const kept = Object.entries(data).filter(([name]) => !WORDED.has(name));
  const members = kept.map(([name, value]) => [
    name,
    name === "likely_causes" ? listOf(value).map(withoutText) : value,
  ]);
  return {
    ...rest,
    data: Object.fromEntries(members) as Json,
    sources: listOf(sources).filter(({ provider }) => provider !== MODEL),
  };
}
