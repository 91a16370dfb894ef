// The log door: pino JSON lines with secrets removed.
import { type Logger, pino } from "pino";
import { MINUTE_MS } from "../duration.ts";
import { TOKENS } from "../token/token-list.ts";
import type { Clock } from "./clock.ts";
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

const REMIND_MS = MINUTE_MS;
const SUBJECTS_MAX = 200;

/**
 * For what may be so for long and is met again and again: `say` is called when it is met first, then once a minute,
 * with how often it was met since it was last said.
 */
export function openReminder(clock: Pick<Clock, "now">, everyMs = REMIND_MS) {
  const subjects = new Map<string, { saidAt: number; times: number }>();
  return (subject: string, say: (times: number) => void): void => {
    const now = clock.now();
    const known = subjects.get(subject);
    const times = (known?.times ?? 0) + 1;
    if (known !== undefined && now - known.saidAt < everyMs) {
      known.times = times;
      return;
    }
    if (subjects.size >= SUBJECTS_MAX) subjects.clear();
    subjects.set(subject, { saidAt: now, times: 0 });
    say(times);
  };
}

/** Pino wants names with a dash in brackets. */
function bracket(path: string): string {
  return path.startsWith("*.") ? `*["${path.slice(2)}"]` : `["${path}"]`;
}
