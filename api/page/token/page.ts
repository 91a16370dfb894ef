// GET /token/{id}: what about this one?
import type { ViewPage } from "../view-page.ts";

export const tokenPage: ViewPage = {
  name: "token",
  path: "/token/{id}",
  title: "Token",
  lead: "What the published rules say of it and why, and what happened.",
  asks: ["/v1/evaluate/{id}", "/v1/tokens?limit=10&q={id}"],
};
