// The whole service for one measurement: `npm start` as a process of its own, on a free port and in a temporary folder.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { programArgs } from "../program.ts";

/** Where the running service can be reached, as its run file says. */
type Place = {
  readonly pid: number;
  readonly url: string;
  readonly redisUrl: string;
  readonly clickhouseUrl: string;
  readonly clickhouseUser: string;
  readonly clickhousePassword: string;
  readonly clickhouseReadonlyPassword: string;
  readonly clickhouseDatabase: string;
  readonly sandboxOrigins: string;
  readonly children: Readonly<Record<string, number | undefined>>;
  readonly isServing: boolean;
};

export type RunningService = {
  readonly folder: string;
  readonly process: ChildProcess;
  /** Read anew each time, since restarts change process ids. */
  place(): Promise<Place>;
  /** Origin of a provider of the simulated market, or of its `control`. */
  origin(provider: string): Promise<string>;
  /** The last that it printed. */
  said(): string;
  stop(): Promise<void>;
};

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const STOP_MS = 40_000;
const SAID_CHARS_MAX = 12_000;

async function readPlace(folder: string): Promise<Place | null> {
  const text = await readFile(join(folder, "run.json"), "utf8").catch(() => null);
  return text === null ? null : (JSON.parse(text) as Place);
}

/**
 * Starts it and waits for the first numbers. Rejects with what it printed when it ends or takes too long. A folder that
 * is given (DATA_DIR) is used as it is, and stays.
 */
export async function startService(
  settings: Readonly<Record<string, string>> = {},
  timeoutMs = 120_000,
): Promise<RunningService> {
  const folder = settings.DATA_DIR ?? (await mkdtemp(join(tmpdir(), "assay-service-")));
  const child = spawn(process.execPath, programArgs("start"), {
    cwd: ROOT,
    env: {
      ...process.env,
      UWS_HTTP_MAX_HEADERS_SIZE: "16384",
      PORT: "0",
      DATA_DIR: folder,
      METERING: "off",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-SAID_CHARS_MAX);
    });
  }
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, "exit");
      const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
      child.kill("SIGTERM");
      await gone;
      clearTimeout(timer);
    }
    if (settings.DATA_DIR === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const deadline = Date.now() + timeoutMs;
  while ((await readPlace(folder))?.isServing !== true) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`the service did not start:\n${said}`);
    }
    await sleep(100);
  }
  const place = async () => {
    const now = await readPlace(folder);
    if (now === null) throw new Error("the service has no run file");
    return now;
  };
  return {
    folder,
    process: child,
    place,
    async origin(provider) {
      const origins = JSON.parse((await place()).sandboxOrigins) as Record<string, string>;
      const origin = origins[provider];
      if (origin === undefined) throw new Error(`the simulated market has no ${provider}`);
      return origin;
    },
    said: () => said,
    stop,
  };
}
