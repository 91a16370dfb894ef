// The hot path: calls to bytes that are ready end without a parse or a JSON text, and without a look at Redis too where
// the caller is known; strangers' calls wait together for one.
import { encodingFor, isHeld } from "./answer/negotiate.ts";
import type { Hot, Sendable } from "./answer/representation.ts";
import type { Passage } from "./gate/gate.ts";
import type { ApiRequest } from "./http-call.ts";
import { isPlain, seen } from "./request/head.ts";
import { isRequestId } from "./request/request-id.ts";
import { traceOf } from "./seen/trace.ts";
import {
  drop,
  type Exchange,
  type Host,
  sendBody,
  sendLength,
  sendStamped,
  statusLine,
  track,
  type Wire,
  writeBlock,
} from "./write-answer.ts";

const UNCHANGED = statusLine(304);

/** A call whose bytes are ready. `id`: the caller's own, or empty. */
type ReadyCall = {
  readonly ready: Sendable;
  readonly variant: Hot;
  readonly method: "GET" | "HEAD";
  readonly path: string;
  readonly query: string;
  readonly unchanged: boolean;
  readonly id: string;
  readonly isKeyed: boolean;
};

/** `since`: when it came, where that is looked at. */
function sendReady(
  host: Host,
  res: Wire,
  call: ReadyCall,
  { limits, refusal }: Passage,
  exchange: Exchange | null,
  since: number,
) {
  const { variant, method, path, query, unchanged, id, isKeyed } = call;
  const isHead = method === "HEAD";
  const caller = isKeyed ? "key" : "open";
  const { access } = call.ready;
  if (refusal !== null) {
    const stamped = host.app.refusalOf(call.ready, refusal, { method, path, query });
    sendStamped(host, res, exchange, stamped, { limits, id, isHead });
    host.seen.ready(access, isHead, stamped.status, isHead ? 0 : stamped.body.length, since, caller, id);
    return;
  }
  if (unchanged) res.writeStatus(UNCHANGED);
  writeBlock(res, unchanged ? variant.unchanged() : variant.head(), limits, id);
  if (!unchanged && !isHead) {
    const body = variant.bytes();
    sendBody(host, res, body, exchange, variant.isShared);
    host.seen.ready(access, false, 200, body.length, since, caller, id);
    return;
  }
  host.seen.ready(access, isHead, unchanged ? 304 : 200, 0, since, caller, id);
  if (unchanged) res.endWithoutBody();
  else sendLength(res, variant.bytes().length);
  if (exchange !== null) host.open.delete(exchange);
}

/** The request as it was read, for a call that has to be thought about after all; it has nothing but plain headers. */
function requestOf({ method, path, query }: ReadyCall, head: Heads, peer: string, since: number): ApiRequest {
  const headers = {
    "accept-encoding": head.accept,
    "if-none-match": head.held,
    "x-request-id": head.id,
    "x-forwarded-for": head.forwarded,
  };
  const trace = traceOf({ method, headers }, since === 0 ? performance.now() : since);
  return { method, path, query, headers, peer, trace };
}
type Heads = Pick<typeof seen, "accept" | "held" | "id" | "forwarded">;

const last = { path: "", query: "", target: "" };

/** One object for those who ask the same in a row: to look for a text made anew costs several times as much. */
function targetOf(path: string, query: string): string {
  if (last.path === path && last.query === query) return last.target;
  last.path = path;
  last.query = query;
  last.target = query === "" ? path : `${path}?${query}`;
  return last.target;
}

/**
 * Answers a GET or HEAD whose headers were read into `seen`, where the bytes are there and it is known at once how the
 * call ends, or Redis can say; false where it has to be thought about. `peer` gives the address of the other end,
 * `think` answers what has to be thought about later.
 */
export function answerReady(
  host: Host,
  res: Wire,
  method: "GET" | "HEAD",
  path: string,
  query: string,
  peer: () => string,
  think: (host: Host, res: Wire, request: ApiRequest, exchange: Exchange) => void,
): boolean {
  const { app, since } = host;
  if (!isPlain() || host.stopping) return false;
  const encoding = encodingFor(seen.accept);
  const target = targetOf(path, query);
  const now = app.now();
  const ready = app.ready.get(target, now) ?? (encoding === "identity" ? app.prepare(path, query, target) : null);
  const variant = ready?.made[encoding];
  if (ready === null || variant === undefined) return false;
  const { authorization, forwarded } = seen;
  // A tag is made only for who may hold it, and what an answer for one call says only for who gets it.
  const unchanged = seen.held !== "" && isHeld(seen.held, variant.tag());
  const requester = { peer: authorization === "" && app.isMetered ? peer() : "", forwarded, authorization };
  const passage = app.passNow(ready, requester, unchanged, method === "HEAD", now);
  if (passage === null) return false;
  const id = seen.id !== "" && isRequestId(seen.id) ? seen.id : "";
  const call: ReadyCall = { ready, variant, method, path, query, unchanged, id, isKeyed: authorization !== "" };
  if ("limits" in passage) {
    sendReady(host, res, call, passage, null, since);
    return true;
  }
  const exchange = track(host, res);
  const heads: Heads = { accept: seen.accept, held: seen.held, id: seen.id, forwarded };
  app.passSoon(ready, passage, unchanged, method === "HEAD", (told) => {
    if (exchange.aborted) return;
    try {
      if (told === null) think(host, res, requestOf(call, heads, requester.peer, since), exchange);
      else res.cork(() => sendReady(host, res, call, told, exchange, since));
    } catch (error) {
      drop(host, res, exchange, error);
    }
  });
  return true;
}
