// The registry of pages beside the endpoints: the description, the guide and the probes.
import { METHOD_PATH } from "../../schema/record/wire.ts";
import type { Deps } from "../deps.ts";
import { checkpointPage } from "./checkpoint.ts";
import { healthz, readyz } from "./health.ts";
import { llmsTxt } from "./llms-txt.ts";
import { openapiPage } from "./openapi.ts";
import { recordMethodPage } from "./record-method.ts";

export type Page = {
  readonly path: string;
  readonly contentType: string;
  /** How long a cache may keep it; 0: never. */
  readonly maxAgeS: number;
  readonly render: (deps: Deps) => string | Promise<string>;
};

export const PAGES: readonly Page[] = [
  { path: "/openapi.json", contentType: "application/json; charset=utf-8", maxAgeS: 300, render: openapiPage },
  { path: "/llms.txt", contentType: "text/plain; charset=utf-8", maxAgeS: 300, render: llmsTxt },
  { path: "/checkpoint", contentType: "text/plain; charset=utf-8", maxAgeS: 5, render: checkpointPage },
  { path: METHOD_PATH, contentType: "text/plain; charset=utf-8", maxAgeS: 300, render: recordMethodPage },
  { path: "/healthz", contentType: "application/json; charset=utf-8", maxAgeS: 0, render: healthz },
  { path: "/readyz", contentType: "application/json; charset=utf-8", maxAgeS: 0, render: readyz },
];
