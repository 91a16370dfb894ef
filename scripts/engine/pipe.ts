// Named pipes the engine writes results into: real output formats, bounded memory and back-pressure, none of it on the event loop.
import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";

/**
 * One pipe in use. `stream` ends after `hangUp`, which is due as soon as the engine is done with the pipe; `release`
 * gives it back and may only follow that, or the next statement would read this one's rows.
 */
export type Pipe = { path: string; stream: Socket; hangUp(): void; release(): void };

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
    const stream = new Socket({ fd, readable: true, writable: false });
    const closed = new Promise<void>((resolve) => stream.once("close", () => resolve()));
    stream.on("error", () => stream.destroy());
    const hangUp = (): void => {
      if (stream.destroyed) return;
      // A reader whose writer never came sees no end of file; opening and closing one makes it.
      try {
        closeSync(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK));
      } catch {
        stream.destroy();
      }
    };
    const release = (): void => {
      stream.destroy();
      void closed.then(() => {
        const next = this.waiting.shift();
        if (next === undefined) this.idle.push(path);
        else next(path);
      });
    };
    return { path, stream, hangUp, release };
  }
}
