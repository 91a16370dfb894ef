// POST /mcp: the API as tools. It looks at who asks from where, counts what has no limits of its own, and joins the
// protocol's requests with the server's.
import type { Env } from "../../schema/env.ts";
import { fault, isFault } from "../../schema/fault.ts";
import { parseJson } from "../../schema/json.ts";
import { originOf } from "../../schema/link.ts";
import { type Header, preflightHeaders } from "../answer/header.ts";
import { toProblem } from "../answer/problem.ts";
import type { App } from "../app.ts";
import type { Route } from "../contract.ts";
import type { Deps } from "../deps.ts";
import { openGuard, requesterOf } from "../guard.ts";
import type { ApiAnswer, ApiRequest, Soon } from "../http-call.ts";
import { readArguments, requestOf, resultOf } from "./call-tool.ts";
import { isOwnHost, isOwnOrigin } from "./own.ts";
import { type CallTool, openServed, type Served, type Tell } from "./serve.ts";
import { bytesOf, outlineOf, splice } from "./splice.ts";
import { type Tool, toolsOf } from "./tool.ts";

const PATH = "/mcp";
const ALLOW = "POST, OPTIONS";
const JSON_TYPE = /^application\/json *(;|$)/i;
/** The official handler would hold a stream open on which nothing ever comes. */
const LISTEN = "subscriptions/listen";
const TELL_EVERY_MS = 5_000;
const NO_BODY = { body: null, bodyBytes: 0 } as const;
/** What the protocol minds of a request. */
const NAMES = ["accept", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"] as const;
/** What of an answer behind a tool is told with its result. */
const RATES: ReadonlySet<string> = new Set(["ratelimit", "ratelimit-policy", "retry-after"]);

type Members = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

type Context = {
  readonly app: App;
  readonly deps: Deps;
  readonly common: readonly Header[];
  readonly tools: ReadonlyMap<string, Tool>;
  readonly served: Served;
};

function verifyPlace({ headers }: ApiRequest, env: Env): void {
  if (!isOwnHost(headers.host ?? "", env)) {
    throw fault("origin_not_allowed", "The Host is not one this service answers to; PUBLIC_URL says which it is.");
  }
  if (!isOwnOrigin(headers.origin ?? "", env)) {
    throw fault("origin_not_allowed", "Pages of other origins may not call /mcp; the API under /v1 takes them.");
  }
}

const jsonRpcError = (status: number, code: number, message: string, id: string | number | null = null): Response =>
  Response.json({ jsonrpc: "2.0", error: { code, message }, id }, { status });

/** One request, what was counted of it, and the bytes of its result where they were kept. */
type Turn = {
  readonly request: ApiRequest;
  readonly id: Header;
  /** Its answer may be a stream, which goes out as it is written. */
  readonly isLong: boolean;
  isCounted: boolean;
  rates: readonly Header[];
  bytes: ReturnType<typeof bytesOf>;
};

/** Tells at once and then now and again that the work goes on; `end` ends that. */
function tellOn(tell: Tell | null): () => void {
  if (tell === null) return () => {};
  let seconds = 0;
  tell(seconds);
  const timer = setInterval(() => {
    seconds += TELL_EVERY_MS / 1_000;
    tell(seconds);
  }, TELL_EVERY_MS);
  return () => clearInterval(timer);
}

/** The problem of a call that was refused here, counted as such. */
async function problemOf({ deps, common }: Context, { request, id }: Turn, error: unknown): Promise<ApiAnswer> {
  if (!isFault(error)) throw error;
  const refused = (await deps.gate?.refuse(requesterOf(request), error)) ?? error;
  const { status, headers, body } = toProblem(refused, { env: deps.env, path: request.path, requestId: id[1] });
  return { status, headers: [...headers, ...common], body, bodyBytes: body.length };
}

const callOf =
  (context: Context, turn: Turn): CallTool =>
  async (tool, args, meta, tell) => {
    turn.isCounted = true;
    const { request, id } = turn;
    try {
      const { route, detail, own } = readArguments(tool, args);
      const asked = requestOf(tool, route, own, meta, { request, id, origin: originOf(context.deps.env) });
      const end = tellOn(route.contract.slow === true ? tell : null);
      try {
        const answer = await context.app.handle(asked);
        turn.rates = answer.headers.filter(([name]) => RATES.has(name));
        const result = resultOf(tool, own, answer, detail);
        turn.bytes = turn.isLong ? null : bytesOf(result);
        return turn.bytes === null ? result : outlineOf(result);
      } finally {
        end();
      }
    } catch (error) {
      return resultOf(tool, args, await problemOf(context, turn, error), "concise");
    }
  };

/** The tool that is called, and whether its answer may be a stream. */
function calledIn({ tools }: Context, body: unknown) {
  const params = isObject(body) && body.method === "tools/call" && isObject(body.params) ? body.params : {};
  const tool = typeof params.name === "string" ? tools.get(params.name) : undefined;
  const meta = isObject(params._meta) ? params._meta : {};
  const args = isObject(params.arguments) ? params.arguments : {};
  const isSlow = tool?.routeOf(args).contract.slow === true;
  return { isTool: tool !== undefined, isLong: isSlow && meta.progressToken !== undefined };
}

function parse(request: ApiRequest): { readonly body: unknown } | Response {
  if (!JSON_TYPE.test(request.headers["content-type"] ?? "")) {
    throw fault("unsupported_media_type", "Send Content-Type: application/json.");
  }
  let body: unknown;
  try {
    body = parseJson(request.body ?? Buffer.alloc(0));
  } catch {
    return jsonRpcError(400, -32_700, "The body is not JSON in UTF-8 of finite numbers.");
  }
  // The revision that had them is not spoken here, and each would be a call of its own.
  if (Array.isArray(body)) return jsonRpcError(400, -32_600, "Send one message; batches are not taken.");
  if (!isObject(body) || body.method !== LISTEN) return { body };
  const id = typeof body.id === "string" || typeof body.id === "number" ? body.id : null;
  return jsonRpcError(404, -32_601, "Nothing here changes while one listens.", id);
}

function headersOf({ common }: Context, { id, rates }: Turn, response: Response): readonly Header[] {
  const type = response.headers.get("content-type");
  const isStream = type?.startsWith("text/event-stream") === true;
  return [
    ...(type === null ? [] : [["content-type", type] as const]),
    ["cache-control", isStream ? "no-store, no-transform" : "no-store"],
    ...(isStream ? [["x-accel-buffering", "no"] as const] : []),
    ...common,
    ...rates,
    id,
  ];
}

async function answerOf(context: Context, turn: Turn, response: Response): Promise<ApiAnswer> {
  const { status, body } = response;
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  if (isStream && body !== null) {
    return { status, headers: headersOf(context, turn, response), ...NO_BODY, stream: body };
  }
  const written = body === null ? null : Buffer.from(await response.arrayBuffer());
  const bytes = written === null || turn.bytes === null ? written : splice(written, turn.bytes);
  return { status, headers: headersOf(context, turn, response), body: bytes, bodyBytes: bytes?.length ?? 0 };
}

/** Counts the request where nothing behind it was. Throws rate_limited. */
async function countTurn({ deps: { gate } }: Context, turn: Turn): Promise<void> {
  if (turn.isCounted || gate === undefined) return;
  turn.isCounted = true;
  turn.rates = Object.entries(await gate.enter(requesterOf(turn.request)));
}

type Parsed = ReturnType<typeof parse>;

async function answerPost(context: Context, request: ApiRequest, id: Header, parsed: Parsed): Promise<ApiAnswer> {
  const body = parsed instanceof Response ? null : parsed.body;
  const { isTool, isLong } = calledIn(context, body);
  const turn: Turn = { request, id, isLong, isCounted: false, rates: [], bytes: null };
  if (parsed instanceof Response) {
    await countTurn(context, turn);
    return answerOf(context, turn, parsed);
  }
  if (!isTool) await countTurn(context, turn);
  const headers = NAMES.flatMap((name) => {
    const value = request.headers[name] ?? "";
    return value === "" ? [] : [[name, value] as [string, string]];
  });
  const asked = new Request(originOf(context.deps.env) + PATH, { method: "POST", headers });
  const response = await context.served.answer(asked, body, callOf(context, turn), isLong);
  await countTurn(context, turn);
  return answerOf(context, turn, response);
}

/** The app, which answers /mcp too. */
export function withMcp(app: App, deps: Deps, routes: readonly Route[]): App {
  const guard = openGuard(deps);
  const tools = toolsOf(routes);
  const served = openServed(tools, (error) => deps.log.debug({ err: error.message }, "a request of MCP was refused"));
  const byName = new Map(tools.map((tool) => [tool.row.name, tool]));
  const context: Context = { app, deps, common: guard.common, tools: byName, served };

  const answer = (request: ApiRequest, id: Header): Soon => {
    if (request.trace !== undefined) request.trace.route = "mcp";
    if (request.method !== "POST" && request.method !== "OPTIONS") {
      throw fault("method_not_allowed", `The path takes ${ALLOW}.`, { headers: { allow: ALLOW } });
    }
    verifyPlace(request, deps.env);
    if (request.method === "OPTIONS") {
      const headers = [...preflightHeaders(ALLOW), ...guard.common];
      return guard.inBurst(request, id, (extra) => ({ status: 204, headers: [...headers, ...extra], ...NO_BODY }));
    }
    return answerPost(context, request, id, parse(request));
  };
  return {
    ...app,
    handle: (request) =>
      request.path === PATH ? guard.guarded(request, (id) => answer(request, id)) : app.handle(request),
  };
}
