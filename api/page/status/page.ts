// GET /status: what is broken?
import type { ViewPage } from "../view-page.ts";

export const statusPage: ViewPage = {
  name: "status",
  path: "/status",
  title: "Status",
  lead: "How old every dataset is against what is promised, who answers, and what runs behind it.",
  asks: ["/v1/status"],
  menu: "Status",
};
