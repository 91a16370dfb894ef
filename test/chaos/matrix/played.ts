// The cases of the fault matrix that are played on a running service: each does its harm, says figures, and what did not hold.
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { KEYS } from "../../../schema/key.ts";
import { type Ground, lasting, say, secondsOf, spread } from "./ground.ts";

/** @returns what did not hold. */
type Play = (ground: Ground) => Promise<string[]>;

const ROUNDS = Number(process.env.MATRIX_ROUNDS ?? 20);
/** Twice as long as the lock of a job. */
const HELD_MS = 31_000;
const OUTAGES_S = [3, 12, 45];
const HUNG_S = 20;
const POST_MS_MAX = 1_000;
const BAN_S = 30;
const FULL_MS = 30_000;
const orders = JSON.stringify({ token: "bitcoin", side: "buy", size_usd: 1_000 });

async function wholeAgain(ground: Ground, what: string): Promise<string[]> {
  const whole = await ground.untilWhole();
  const [{ rows = 0, more = 0 } = {}] = await ground.sql<{ rows: number; more: number }>(
    "SELECT toUInt32(count()) AS rows, toUInt32(count() - uniqExact(venue, token, market, symbol, interval_s, open_at)) AS more FROM candle",
  );
  const { count, failed, slowestMs } = ground.takeReads();
  say(
    `  ${what}: whole after ${secondsOf(whole)}; ${rows} rows of candles, ${more} of them later versions; ${failed} of ${count} reads failed, the slowest took ${Math.round(slowestMs)} ms`,
  );
  return [
    ...(whole === null ? [`${what}: candles are missing, doubled or false`] : []),
    ...(failed > 0 ? [`${what}: ${failed} reads failed`] : []),
  ];
}

const killing =
  (child: string): Play =>
  async (ground) => {
    const back: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await sleep(ground.draw(2_000));
      back.push(await ground.killChild(child));
    }
    say(`  ${child} killed ${ROUNDS} times at random within 2 s of its start: runs again ${spread(back)}`);
    return wholeAgain(ground, `after the kills of ${child}`);
  };

/** How a call that needs Redis is answered meanwhile. */
async function post(ground: Ground): Promise<string | null> {
  const from = performance.now();
  const { url } = await ground.service.place();
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: orders };
  const status = await fetch(`${url}/v1/evaluate`, { ...init, signal: AbortSignal.timeout(20_000) }).then(
    (answer) => answer.arrayBuffer().then(() => answer.status),
    () => 0,
  );
  const took = performance.now() - from;
  say(`    an order meanwhile: ${status} after ${Math.round(took)} ms`);
  return status === 503 && took < POST_MS_MAX ? null : `an order meanwhile: ${status} after ${took} ms`;
}

const redisAway: Play = async (ground) => {
  const found: (string | null)[] = [];
  const goesOn = async (what: string) => {
    const newer = await ground.untilNewer();
    const { count, failed } = ground.takeReads();
    say(`  ${what}: newer numbers ${secondsOf(newer)} after it was back; ${failed} of ${count} reads failed`);
    if (newer === null || failed > 0) found.push(`${what}: newer ${secondsOf(newer)}, ${failed} reads failed`);
  };
  ground.takeReads();
  for (const outage of OUTAGES_S) {
    await ground.redis.kill();
    await sleep(1_000);
    found.push(await post(ground));
    await sleep((outage - 1) * 1_000);
    await ground.redis.start();
    await goesOn(`killed, away for ${outage} s`);
  }
  ground.redis.signal("SIGSTOP");
  await sleep(1_000);
  found.push(await post(ground));
  await sleep((HUNG_S - 1) * 1_000);
  ground.redis.signal("SIGCONT");
  await goesOn(`stopped for ${HUNG_S} s`);
  const redis = ground.redis.open();
  await redis.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
  await redis.call("CLIENT", "KILL", "TYPE", "pubsub");
  redis.disconnect();
  await goesOn("every connection cut");
  found.push(...(await wholeAgain(ground, "after the outages of Redis")));
  return found.filter((one) => one !== null);
};

/**
 * Reads go on being served, so it is ready all the same: one of those parts is said not to be well. Only of those, since
 * numbers are late, too, on a machine with much else to do.
 */
async function isDegraded(ground: Ground, ...parts: readonly string[]): Promise<boolean> {
  const { status, body } = await ground.get("/readyz");
  const told = (body as { parts?: Record<string, { status: string }> }).parts;
  return status !== 200 || parts.some((part) => told?.[part]?.status !== "ok");
}

const redisFull: Play = async (ground) => {
  const found: string[] = [];
  const redis = ground.redis.open();
  try {
    const used = Number(/used_memory:(\d+)/.exec(await redis.info("memory"))?.[1] ?? 0);
    await redis.config("SET", "maxmemory", String(Math.round(used * 0.9)));
    const red = await lasting(() => isDegraded(ground, "redis"), 30_000);
    await redis.config("SET", "maxmemory", "0");
    const green = await lasting(async () => !(await isDegraded(ground, "redis")), 60_000);
    say(`  full: degraded after ${secondsOf(red)}, ready ${secondsOf(green)} after there was room`);
    if (red === null || green === null) found.push("a full Redis does not show in /readyz, or for too long");
    const before = await redis.hlen(KEYS.snapshotVersions);
    await redis.flushall();
    const newer = await ground.untilNewer();
    const back = await lasting(async () => (await redis.hlen(KEYS.snapshotVersions)) >= before);
    say(
      `  emptied: newer numbers after ${secondsOf(newer)}, all ${before} snapshots there after ${secondsOf(back)} more`,
    );
    if (newer === null || back === null) found.push("an empty Redis was not filled again");
  } finally {
    redis.disconnect();
  }
  return [...found, ...(await wholeAgain(ground, "after Redis was full and emptied"))];
};

const blocked: Play = async (ground) => {
  for (const child of ["pull", "build"]) {
    const pid = await ground.pidOf(child);
    process.kill(pid, "SIGSTOP");
    await sleep(HELD_MS);
    process.kill(pid, "SIGCONT");
    const newer = await ground.untilNewer();
    const isSame = (await ground.pidOf(child)) === pid;
    say(
      `  ${child} held for ${secondsOf(HELD_MS)}: newer numbers ${secondsOf(newer)} after it went on, ${isSame ? "the same process" : "another process"}`,
    );
  }
  return wholeAgain(ground, "after processes were held for twice their locks");
};

type Stats = { readonly origins: Readonly<Record<string, { readonly total: number }>> };

/** Of one venue: none of its hosts may be asked before the time that it named; others are as usual. */
const banned =
  (fault: object, what: string, isWaitNamed: boolean): Play =>
  async (ground) => {
    const counts = async () => {
      const { origins } = (await ground.control("GET", "/sandbox/stats")) as Stats;
      const of = (provider: string) => origins[provider]?.total ?? 0;
      return { binance: of("binance"), bybit: of("bybit") };
    };
    const before = await counts();
    await ground.control("POST", "/sandbox/fault", { provider: "binance", for_s: BAN_S, ...fault });
    await lasting(async () => (await counts()).binance > before.binance, BAN_S * 1_000);
    // What was under way when the first answer came has left already.
    await sleep(2_000);
    const first = await counts();
    await sleep((BAN_S - 6) * 1_000);
    const last = await counts();
    const [during, others] = [last.binance - first.binance, last.bybit - first.bybit];
    const newer = await ground.untilNewer();
    say(`  ${what}: ${during} requests during it, ${others} to another venue; newer numbers after ${secondsOf(newer)}`);
    await ground.control("DELETE", "/sandbox/fault");
    const found = await wholeAgain(ground, `after ${what}`);
    if (isWaitNamed && during > 0) found.push(`${what}: ${during} requests before the time that was named`);
    if (others === 0) found.push(`${what}: another venue was left alone too`);
    return found;
  };

const provider: Play = async (ground) => [
  ...(await banned({ kind: "429", retry_after_s: BAN_S }, "429 with Retry-After", true)(ground)),
  ...(await banned({ kind: "418", retry_after_s: BAN_S }, "418, a ban", true)(ground)),
  ...(await banned({ kind: "5xx", status: 500 }, "500", false)(ground)),
  ...(await banned({ kind: "html" }, "a page instead of JSON", false)(ground)),
];

/** Writes until there is no room for a byte. */
function fillUp(path: string): void {
  const file = openSync(path, "w");
  for (let bytes = 1_048_576; bytes >= 1; ) {
    try {
      writeSync(file, Buffer.alloc(bytes));
    } catch {
      bytes = Math.floor(bytes / 4);
    }
  }
  closeSync(file);
}

const diskFull: Play = async (ground) => {
  if (ground.disk === undefined) throw new Error("a disk of its own is needed");
  const found: string[] = [];
  const ballast = join(ground.disk, "ballast");
  ground.takeReads();
  fillUp(ballast);
  const red = await lasting(() => isDegraded(ground, "redis", "store"), 60_000);
  const order = await post(ground);
  await sleep(FULL_MS);
  const { count, failed } = ground.takeReads();
  say(`  no byte left: degraded after ${secondsOf(red)}; ${failed} of ${count} reads failed`);
  rmSync(ballast);
  const newer = await ground.untilNewer();
  const green = await lasting(async () => !(await isDegraded(ground, "redis", "store")));
  say(`  room again: newer numbers after ${secondsOf(newer)}, ready ${secondsOf(green)} later`);
  if (order !== null) found.push(order);
  if (red === null || failed > 0) found.push(`a full disk: degraded ${secondsOf(red)}, ${failed} reads failed`);
  if (newer === null || green === null) found.push("it does not go on by itself when there is room");
  return [...found, ...(await wholeAgain(ground, "after the disk was full"))];
};

export const PLAYED: Readonly<Record<string, Play>> = {
  ...{
    F1: killing("pull"),
    F3: killing("engine"),
    F4: redisAway,
    F5: redisFull,
    F6: blocked,
    F7: provider,
    F14: diskFull,
  },
};
