// The same with real processes: kill -9 in the middle of many payments, another process, and the callers come again.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "../../../schema/io/redis.ts";
import { programArgs } from "../../../scripts/program.ts";
import { createCardano } from "../../../scripts/sandbox/cardano/blockfrost.ts";
import { createLedger } from "../../../scripts/sandbox/cardano/ledger.ts";
import { openOrigin } from "../../../scripts/sandbox/origin.ts";
import { openDraw } from "../../support/payment/drafted-payment.ts";
import { type Audit, audit } from "./audit.ts";
import { type Run, signFor } from "./run.ts";
import type { World } from "./world.ts";

const PAYMENTS = 12;
const BLOCK_MS = 200;
const TRIES_MAX = 30;

async function startChild(redisUrl: string, ledgerUrl: string) {
  const child = spawn(process.execPath, [...programArgs("paid-api"), redisUrl, ledgerUrl], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  const url = `http://127.0.0.1:${/port (\d+)/.exec(said.toString())?.[1]}`;
  const kill = async () => {
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  return { url, kill };
}

async function ask(url: string, run: Run): Promise<boolean> {
  const [sent] = run.sent;
  run.attempts += 1;
  const headers = { "payment-signature": sent?.header ?? "" };
  const answer = await fetch(`${url}${run.request.path}`, { headers }).catch(() => null);
  const text = await answer?.text().catch(() => null);
  if (answer?.status !== 200 || typeof text !== "string") return false;
  sent?.bodies.push(text);
  return true;
}

/** Plays the rounds and audits them. Redis must be empty of payments. */
export async function killProcesses(
  redis: Redis,
  redisUrl: string,
  rounds: number,
  seed: number,
): Promise<Audit & { readonly runs: readonly Run[] }> {
  const draw = openDraw(seed);
  const ledger = createLedger(2, BLOCK_MS);
  const world: World = { redis, ledger, draw, counts: new Map() };
  const origin = await openOrigin({ provider: createCardano(2, ledger), port: 0, now: Date.now, gzip: false });
  const runs: Run[] = [];
  let child = await startChild(redisUrl, origin.url);
  try {
    for (let round = 0; round < rounds; round++) {
      const made = Array.from({ length: PAYMENTS }, (_, n): Run => {
        const path = `/v1/killed/${round}/${n}`;
        const request = { method: "GET", path, query: "", bodyDigest: "", tier: "data", description: "" } as const;
        const clock = { at: 0, now: Date.now };
        const run: Run = { kind: "kill -9", request, clock, sent: [], attempts: 0, stolen: 0 };
        signFor(world, run);
        return run;
      });
      runs.push(...made);
      const asked = made.map(async (run) => {
        await sleep(draw(300));
        return ask(child.url, run);
      });
      await sleep(20 + draw(500));
      await child.kill();
      await Promise.all(asked);
      child = await startChild(redisUrl, origin.url);
      const { url } = child;
      await Promise.all(
        made.map(async (run) => {
          for (let n = 0; n < TRIES_MAX && !(await ask(url, run)); n++) await sleep(150);
        }),
      );
    }
    const unanswered = runs.filter(({ sent }) => sent.some(({ bodies }) => bodies.length === 0));
    const found = await audit(world, runs);
    const late = unanswered.map(({ request }) => ({ what: "never answered", run: request.path }));
    return { ...found, findings: [...found.findings, ...late], runs };
  } finally {
    await child.kill();
    await origin.close();
  }
}
