// The official clients of both eras on the running service: they list the tools, call each of them, and hold every result
// against its schema.
import { setTimeout as sleep } from "node:timers/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as FormerClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FormerTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { compile } from "../../../schema/check.ts";
import { say } from "../measure.ts";

const INFO = { name: "soak", version: "1.0.0" };
/** What a first start is not ready to answer is asked again for so long: verdicts come some minutes after it. */
const READY_MS = 600_000;
const AGAIN_MS = 2_000;
const LATER: readonly unknown[] = ["not_ready", "unavailable", "overloaded"];
/** Most that a text may have, by detail. */
const ROOM = { concise: 8_000, full: 60_000 } as const;
const UNISWAP = "0x1f9840a85d5af5bf1d1762f925bdaddc4201f984";

/** What can be done only once. */
const ONCE: readonly string[] = ["stop_watch"];

type Args = Readonly<Record<string, unknown>>;
type ToolResult = {
  readonly isError?: boolean;
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly content?: readonly { readonly text?: string }[];
};
type Listed = {
  readonly name: string;
  readonly inputSchema: { readonly properties?: object };
  readonly outputSchema?: unknown;
};
type Caller = {
  listTools(): Promise<{ readonly tools: readonly Listed[] }>;
  callTool(asked: { name: string; arguments: Args }): Promise<unknown>;
};
/** What came before, by tool. */
type Before = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

const idOf = (before: Before, tool: string): unknown => before.get(tool)?.id;
const dataOf = (before: Before, tool: string): Args => (before.get(tool)?.data ?? {}) as Args;

/** In an order in which each has what it needs. */
const CALLS: readonly (readonly [tool: string, args: (before: Before) => Args])[] = [
  ["find_tokens", () => ({ q: "btc" })],
  ["get_service_status", () => ({})],
  ["get_token_state", () => ({ token: "bitcoin" })],
  ["get_token_history", () => ({ token: "bitcoin", series: ["price"], resolution: "1h" })],
  ["get_market_overview", () => ({})],
  ["inspect_address", () => ({ chain: "eth", address: UNISWAP })],
  ["evaluate_token", () => ({ token: "bitcoin" })],
  ["investigate_token", () => ({ token: "bitcoin" })],
  ["get_token_brief", (before) => ({ token: "bitcoin", id: Number(idOf(before, "investigate_token")) })],
  ["ask_about_token", () => ({ token: "bitcoin", question: "Why did it move?" })],
  ["watch_tokens", () => ({ tokens: ["bitcoin"], webhook_url: "http://127.0.0.1:9/" })],
  ["list_watches", (before) => ({ monitor_secret: dataOf(before, "watch_tokens").secret })],
  [
    "stop_watch",
    (before) => ({
      monitor_secret: dataOf(before, "watch_tokens").secret,
      id: dataOf(before, "watch_tokens").id ?? idOf(before, "watch_tokens"),
    }),
  ],
  ["get_track_record", () => ({})],
  ["verify_object", (before) => ({ id: String(idOf(before, "evaluate_token")) })],
  ["list_agents", () => ({})],
  ["run_agent", () => ({ id: "leverage-radar", input: { tokens: ["BTC"] } })],
];

/** Until there is an answer, or what it says is not that it will come. */
async function callUntilReady(caller: Caller, name: string, args: Args, until: number): Promise<ToolResult> {
  for (;;) {
    const result = (await caller.callTool({ name, arguments: args })) as ToolResult;
    const isLater = result.isError === true && LATER.includes(result.structuredContent?.code);
    if (!isLater || performance.now() > until) return result;
    await sleep(AGAIN_MS);
  }
}

/** What is wrong with what they were told. */
async function callAll(caller: Caller): Promise<string[]> {
  const { tools } = await caller.listTools();
  const faults = tools.flatMap(({ name }) => (CALLS.some(([tool]) => tool === name) ? [] : [`${name} is not called`]));
  const before = new Map<string, Readonly<Record<string, unknown>>>();
  const until = performance.now() + READY_MS;
  for (const [name, argsOf] of CALLS) {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) {
      faults.push(`${name} is not listed`);
      continue;
    }
    const isOutput = compile(tool.outputSchema as Parameters<typeof compile>[0]);
    const hasDetail = !ONCE.includes(name) && Object.hasOwn(tool.inputSchema.properties ?? {}, "detail");
    for (const detail of hasDetail ? (["concise", "full"] as const) : (["concise"] as const)) {
      const args = { ...argsOf(before), ...(detail === "full" ? { detail } : {}) };
      const result = await callUntilReady(caller, name, args, until);
      const { structuredContent: content = {} } = result;
      const bytes = Buffer.byteLength(result.content?.[0]?.text ?? "");
      if (result.isError === true) faults.push(`${name}: ${JSON.stringify(content).slice(0, 300)}`);
      if (!isOutput(content)) faults.push(`${name}: ${isOutput.describe()}`);
      if (bytes === 0 || bytes > ROOM[detail]) faults.push(`${name}, ${detail}: ${bytes} bytes`);
      if (detail === "concise") before.set(name, content);
    }
  }
  return faults;
}

/** Whether both are content with each tool. */
export async function judgeByClients(url: string): Promise<boolean> {
  const client = new Client(INFO, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  const former = new FormerClient(INFO);
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  // Its own types of a transport differ in what may be left out.
  await former.connect(new FormerTransport(new URL(url)) as never);
  let isGood = true;
  for (const [name, caller] of [
    ["@modelcontextprotocol/client, 2026-07-28", client],
    ["@modelcontextprotocol/sdk, initialize", former],
  ] as const) {
    const faults = await callAll(caller as unknown as Caller);
    say(`  ${faults.length === 0 ? "PASS" : "FAIL"}  ${name}: ${CALLS.length} tools called`);
    for (const fault of faults) say(`        ${fault}`);
    isGood &&= faults.length === 0;
    await caller.close();
  }
  return isGood;
}
