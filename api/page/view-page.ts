// What a page for people is, as the server knows it: its path, its words, and the bundle that fills it.
import type { Deps } from "../deps.ts";

export type ViewPage = {
  /** The folder of its `view.tsx`. */
  readonly name: string;
  /** A part in braces stands for any text. */
  readonly path: `/${string}`;
  readonly title: string;
  /** What a person asks of it, answered in a sentence under its title. */
  readonly lead: string;
  /** How the pages' menu calls it; without it the menu leaves it out. */
  readonly menu?: string;
  /** What who prefers JSON gets in its place. */
  readonly json?: (deps: Deps) => string;
};
