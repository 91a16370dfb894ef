// Finds what a path names: the endpoints of a registry and the pages beside them.
import { faultAt } from "../schema/fault.ts";
import type { Route } from "./contract.ts";
import type { Files, Served } from "./page/files.ts";
import { decodePercent } from "./request/query.ts";
import type { Page, PageFamily } from "./surface/page.ts";

export type Named = { readonly route: Route; readonly params: Readonly<Record<string, string>> };

type Target =
  | {
      readonly kind: "route";
      /** By method; HEAD is GET without the body. Each with the parameters that its own path has. */
      readonly routes: ReadonlyMap<string, Named>;
      /** Methods of the path, as Allow says them. */
      readonly allow: string;
    }
  | { readonly kind: "page"; readonly page: Page; readonly allow: string }
  | { readonly kind: "file"; readonly serve: Served; readonly allow: string };

/** What the path names, or null. Throws invalid_request where a parameter cannot be decoded. */
export type Router = (path: string) => Target | null;

/** Paths that were found of late. */
const FOUND_MAX = 1_024;
const PAGE_ALLOW = "GET, HEAD, OPTIONS";
const split = (path: string) => path.split("/");
const allowOf = (routes: ReadonlyMap<string, Named>) =>
  [...[...routes.keys()].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"].join(", ");

function readParams(template: readonly string[], segments: readonly string[]): Record<string, string> | null {
  if (template.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [at, part] of template.entries()) {
    const segment = segments[at] ?? "";
    if (!part.startsWith("{")) {
      if (part !== segment) return null;
      continue;
    }
    if (segment === "") return null;
    const value = decodePercent(segment);
    const parameter = part.slice(1, -1);
    if (value === null) {
      const detail = "The percent-encoding of the path is not valid UTF-8.";
      throw faultAt({ parameter }, "invalid_request", detail);
    }
    params[parameter] = value;
  }
  return params;
}

function templatesOf(routes: readonly Route[]) {
  const byPath = new Map<string, Map<string, Route>>();
  for (const route of routes) {
    const { path, method } = route.contract;
    byPath.set(path, (byPath.get(path) ?? new Map()).set(method, route));
  }
  return [...byPath].map(([path, methods]) => ({ methods, segments: split(path) }));
}

/** `files`: what browsers ask for; none without it. */
export function openRouter(
  routes: readonly Route[],
  pages: readonly Page[],
  families: readonly PageFamily[],
  files: Files = () => null,
): Router {
  const templates = templatesOf(routes);
  const pageByPath = new Map(pages.map((page) => [page.path, page]));
  const found = new Map<string, Target>();
  const find: Router = (path) => {
    const page = pageByPath.get(path) ?? families.find(({ prefix }) => path.startsWith(prefix))?.pageAt(path);
    if (page) return { kind: "page", page, allow: PAGE_ALLOW };
    const serve = files(path);
    if (serve !== null) return { kind: "file", serve, allow: PAGE_ALLOW };
    const segments = split(path);
    const routes = new Map<string, Named>();
    // What stands first counts; another path that fits may have further methods.
    for (const template of templates) {
      const params = readParams(template.segments, segments);
      for (const [method, route] of params ? template.methods : []) {
        if (params && !routes.has(method)) routes.set(method, { route, params });
      }
    }
    return routes.size === 0 ? null : { kind: "route", routes, allow: allowOf(routes) };
  };
  return (path) => {
    const held = found.get(path);
    if (held !== undefined) return held;
    const target = find(path);
    // Of files there are many names and no more work to find them.
    if (target === null || target.kind === "file") return target;
    if (found.size >= FOUND_MAX) found.clear();
    found.set(path, target);
    return target;
  };
}
