// Finds what a browser asks for: the frame of a page, or a file that it loads; each made once and kept.
import type { Header } from "../answer/header.ts";
import { wantedFirst } from "../answer/negotiate.ts";
import { type Representation, represent } from "../answer/representation.ts";
import type { Deps } from "../deps.ts";
import { whenDone } from "../http-call.ts";
import { decodePercent } from "../request/query.ts";
import { type Assets, openAssets } from "./asset.ts";
import { frameHeaders, frameOf } from "./frame.ts";
import { VIEW_PAGES } from "./index.ts";
import { missingPage } from "./missing-page.ts";
import { ASSET_PATH } from "./packed.ts";
import type { ViewPage } from "./view-page.ts";

/** A file as a caller gets it who accepts that; null where there is none of that name after all. */
export type Served = (accept: string) => Representation | null | Promise<Representation | null>;
/** What a path names; null where that is no file. */
export type Files = (path: string) => Served | null;
type Opened = {
  readonly find: Files;
  /** For people, in place of what is not there. */
  readonly missing: Served;
};

const VARY = "Accept, Accept-Encoding";
const JSON_HEADERS: readonly Header[] = [
  ["content-type", "application/json; charset=utf-8"],
  ["cache-control", "public, max-age=300, stale-if-error=60"],
];

/** Something, and what a page can read. */
const isText = (segment: string): boolean => segment !== "" && decodePercent(segment) !== null;

function matches({ path }: ViewPage, asked: string): boolean {
  const [parts, given] = [path.split("/"), asked.split("/")];
  return (
    parts.length === given.length &&
    parts.every((part, at) => (part.startsWith("{") ? isText(given[at] ?? "") : part === given[at]))
  );
}

/** Nothing is read or bundled before somebody asks. */
export function openFiles(deps: Deps, common: readonly Header[]): Opened {
  let assets: Assets | null = null;
  let opening: Promise<Assets> | null = null;
  const open = (): Assets | Promise<Assets> => {
    if (assets !== null) return assets;
    opening ??= openAssets(common).then(
      (opened) => {
        assets = opened;
        return opened;
      },
      (error) => {
        opening = null;
        throw error;
      },
    );
    return opening;
  };
  const kept = new Map<string, Representation>();
  const keep = (key: string, headers: readonly Header[], vary: string | undefined, write: () => string) => {
    const held = kept.get(key);
    if (held !== undefined) return held;
    const made = represent(Buffer.from(write()), [...headers, ...common], vary === undefined ? {} : { vary });
    kept.set(key, made);
    return made;
  };
  const serve =
    (page: ViewPage): Served =>
    (accept) => {
      const { json, name } = page;
      const vary = json === undefined ? undefined : VARY;
      if (json !== undefined && wantedFirst(accept) === "json")
        return keep(`${name} json`, JSON_HEADERS, vary, () => json(deps));
      return whenDone(open(), ({ manifest }) =>
        keep(name, frameHeaders(page), vary, () => frameOf(page, VIEW_PAGES, manifest, deps)),
      );
    };
  const find: Files = (path) => {
    if (path.startsWith(ASSET_PATH)) return () => whenDone(open(), ({ fileAt }) => fileAt(path));
    const page = VIEW_PAGES.find((one) => matches(one, path));
    return page === undefined ? null : serve(page);
  };
  return { find, missing: serve(missingPage) };
}
