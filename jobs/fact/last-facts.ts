// The facts a process loaded last for a whole build: who needs the same instant need not load them again.
import type { Facts } from "./fact.ts";

const LAST = new WeakMap<object, Facts>();

/** Remembers the facts under the process's record of dependencies. */
export const keepFacts = (owner: object, facts: Facts): void => {
  LAST.set(owner, facts);
};

/** Takes the facts if their instant lies within [from, to) epoch ms; they are let go of either way. */
export const takeFacts = (owner: object, from: number, to: number): Facts | undefined => {
  const facts = LAST.get(owner);
  LAST.delete(owner);
  return facts && facts.asOf >= from && facts.asOf < to ? facts : undefined;
};
