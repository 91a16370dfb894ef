// GET /agents: what can it do for my agent?
import type { ViewPage } from "../view-page.ts";

export const agentsPage: ViewPage = {
  name: "agents",
  path: "/agents",
  title: "Agents",
  lead: "Whole jobs in one call: each answers with a verdict, reasons with the numbers behind them, and a proof.",
  asks: ["/v1/agents"],
  menu: "Agents",
};
