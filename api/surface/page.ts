// What a page beside the endpoints is: a text, and for some the same as HTML for people.
import type { Deps } from "../deps.ts";

export type Page = {
  readonly path: string;
  readonly contentType: string;
  /** How long a cache may keep it; 0: never. */
  readonly maxAgeS: number;
  readonly render: (deps: Deps) => string | Promise<string>;
  /** Asked by what watches over the process, which must not take it for dead because others of its address ask a lot. */
  readonly isProbe?: true;
  /** The same for who prefers text/html. */
  readonly html?: (deps: Deps) => string;
};
