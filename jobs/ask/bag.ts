// The items of one clause by what they are, with what was found of each.
import type { Read } from "./read-items.ts";

export type Kind = Read["is"];
export type Of<K extends Kind> = Extract<Read, { readonly is: K }>;

export type Bag = {
  readonly items: readonly Read[];
  of<K extends Kind>(kind: K): readonly Of<K>[];
  has(kind: Kind): boolean;
  /** Whether there is nothing but these. */
  only(...kinds: readonly Kind[]): boolean;
  /** Place of the first of a kind; -1 without one. */
  at(kind: Kind): number;
};

export function bagOf(items: readonly Read[]): Bag {
  const isOf = (kind: Kind) => (item: Read) => item.is === kind;
  return {
    items,
    of: <K extends Kind>(kind: K) => items.filter(isOf(kind)) as unknown as Of<K>[],
    has: (kind) => items.some(isOf(kind)),
    only: (...kinds) => items.every(({ is }) => kinds.includes(is)),
    at: (kind) => items.findIndex(isOf(kind)),
  };
}
