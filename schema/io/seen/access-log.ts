// The access log: one JSON line a request, in files that are rolled by size so that they never fill a disk. Of who called
// it says the kind and nothing else: no key, address, target or signature. The only file that knows pino-roll.
import buildRoll from "pino-roll";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { openLogOutput } from "../log-output.ts";

export type AccessLine = {
  readonly id: string;
  readonly caller: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly bytes: number;
  /** Microseconds. */
  readonly us: number;
  /** How many answers the line stands for. */
  readonly of: number;
};
export type AccessLog = {
  write(line: AccessLine): void;
  close(): Promise<void>;
};

const ROLL = { bytes: "20m", kept: 5 } as const;
/** Lines wait so long, or for so many bytes, to be written together. */
const GATHER = { ms: 500, bytes: 8_192 } as const;
/** What a disk that is full or slow leaves waiting is bounded; more is lost. */
const WAITING_BYTES_MAX = 4_000_000;

type Output = { write(text: string): void; close(): Promise<void> };

async function openFile(path: string, log: Pick<Log, "warn">, size: string): Promise<Output> {
  const stream = await buildRoll({
    ...{ file: path, extension: ".log", size, limit: { count: ROLL.kept, removeOtherLogFiles: true }, mkdir: true },
    ...{ minLength: GATHER.bytes, maxLength: WAITING_BYTES_MAX, sync: false },
  });
  let isSaid = false;
  stream.on("error", (err: Error) => {
    if (!isSaid) log.warn({ err }, "lines of the access log are lost");
    isSaid = true;
  });
  const timer = setInterval(() => stream.flush(), GATHER.ms);
  timer.unref();
  return {
    write: (text) => void stream.write(text),
    async close() {
      clearInterval(timer);
      const closed = new Promise<void>((resolve) => {
        stream.once("close", () => resolve());
        setTimeout(resolve, 1_000).unref();
      });
      stream.end();
      await closed;
    },
  };
}

function openStdout(process: string): Output {
  const output = openLogOutput(process);
  return { write: (text) => output.write(text), close: async () => {} };
}

/** `to` as the setting ACCESS_LOG says it; null where there is to be none. */
export async function openAccessLog(
  to: string,
  {
    process,
    clock,
    log,
    size = ROLL.bytes,
  }: {
    readonly process: string;
    readonly clock: Pick<Clock, "now">;
    readonly log: Pick<Log, "warn">;
    readonly size?: string;
  },
): Promise<AccessLog | null> {
  if (to === "" || to === "off") return null;
  const output = to === "stdout" ? openStdout(process) : await openFile(to, log, size).catch(() => null);
  if (output === null) {
    log.warn({ path: to }, "there is no access log: its file cannot be opened");
    return null;
  }
  return {
    write({ us, ...line }) {
      const time = new Date(clock.now()).toISOString();
      output.write(`${JSON.stringify({ time, process, ...line, us: Math.round(us) })}\n`);
    },
    close: () => output.close(),
  };
}
