// An answer for one call: its tag and its bytes are made when they are asked for, and nothing of it is kept.
import type { Access } from "../gate/access.ts";
import { type Header, joinHeaders, joinTagged, stampTag, type TaggedBlock } from "./header.ts";
import { type Cast, tagLengthOf } from "./mould.ts";
import { type Hot, type Sendable, unchangedHeaders, VARY } from "./representation.ts";

/** Headers that answers have in common, but for the tag. */
type OnceHeaders = { readonly headers: readonly Header[]; readonly block: TaggedBlock };

/** What an answer's own headers say, beside how long it may be kept. */
type About = { readonly asOf: number; readonly describedBy?: string };

/** Headers by what they differ in. */
export type OnceHeadersOf = (control: string, about: About, tagLength: number) => OnceHeaders;

/** More than are in use between two builds. */
const KEPT_MAX = 256;

/** `make` gives the headers of an answer without tag and vary; it is asked once for those that follow each other. */
export function openOnceHeaders(make: (control: string, about: About) => readonly Header[]): OnceHeadersOf {
  const kept = new Map<string, OnceHeaders>();
  type Last = { control: string; asOf: number; describedBy: string | undefined; tagLength: number; made: OnceHeaders };
  let last: Last | null = null;
  const find: OnceHeadersOf = (control, about, tagLength) => {
    const key = `${about.asOf} ${tagLength} ${control} ${about.describedBy}`;
    const held = kept.get(key);
    if (held !== undefined) return held;
    if (kept.size >= KEPT_MAX) kept.clear();
    const headers: Header[] = [...make(control, about), ["vary", VARY]];
    const made = { headers, block: joinTagged(headers, tagLength) };
    kept.set(key, made);
    return made;
  };
  return (control, about, tagLength) => {
    const { asOf, describedBy } = about;
    // Those of one build differ in nothing; to look for a text made anew costs more than to compare.
    const isLast = last?.asOf === asOf && last.tagLength === tagLength && last.describedBy === describedBy;
    if (last !== null && isLast && last.control === control) return last.made;
    last = { control, asOf, describedBy, tagLength, made: find(control, about, tagLength) };
    return last.made;
  };
}

/**
 * Nothing is made of the cast for a call that gets something else. Methods instead of getters, since an object with
 * getters of its own costs more than all else here.
 */
export function representOnce(
  cast: Cast,
  headersOf: OnceHeadersOf,
  control: string,
  about: About,
  access: Access,
): Sendable {
  const { mould, text } = cast;
  let tag = "";
  const identity: Hot = {
    isShared: true,
    tag() {
      if (tag === "") tag = `"${mould.tag(text)}"`;
      return tag;
    },
    bytes: () => mould.bytesOnce(text),
    head() {
      const { block } = headersOf(control, about, tagLengthOf(cast));
      stampTag(block, this.tag());
      return block;
    },
    unchanged() {
      const { headers } = headersOf(control, about, tagLengthOf(cast));
      return joinHeaders(unchangedHeaders([...headers, ["etag", this.tag()]]));
    },
  };
  return { made: { identity }, refusals: new Map(), access };
}
