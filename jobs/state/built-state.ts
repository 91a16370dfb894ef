// A token's whole state as the builder leaves it: checked, numbered, not yet serialised.

import type { SourceCall } from "../../schema/object/proof.ts";
import type { SectionId, SectionOf } from "../../schema/section/index.ts";
import { placeOf, refOf, type Source, type SourceRef } from "../../schema/shape/source.ts";
import type { ResolvedToken } from "../../schema/shape/token-ref.ts";
import type { Role } from "./cite.ts";

export type StateSections = { readonly [Id in SectionId]: SectionOf<Id> };

export type BuiltState = {
  readonly token: ResolvedToken;
  readonly sections: StateSections;
  /** Every source of the sections once; the n-th has id S<n>. */
  readonly sources: readonly Source[];
  /** The provider calls behind them, each under the id of its source. */
  readonly calls: readonly SourceCall[];
  /** What each source is read as, in their order. */
  readonly roles: readonly (readonly Role[])[];
  /** Those sources that gave an earlier reading alone; left out by those who read a state back. */
  readonly past?: ReadonlySet<string>;
};

/** Sources of a state as an issued object names them. */
export const refsTo = ({ sources }: BuiltState, ids: readonly string[]): SourceRef[] =>
  ids.flatMap((id) => {
    const source = sources[placeOf(id)];
    return source ? [refOf(source)] : [];
  });

/** Those sources of a section that its numbers have from rows in one of these roles. */
export const sourcesAs = (state: BuiltState, section: SectionId, ...roles: readonly Role[]): string[] =>
  state.sections[section].sources.filter((id) => state.roles[placeOf(id)]?.some((role) => roles.includes(role)));
