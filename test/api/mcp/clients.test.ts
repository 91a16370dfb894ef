// The official clients of both eras, unmodified, against the real server.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as FormerClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FormerTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import t, { type Test } from "tap";
import { withMcp } from "../../../api/mcp/endpoint.ts";
import { toolsOf } from "../../../api/mcp/tool.ts";
import { ROUTES } from "../../../api/route/index.ts";
import { compile } from "../../../schema/check.ts";
import { startTestApi } from "../../support/api/api.ts";
import { serve } from "../../support/api/socket.ts";
import { frames } from "../../support/rows/frames.ts";

const AT = Date.parse("2026-11-20T12:00:30.000Z");
const INFO = { name: "test", version: "1.0.0" };
/** What each tool is asked; those that need a worker or the store end in a problem here, which clients take too. */
const ASKED: Readonly<Record<string, Record<string, unknown>>> = {
  find_tokens: { q: "btc" },
  get_token_state: { token: "bitcoin", sections: ["market", "liquidity"] },
  get_token_history: { token: "bitcoin", series: ["price"], resolution: "1h" },
  get_market_overview: { sections: ["breadth"] },
  inspect_address: { chain: "btc", address: "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa" },
  evaluate_token: { token: "bitcoin" },
  get_token_brief: { token: "bitcoin" },
  investigate_token: { token: "bitcoin" },
  ask_about_token: { token: "bitcoin", question: "How is the price?" },
  watch_tokens: { tokens: ["bitcoin"], webhook_url: "https://hooks.example.com/x" },
  list_watches: { monitor_secret: "whsec_x" },
  stop_watch: { monitor_secret: "whsec_x", id: "mon_x" },
  verify_object: { id: "1" },
  run_agent: { id: "leverage-radar", input: { token: "bitcoin" } },
};
const READS = [
  ...["find_tokens", "get_service_status", "get_token_state", "get_token_history", "get_market_overview"],
  "list_agents",
];

const api = await startTestApi(t, AT, frames(AT));
const { port } = await serve(t, { ...api, app: withMcp(api.app, api.deps, ROUTES) });
const url = new URL(`http://127.0.0.1:${port}/mcp`);
const TOOLS = toolsOf(ROUTES);

type Called = { readonly isError?: boolean; readonly structuredContent?: unknown; readonly content?: unknown };
type Caller = {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(asked: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
};

async function callAll(t: Test, caller: Caller): Promise<void> {
  const { tools } = await caller.listTools();
  t.same(
    tools.map(({ name }) => name),
    TOOLS.map(({ row }) => row.name),
  );
  for (const { row, listed } of TOOLS) {
    const isOutput = compile(listed.outputSchema as Parameters<typeof compile>[0]);
    const told = (await caller.callTool({ name: row.name, arguments: ASKED[row.name] ?? {} })) as Called;
    t.ok(isOutput(told.structuredContent), `${row.name}: ${isOutput.describe()}`);
    if (READS.includes(row.name)) t.notOk(told.isError, `${row.name} is answered`);
  }
}

t.test("a client of 2026-07-28 finds and calls every tool", async (t) => {
  const client = new Client(INFO, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(new StreamableHTTPClientTransport(url));
  t.equal(client.getProtocolEra(), "modern");
  t.match(client.getServerVersion(), { name: "assay" });
  await callAll(t, client as unknown as Caller);
  const { resources } = await client.listResources();
  const { contents } = await client.readResource({ uri: resources[0]?.uri ?? "" });
  t.match(contents[0], { mimeType: "text/markdown" });
  await t.rejects(client.readResource({ uri: "assay://nothing" }), { code: -32_602, data: { uri: "assay://nothing" } });
  const { resourceTemplates } = await client.listResourceTemplates();
  t.equal(resourceTemplates.length, 1);
  const { prompts } = await client.listPrompts();
  t.equal(prompts.length, 3);
  const made = await client.getPrompt({ name: "explain_move", arguments: { token: "BTC" } });
  t.match(JSON.stringify(made.messages), /get_token_brief/);
  await t.rejects(client.getPrompt({ name: "explain_move", arguments: {} }), /token/);
  await t.rejects(client.callTool({ name: "no_tool", arguments: {} }), /no tool/);
  await client.close();
});

for (const version of ["2025-11-25", "2025-06-18"]) {
  t.test(`a client of ${version} shakes hands, and finds and calls every tool`, async (t) => {
    const client = new FormerClient(INFO);
    const transport = new FormerTransport(url);
    if (version !== "2025-11-25") {
      // It offers its newest; whoever is older answers and asks with another.
      const { send } = transport;
      transport.send = (message, options) => {
        const asked = message as { method?: string; params?: { protocolVersion?: string } };
        if (asked.method === "initialize" && asked.params) asked.params.protocolVersion = version;
        return send.call(transport, message, options);
      };
    }
    // Its own types of a transport differ in what may be left out.
    await client.connect(transport as never);
    t.equal(transport.protocolVersion, version);
    t.match(client.getInstructions(), /unassessed/);
    await client.ping();
    await callAll(t, client as unknown as Caller);
    await client.close();
  });
}

t.test("a client that finds out by itself ends in the newest era", async (t) => {
  const client = new Client(INFO, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(url));
  t.equal(client.getProtocolEra(), "modern");
  await client.close();
});
