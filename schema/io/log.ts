// The log door: pino JSON lines with secrets removed.
import { type Logger, pino } from "pino";
import { TOKENS } from "../token-list.ts";
import { openLogOutput } from "./log-output.ts";

export type Log = Logger;

const REDACTED = ["authorization", "payment-signature", "x-monitor-secret", "password", "token", "api_key", "secret"];

const COINS: ReadonlySet<unknown> = new Set(["", ...TOKENS.map(({ id }) => id)]);

/** A logger for one process; level as in pino. */
export const openLog = (process: string, level: string): Log =>
  pino(
    {
      level,
      base: { process },
      redact: {
        paths: REDACTED.flatMap((name) => [name, `*.${name}`]).map((p) => (p.includes("-") ? bracket(p) : p)),
        // The id of a coin is no secret, and a line about a source without it says nothing.
        censor: (value, path) => (path.at(-1) === "token" && COINS.has(value) ? value : "[removed]"),
      },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    openLogOutput(process),
  );

/** Pino wants names with a dash in brackets. */
function bracket(path: string): string {
  return path.startsWith("*.") ? `*["${path.slice(2)}"]` : `["${path}"]`;
}
