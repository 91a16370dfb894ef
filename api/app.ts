// The whole API as a function: a request in, an answer out; tests and the server call the same one.
import { MINUTE_MS } from "../schema/duration.ts";
import { FAULTS, fault, isFault } from "../schema/fault.ts";
import { LIMITS } from "../schema/limit.ts";
import { toHttpDate } from "../schema/shape/time.ts";
import { type AnswerCache, type Asked, openAsked, openCache } from "./answer/cache.ts";
import { cacheControl } from "./answer/cache-control.ts";
import { concealed, revealed } from "./answer/concealed.ts";
import { type Header, preflightHeaders, UNMADE_HEADERS } from "./answer/header.ts";
import { locationOf } from "./answer/location.ts";
import { isCast } from "./answer/mould.ts";
import { encodingFor, isHeld, wantedFirst } from "./answer/negotiate.ts";
import { type OnceHeadersOf, openOnceHeaders, representOnce } from "./answer/once.ts";
import {
  type Representation,
  represent,
  type Sendable,
  unchangedHeaders,
  type Variant,
} from "./answer/representation.ts";
import { makeStamped, type Stamped } from "./answer/stamped.ts";
import type { Input, Reply, Route } from "./contract.ts";
import type { Deps } from "./deps.ts";
import type { Access } from "./gate/access.ts";
import { accessOf } from "./gate/access-of.ts";
import { type AskedBy, NOBODY } from "./gate/asked-by.ts";
import type { Gate, Passage, Stranger, TellPassage } from "./gate/gate.ts";
import type { Refusal, Target } from "./gate/refusal.ts";
import type { Requester } from "./gate/requester.ts";
import { type Guard, openGuard, requesterOf } from "./guard.ts";
import { type ApiAnswer, type ApiRequest, type Soon, whenDone } from "./http-call.ts";
import { openFiles, type Served } from "./page/files.ts";
import { parseBody } from "./request/body.ts";
import { readInput, refuseParameters } from "./request/input.ts";
import { askedWith, withMonitorSecret } from "./request/monitor-secret.ts";
import { faultOfUnknown } from "./request/unknown.ts";
import { ROUTES } from "./route/index.ts";
import { type Named, openRouter, type Router } from "./router.ts";
import { universeOf } from "./snapshot/universe.ts";
import { PAGE_FAMILIES, PAGES } from "./surface/index.ts";
import type { Page } from "./surface/page.ts";

export type { ApiAnswer, ApiRequest } from "./http-call.ts";

export type App = {
  /** Never throws; at once where nothing has to be waited for. */
  handle(request: ApiRequest): ApiAnswer | Promise<ApiAnswer>;
  /** Sends a caller to the same target of another origin. Never throws. */
  redirect(request: ApiRequest, origin: string): ApiAnswer | Promise<ApiAnswer>;
  /** Answers to refused requests, for faults found before routing. */
  refuse(request: ApiRequest, error: unknown): ApiAnswer;
  /** Answers that can be sent as they are, by raw target. */
  readonly ready: AnswerCache;
  /** An answer that is made at once from memory alone, `target` being both; null where it takes more, or where there is a fault to tell. */
  prepare(path: string, query: string, target: string): Sendable | null;
  /** Whether it matters who calls. */
  readonly isMetered: boolean;
  /** Epoch milliseconds. */
  now(): number;
  /** Counts a call to ready bytes and says how it ends; null to ask `handle` instead. `unchanged`: it gets a 304. */
  passNow(ready: Sendable, by: Requester, unchanged: boolean, isHead: boolean, now: number): Passage | Stranger | null;
  /** Counts a stranger's call; tells how it ends, in a later turn. */
  passSoon(ready: Sendable, stranger: Stranger, unchanged: boolean, isHead: boolean, tell: TellPassage): void;
  /** What a call gets instead of ready bytes. */
  refusalOf(ready: Sendable, refusal: Refusal, target: Target): Stamped;
  /** To be called about once a second. */
  sweep(): void;
};

type Context = {
  readonly deps: Deps;
  readonly guard: Guard;
  readonly common: readonly Header[];
  readonly ready: AnswerCache;
  /** Targets of answers that were not kept, and what the headers of such have in common. */
  readonly asked: Asked;
  readonly once: OnceHeadersOf;
  readonly find: Router;
  /** What people get where nothing is. */
  readonly missing: Served;
};
const KEEP_MS = MINUTE_MS;
const NO_BODY = { body: null, bodyBytes: 0 } as const;
const JSON_TYPE = "application/json; charset=utf-8";
/** Digests and the like, which no encoding makes smaller. */
const OCTETS = "application/octet-stream";

function answerWith(variant: Variant, request: ApiRequest, extra: readonly Header[], status = 200): ApiAnswer {
  const headers = [...variant.headers, ...extra];
  if (status === 200 && isHeld(request.headers["if-none-match"] ?? "", variant.etag)) {
    return { status: 304, headers: unchangedHeaders(headers), body: null, bodyBytes: 0 };
  }
  const body = request.method === "HEAD" ? null : variant.body;
  return { status, headers, body, bodyBytes: variant.body.length };
}

/** Keeps a reply while the snapshots it was made from are still the newest ones. */
function keepReply({ deps, ready }: Context, target: string, representation: Representation, reply: Reply<unknown>) {
  const { snapshots, clock } = deps;
  if (reply.from?.every(({ name, version }) => snapshots.version(name) === version) !== true) return;
  const keptMs = Math.min(reply.keepMs ?? KEEP_MS, reply.validMs ?? KEEP_MS);
  ready.set(target, representation, reply.from, clock.now() + keptMs);
}

const controlOf = ({ contract }: Route, { from, validMs }: Reply<unknown>): string =>
  from === null ? "no-store" : cacheControl(contract.maxAgeS, validMs);

type About = Pick<Reply<unknown>, "asOf" | "describedBy">;

const headersOf = (control: string, { asOf, describedBy }: About, common: readonly Header[]): readonly Header[] => [
  ["content-type", JSON_TYPE],
  ["cache-control", control],
  ["last-modified", toHttpDate(asOf)],
  ...(describedBy === undefined ? [] : [["link", describedBy] as const]),
  ...common,
];

type Made = { readonly route: Route; readonly access: Access; readonly target: string; readonly reply: Reply<unknown> };

/** `isKept`: whether the next call may get it too. */
function representReply(context: Context, { route, access, target, reply }: Made, isKept: boolean): Representation {
  const { body } = reply;
  const headers = headersOf(controlOf(route, reply), reply, context.common);
  const representation = isCast(body)
    ? represent(body.mould.bytes(body.text), headers, {
        ...{ access, digest: body.mould.tag(body.text), effort: isKept ? "kept" : "quick" },
      })
    : represent(Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)), headers, { access });
  if (isKept && route.contract.method === "GET") keepReply(context, target, representation, reply);
  return representation;
}

/** Whether others are likely to ask the same. */
const isWorthKeeping = ({ asked }: Context, target: string, { isOneOff }: Reply<unknown>): boolean =>
  isOneOff !== true || asked.isAgain(target);

/** An answer made at once from memory alone, in no encoding. */
function prepare(context: Context, path: string, query: string, target: string): Sendable | null {
  try {
    const found = path.length + query.length > LIMITS.urlBytesMax ? null : context.find(path);
    const { route, params } = (found?.kind === "route" ? found.routes.get("GET") : undefined) ?? {};
    if (!route?.runNow || params === undefined) return null;
    const input = readInput(route, params, query);
    route.contract.verify?.(input, context.deps);
    const reply = route.runNow(input, context.deps);
    if (reply === null) return null;
    const access = accessOf(route, input.query);
    const isKept = isWorthKeeping(context, target, reply);
    if (!isKept && isCast(reply.body)) {
      return representOnce(reply.body, context.once, controlOf(route, reply), reply, access);
    }
    const made = representReply(context, { route, access, target, reply }, isKept);
    made.variant("identity");
    return made;
  } catch {
    // The whole way says what is wrong.
    return null;
  }
}

type RouteCall = {
  readonly context: Context;
  readonly route: Route;
  readonly request: ApiRequest;
  readonly input: Input;
  readonly access: Access;
  readonly id: Header;
};

/** The work of a route. `whole`: in no encoding, whatever the caller holds, and for nobody else. */
function workRoute({ context, route, request, input, access, id }: RouteCall, whole: boolean, by: AskedBy) {
  const raw = request.query === "" ? request.path : `${request.path}?${request.query}`;
  const isRead = route.contract.method === "GET";
  const encoding = whole ? "identity" : encodingFor(request.headers["accept-encoding"] ?? "");
  const asked = whole ? { ...request, headers: {} } : request;
  const held = isRead ? context.ready.get(raw) : undefined;
  let isFree = false;
  const representation =
    held ??
    whenDone(route.run(input, context.deps, { ...by, requestId: id[1] }), (reply) => {
      isFree = reply.isFree === true;
      return representReply(context, { route, access, target: raw, reply }, isWorthKeeping(context, raw, reply));
    });
  return whenDone(representation, (made) =>
    whenDone(made.variant(encoding), (variant) => ({
      ...answerWith(variant, asked, [id], route.contract.status),
      isFree,
    })),
  );
}

/** A stored answer has the request id of its first call; this call has its own. */
const withOwnId = (headers: readonly Header[], id: Header): readonly Header[] => [
  ...headers.filter(([name]) => name !== id[0]),
  id,
];

async function passGate(gate: Pick<Gate, "pass">, call: RouteCall): Promise<ApiAnswer> {
  const { request, route, input, access, id } = call;
  let bodyBytes: number | null = 0;
  const passed = await gate.pass({
    requester: requesterOf(request),
    access,
    method: request.method,
    path: request.path,
    query: request.query,
    body: askedWith(route, input),
    paymentSignature: request.headers["payment-signature"] ?? "",
    idempotencyKey: request.headers["idempotency-key"] ?? "",
    isCheap: route.contract.method === "GET" && !access.slow,
    settled: route.settled === null ? undefined : async (payment) => route.settled?.(payment, call.context.deps),
    async work(whole, by) {
      // HEAD costs nothing, and so has nothing made.
      if (request.method === "HEAD" && access.slow) {
        bodyBytes = null;
        const headers = [...UNMADE_HEADERS, ...call.context.common];
        return { status: 200, headers, body: Buffer.alloc(0), isFree: true };
      }
      const made = await workRoute(call, whole, by);
      bodyBytes = made.bodyBytes;
      const body = concealed(route, call.context.deps, made.body ?? Buffer.alloc(0));
      return { status: made.status, headers: made.headers, body, isFree: made.isFree };
    },
  });
  const answer = revealed(route, call.context.deps, passed);
  const hasBody = answer.status !== 304 && request.method !== "HEAD";
  const { buffer, byteOffset, length } = answer.body;
  const body = hasBody ? Buffer.from(buffer, byteOffset, length) : null;
  return { status: answer.status, headers: withOwnId(answer.headers, id), body, bodyBytes: body?.length ?? bodyBytes };
}

/** Says what the request is for, for who operates the service. */
function name({ trace }: ApiRequest, route: string): void {
  if (trace !== undefined) trace.route = route;
}

function answerRoute(context: Context, route: Route, params: Named["params"], request: ApiRequest, id: Header) {
  name(request, route.contract.id);
  let input: Input;
  try {
    if (request.method === "HEAD" && (request.headers["payment-signature"] ?? "") !== "") {
      throw fault("payment_malformed", "HEAD takes no payment and costs none; send it with GET.");
    }
    const body =
      route.contract.body === undefined ? undefined : parseBody(request.headers["content-type"], request.body);
    input = withMonitorSecret(route, readInput(route, params, request.query, body), request.headers);
    route.contract.verify?.(input, context.deps);
  } catch (error) {
    if (isFault(error)) context.deps.gate?.note(requesterOf(request), accessOf(route, {}), FAULTS[error.code].status);
    throw error;
  }
  const call: RouteCall = { context, route, request, input, access: accessOf(route, input.query), id };
  const passing = context.deps.gate ?? (request.headers["idempotency-key"] ? context.deps.unmetered : undefined);
  return passing === undefined ? workRoute(call, false, NOBODY) : passGate(passing, call);
}

function answerPage(context: Context, page: Page, request: ApiRequest, extra: readonly Header[]): Soon {
  if (page.isExact === true) refuseParameters(request.query);
  const encoding = page.contentType === OCTETS ? "identity" : encodingFor(request.headers["accept-encoding"] ?? "");
  const html = page.html !== undefined && wantedFirst(request.headers.accept ?? "") === "html" ? page.html : null;
  const headers: Header[] = [
    ["content-type", html === null ? page.contentType : "text/html; charset=utf-8"],
    ["cache-control", cacheControl(page.maxAgeS)],
    ...context.common,
  ];
  const vary = page.html === undefined ? undefined : "Accept, Accept-Encoding";
  return whenDone(html === null ? page.render(context.deps) : html(context.deps), (made) =>
    whenDone(
      represent(
        typeof made === "string" ? Buffer.from(made) : made,
        headers,
        vary === undefined ? {} : { vary },
      ).variant(encoding),
      (variant) => answerWith(variant, request, extra),
    ),
  );
}

const noSuchPath = () => fault("route_not_found", "No such path; /openapi.json lists the ones there are.");

/** What people's browsers ask for counts against nothing: it is ready, or made once. */
function answerFile(serve: Served, request: ApiRequest, id: Header): Soon {
  const encoding = encodingFor(request.headers["accept-encoding"] ?? "");
  return whenDone(serve(request.headers.accept ?? ""), (file) => {
    if (file === null) throw noSuchPath();
    return whenDone(file.variant(encoding), (variant) => answerWith(variant, request, [id]));
  });
}

/** A person sees a page that leads on, under the same status; whatever lies under /v1 is no page's. */
function answerNone({ missing, guard, find, common }: Context, request: ApiRequest, id: Header): Soon {
  const { accept = "", "accept-encoding": encodings = "" } = request.headers;
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead || wantedFirst(accept) !== "html" || /^\/+v\d+(\/|$)/i.test(request.path)) throw noSuchPath();
  // As people type the path of a page.
  const bare = request.path.replace(/\/$/, "");
  if (bare !== "" && find(bare)?.kind === "file") {
    const location = locationOf({ path: bare, query: request.query }, "");
    return { status: 308, headers: [["location", location], ...common, id], ...NO_BODY };
  }
  return guard.inBurst(request, id, (extra) =>
    whenDone(missing(accept), (file) => {
      if (file === null) throw noSuchPath();
      return whenDone(file.variant(encodingFor(encodings)), (variant) => answerWith(variant, request, extra, 404));
    }),
  );
}

function dispatch(context: Context, request: ApiRequest, id: Header): Soon {
  const bytes = request.path.length + request.query.length;
  if (bytes > LIMITS.urlBytesMax) {
    throw fault("invalid_request", `The target is longer than ${LIMITS.urlBytesMax} bytes.`);
  }
  const target = context.find(request.path);
  if (!target) return answerNone(context, request, id);
  if (request.method === "OPTIONS") {
    const headers = [...preflightHeaders(target.allow), ...context.common];
    return context.guard.inBurst(request, id, (extra) => ({
      status: 204,
      headers: [...headers, ...extra],
      ...NO_BODY,
    }));
  }
  const method = request.method === "HEAD" ? "GET" : request.method;
  const refused = () =>
    fault("method_not_allowed", `The path takes ${target.allow}.`, { headers: { allow: target.allow } });
  if (target.kind === "file") {
    if (method !== "GET") throw refused();
    name(request, "file");
    return answerFile(target.serve, request, id);
  }
  if (target.kind === "page") {
    if (method !== "GET") throw refused();
    const { page } = target;
    name(request, "page");
    if (page.isUncounted === true) return answerPage(context, page, request, [id]);
    return context.guard.inBurst(request, id, (extra) => answerPage(context, page, request, extra));
  }
  const named = target.routes.get(method);
  if (named === undefined) throw faultOfUnknown(target.routes.get("GET"), context.deps) ?? refused();
  return answerRoute(context, named.route, named.params, request, id);
}

const REFUSALS_MAX = 8;
const UNCOUNTED: Passage = { limits: "", refusal: null };

function refusalOf({ deps, common }: Context, ready: Sendable, refusal: Refusal, target: Target): Stamped {
  const { refusals } = ready;
  const key = target.method === "GET" ? refusal.key : `${target.method} ${refusal.key}`;
  const held = refusals.get(key);
  if (held !== undefined) return held;
  if (refusals.size >= REFUSALS_MAX) refusals.clear();
  const made = makeStamped(refusal.fault(target), target.path, deps.env, common);
  refusals.set(key, made);
  return made;
}

/** Builds the app over its dependencies; answers are dropped as snapshots are replaced. */
export function openApp(deps: Deps, routes: readonly Route[] = ROUTES): App {
  const guard = openGuard(deps);
  const { common } = guard;
  const files = openFiles(deps, common);
  const find = openRouter(routes, PAGES, PAGE_FAMILIES, files.find);
  const context: Context = {
    deps,
    guard,
    common,
    once: openOnceHeaders((control, about) => headersOf(control, about, common)),
    ready: openCache(() => deps.clock.now()),
    asked: openAsked(),
    find,
    missing: files.missing,
  };
  // Indexed from the first snapshot on, before anyone asks.
  universeOf(deps.snapshots);
  deps.snapshots.onSwap((name) => context.ready.drop(name));

  return {
    handle: (request) => guard.guarded(request, (id) => dispatch(context, request, id)),
    redirect: (request, origin) =>
      guard.guarded(request, (id) => {
        const headers: Header[] = [["location", locationOf(request, origin)], ...common];
        const answer = (extra: readonly Header[]) => ({ status: 308, headers: [...headers, ...extra], ...NO_BODY });
        return guard.inBurst(request, id, answer);
      }),
    refuse: guard.refuse,
    ready: context.ready,
    prepare: (path, query, target) => prepare(context, path, query, target),
    isMetered: deps.gate !== undefined,
    now: () => deps.clock.now(),
    passNow: ({ access }, by, unchanged, isHead, now) =>
      deps.gate === undefined || access === null ? UNCOUNTED : deps.gate.passNow(by, access, unchanged, isHead, now),
    passSoon({ access }, stranger, unchanged, isHead, tell) {
      if (deps.gate === undefined || access === null) tell(UNCOUNTED);
      else deps.gate.passSoon(stranger, access, unchanged, isHead, tell);
    },
    refusalOf: (ready, refusal, target) => refusalOf(context, ready, refusal, target),
    sweep: () => context.ready.sweep(deps.clock.now()),
  };
}
