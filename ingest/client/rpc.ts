// JSON-RPC 2.0 over HTTP: a batch of calls in one request, answers matched by id.
import { httpError } from "../../schema/io/http.ts";
import type { CallRecord } from "../run/call.ts";
import type { Connections } from "../run/connection.ts";
import { asList, asRecord, asText, recordIn } from "../source/body.ts";
import { VENUES, type VenueId } from "../source/venue.ts";
import type { CallContext } from "./client.ts";
import { callJson } from "./http-json.ts";

export type RpcCall = { readonly method: string; readonly params: readonly unknown[] };

type RpcAnswer = { readonly results: readonly unknown[]; readonly record: CallRecord };

type RpcOptions = {
  readonly venue: VenueId;
  readonly url: string;
  readonly context: CallContext;
  /** Set where the node counts every call of a batch against its limit. */
  readonly weighs?: true;
};

export type RpcAskOptions = { readonly orNull?: true; readonly orFailed?: true; readonly bucket?: string };

export type Rpc = {
  /**
   * Results in the order of the calls. Throws http_error for a call that failed; a null result counts as a failure
   * unless `orNull`. With `orFailed` a call that failed has no result, and nothing is thrown for it.
   */
  ask(calls: readonly RpcCall[], options?: RpcAskOptions): Promise<RpcAnswer>;
};

/** EIP-1474: a limit of the node, told inside of an answer. It says nothing about the span that was asked for. */
const LIMIT_EXCEEDED = -32005;

/** Opens a node for one run. */
export function openRpc(connections: Connections, { venue, url, context, weighs }: RpcOptions): Rpc {
  let id = 0;
  return {
    async ask(calls, { orNull, orFailed, bucket } = {}) {
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
      // A batch that is refused as a whole is answered with one error, of no call's id.
      const whole = recordIn(body)[0]?.error;
      const answers = new Map(
        whole === undefined ? asList(body, "batch").map((one) => [asRecord(one).id, asRecord(one)]) : [],
      );
      const errors = [...answers.values(), { error: whole }].flatMap(({ error }) => recordIn(error));
      if (errors.some(({ code }) => code === LIMIT_EXCEEDED)) {
        const { pauseMs } = VENUES[venue];
        record.outcome = "rate_limited";
        await connections.pace.pause(venue, pauseMs);
        throw httpError("rate_limited", `${venue} answered ${LIMIT_EXCEEDED}, over the limit`, {
          retryAfterMs: pauseMs,
        });
      }
      const results = post.map((one) => {
        const answer = answers.get(one.id);
        if (answer?.result !== undefined && (answer.result !== null || orNull)) return answer.result;
        if (orFailed && whole === undefined) return undefined;
        record.outcome = "http_error";
        const message = asText(asRecord(answer?.error ?? whole ?? {}).message).slice(0, 200);
        throw httpError("http_error", message || `${endpoint} gave nothing`, { status: 200 });
      });
      return { results, record };
    },
  };
}
