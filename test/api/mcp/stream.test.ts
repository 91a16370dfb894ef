// Long calls by MCP on real sockets: they tell how they go on where that was asked for, and nobody who stops reading or
// goes away is waited for.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as FormerClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FormerTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import t from "tap";
import { openApp } from "../../../api/app.ts";
import { withMcp } from "../../../api/mcp/endpoint.ts";
import { ROUTES } from "../../../api/route/index.ts";
import { startTestApi } from "../../support/api/api.ts";
import { bodyOf, exchange, head, open, serve } from "../../support/api/socket.ts";
import { frames } from "../../support/rows/frames.ts";

const AT = Date.parse("2026-11-20T12:00:30.000Z");
const INFO = { name: "test", version: "1.0.0" };
const WORK_MS = 120;
const SLOW = 1_000;
const api = await startTestApi(t, AT, frames(AT));
const brief = ROUTES.find(({ contract }) => contract.id === "createBrief")?.contract.example.answer;
/** Jobs that take a while and give the example. */
const jobCalls = {
  ask: () => new Promise<unknown>((resolve) => setTimeout(() => resolve(brief), WORK_MS)),
};
const deps = { ...api.deps, jobCalls, env: { ...api.deps.env, RATE_FACTOR: 10 * SLOW } };
// All come from one address, and on a slow machine a head may wait longer than a second for its body.
const options = { slowPeerDeadlineMs: 10_000, connectionsPerAddressMax: 2 * SLOW };
const { port } = await serve(t, { ...api, app: withMcp(openApp(deps), deps, ROUTES) }, options);
const url = new URL(`http://127.0.0.1:${port}/mcp`);
const ASKED = { name: "investigate_token", arguments: { token: "bitcoin" } };

const request = (meta: object) => {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/call", params: { ...ASKED, _meta: meta } });
  const headers = ["Host: localhost", "Content-Type: application/json", "Accept: application/json, text/event-stream"];
  const all = [...headers, "MCP-Protocol-Version: 2025-11-25", `Content-Length: ${body.length}`];
  return `POST /mcp HTTP/1.1\r\n${all.join("\r\n")}\r\n\r\n${body}`;
};

t.test("clients of both eras hear how a long call goes on, and get its answer", async (t) => {
  const client = new Client(INFO, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(new StreamableHTTPClientTransport(url));
  const former = new FormerClient(INFO);
  await former.connect(new FormerTransport(url) as never);
  const told: number[] = [];
  const onprogress = ({ progress }: { progress: number }) => told.push(progress);
  const answers = [
    await client.callTool(ASKED, { onprogress }),
    await former.callTool(ASKED, undefined, { onprogress }),
  ];
  for (const answer of answers) t.match(answer, { structuredContent: { object: "brief" } });
  t.same(told, [0, 0]);
  await client.close();
  await former.close();
});

t.test("it is a stream only where that was asked for, and no proxy is to keep it back", async (t) => {
  const streamed = await exchange(port, [request({ progressToken: 1 })], (text) => text.includes('"result"'));
  t.match(head(streamed.text), /^content-type: text\/event-stream$/im);
  t.match(head(streamed.text), /^x-accel-buffering: no$/im);
  t.match(head(streamed.text), /^x-request-id: \S+$/im);
  t.match(streamed.text, /notifications\/progress[\s\S]*"result"/);
  const plain = await exchange(port, [request({})], (text) => text.includes('"result"'));
  t.match(head(plain.text), /^content-type: application\/json/im);
  t.match(JSON.parse(bodyOf(plain.text)), { id: 7, result: { structuredContent: { object: "brief" } } });
});

t.test("a thousand who go away or read nothing cost nobody else anything", async (t) => {
  const sockets = await Promise.all(Array.from({ length: SLOW }, () => open(port)));
  for (const [at, socket] of sockets.entries()) {
    socket.on("error", () => undefined);
    socket.pause();
    socket.write(request({ progressToken: at }));
    if (at % 3 === 0) setTimeout(() => socket.destroy(), (at * WORK_MS) / SLOW);
  }
  await new Promise((resolve) => setTimeout(resolve, WORK_MS / 2));
  const isAnswered = (said: string) => said.includes('"result"');
  const { text } = await exchange(port, [request({ progressToken: 1 })], isAnswered);
  t.match(text, '"object":"brief"');
  await new Promise((resolve) => setTimeout(resolve, WORK_MS * 2));
  for (const socket of sockets) socket.destroy();
  const after = await exchange(port, [request({})], isAnswered);
  t.match(head(after.text), /^HTTP\/1\.1 200/);
});
