// `npm run soak rolling`: every process of a running service is replaced, one after the other, while it is read; counts the
// reads that failed, by the process that was being replaced.
import { execFileSync } from "node:child_process";
import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { judge, say } from "../measure.ts";
import { type RunningService, startService } from "../service.ts";

/** Half of the readers keep their connection, half make one for each read: those meet a listener that closes. */
const READERS = 8;
const PAUSE_MS = 5;
const BACK_MS = 120_000;
/** Also beside other work. */
const START_MS = 300_000;
const CALM_MS = 3_000;
const MIGRATE = "net.ipv4.tcp_migrate_req";
const REPLACED = "The api processes are new.";

type Counts = Map<string, { reads: number; failed: string[] }>;

/** What a read came to; null where it was answered. */
const read = (url: string, agent: Agent | false): Promise<string | null> =>
  new Promise((resolve) => {
    const asked = get(
      `${url}/v1/state/bitcoin`,
      { agent: agent || new Agent({ keepAlive: false }), timeout: 10_000 },
      (got) => {
        got.resume();
        got.once("end", () => resolve(got.statusCode === 200 ? null : `status ${got.statusCode}`));
        got.once("error", (error) => resolve(error.message));
      },
    );
    asked.once("timeout", () => asked.destroy(new Error("no answer within 10 s")));
    asked.once("error", (error) => resolve(error.message));
  });

function startReaders(url: string) {
  const counts: Counts = new Map();
  const state = { phase: "before", stopped: false };
  const count = () => {
    const found = counts.get(state.phase) ?? { reads: 0, failed: [] };
    counts.set(state.phase, found);
    return found;
  };
  const run = async (at: number) => {
    const agent = at % 2 ? new Agent({ keepAlive: true, maxSockets: 1 }) : false;
    while (!state.stopped) {
      const during = count();
      const failed = await read(url, agent);
      during.reads += 1;
      if (failed !== null) during.failed.push(failed);
      await sleep(PAUSE_MS);
    }
    if (agent) agent.destroy();
  };
  return { counts, state, ended: Promise.all(Array.from({ length: READERS }, (_, at) => run(at))) };
}

/** Whether Linux hands a connection in its handshake to another listener; set where this process may. */
function setMigrate(): string {
  const ask = (...args: string[]) =>
    execFileSync("sysctl", ["-n", ...args], { encoding: "utf8", stdio: "pipe" }).trim();
  try {
    return ask("-w", `${MIGRATE}=1`);
  } catch {
    try {
      return ask(MIGRATE);
    } catch {
      return "unknown";
    }
  }
}

async function untilBack(service: RunningService, name: string, pid: number | undefined): Promise<void> {
  const until = performance.now() + BACK_MS;
  const isBack = async () => {
    const { url, children } = await service.place();
    const now = children[name];
    return now !== undefined && now !== pid && (await fetch(`${url}/readyz`)).ok;
  };
  while (!(await isBack().catch(() => false))) {
    if (performance.now() > until) throw new Error(`${name} is not back after ${BACK_MS / 1_000} s`);
    await sleep(200);
  }
}

async function replace(service: RunningService, name: string): Promise<void> {
  const { pid, children } = await service.place();
  if (name !== "api") {
    const before = children[name];
    if (before !== undefined) process.kill(before, "SIGTERM");
    return untilBack(service, name, before);
  }
  process.kill(pid, "SIGUSR2");
  const until = performance.now() + BACK_MS;
  while (!service.said().includes(REPLACED)) {
    if (performance.now() > until) throw new Error(`the api processes were not replaced:\n${service.said()}`);
    await sleep(200);
  }
}

/** @returns whether no read failed where the kernel hands connections on. */
export async function soakRolling(): Promise<void> {
  const migrate = setMigrate();
  say(`  ${MIGRATE}: ${migrate}`);
  const settings = { API_PROCESSES: "2", TRACKED_TOKENS: "bitcoin,ethereum,solana", BACKFILL_DAYS: "1" };
  const service = await startService(settings, START_MS);
  try {
    const { url, children } = await service.place();
    const readers = startReaders(url);
    const names = ["api", ...Object.keys(children).filter((name) => !/^api|^sandbox$/.test(name))];
    for (const name of names) {
      const from = performance.now();
      readers.state.phase = name;
      await replace(service, name);
      await sleep(CALM_MS);
      const { reads = 0, failed = [] } = readers.counts.get(name) ?? {};
      const why = failed.length === 0 ? "" : ` (${[...new Set(failed)].slice(0, 3).join("; ")})`;
      say(
        `  ${name.padEnd(8)} replaced after ${((performance.now() - from - CALM_MS) / 1_000).toFixed(1)} s: ${reads} reads, ${failed.length} failed${why}`,
      );
    }
    readers.state.stopped = true;
    await readers.ended;
    const all = [...readers.counts.values()];
    const failed = all.reduce((sum, { failed: some }) => sum + some.length, 0);
    const reads = all.reduce((sum, { reads: some }) => sum + some, 0);
    say(`  ${reads} reads in all, ${failed} failed`);
    if (migrate === "1") judge("reads that failed", failed, 1, "below");
    else say("  not judged: the kernel resets connections in their handshake when a listener closes");
  } finally {
    await service.stop();
  }
}
