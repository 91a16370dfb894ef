// A refusal ready to be sent: the same bytes for every caller, but for the request id that is stamped into them.
import type { Env } from "../../schema/env.ts";
import { FAULTS, type Fault } from "../../schema/fault.ts";
import { REQUEST_ID_BYTES } from "../request/request-id.ts";
import { type Header, type HeaderBlock, joinHeaders } from "./header.ts";
import { toProblem } from "./problem.ts";

export type Stamped = {
  readonly status: number;
  readonly block: HeaderBlock;
  /** With room for a made request id. */
  readonly body: Buffer;
  readonly idAt: number;
};

const ROOM = "0".repeat(REQUEST_ID_BYTES);
/** No text of the body can look like this: quotes inside of texts are escaped. */
const MARK = `"request_id":"${ROOM}"`;

/** Makes the bytes of a fault for one path. */
export function makeStamped(known: Fault, path: string, env: Env, common: readonly Header[]): Stamped {
  const { headers, body } = toProblem(known, { env, path, requestId: ROOM });
  const { status } = FAULTS[known.code];
  const idAt = body.indexOf(MARK) + MARK.indexOf(ROOM);
  return { status, block: joinHeaders([...headers, ...common]), body, idAt };
}

/** The body with a request id of its own length: the caller's, where it sent one. */
export const bodyWithId = ({ body, idAt }: Stamped, id: string): Buffer =>
  Buffer.concat([body.subarray(0, idAt), Buffer.from(id, "latin1"), body.subarray(idAt + REQUEST_ID_BYTES)]);
