// The registry of pages beside the endpoints: the description, the guide and the probes.

import { METHOD_TEXT } from "../../schema/record/published.ts";
import { METHOD_PATH } from "../../schema/record/record-item.ts";
import { basePage } from "./base-page.ts";
import { checkpointPage } from "./checkpoint.ts";
import { errorPages } from "./error-page.ts";
import { GUIDES, guideText } from "./guide.ts";
import { healthz, readyz } from "./health.ts";
import { llmsTxt } from "./llms-txt.ts";
import { openapiPage } from "./openapi.ts";
import type { Page, PageFamily } from "./page.ts";
import { recomputePages } from "./recompute-page.ts";
import { rulePages } from "./rule-page.ts";
import { serverJson } from "./server-json.ts";
import { tilePages } from "./tile.ts";

/** The pages of the documents as text: as little counted as those. */
const TEXTS: readonly Page[] = GUIDES.map(
  ({ name }): Page => ({
    path: `/docs/${name}.md`,
    contentType: "text/markdown; charset=utf-8",
    maxAgeS: 300,
    render: ({ env }) => guideText(name, env),
    isUncounted: true,
  }),
);

export const PAGES: readonly Page[] = [
  { path: "/v1", contentType: "application/json; charset=utf-8", maxAgeS: 300, render: basePage },
  { path: "/openapi.json", contentType: "application/json; charset=utf-8", maxAgeS: 300, render: openapiPage },
  { path: "/llms.txt", contentType: "text/plain; charset=utf-8", maxAgeS: 300, render: llmsTxt },
  { path: "/server.json", contentType: "application/json; charset=utf-8", maxAgeS: 300, render: serverJson },
  { path: "/checkpoint", contentType: "text/plain; charset=utf-8", maxAgeS: 5, render: checkpointPage },
  { path: "/healthz", contentType: "application/json; charset=utf-8", maxAgeS: 0, render: healthz, isUncounted: true },
  { path: "/readyz", contentType: "application/json; charset=utf-8", maxAgeS: 0, render: readyz, isUncounted: true },
  ...TEXTS,
  { path: METHOD_PATH, contentType: "text/plain; charset=utf-8", maxAgeS: 300, render: () => METHOD_TEXT },
  ...errorPages,
  ...rulePages,
  ...recomputePages,
];

export const PAGE_FAMILIES: readonly PageFamily[] = [tilePages];
