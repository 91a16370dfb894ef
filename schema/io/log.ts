// The log door: pino JSON lines with secrets removed.
import { type Logger, pino } from "pino";

export type Log = Logger;

const REDACTED = ["authorization", "payment-signature", "x-monitor-secret", "password", "token", "api_key", "secret"];

/** A logger for one process; level as in pino. */
export const openLog = (process: string, level: string): Log =>
  pino({
    level,
    base: { process },
    redact: {
      paths: REDACTED.flatMap((name) => [name, `*.${name}`]).map((p) => (p.includes("-") ? bracket(p) : p)),
      censor: "[removed]",
    },
    timestamp: pino.stdTimeFunctions.isoTime,
  });

/** Pino wants names with a dash in brackets. */
function bracket(path: string): string {
  return path.startsWith("*.") ? `*["${path.slice(2)}"]` : `["${path}"]`;
}
