// Fifty slow calls at once by twenty-five keys on the running service, of each kind in turn: none may fail, and of two calls of one key the first goes first.
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { digestOf } from "../../../schema/canonical.ts";
import { changePartnerKey } from "../../../schema/io/partner-key.ts";
import { openRedis } from "../../../schema/io/redis.ts";
import { KEY_LIMITS } from "../../../schema/limit.ts";
import type { PartnerKey } from "../../../schema/partner-key.ts";
import { median, readCpuS, say } from "../measure.ts";
import { type RunningService, startService } from "../service.ts";
import { startSpinning } from "./load.ts";

const KEYS_MAX = 25;
const LLM_A_MINUTE = 1_000;
const ROUNDS_MS = 900_000;
/** Between the two calls of a key, so that which of them came first is no accident of the network. */
const APART_MS = 20;
const READY_MS = 240_000;

type Call = { readonly path: string; readonly body: object };
const TOKENS = ["bitcoin", "ethereum", "solana", "chainlink", "uniswap", "cardano", "dogecoin", "aave"] as const;
const tokenOf = (n: number) => TOKENS[n % TOKENS.length] ?? TOKENS[0];
const HOURS_MAX = 6;
const explainOver = (n: number, hours: number): Call => ({ path: "/v1/explain", body: { token: tokenOf(n), hours } });
const explain = (n: number): Call => explainOver(n, 1 + (n % HOURS_MAX));
const ask = (n: number): Call => ({
  path: "/v1/ask",
  body: { token: tokenOf(n), question: "Why did it move, and what would selling $250k cost?" },
});
const claim = (n: number): Call => ({
  path: "/v1/ask",
  body: { token: tokenOf(n), claim: "It is up more than 1 % today and funding is not positive" },
});
const KINDS: readonly (readonly [string, (n: number) => Call])[] = [
  ["explain", explain],
  ["ask", ask],
  ["claim", claim],
  ["mixed", (n) => [explain, ask, claim].map((make) => make(n))[n % 3] ?? ask(n)],
];

type Answered = { readonly status: number; readonly code: string; readonly ms: number; readonly at: number };

async function send(url: string, secret: string, { path, body }: Call): Promise<Answered> {
  const from = performance.now();
  const headers = { "content-type": "application/json", authorization: `Bearer ${secret}` };
  const answer = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  const said = (await answer.json()) as { code?: string; detail?: string; created_at?: string };
  const code = answer.ok ? "" : `${said.code}: ${said.detail}`;
  return { status: answer.status, code, ms: performance.now() - from, at: Date.parse(said.created_at ?? "") };
}

/** Keys in force, as if they had been given to partners; the service stores them by itself. */
async function makeKeys(redisUrl: string): Promise<string[]> {
  const redis = openRedis(redisUrl, "patient", "soak");
  try {
    const secrets: string[] = [];
    for (let n = 0; n < KEYS_MAX; n += 1) {
      const id = randomBytes(4).toString("hex");
      const secret = `assay_${id}_${randomBytes(32).toString("base64url")}`;
      const at = Date.now();
      const limits = { read: KEY_LIMITS.read, llm: LLM_A_MINUTE };
      const times = { createdAt: at, changedAt: at, revokedAt: null };
      const key: PartnerKey = { id, name: `crowd-${n}`, digest: digestOf(secret), ...limits, ...times };
      if (!(await changePartnerKey(redis, "", id, JSON.stringify(key))))
        throw new Error(`there is a key ${id} already`);
      secrets.push(secret);
    }
    return secrets;
  } finally {
    redis.disconnect();
  }
}

/** Processor seconds of each process of the service. */
async function usedBy(service: RunningService): Promise<Readonly<Record<string, number>>> {
  const { children } = await service.place();
  const used: Record<string, number> = {};
  for (const [name, pid] of Object.entries(children)) if (pid !== undefined) used[name] = await readCpuS(pid);
  return used;
}

/** What a first start fetches comes token by token: waits until each of them can be explained over the longest time. */
async function untilExplained(url: string, key: string): Promise<void> {
  const from = performance.now();
  for (const [at] of TOKENS.entries()) {
    for (;;) {
      const { status, code } = await send(url, key, explainOver(at, HOURS_MAX));
      if (status === 200) break;
      if (performance.now() > from + READY_MS) throw new Error(`${tokenOf(at)} could not be explained: ${code}`);
      await sleep(1_000);
    }
  }
  say(`  all can be explained after ${((performance.now() - from) / 1_000).toFixed(0)} s`);
}

/** Whether nothing failed. */
export async function soakCrowd(spinning: number): Promise<boolean> {
  const service = await startService({ BACKFILL_DAYS: "1", METERING: "on", RATE_FACTOR: "1000" });
  try {
    const place = await service.place();
    const keys = await makeKeys(place.redisUrl);
    await untilExplained(place.url, keys[0] ?? "");
    const load = startSpinning(spinning, ROUNDS_MS);
    let isGood = true;
    for (const [kind, make] of KINDS) {
      const [before, from] = [await usedBy(service), performance.now()];
      const callOf = (key: string, n: number) => send(place.url, key, make(n));
      const first = keys.map((key, n) => callOf(key, n));
      await sleep(APART_MS);
      const second = keys.map((key, n) => callOf(key, KEYS_MAX + n));
      const [firsts, seconds] = await Promise.all([Promise.all(first), Promise.all(second)]);
      const all = [...firsts, ...seconds];
      const failed = all.filter(({ status }) => status !== 200 && status !== 201);
      const turned = firsts.filter(({ at }, n) => at > (seconds[n]?.at ?? Number.POSITIVE_INFINITY));
      const times = all.map(({ ms }) => ms / 1_000).sort((a, b) => a - b);
      const why = [...new Set(failed.map(({ code }) => code))].join("; ");
      say(
        `  ${failed.length === 0 ? "PASS" : "FAIL"}  ${kind}: ${all.length - failed.length} of ${all.length} answered, median ${median(times).toFixed(1)} s, last after ${times.at(-1)?.toFixed(1)} s; second before first ${turned.length}${why && `; ${why}`}`,
      );
      const after = await usedBy(service);
      const spent = Object.entries(after).map(([name, used]) => `${name} ${(used - (before[name] ?? 0)).toFixed(1)}`);
      say(`        processor seconds within ${((performance.now() - from) / 1_000).toFixed(0)} s: ${spent.join(", ")}`);
      isGood &&= failed.length === 0;
    }
    load.stop();
    return isGood;
  } finally {
    await service.stop();
  }
}
