// Faults as answers: RFC 9457 problem details with the code of the catalogue.
import type { Env } from "../../schema/env.ts";
import { echo, FAULTS, type Fault } from "../../schema/fault.ts";
import { originOf } from "../../schema/link.ts";
import type { Problem } from "../../schema/shape/problem.ts";
import type { Header } from "./header.ts";

const PROBLEM_TYPE = "application/problem+json; charset=utf-8";
const INSTANCE_LENGTH_MAX = 256;

type ProblemContext = { readonly env: Env; readonly path: string; readonly requestId: string };

/** Status, headers and body of a fault. */
export function toProblem(fault: Fault, { env, path, requestId }: ProblemContext) {
  const { status, title } = FAULTS[fault.code];
  const { errors, candidates, violated_policies, retryAfterS, last, payment } = fault.extra;
  const retryable = "retryable" in FAULTS[fault.code];
  const problem: Problem = {
    object: "error",
    type: `${originOf(env)}/errors/${fault.code}`,
    title,
    status,
    detail: fault.message,
    instance: path.length <= INSTANCE_LENGTH_MAX ? path : echo(path),
    code: fault.code,
    request_id: requestId,
    retryable,
    retry_after_s: retryAfterS ?? null,
    ...(errors === undefined ? {} : { errors: [...errors] }),
    ...(candidates === undefined ? {} : { candidates: [...candidates] }),
    ...(violated_policies === undefined ? {} : { violated_policies: [...violated_policies] }),
    ...(last === undefined ? {} : { last }),
    ...(payment === undefined ? {} : { payment }),
    docs: `${originOf(env)}/llms.txt`,
  };
  const headers: Header[] = [
    ["content-type", PROBLEM_TYPE],
    ["cache-control", "no-store"],
    ...(retryAfterS === undefined ? [] : [["retry-after", String(Math.ceil(retryAfterS))] as const]),
    ...Object.entries(fault.extra.headers ?? {}),
  ];
  return { status, headers, body: Buffer.from(JSON.stringify(problem)) };
}
