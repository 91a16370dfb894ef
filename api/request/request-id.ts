// Request ids: the caller's where it is valid, else a cheap one that is unique across processes.
import { randomBytes } from "node:crypto";
import { LIMITS } from "../../schema/limit.ts";

const VALID = new RegExp(`^[A-Za-z0-9_-]{1,${LIMITS.requestIdLengthMax}}$`);
const PREFIX = randomBytes(6).toString("base64url");
const DIGITS = 10;
const ZERO = 48;
const NINE = 57;

/** The newest id as ASCII, counted up in place: a hot answer copies it without making a string. */
const current = Buffer.from(PREFIX + "0".repeat(DIGITS), "latin1");

/** Bytes of a made id. */
export const REQUEST_ID_BYTES = current.length;

/** Counts up and writes the new id at the start of `target`. */
export function stampRequestId(target: Uint8Array): void {
  for (let at = REQUEST_ID_BYTES - 1; at >= PREFIX.length; at--) {
    if ((current[at] ?? NINE) < NINE) {
      current[at] = (current[at] ?? ZERO) + 1;
      break;
    }
    current[at] = ZERO;
  }
  target.set(current);
}

/** Writes the newest id once more, into the body of the same answer. */
export const copyRequestId = (target: Uint8Array, at: number): void => target.set(current, at);

/** The newest id that was made. */
export const newestRequestId = (): string => current.toString("latin1");

/** The caller's id where it is safe to send back, else a new one. */
export function requestIdOf(header: string): string {
  if (VALID.test(header)) return header;
  const made = Buffer.alloc(REQUEST_ID_BYTES);
  stampRequestId(made);
  return made.toString("latin1");
}

export const isRequestId = (header: string): boolean => VALID.test(header);
