// Named pipes the engine writes results into: real output formats, bounded memory and back-pressure, none of it on the event loop.
import { execFile, execFileSync } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { rm } from "node:fs/promises";
import { Socket } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";

const END_WITHIN_MS = 100;

/**
 * One pipe in use. `stream` ends after `hangUp`, which is due as soon as the engine is done with the pipe; `release`
 * gives it back and may only follow the engine's end, or the next statement would read this one's rows.
 */
type Pipe = { path: string; stream: Socket; hangUp(): void; release(): void };

/** A fixed set of pipes; a path belongs to one statement at a time. */
export class PipePool {
  private readonly idle: string[];
  private readonly waiting: ((path: string) => void)[] = [];

  constructor(folder: string, count: number) {
    this.idle = Array.from({ length: count }, (_, i) => join(folder, `pipe-${i}`));
    execFileSync("mkfifo", ["-m", "600", ...this.idle]);
  }

  async take(): Promise<Pipe> {
    const path = this.idle.pop() ?? (await new Promise<string>((give) => this.waiting.push(give)));
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    // A writer of our own keeps the end from showing before the engine's: it may open its side late, twice or never.
    const stream = new Socket({ fd, readable: true, writable: false });
    let isEnded = false;
    const closed = new Promise<void>((resolve) => stream.once("close", () => resolve()));
    stream.once("end", () => {
      isEnded = true;
    });
    stream.on("error", () => stream.destroy());
    let writer: number | undefined = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    const hangUp = (): void => {
      if (writer !== undefined) closeSync(writer);
      writer = undefined;
    };
    const release = (): void => {
      // Read on to the end: a statement that failed early may have left its writer open, and its pipe unfit for the next.
      hangUp();
      stream.resume();
      const timer = setTimeout(() => stream.destroy(), END_WITHIN_MS);
      void closed.then(async () => {
        clearTimeout(timer);
        if (!isEnded) await remake(path);
        const next = this.waiting.shift();
        if (next === undefined) this.idle.push(path);
        else next(path);
      });
    };
    return { path, stream, hangUp, release };
  }
}

async function remake(path: string): Promise<void> {
  await rm(path, { force: true });
  await promisify(execFile)("mkfifo", ["-m", "600", path]);
}
