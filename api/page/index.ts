// The registry of pages for people, in the order of their menu.
import { agentPages } from "./agent/page.ts";
import { agentsPage } from "./agents/page.ts";
import { docsPages } from "./docs/page.ts";
import { homePage } from "./home/page.ts";
import { proofPage } from "./proof/page.ts";
import { recordPage } from "./record/page.ts";
import { referencePage } from "./reference/page.ts";
import { statusPage } from "./status/page.ts";
import { tokenPage } from "./token/page.ts";
import type { ViewPage } from "./view-page.ts";

export const VIEW_PAGES: readonly ViewPage[] = [
  homePage,
  tokenPage,
  recordPage,
  proofPage,
  agentsPage,
  ...agentPages,
  statusPage,
  ...docsPages,
  referencePage,
];
