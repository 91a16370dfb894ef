// GET /agents/{id}: what it looks at, how it judges, and a form that runs it.
import type { ViewPage } from "../view-page.ts";

export const agentPage: ViewPage = {
  name: "agent",
  path: "/agents/{id}",
  title: "Agent",
  lead: "What it looks at, the rules it judges by, and a form that runs it.",
};
