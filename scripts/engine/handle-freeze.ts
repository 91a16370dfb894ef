// `POST /freeze`: the owner asks for a copy of everything as it is at one instant; the answer says where it lies.
import type { IncomingMessage, ServerResponse } from "node:http";
import { readRole } from "./credential.ts";
import { describeError, EngineError, statusOf, toEngineError } from "./fault.ts";
import type { Deps } from "./handle.ts";

/** Never throws. */
export async function handleFreeze(
  { store, config }: Pick<Deps, "store" | "config">,
  request: IncomingMessage,
  response: ServerResponse,
  url: URLSearchParams,
): Promise<void> {
  request.resume();
  try {
    if (readRole(request, url, config) !== "owner") {
      throw new EngineError(497, "ACCESS_DENIED", "Not enough privileges: the owner alone copies everything");
    }
    const frozen = await store.freeze();
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(frozen));
  } catch (thrown) {
    const error = toEngineError(thrown);
    response
      .writeHead(statusOf(error), { "Content-Type": "text/plain; charset=UTF-8" })
      .end(describeError(error, store.version));
  }
}
