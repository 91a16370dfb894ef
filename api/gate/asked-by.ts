// Whose call work is done for.

export type AskedBy = {
  /** As the gate knows callers; empty where there is none. */
  readonly caller: string;
  /** Transaction that is settled once the work is done, and only then; empty where nothing has to be paid. */
  readonly payment: string;
  /** The id under which to do work that the call may ask for again; a new one where there is none. */
  readonly errand?: string | undefined;
  /** Epoch milliseconds until which the call may take, its wait for a place included; as long as its work may where there is none. */
  readonly until?: number | undefined;
  /** Of the request, for the log lines of who works for it. */
  readonly requestId?: string | undefined;
};

/** Until when work may take that was begun at `now` and takes `mostMs` at most; epoch milliseconds. */
export const untilOf = (now: number, mostMs: number, { until }: AskedBy): number =>
  Math.min(now + mostMs, until ?? Number.POSITIVE_INFINITY);

export const NOBODY: AskedBy = { caller: "", payment: "" };
