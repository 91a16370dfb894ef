// JSON-RPC 2.0 over HTTP: a batch of calls in one request, answers matched by id.
import { httpError } from "../../schema/io/http.ts";
import { asList, asRecord, asText } from "../body.ts";
import type { CallRecord } from "../call.ts";
import type { Connections } from "../connection.ts";
import type { VenueId } from "../venue.ts";
import type { CallContext } from "./client.ts";
import { callJson } from "./http-json.ts";

export type RpcCall = { readonly method: string; readonly params: readonly unknown[] };

export type RpcAnswer = { readonly results: readonly unknown[]; readonly record: CallRecord };

export type RpcOptions = {
  readonly venue: VenueId;
  readonly url: string;
  readonly context: CallContext;
  /** Set where the node counts every call of a batch against its limit. */
  readonly weighs?: true;
};

export type Rpc = {
  /**
   * Results in the order of the calls. Throws http_error for a call that failed; a null result counts as a failure
   * unless `orNull`.
   */
  ask(calls: readonly RpcCall[], options?: { readonly orNull?: true; readonly bucket?: string }): Promise<RpcAnswer>;
};

/** Opens a node for one run. */
export function openRpc(connections: Connections, { venue, url, context, weighs }: RpcOptions): Rpc {
  let id = 0;
  return {
    async ask(calls, { orNull, bucket } = {}) {
      const first = id;
      id += calls.length;
      const post = calls.map((call, i) => ({ jsonrpc: "2.0", id: first + i, ...call }));
      const endpoint = calls[0]?.method ?? "";
      // Node addresses often carry a key in their path.
      const ask = {
        venue,
        endpoint,
        url,
        shownUrl: new URL(url).origin,
        post,
        weight: weighs ? calls.length : 1,
        ...(bucket === undefined ? {} : { bucket }),
      };
      const { body, record } = await callJson(connections, ask, context);
      const answers = new Map(asList(body, "batch").map((one) => [asRecord(one).id, asRecord(one)]));
      const results = post.map((one) => {
        const answer = answers.get(one.id);
        if (answer?.result !== undefined && (answer.result !== null || orNull)) return answer.result;
        record.outcome = "http_error";
        const message = asText(asRecord(answer?.error ?? {}).message).slice(0, 200);
        throw httpError("http_error", message || `${endpoint} gave nothing`, { status: 200 });
      });
      return { results, record };
    },
  };
}
