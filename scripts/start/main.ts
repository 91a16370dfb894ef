// `npm start`: brings up everything that is not configured by URL, says where it answers, keeps it running, and stops
// it in reverse order.
import { setTimeout as sleep } from "node:timers/promises";
import { probeProviders, probeSummary, probeTable } from "../../ingest/trial/probe.ts";
import type { Env } from "../../schema/env.ts";
import { systemClock } from "../../schema/io/clock.ts";
import { openHttp } from "../../schema/io/http.ts";
import { systemRandom } from "../../schema/io/random.ts";
import { sayMisspelt } from "../../schema/setting/read-settings.ts";
import { type HeldFolder, openFolder, removeRun } from "../folder.ts";
import { checkSettings } from "./check-settings.ts";
import { type Display, openDisplay } from "./display.ts";
import { findFreePort } from "./port.ts";
import { openService, type Service } from "./service.ts";
import { watchForStop } from "./stop-signal.ts";
import { ageBefore, type First, followBackfill, untilFirst } from "./watch.ts";

/** Real providers may refuse us: what they do not give is said, not waited for. The simulated market always answers. */
const FIRST_MS = { live: 15_000, sandbox: Number.POSITIVE_INFINITY } as const;

const say = (lines: string): boolean => process.stderr.write(`${lines}\n`);
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Settings and data folder, checked before anything starts. Throws one message for a person. */
async function prepare(): Promise<{ env: Env; folder: HeldFolder }> {
  const parsed = await checkSettings();
  const folder = await openFolder(parsed.DATA_DIR, say);
  return { env: parsed.PORT === 0 ? { ...parsed, PORT: await findFreePort() } : parsed, folder };
}

/** Tries out the real providers while everything else starts, and shows what came of it. Never rejects. */
async function showProviders(display: Display, env: Env): Promise<void> {
  if (env.MARKET !== "live") return;
  const http = openHttp({ clock: systemClock, random: systemRandom });
  try {
    const results = await probeProviders(http, env);
    for (const line of [...probeTable(results), probeSummary(results)]) display.line(`    ${line}`);
  } catch (error) {
    display.line(`    The providers could not be tried out: ${messageOf(error)}`);
  } finally {
    await http.close();
  }
}

function announce(display: Display, service: Service, first: First, env: Env, age: string | null): void {
  const simulated = env.MARKET === "sandbox" ? "  Every number is simulated (MARKET=sandbox)." : "";
  const known = age === null ? "" : `, ${age} old`;
  const price = "price" in first ? `BTC ${first.price} USD${known}` : `no price of BTC, ${first.reason}`;
  display.line("");
  display.line(`  Assay answers on ${service.base}   (${price})${simulated}`);
  display.line("");
  display.line(`    curl -s '${service.example}'`);
  display.line("");
  display.line(`  Logs: ${service.folder.log}   Process ${process.pid}   Ctrl-C stops everything.`);
}

/** Says once numbers are served; where those are from before this start, that they are, and when newer ones came. */
async function showNumbers(display: Display, service: Service, env: Env, startedAt: number, signal: AbortSignal) {
  const patienceMs = FIRST_MS[env.MARKET];
  const done = display.step("first numbers");
  const first = await untilFirst(service.base, patienceMs, signal);
  const age = ageBefore(first, startedAt, Date.now());
  done("price" in first ? (age === null ? "" : `kept from before, ${age} old`) : `none yet: ${first.reason}`);
  await service.note(true);
  announce(display, service, first, env, age);
  if (age === null) return;
  const renewed = display.step("new numbers");
  const next = await untilFirst(service.base, patienceMs, signal, startedAt);
  renewed("price" in next ? `BTC ${next.price} USD` : `none yet: ${next.reason}`);
}

async function run(): Promise<void> {
  const startedAt = Date.now();
  const { env, folder } = await prepare();
  const display = openDisplay(process.stdout, Date.now);
  display.line(`Starting Assay (MARKET=${env.MARKET}, data in ${folder.root})`);
  for (const line of sayMisspelt()) display.line(`  ! ${line}`);
  const service = openService(env, folder, display);
  const signal = watchForStop(() => {
    service.killAll();
    process.exit(130);
  });
  process.on("SIGUSR2", () => {
    display.line("  Replacing the api processes …");
    service.replaceApis().then(
      () => display.line("  The api processes are new."),
      (error: unknown) => display.line(`  ! ${messageOf(error)}`),
    );
  });
  const ended = new Promise<"stopped">((resolve) => signal.addEventListener("abort", () => resolve("stopped")));
  try {
    const shown = showProviders(display, env);
    const up = service.start(signal).then(async () => {
      await shown;
      await showNumbers(display, service, env, startedAt, signal);
      await followBackfill(service.base, display, signal);
      await service.leaveCore();
    });
    await Promise.race([up, ended]);
    await ended;
  } finally {
    display.close();
    if (signal.aborted) process.stdout.write("Stopping …\n");
    await service.stop();
    await removeRun(folder.root);
    if (signal.aborted) process.stdout.write("Stopped.\n");
  }
}

// Who read along, such as `tee` that the same Ctrl-C ended, may be gone; what runs is stopped in order all the same.
process.stdout.on("error", () => undefined);
process.stderr.on("error", () => undefined);
try {
  await run();
} catch (error) {
  say(messageOf(error));
  process.exitCode = 1;
}
// Sockets that still linger must not keep a stopped service alive.
await sleep(50);
process.exit();
