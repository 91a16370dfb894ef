// /mcp itself: who may call, what the protocol asks of a request, what hostile ones get, and that each call is counted once.
import t from "tap";
import { openApp } from "../../../api/app.ts";
import { openGate } from "../../../api/gate/gate.ts";
import { withMcp } from "../../../api/mcp/endpoint.ts";
import { ROUTES } from "../../../api/route/index.ts";
import { openRedis } from "../../../schema/io/redis.ts";
import { KEYS } from "../../../schema/key.ts";
import { headerOf, startTestApi } from "../../support/api/api.ts";
import { frames } from "../../support/rows/frames.ts";

const AT = Date.parse("2026-11-20T12:00:30.000Z");
const api = await startTestApi(t, AT, frames(AT));
const subscriber = openRedis(api.redisUrl, "patient", "gate");
// There is no store to bring anything back from: what this Redis holds is all there is.
await api.redis.set(KEYS.restored, "test");
const gate = openGate({ ...api.deps, redis: api.redis, subscriber, payments: null });
await gate.start();
t.teardown(async () => {
  await gate.stop();
  subscriber.disconnect();
});
const deps = { ...api.deps, gate };
const app = withMcp(openApp(deps), deps, ROUTES);

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
type Headers = Record<string, string>;
const HEADERS: Headers = {
  host: "localhost:8080",
  accept: "application/json, text/event-stream",
  "content-type": "application/json",
  "mcp-protocol-version": "2026-07-28",
};
let address = 0;
const nobody = () => {
  address += 1;
  return `192.0.2.${address}`;
};

const message = (method: string, params: object = {}, meta: object = META) => ({
  ...{ jsonrpc: "2.0", id: 1, method },
  params: { ...params, _meta: meta },
});
const toolCall = (name: string, args: object, meta: object = META) =>
  message("tools/call", { name, arguments: args }, meta);

async function post(body: unknown, headers: Headers = {}, peer = nobody(), method = "POST") {
  const raw = typeof body === "string" ? body : JSON.stringify(body);
  const asked = body as { method?: string; params?: { name?: string } };
  const named: Headers = typeof body === "object" && asked?.method ? { "mcp-method": asked.method } : {};
  if (typeof body === "object" && asked?.params?.name) named["mcp-name"] = asked.params.name;
  const answer = await app.handle({
    ...{ method, path: "/mcp", query: "", peer, body: Buffer.from(raw) },
    headers: { ...HEADERS, ...named, ...headers },
  });
  const text = answer.body?.toString() ?? "";
  const told = text === "" ? {} : JSON.parse(text);
  return { answer, status: answer.status, told: told as Reply };
}
type Reply = {
  readonly code?: string;
  readonly error?: { readonly code: number };
  readonly result?: {
    readonly isError?: boolean;
    readonly resultType?: string;
    readonly structuredContent?: Record<string, unknown>;
    readonly [member: string]: unknown;
  };
};

t.test("a result of 2026-07-28 is complete, and lists say how long they hold", async (t) => {
  const listed = await post(message("tools/list"));
  t.match(listed.told.result, { resultType: "complete", ttlMs: 3_600_000, cacheScope: "public" });
  t.match((await post(message("server/discover"))).told.result, { supportedVersions: ["2026-07-28"] });
  const called = await post(toolCall("find_tokens", {}));
  t.match(called.told.result, { resultType: "complete", structuredContent: { object: "token_list" } });
  t.match(headerOf(called.answer, "content-type"), /^application\/json/);
  t.equal(headerOf(called.answer, "access-control-allow-origin"), "*");
  t.match(headerOf(called.answer, "x-request-id"), /./);
});

t.test("what was told before is told again in the same bytes, in both eras and at every length", async (t) => {
  const legacy = { "mcp-protocol-version": "2025-11-25" };
  const bytes = async (args: object, headers?: Headers) => {
    const body = headers === undefined ? toolCall("find_tokens", args) : toolCall("find_tokens", args, {});
    return (await post(body, headers)).answer.body?.toString();
  };
  for (const args of [{}, { limit: 2, detail: "full" }]) {
    const first = await bytes(args);
    t.match(first, '"structuredContent":{"object":"token_list"', "whole");
    for (let turn = 0; turn < 3; turn++) t.equal(await bytes(args), first);
    const earlier = await bytes(args, legacy);
    const { result } = JSON.parse(first ?? "") as Reply;
    const { content, structuredContent } = (JSON.parse(earlier ?? "") as Reply).result ?? {};
    t.same({ content, structuredContent }, { content: result?.content, structuredContent: result?.structuredContent });
    t.equal(await bytes(args, legacy), earlier);
  }
});

const REFUSED = { status: 403, told: { code: "origin_not_allowed" } };

t.test("pages and names of strangers are refused with 403", async (t) => {
  for (const origin of ["https://evil.example", "null", "file://", "http://localhost.evil.example", "http://"]) {
    t.match(await post(message("tools/list"), { origin }), REFUSED, origin);
  }
  for (const host of ["evil.example", "evil.example:8080", "localhost.evil.example", "a@localhost", "", "[", "a b"]) {
    t.match(await post(message("tools/list"), { host }), REFUSED, host);
  }
  for (const host of ["127.0.0.1:1", "[::1]:8080", "10.0.0.7", "api:8080", "LOCALHOST"]) {
    t.equal((await post(message("tools/list"), { host })).status, 200, host);
  }
  for (const origin of ["http://localhost:6274", "http://127.0.0.1", "http://[::1]:3000"]) {
    t.equal((await post(message("tools/list"), { origin })).status, 200, origin);
  }
});

t.test("the headers of the protocol are held against the body", async (t) => {
  const wrong = async (body: object, headers: Headers) => {
    const { status, told } = await post(body, headers);
    return [status, told.error?.code];
  };
  t.same(await wrong(message("tools/list"), { "mcp-method": "tools/call" }), [400, -32_020]);
  t.same(await wrong(toolCall("find_tokens", {}), { "mcp-name": "verify_object" }), [400, -32_020]);
  t.same(await wrong(message("tools/list"), { "mcp-protocol-version": "2025-11-25" }), [400, -32_020]);
  t.same(await wrong(message("tools/list"), { "mcp-protocol-version": "" }), [400, -32_020]);
  const later = { ...META, "io.modelcontextprotocol/protocolVersion": "2027-01-01" };
  t.same(await wrong(message("tools/list", {}, later), { "mcp-protocol-version": "2027-01-01" }), [400, -32_022]);
  t.same(await wrong(message("no/such"), {}), [404, -32_601]);
  t.same(await wrong(message("tasks/get", { taskId: "x" }), { "mcp-name": "x" }), [404, -32_601]);
  t.same(await wrong(message("subscriptions/listen", { notifications: {} }), {}), [404, -32_601]);
  t.same(await wrong(toolCall("no_such", {}), {}), [200, -32_602]);
});

t.test("what is no message is refused, and nothing of it is an error of ours", async (t) => {
  const asked = JSON.stringify(message("tools/list"));
  for (const body of [
    "",
    "{",
    "[]",
    "null",
    "1",
    '"x"',
    `[${asked}]`,
    `[${asked},${asked}]`,
    "{}",
    "\uFEFF{}",
    "1e999",
  ]) {
    const { status, told } = await post(body);
    t.equal(status, 400, body);
    t.ok([-32_700, -32_600].includes(told.error?.code ?? 0), body);
  }
  t.equal((await post(`${'{"a":'.repeat(40)}1${"}".repeat(40)}`)).status, 400);
  for (const type of ["", "text/plain", "application/jsonp", "application/xml; a=application/json"]) {
    t.equal((await post(message("tools/list"), { "content-type": type })).status, 415, type);
  }
  for (const method of ["GET", "DELETE", "PUT", "HEAD", "PATCH"]) {
    const { answer } = await post("", {}, nobody(), method);
    t.equal(answer.status, 405, method);
    t.equal(headerOf(answer, "allow"), "POST, OPTIONS");
  }
  for (const params of [[], null, 1, { name: 1 }, { name: "find_tokens", arguments: [] }, { name: "__proto__" }]) {
    const { status, told } = await post({ jsonrpc: "2.0", id: 1, method: "tools/call", params }, { "mcp-name": "" });
    t.ok(status < 500, JSON.stringify(params));
    t.ok(told.error !== undefined || told.result?.isError === true, JSON.stringify(params));
  }
  const { status } = await post(
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { "mcp-protocol-version": "2025-11-25" },
  );
  t.equal(status, 202);
});

t.test("wrong arguments are told as the problem of a call, all at once", async (t) => {
  const problemOf = async (name: string, args: object) => {
    const { status, told } = await post(toolCall(name, args));
    t.equal(status, 200);
    t.equal(told.result?.isError, true);
    return told.result?.structuredContent as { code: string; errors?: { pointer: string; code: string }[] };
  };
  const unknown = await problemOf("get_token_state", { token: "bitcoin", secitons: ["market"], detail: "brief" });
  t.same(unknown.errors?.map(({ pointer, code }) => `${pointer} ${code}`).sort(), [
    "/detail invalid_enum",
    "/secitons unknown_field",
  ]);
  t.match(await problemOf("get_token_state", {}), { code: "missing_field" });
  t.match(await problemOf("get_token_state", { token: "" }), { code: "out_of_range" });
  t.match(await problemOf("get_token_state", { token: 7 }), { code: "invalid_type" });
  t.match(await problemOf("get_token_state", { token: "nosuchtoken" }), { code: "token_not_found" });
  t.match(await problemOf("get_token_state", { token: "../status" }), { code: "token_not_found" });
  t.match(await problemOf("get_token_state", { token: "bitcoin?sections=market#" }), { code: "token_not_found" });
  t.match(await problemOf("get_token_state", { token: "x".repeat(129) }), { code: "out_of_range" });
  t.match(await problemOf("find_tokens", { limit: "5" }), { code: "invalid_type" });
  t.match(await problemOf("inspect_address", { chain: "", address: "x" }), { code: "out_of_range" });
  t.match(await problemOf("ask_about_token", { token: "bitcoin" }), { code: "question_or_claim_required" });
  t.match(await problemOf("evaluate_token", { token: "bitcoin", side: "buy" }), { code: "size_required" });
});

t.test("a call is counted once, as the call behind it, and what is refused counts too", async (t) => {
  const left = ({ answer }: Awaited<ReturnType<typeof post>>, policy: string) =>
    Number(new RegExp(`"${policy}";r=(\\d+)`).exec(headerOf(answer, "ratelimit") ?? "")?.[1]);
  const peer = "198.51.100.7";
  t.equal(left(await post(message("tools/list"), {}, peer), "burst"), 29);
  t.equal(left(await post(toolCall("find_tokens", {}), {}, peer), "burst"), 28);
  const state = toolCall("get_token_state", { token: "bitcoin" });
  t.equal(left(await post(state, {}, peer), "data-free"), 24);
  t.equal(left(await post(state, {}, peer), "data-free"), 23);
  await post(toolCall("get_token_state", {}), {}, peer);
  await post("{", {}, peer);
  await post(message("tools/list"), { origin: "https://evil.example" }, peer);
  await post(message("tools/list"), { "mcp-method": "x" }, peer);
  t.equal(left(await post(message("ping"), {}, peer), "burst"), 21, "each of them is one");
  for (let n = 0; n < 21; n++) await post(message("tools/list"), {}, peer);
  const refused = await post(message("tools/list"), {}, peer);
  t.equal(refused.status, 429);
  t.match(headerOf(refused.answer, "retry-after"), /^\d+$/);
  const limited = await post(toolCall("find_tokens", {}), {}, peer);
  t.match(limited.told.result, { isError: true, structuredContent: { code: "rate_limited" } });
});

t.test("a call that is told of as it goes on is counted once too", async (t) => {
  const peer = "198.51.100.9";
  const called = { name: "investigate_token", arguments: { token: "bitcoin" } };
  const later = { method: "tools/call", params: { ...called, _meta: { ...META, progressToken: 1 } } };
  const former = { method: "tools/call", params: { ...called, _meta: { progressToken: 1 } } };
  for (const [message, version] of [
    [later, "2026-07-28"],
    [former, "2025-11-25"],
  ] as const) {
    const names = version === "2025-11-25" ? {} : { "mcp-method": "tools/call", "mcp-name": called.name };
    const headers = { ...HEADERS, "mcp-protocol-version": version, ...names };
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }));
    const { stream, ...answer } = await app.handle({ method: "POST", path: "/mcp", query: "", peer, headers, body });
    const text = stream === undefined ? answer.body?.toString() : await new Response(stream).text();
    t.match(text, '"structuredContent"', version);
  }
  const { answer } = await post(message("ping"), {}, peer);
  t.match(headerOf(answer, "ratelimit"), /"burst";r=27/);
});

t.test("a wrong key is refused and never taken for none; allowances end as they do without tools", async (t) => {
  const wrong = await post(toolCall("find_tokens", {}), { authorization: "Bearer nobody" });
  t.match(wrong.told.result, { isError: true, structuredContent: { code: "invalid_api_key" } });
  const peer = "198.51.100.8";
  const state = toolCall("get_token_state", { token: "bitcoin", sections: ["market"] });
  for (let n = 0; n < 25; n++) t.notOk((await post(state, {}, peer)).told.result?.isError);
  api.clock.at += 10_000;
  const { told } = await post(state, {}, peer);
  t.match(told.result, { isError: true, structuredContent: { code: "payment_required", payment: { price: 2 } } });
});
