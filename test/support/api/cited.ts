// The sources that a section names, out of the list of its answer.
import { placeOf, type Source } from "../../../schema/shape/source.ts";

export const citedBy = (
  { sources }: { readonly sources: readonly Source[] },
  section: { readonly sources: readonly string[] },
): Source[] =>
  section.sources.map((id) => {
    const source = sources[placeOf(id)];
    if (source?.id !== id) throw new Error(`${id} is no source of the answer`);
    return source;
  });
