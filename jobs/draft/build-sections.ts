// Builds the sections of a registry from their drafts, refuses one that fails its shape, and lays them out as a frame's parts.
import type { Static, TSchema } from "typebox";
import { compile } from "../../schema/check.ts";
import type { SectionBase } from "../../schema/shape/section-base.ts";
import { placeOf, type Source } from "../../schema/shape/source.ts";
import type { SectionedMeta } from "../../schema/snapshot.ts";
import { sourceLines } from "../../schema/source/source-text.ts";
import { type Draft, toSection } from "./draft.ts";

type Shapes = Readonly<Record<string, TSchema>>;
type Sections<S extends Shapes> = { readonly [Id in keyof S]: Static<S[Id]> };

/**
 * Checks are made once: the answer builds every section. Throws Error where one does not fit its shape, so that the
 * snapshot before it stays; `about` says of what the sections are.
 */
export function openBuilder<S extends Shapes>(shapes: S) {
  const checks = Object.entries(shapes).map(([id, shape]) => [id, compile(shape)] as const);
  return <Named>(
    about: string,
    draftOf: (id: keyof S) => Draft<object, Named>,
    cite: (sources: readonly Named[]) => string[],
  ): Sections<S> => {
    const built = checks.map(([id, check]) => {
      const section = toSection(draftOf(id), cite);
      if (!check(section)) throw new Error(`section ${id} of ${about} does not fit its shape: ${check.describe()}`);
      return [id, section] as const;
    });
    return Object.fromEntries(built) as Sections<S>;
  };
}

const metaOf = ({ as_of, sources }: SectionBase) => ({
  asOf: Date.parse(as_of),
  sources: sources.map((id) => placeOf(id) + 1),
});

type Meta<Id extends string> = Record<Id, ReturnType<typeof metaOf>>;
type Part = readonly [name: string, text: string];

/** What a frame says of its sections, the parts of their sources, and one part a section. */
export function sectionParts<Id extends string>(built: {
  readonly sections: Readonly<Record<Id, SectionBase>>;
  readonly sources: readonly Source[];
}): { readonly meta: SectionedMeta<Id>; readonly sources: readonly Part[]; readonly sections: readonly Part[] } {
  const all: [string, SectionBase][] = Object.entries(built.sections);
  const metas = all.map(([id, section]) => [id, metaOf(section)] as const);
  const { short, rest } = sourceLines(built.sources);
  return {
    meta: { sections: Object.fromEntries(metas) as Meta<Id> },
    sources: [
      ["sources", short],
      ["sources_rest", rest],
    ],
    sections: all.map(([id, section]) => [id, JSON.stringify(section)]),
  };
}
