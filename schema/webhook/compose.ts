// The text of a message: the same bytes whenever it is sent.
import { createHash } from "node:crypto";
import { toTime } from "../shape/time.ts";
import { timeOfUlid, ulidOf } from "../ulid.ts";

type MessageText = {
  readonly id: string;
  readonly monitor: string;
  readonly sequence: number;
  readonly kind: string;
  readonly token: string;
  /** JSON. */
  readonly object: string;
  /** Epoch milliseconds. */
  readonly asOf: number;
};

/** Of a monitor and an event (numbered at an instant, epoch milliseconds) there is one message, and this is its id. */
export function messageIdOf(monitor: string, event: number, numberedAt: number): string {
  const digest = createHash("sha256").update(`${monitor}~${event}`).digest();
  return `msg_${ulidOf(numberedAt, digest)}`;
}

/** When the event of a message was numbered, epoch milliseconds. */
export const timeOfMessage = (id: string): number => timeOfUlid(id.slice("msg_".length));

/** The body, its members in the order of the contract. */
export function composeBody({ id, monitor, sequence, kind, token, object, asOf }: MessageText): string {
  const [head, tail] = [
    JSON.stringify({ monitor_id: monitor, kind, token }),
    JSON.stringify({ as_of: toTime(asOf), id, sequence }),
  ];
  return `${head.slice(0, -1)},"object":${object},${tail.slice(1)}`;
}
