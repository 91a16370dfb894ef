// Where log lines go: standard output, each at once; a full disk costs lines and is said later, it never stops anybody.
import { writeSync } from "node:fs";
import { systemClock } from "./clock.ts";

const STDOUT = 1;
/** A reader that is slow is waited for so often, so long each time. */
const WAITS_MAX = 20;
const WAIT_MS = 5;

const cell = new Int32Array(new SharedArrayBuffer(4));
const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

type LogOutput = { write(line: string): void };
type Put = (bytes: Uint8Array) => number;

/** `put` writes what it can and says how much, as the system does. */
export function openLogOutput(name: string, put: Put = (bytes) => writeSync(STDOUT, bytes)): LogOutput {
  let lost = 0;
  let why = "";
  let isTorn = false;
  /** Whether all of it was written. */
  const putAll = (text: string): boolean => {
    let rest: Uint8Array = Buffer.from(isTorn ? `\n${text}` : text);
    const { length } = rest;
    for (let waits = 0; rest.length > 0; ) {
      try {
        rest = rest.subarray(put(rest));
      } catch (error) {
        why = codeOf(error);
        if (why === "EAGAIN" && waits < WAITS_MAX) {
          waits += 1;
          Atomics.wait(cell, 0, 0, WAIT_MS);
          continue;
        }
        isTorn ||= rest.length < length;
        return false;
      }
    }
    isTorn = false;
    return true;
  };
  const tellLost = () =>
    `${JSON.stringify({ level: 40, time: new Date(systemClock.now()).toISOString(), process: name, lost, why, msg: "lines of the log were lost" })}\n`;
  return {
    write(line) {
      if (lost > 0 && putAll(tellLost())) lost = 0;
      if (lost > 0 || !putAll(line)) lost += 1;
    },
  };
}
