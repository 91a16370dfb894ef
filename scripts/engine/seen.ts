// What the engine counts of itself, and its listener for operators.
import type { Env } from "../../schema/env.ts";
import { type Admin, openAdmin } from "../../schema/io/seen/admin.ts";
import { buildInfo } from "../../schema/io/seen/build-info.ts";
import type { Gauge, Look } from "../../schema/io/seen/metrics.ts";
import { counter, histogram, observe } from "../../schema/io/seen/tally.ts";
import type { LaneName, Store } from "./store.ts";

const STATEMENTS = counter("engine_statements_total", "Statements that the engine ran, by how they ended.", [
  "lane",
  "outcome",
]);
const TOOK = histogram("engine_statement_duration_seconds", "How long statements took, with their wait for a place.", [
  "lane",
]);

/** Counts a statement of a lane by how it ends. */
export async function counted(lane: LaneName, work: () => Promise<void>): Promise<void> {
  const from = performance.now();
  let outcome = "failed";
  try {
    await work();
    outcome = "ok";
  } finally {
    STATEMENTS.of(lane, outcome).value += 1;
    observe(TOOK.of(lane), (performance.now() - from) / 1_000);
  }
}

const laneLook = (store: Store): Look => ({
  name: "engine",
  async gauges(): Promise<Gauge[]> {
    const lanes = Object.entries(store.load());
    return [
      {
        ...{ name: "engine_statements_running", help: "Statements that have a place." },
        read: () => lanes.map(([lane, { running }]) => ({ value: running, labels: { lane } })),
      },
      {
        ...{ name: "engine_statements_waiting", help: "Statements that wait for a place." },
        read: () => lanes.map(([lane, { waiting }]) => ({ value: waiting, labels: { lane } })),
      },
    ];
  },
});

/** ENGINE_ADMIN_* are as the settings ADMIN_*, for this process. */
export function openEngineAdmin(
  store: Store,
  env: Readonly<Record<string, string | undefined>>,
  report: (event: Record<string, unknown>) => void,
): Admin {
  const settings: Pick<Env, "ADMIN_PORT" | "ADMIN_HOST" | "ADMIN_TOKEN"> = {
    ADMIN_PORT: Number(env.ENGINE_ADMIN_PORT ?? 0),
    ADMIN_HOST: env.ENGINE_ADMIN_HOST ?? "127.0.0.1",
    ADMIN_TOKEN: env.ENGINE_ADMIN_TOKEN ?? "",
  };
  const say = (_what: unknown, event?: string) => report({ event: event ?? "admin" });
  return openAdmin({
    ...{ env: settings, process: "engine", looks: [buildInfo("engine"), laneLook(store)] },
    log: { info: () => undefined, warn: say as never },
  });
}
