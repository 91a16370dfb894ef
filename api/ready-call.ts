// The hot path: calls to bytes that are ready end without a promise, a parse, a look at Redis or a JSON text.
import { encodingFor, isHeld } from "./answer/negotiate.ts";
import { isPlain, seen } from "./request/head.ts";
import { isRequestId } from "./request/request-id.ts";
import { type Host, sendBody, sendLength, sendStamped, statusLine, type Wire, writeBlock } from "./wire.ts";

const UNCHANGED = statusLine(304);

/**
 * Answers a GET or HEAD whose headers were read into `seen`, where the bytes are there and it is known at once how the
 * call ends; false where it has to be thought about. `peer` gives the address of the other end.
 */
export function answerReady(
  host: Host,
  res: Wire,
  method: "GET" | "HEAD",
  path: string,
  query: string,
  peer: () => string,
): boolean {
  const { app } = host;
  if (!isPlain() || host.stopping) return false;
  const encoding = encodingFor(seen.accept);
  const held = app.ready.get(query === "" ? path : `${path}?${query}`);
  const ready = held ?? (encoding === "identity" ? app.prepare(path, query) : null);
  const variant = ready?.made[encoding];
  if (ready === null || variant === undefined) return false;
  const { authorization, forwarded } = seen;
  const unchanged = isHeld(seen.held, variant.etag);
  const asker = { peer: authorization === "" && app.isMetered ? peer() : "", forwarded, authorization };
  const passage = app.passNow(ready, asker, unchanged, method === "HEAD");
  if (passage === null) return false;
  const { limits, refusal } = passage;
  const id = seen.id !== "" && isRequestId(seen.id) ? seen.id : "";
  if (refusal !== null) {
    sendStamped(host, res, app.refusalOf(ready, refusal, { method, path, query }), limits, id, method === "HEAD");
    return true;
  }
  if (unchanged) res.writeStatus(UNCHANGED);
  if (limits !== "") res.writeHeader("ratelimit", limits);
  writeBlock(res, unchanged ? variant.unchanged() : variant.block, id);
  if (unchanged) res.endWithoutBody();
  else if (method === "HEAD") sendLength(res, variant.body.length);
  else sendBody(host, res, variant.body, null);
  return true;
}
