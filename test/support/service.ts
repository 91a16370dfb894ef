// The whole service for a test: `npm start` as its own process on free ports and in a folder of its own.

import { openStore, type Store } from "../../schema/io/clickhouse.ts";
import { type RunningService, startService } from "../../scripts/bench/service.ts";
import type { AskService } from "./api/walk.ts";

export type TestService = RunningService & {
  /** Kills a child the hard way and says its process id. */
  kill(child: string): Promise<number>;
  /** Resolves once that child has another process id. */
  untilReplaced(child: string, pid: number, timeoutMs: number): Promise<void>;
  /** A store over its engine, opened anew: engines come and go. */
  openStore(): Promise<Store>;
  get(path: string): Promise<{ status: number; body: Record<string, unknown> }>;
  /** The answer, also to a body that is posted; null where the service has none. */
  ask: AskService;
};

/** Some of the tracked tokens: coins and contracts of every chain that is read, a stablecoin, options, unlocks, a meme. */
export const FEW_TOKENS: readonly string[] = [
  ...["bitcoin", "ethereum", "tether", "solana", "cardano", "dogecoin", "arbitrum", "pancakeswap-token"],
];

type Teardown = { teardown(fn: () => unknown): void };

/** Polls until the check holds. Rejects with `what` after the time. */
export async function until(what: string, check: () => Promise<boolean>, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await check().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Long, for a machine that does much else beside. */
const STARTED_MS = 300_000;

export async function startTestService(t: Teardown, settings: Record<string, string> = {}): Promise<TestService> {
  const service = await startService({ LOG_LEVEL: "warn", ...settings }, STARTED_MS);
  t.teardown(() => service.stop());
  const pidOf = async (child: string) => (await service.place()).children[child] ?? 0;
  return {
    ...service,
    async kill(child) {
      const pid = await pidOf(child);
      process.kill(pid, "SIGKILL");
      return pid;
    },
    untilReplaced: (child, pid, timeoutMs) =>
      until(`${child} runs again`, async () => ![0, pid].includes(await pidOf(child)), timeoutMs),
    async openStore() {
      const place = await service.place();
      return openStore({
        url: place.clickhouseUrl,
        user: place.clickhouseUser,
        password: place.clickhousePassword,
        database: place.clickhouseDatabase,
        process: "test",
      });
    },
    async ask(target, body) {
      const headers = { "content-type": "application/json" };
      const posted = body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) };
      const answer = await fetch(`${(await service.place()).url}${target}`, posted);
      const said = await answer.json();
      return answer.ok ? (said as Awaited<ReturnType<AskService>>) : null;
    },
    async get(path) {
      const answer = await fetch(`${(await service.place()).url}${path}`);
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
  };
}
