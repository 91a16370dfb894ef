// Times on the wire: RFC 3339 in UTC with milliseconds and Z.
import { Type } from "typebox";

export const Time = Type.String({
  format: "date-time",
  pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$",
  maxLength: 24,
  examples: ["2026-11-20T12:00:00.000Z"],
});

/** Epoch milliseconds to the wire form. */
export const toTime = (epochMs: number): string => new Date(epochMs).toISOString();

/** Epoch milliseconds to the form of HTTP headers. */
export const toHttpDate = (epochMs: number): string => new Date(epochMs).toUTCString();
