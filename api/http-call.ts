// What is asked of the API and what it answers, as the server takes and gives them.
import type { Header } from "./answer/header.ts";
import type { Trace } from "./seen/trace.ts";

export type ApiRequest = {
  /** In capitals. */
  readonly method: string;
  /** As sent: still percent-encoded. */
  readonly path: string;
  /** As sent, without the question mark. */
  readonly query: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Address of the connection's other end. */
  readonly peer?: string;
  /** As sent; not yet parsed. */
  readonly body?: Buffer;
  /** Told when the answer leaves; absent where one call makes another. */
  readonly trace?: Trace;
};

export type ApiAnswer = {
  readonly status: number;
  readonly headers: readonly Header[];
  /** Null where the answer has none: HEAD, 204, 304. */
  readonly body: Buffer | null;
  /** Of the body a GET would have got; for HEAD. Null where it would have to be made first. */
  readonly bodyBytes: number | null;
  /** What follows the body, or comes in its place, as it is made; cancelled where nobody reads it any more. */
  readonly stream?: ReadableStream<Uint8Array>;
};

export type Soon = ApiAnswer | Promise<ApiAnswer>;

/** Runs `next` at once where the value is there, else when it comes. */
export const whenDone = <T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> =>
  value instanceof Promise ? value.then(next) : next(value);
