// GET /token/{id}: what about this one?
import type { ViewPage } from "../view-page.ts";

export const tokenPage: ViewPage = {
  name: "token",
  path: "/token/{id}",
  title: "Token",
  lead: "What the published rules say of it and why, and what happened.",
};
