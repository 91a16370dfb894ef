// The baseline of `mcp`: our server and the official handler with one tool that does nothing, called as ours is.
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import type { App } from "../../api/app.ts";
import type { ApiRequest } from "../../api/http-call.ts";
import { setHeaderLimit } from "../../schema/env.ts";
import { openLog } from "../../schema/io/log.ts";
import { LIMITS } from "../../schema/limit.ts";

const [port = "0"] = process.argv.slice(2);
const handler = createMcpHandler(() => {
  const server = new McpServer({ name: "empty", version: "1.0.0" });
  server.registerTool("find_tokens", { description: "Does nothing." }, async () => ({
    content: [{ type: "text", text: "{}" }],
  }));
  return server;
});

async function handle({ headers, body }: ApiRequest) {
  const pairs = Object.entries(headers).filter((one): one is [string, string] => (one[1] ?? "") !== "");
  const asked = new Request("http://127.0.0.1/mcp", { method: "POST", headers: pairs });
  const response = await handler.fetch(asked, { parsedBody: JSON.parse(body?.toString() ?? "") });
  const bytes = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get("content-type") ?? "";
  return { status: response.status, headers: [["content-type", type] as const], body: bytes, bodyBytes: bytes.length };
}

setHeaderLimit(LIMITS.headerBytesMax);
const { startServer } = await import("../../api/server.ts");
// No request of the benchmark meets the rest of an app.
const app = { handle, now: () => 0, sweep: () => undefined, ready: { get: () => null }, prepare: () => null };
await startServer({
  app: app as unknown as App,
  log: openLog("bench", "silent"),
  host: "127.0.0.1",
  port: Number(port),
});
process.send?.("ready");
