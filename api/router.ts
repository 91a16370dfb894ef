// Finds what a path names: the endpoints of the registry and the pages beside them.
import { fault } from "../schema/fault.ts";
import type { Route } from "./contract.ts";
import { decodePercent } from "./request/query.ts";
import { ROUTES } from "./route/index.ts";
import { PAGES, type Page } from "./surface/index.ts";

export type Target =
  | { readonly kind: "route"; readonly route: Route; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: "page"; readonly page: Page };

const split = (path: string) => path.split("/");
const TEMPLATES = ROUTES.map((route) => ({ route, segments: split(route.contract.path) }));

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
      throw fault("invalid_request", detail, { errors: [{ parameter, code: "invalid_request", detail }] });
    }
    params[parameter] = value;
  }
  return params;
}

/** What the path names, or null. Throws invalid_request where a parameter cannot be decoded. */
export function findTarget(path: string): Target | null {
  const page = PAGES.find((candidate) => candidate.path === path);
  if (page) return { kind: "page", page };
  const segments = split(path);
  for (const { route, segments: template } of TEMPLATES) {
    const params = readParams(template, segments);
    if (params) return { kind: "route", route, params };
  }
  return null;
}

/** Methods of a path, as Allow says them. */
export const ALLOW = "GET, HEAD, OPTIONS";
