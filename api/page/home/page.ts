// GET /: what is going on, and is it alive? For programs, where to go on.
import { API_TITLE, originOf } from "../../../schema/link.ts";
import type { Deps } from "../../deps.ts";
import type { ViewPage } from "../view-page.ts";

/** Who asks for JSON gets links, and finds the endpoints behind the first of them. */
function links({ env }: Deps): string {
  const origin = originOf(env);
  const paths = {
    api: "/v1",
    guide: "/llms.txt",
    docs: "/docs",
    openapi: "/openapi.json",
    tools: "/mcp",
    status: "/v1/status",
    tokens: "/v1/tokens",
    agents: "/v1/agents",
    record: "/v1/record",
    errors: "/errors",
    rules: "/rules",
  };
  const whole = Object.entries(paths).map(([name, path]) => [name, `${origin}${path}`]);
  return JSON.stringify({ object: "index", name: API_TITLE, ...Object.fromEntries(whole) });
}

export const homePage: ViewPage = {
  name: "home",
  path: "/",
  title: "Market",
  lead: "Each tracked token in depth: what it costs, what the published rules say of it, and what happened last.",
  asks: ["/v1/tokens", "/v1/status"],
  menu: "Market",
  json: links,
};
