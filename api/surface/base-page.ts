// What the base address answers: which endpoints there are, and where the guide and the description stand.
import { API_TITLE, originOf } from "../../schema/link.ts";
import type { Deps } from "../deps.ts";
import { ROUTES } from "../route/index.ts";

/** Links are whole; paths are templates of the OpenAPI description. */
export function basePage({ env }: Deps): string {
  const origin = originOf(env);
  return JSON.stringify({
    name: API_TITLE,
    guide: `${origin}/llms.txt`,
    openapi: `${origin}/openapi.json`,
    tools: `${origin}/mcp`,
    server: `${origin}/server.json`,
    status: `${origin}/v1/status`,
    errors: `${origin}/errors`,
    endpoints: ROUTES.map(({ contract: { id, method, path, tier, summary } }) => ({ id, method, path, tier, summary })),
  });
}
