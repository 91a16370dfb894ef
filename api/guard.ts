// What is around every answer: its request id, faults told as problems, and calls without limits of their own counted.
import { FAULTS, fault, isFault } from "../schema/fault.ts";
import { commonHeaders, type Header, verifyHeaders } from "./answer/header.ts";
import { toProblem } from "./answer/problem.ts";
import type { Deps } from "./deps.ts";
import type { Requester } from "./gate/requester.ts";
import { type ApiAnswer, type ApiRequest, type Soon, whenDone } from "./http-call.ts";
import { requestIdOf } from "./request/request-id.ts";

export type Guard = {
  /** Headers of every answer. */
  readonly common: readonly Header[];
  /** Does the work; what it throws is told as a problem, and counted where it is the caller's. Never throws. */
  guarded(request: ApiRequest, work: (id: Header) => Soon): Soon;
  /** Counts a call that has no limits of its own against the burst; `answer` gets the headers that are the call's own. */
  inBurst(request: ApiRequest, id: Header, answer: (extra: readonly Header[]) => Soon): Soon;
  /** The answer to a request that was refused before it was routed; its connection ends with it, so it waits for nothing. */
  refuse(request: ApiRequest, error: unknown): ApiAnswer;
};

export const requesterOf = ({ headers, peer }: ApiRequest): Requester => ({
  peer: peer ?? "",
  forwarded: headers["x-forwarded-for"] ?? "",
  authorization: headers.authorization ?? "",
});

export function openGuard({ env, log, gate }: Pick<Deps, "env" | "log" | "gate">): Guard {
  const common = commonHeaders(env);
  const refuseAs = (request: ApiRequest, error: unknown, id: Header): ApiAnswer => {
    if (!isFault(error)) log.error({ err: error, path: request.path }, "a request failed");
    const known = isFault(error) ? error : fault("internal_error", "Something failed on our side; try again.");
    const { status, headers, body } = toProblem(known, { env, path: request.path, requestId: id[1] });
    const all = [...headers, ...common, id];
    verifyHeaders(all);
    return { status, headers: all, body: request.method === "HEAD" ? null : body, bodyBytes: body.length };
  };
  const idOf = ({ headers, trace }: ApiRequest): Header => {
    const id = requestIdOf(headers["x-request-id"] ?? "");
    if (trace !== undefined) trace.id = id;
    return ["x-request-id", id];
  };
  return {
    common,
    guarded(request, work) {
      const id = idOf(request);
      try {
        const answer = work(id);
        return answer instanceof Promise ? answer.catch((error) => refuseAs(request, error, id)) : answer;
      } catch (error) {
        const isRefused = isFault(error) && FAULTS[error.code].status < 500;
        if (gate === undefined || !isRefused) return refuseAs(request, error, id);
        return gate.refuse(requesterOf(request), error).then((refused) => refuseAs(request, refused, id));
      }
    },
    inBurst(request, id, answer) {
      if (gate === undefined) return answer([id]);
      return whenDone(gate.enter(requesterOf(request)), (refused) => answer([...Object.entries(refused), id]));
    },
    refuse(request, error) {
      const refused = isFault(error) ? gate?.refuseNow(requesterOf(request), error) : undefined;
      return refuseAs(request, refused ?? error, idOf(request));
    },
  };
}
