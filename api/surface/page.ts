// What a page beside the endpoints is: a text, and for some the same as HTML for people.
import type { Deps } from "../deps.ts";

type Body = string | Buffer;

export type Page = {
  readonly path: string;
  readonly contentType: string;
  /** How long a cache may keep it; 0: never. */
  readonly maxAgeS: number;
  readonly render: (deps: Deps) => Body | Promise<Body>;
  /**
   * No limit counts it: a text of the pages for people, ready in memory, or what watches over the process asks, which must not
   * take it for dead because others of its address ask a lot.
   */
  readonly isUncounted?: true;
  /** It knows no parameter, and says so of any: what caches keep for long has one address. */
  readonly isExact?: true;
  /** The same for who prefers text/html. */
  readonly html?: (deps: Deps) => string;
};

/** Pages that are named by what stands behind a prefix, too many to list. */
export type PageFamily = {
  readonly prefix: string;
  /** `path` is whole and starts with the prefix; null where it names none. */
  pageAt(path: string): Page | null;
};
