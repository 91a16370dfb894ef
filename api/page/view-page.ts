// What a page for people is, as the server knows it: its path, its words, and the bundle that fills it.
import type { Deps } from "../deps.ts";

export type ViewPage = {
  /** Its own; that of the folder of its `view.tsx` too, where `view` does not say another. */
  readonly name: string;
  readonly view?: string;
  /** A part in braces stands for any text. */
  readonly path: `/${string}`;
  readonly title: string;
  /** What a person asks of it, answered in a sentence under its title. */
  readonly lead: string;
  /** What is to be known before its numbers are read, as a paragraph under that. */
  readonly about?: string;
  /** How the pages' menu calls it; without it the menu leaves it out. */
  readonly menu?: string;
  /** What its script asks for at once, which is under way before that; `{id}` stands for that of the page's own path. */
  readonly asks?: readonly string[];
  /** All that stands in it, where the server writes that; what is behind `name` only adds to it then, if there is any. */
  readonly main?: (deps: Deps) => string;
  /** Which entry of the menu it belongs to, by path, where it is none itself. */
  readonly under?: `/${string}`;
  /** Loads a script that styles what it draws by itself, by its name in the manifest. */
  readonly viewer?: string;
  /** What who prefers JSON gets in its place. */
  readonly json?: (deps: Deps) => string;
};
