// Starts a real engine on a folder of its own for one test, and leaves nothing behind.
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type StartEngineOptions, startEngine } from "../../scripts/start-engine.ts";

export type TestEngine = {
  url: string;
  token: string;
  readonlyToken: string;
  path: string;
  readonly pid: number | undefined;
  /** kill -9; the supervisor restarts it on the same port. Resolves when it answers again. */
  kill9(): Promise<void>;
  /** An orderly restart seen from outside: kill -9 and wait. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a supervised engine; teardown stops it and removes its folder. */
export async function startTestEngine(
  t: { teardown(fn: () => unknown): void },
  options: Partial<StartEngineOptions> = {},
): Promise<TestEngine> {
  const path = options.path ?? mkdtempSync(join(tmpdir(), "assay-engine-"));
  const engine = await startEngine({ ...options, path });
  t.teardown(async () => {
    await engine.stop();
    if (options.path === undefined) execFileSync("rm", ["-rf", path]);
  });
  const kill9 = async (): Promise<void> => {
    await engine.kill();
    await engine.whenUp();
  };
  return {
    url: engine.url,
    token: engine.token,
    readonlyToken: engine.readonlyToken,
    path,
    get pid() {
      return engine.pid;
    },
    kill9,
    restart: kill9,
    stop: () => engine.stop(),
  };
}
