// The headers of the request at hand, as far as the server minds them, and whether they can be trusted.
import { LIMITS } from "../../schema/limit.ts";

/** What a request's headers said, read in one pass; one for all, since requests are read one after the other. */
export const seen = {
  bytes: 0,
  hosts: 0,
  lengths: 0,
  codings: 0,
  length: "",
  coding: "",
  accept: "",
  held: "",
  id: "",
  authorization: "",
  forwarded: "",
  payment: "",
  idempotency: "",
  type: "",
};

export function seeHeader(name: string, value: string): void {
  seen.bytes += name.length + value.length;
  switch (name) {
    case "host":
      seen.hosts += 1;
      break;
    case "content-length":
      seen.lengths += 1;
      seen.length = value;
      break;
    case "transfer-encoding":
      seen.codings += 1;
      seen.coding = value;
      break;
    case "accept-encoding":
      seen.accept = value;
      break;
    case "if-none-match":
      seen.held = value;
      break;
    case "x-request-id":
      seen.id = value;
      break;
    case "authorization":
      seen.authorization = value;
      break;
    case "x-forwarded-for":
      // Each proxy may add a line of its own.
      seen.forwarded = seen.forwarded === "" ? value : `${seen.forwarded}, ${value}`;
      break;
    case "payment-signature":
      seen.payment = value;
      break;
    case "idempotency-key":
      // The library leaves nothing of one in other letters: that is a wrong key, and not none.
      seen.idempotency = value === "" ? " " : value;
      break;
    case "content-type":
      seen.type = value;
      break;
  }
}

/** Whether there is nothing in the headers but what the hot path understands. */
export const isPlain = () =>
  seen.hosts === 1 &&
  seen.lengths === 0 &&
  seen.codings === 0 &&
  seen.payment === "" &&
  seen.bytes <= LIMITS.headerBytesMax;

/**
 * Whether it is beyond doubt where the request ends and for whom it is: the library takes the first of several lengths
 * and hosts, any text as a length, and minds its head limit only where a head comes in pieces.
 */
export const isClear = () =>
  seen.bytes <= LIMITS.headerBytesMax &&
  seen.hosts === 1 &&
  seen.lengths + seen.codings <= 1 &&
  (seen.lengths === 0 || /^\d{1,15}$/.test(seen.length)) &&
  (seen.codings === 0 || seen.coding.toLowerCase() === "chunked");

/** Before the headers of the next request are read. */
export function forgetHead(): void {
  seen.bytes = seen.hosts = seen.lengths = seen.codings = 0;
  seen.length = seen.coding = seen.accept = seen.held = seen.id = "";
  seen.authorization = seen.forwarded = seen.payment = seen.idempotency = seen.type = "";
}
