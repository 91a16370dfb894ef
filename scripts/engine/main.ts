// The engine's process: `--path DIR --port N --token T [--readonly-token R]`.
import { spawn } from "node:child_process";
import { readConfig } from "./config.ts";
import { EngineError } from "./fault.ts";
import { openProfile } from "./profile.ts";
import { openEngineAdmin } from "./seen.ts";
import { serveEngine } from "./server.ts";
import { SessionPool } from "./session.ts";
import { Store } from "./store.ts";
import { THREADS } from "./thread.ts";

/** sysexits.h: another process holds the data folder, or the port. */
const EX_TEMPFAIL = 75;

function report(event: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

/** libuv reads its thread count once, before any script can set it: start over with enough threads. */
function startOver(): void {
  const env = { ...process.env, UV_THREADPOOL_SIZE: String(THREADS) };
  const args = [...process.execArgv, ...process.argv.slice(1)];
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => child.kill(signal));
  child.once("exit", (code) => process.exit(code ?? 1));
  process.once("disconnect", () => child.disconnect());
}

async function start(): Promise<void> {
  // Started by itself it finds no starter's mask: facts, keys of the log and payments are its user's alone.
  process.umask(0o077);
  // The engine takes its zone from here: a day in a statement is 24 hours, and begins at midnight UTC, on every machine.
  process.env.TZ = "UTC";
  // Whoever reads the announcements may be gone before the last one.
  process.stdout.on("error", () => undefined);
  const config = readConfig(process.argv.slice(2), process.env);
  const store = await Store.open(config);
  const sessions = new SessionPool();
  const profile = openProfile(config.profileSeconds, report);
  const server = await serveEngine({ store, sessions, config, profile });
  const admin = openEngineAdmin(store, process.env, report);
  let stopping = false;
  const stop = async (drainMs: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    // Statements that outlive the drain are cut; the store survives that as it survives a crash.
    setTimeout(() => process.kill(process.pid, "SIGKILL"), drainMs + 5000).unref();
    profile.stop();
    await server.stop(drainMs);
    await admin.stop();
    await sessions.close();
    await store.close();
    report({ event: "stopped" });
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop(config.drainMs));
  process.on("SIGINT", () => void stop(config.drainMs));
  // The channel closes with the process that started this one: nothing is left behind.
  process.once("disconnect", () => void stop(0));
  report({ event: "ready", port: server.port, pid: process.pid, version: store.version });
}

if (Number(process.env.UV_THREADPOOL_SIZE ?? 4) < THREADS) startOver();
else {
  start().catch((error: unknown) => {
    const detail =
      error instanceof EngineError
        ? `${error.type}: ${error.message}`
        : error instanceof Error
          ? error.message
          : String(error);
    process.stderr.write(`engine: ${detail}\n`);
    const isHeld = error instanceof EngineError || (error as NodeJS.ErrnoException).code === "EADDRINUSE";
    process.exit(isHeld ? EX_TEMPFAIL : 1);
  });
}
