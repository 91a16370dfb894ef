// GET /docs/reference: every call, drawn of /openapi.json by Redoc. `redoc.js` beside this file is the browser bundle of
// the npm package redoc 2.5.4 as it is published; as a dependency it would bring 115 packages that nothing here runs.
import type { ViewPage } from "../view-page.ts";

export const referencePage: ViewPage = {
  name: "reference",
  path: "/docs/reference",
  title: "Reference",
  lead: "Every call with its parameters, its answers and what it costs, drawn of this service's own description.",
  under: "/docs",
  viewer: "redoc",
};
