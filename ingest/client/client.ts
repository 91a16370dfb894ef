// What every client gives and takes: a call under a venue's pace, recorded, with its parsed body.
import type { CallAbout, CallLog, CallRecord } from "../run/call.ts";

export type CallContext = {
  readonly about: Omit<CallAbout, "endpoint" | "token">;
  readonly log: CallLog;
  readonly signal?: AbortSignal | undefined;
};

/** `rows` of the record is filled in by whoever takes rows from the body. */
export type Called = { readonly body: unknown; readonly record: CallRecord };
