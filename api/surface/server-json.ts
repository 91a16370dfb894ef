// What directories of MCP servers are told of this one: /server.json.
import { API_TITLE, originOf } from "../../schema/link.ts";
import { RELEASE } from "../../schema/version.ts";
import type { Deps } from "../deps.ts";

const SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";
/** At most 100 characters. */
const ABOUT = "Sourced, timestamped crypto market data: state, history, verdicts, answers, each provable.";

/** The host backwards, as names of servers begin. */
const namespaceOf = (origin: string): string => new URL(origin).hostname.split(".").reverse().join(".");

export function serverJson({ env }: Pick<Deps, "env">): string {
  const origin = originOf(env);
  const key = {
    name: "Authorization",
    description: "Bearer and the key of a design partner; without one, free calls and payment by x402.",
    isRequired: false,
    isSecret: true,
  };
  return JSON.stringify({
    $schema: SCHEMA,
    name: `${namespaceOf(origin)}/assay`,
    title: API_TITLE,
    description: ABOUT,
    version: RELEASE,
    websiteUrl: `${origin}/llms.txt`,
    remotes: [{ type: "streamable-http", url: `${origin}/mcp`, headers: [key] }],
  });
}
