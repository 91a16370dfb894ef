// Reads: each case against bare uWebSockets.js that sends the same bytes, and against Fastify with Redis, in short
// rounds one after the other, so that what else the machine does meets all of them.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openRedis } from "../../schema/io/redis.ts";
import { judge, median, say } from "./measure.ts";
import { openPages } from "./open-pages.ts";
import { PLAIN_KEYS } from "./plain-key.ts";
import { type Captured, capture } from "./raw-request.ts";
import { EVALUATION, HISTORY, type ReadCase, readCases, STATE } from "./read-case.ts";
import { type RunningService, startService } from "./service.ts";
import { createKey, type Spawned, spawnApi, spawnBare, spawnPlain, standStill } from "./spawn-server.ts";
import { lackOfRows, untilAnswered } from "./until-answered.ts";
import { type Load, load, type Round } from "./wrk.ts";

/** Many short rounds, so that what else the machine does leaves some of them alone. */
const ROUND_S = 1;
/** `quick`: only what has a bar. */
const ROUNDS = { whole: 15, quick: 9 } as const;
const WARM = { requests: 20_000, roundsMax: 10 } as const;
/** uWebSockets.js writes these by itself. */
const OWN_HEADERS = new Set(["content-length", "date", "uwebsockets", "connection", "transfer-encoding"]);
/** For the last that was published before all stood still to be taken in. */
const SETTLE_MS = 5_000;
const SETTLE_TURNS = 5;
/** More than the free calls of a day. */
const SPENT = 40;

type Bench = {
  readonly service: RunningService;
  readonly plain: Spawned;
  readonly apis: ReadonlyMap<number, Spawned>;
  readonly isQuick: boolean;
};
type Measured = { readonly server: Spawned; readonly rounds: Round[] };

async function writeAnswer(folder: string, answer: Captured, reads: string): Promise<string> {
  const headers = answer.headers.filter(([name]) => !OWN_HEADERS.has(name.toLowerCase()));
  const file = join(folder, "answer.json");
  const body = answer.body.toString("base64");
  await writeFile(file, JSON.stringify({ status: answer.status, headers, body, reads }));
  return file;
}

/**
 * What else the machine does makes a round slower, never faster: of each server alike the round at the end of its best
 * quarter is taken.
 */
function rateOf({ rounds }: Measured): number {
  const rates = rounds.map(({ perS }) => perS).sort((a, b) => b - a);
  return rates[Math.floor(rates.length / 4)] ?? Number.NaN;
}
const rateAgainst = (ours: Measured, other: Measured) => rateOf(ours) / rateOf(other);
/**
 * Processor time is taken of no one else, so no round is left out: where we stall in some of them, and pay for it, that
 * counts. Rounds one after the other are compared with each other.
 */
const cpuAgainst = (ours: Measured, other: Measured) =>
  median(ours.rounds.map(({ cpuUs }, round) => (other.rounds[round]?.cpuUs ?? Number.NaN) / cpuUs));
const cpuOf = ({ rounds }: Measured) => median(rounds.map(({ cpuUs }) => cpuUs));

function report(one: ReadCase, bytes: number, ours: Measured, bare: Measured, plain: Measured | null): void {
  const shown = (who: string, measured: Measured) =>
    `${who} ${rateOf(measured).toFixed(0)}/s at ${cpuOf(measured).toFixed(2)} µs`;
  const all = [shown("ours", ours), shown("bare", bare), ...(plain ? [shown("Fastify", plain)] : [])];
  say(`  ${one.name}: ${bytes} bytes; ${all.join(", ")}`);
  const [rate, cpu] = [rateAgainst(ours, bare), cpuAgainst(ours, bare)];
  if (one.bareBar === undefined) {
    say(`        against bare: rate ${rate.toPrecision(3)}, requests per CPU second ${cpu.toPrecision(3)}`);
  } else {
    judge(`${one.name}, rate against bare`, rate, one.bareBar, "at least");
    judge(`${one.name}, requests per CPU second against bare`, cpu, one.bareBar, "at least");
  }
  if (plain === null) return;
  const times = rateAgainst(ours, plain);
  if (one.plainBar === undefined) say(`        against Fastify and Redis: ${times.toPrecision(3)} times`);
  else judge(`${one.name}, times Fastify and Redis`, times, one.plainBar, "at least");
}

/** What is measured is the code as it runs for days: until then it is compiled, which takes so many calls of it. */
async function warm(server: Spawned, asked: Load): Promise<void> {
  for (let [round, done] = [0, 0]; round < WARM.roundsMax && done < WARM.requests; round++) {
    done += (await load(server, asked)).requests;
  }
}

const tagOf = ({ headers }: Captured): string =>
  headers.find(([name]) => name.toLowerCase() === "etag")?.[1] ?? "without a tag";

/** The tag of an answer once it stays: what was published last may still be on its way in. */
async function settledTag({ port }: Spawned, { path, headers }: ReadCase): Promise<string> {
  for (let [turn, tag] = [0, ""]; turn < SETTLE_TURNS; turn++) {
    const now = tagOf(await capture(port, path, headers));
    if (now === tag) return tag;
    tag = now;
    await sleep(SETTLE_MS);
  }
  throw new Error(`${path} goes on changing while all stands still`);
}

async function measure({ service, plain, apis, isQuick }: Bench, given: ReadCase): Promise<void> {
  const api = apis.get(given.processes);
  if (api === undefined) throw new Error(`no api of ${given.processes}`);
  const held = given.isHeld && (await settledTag(api, given));
  const one = held ? { ...given, headers: { ...given.headers, "If-None-Match": held } } : given;
  // What is not known yet is looked up at the first call, and every process learns for itself.
  const turns = one.status === 402 ? SPENT : 8;
  let answer = await capture(api.port, one.path, one.headers);
  for (let turn = 0; turn < turns; turn++) answer = await capture(api.port, one.path, one.headers);
  if (!answer.status.startsWith(String(one.status))) throw new Error(`${one.name}: ${answer.status}`);
  const bare = await spawnBare(await writeAnswer(service.folder, answer, one.bareReads ?? ""), one.processes);
  try {
    const rounds = isQuick ? ROUNDS.quick : ROUNDS.whole;
    const script = one.script === undefined ? undefined : join(service.folder, "case.lua");
    if (script !== undefined) await writeFile(script, one.script ?? "");
    const asked: Load = { path: one.path, headers: one.headers, seconds: ROUND_S, ...(script ? { script } : {}) };
    const ours: Measured = { server: api, rounds: [] };
    const theirs: Measured = { server: bare, rounds: [] };
    const fastify: Measured | null = one.isPlain ? { server: plain, rounds: [] } : null;
    const all = [theirs, ours, ...(fastify ? [fastify] : [])];
    for (const { server } of all) await warm(server, asked);
    for (let round = 0; round < rounds; round++) {
      // First in one round, last in the next.
      for (const measured of round % 2 === 0 ? all : [...all].reverse()) {
        const done = await load(measured.server, asked);
        const expected = one.status === 402 ? done.requests : 0;
        if (measured.server !== plain && done.errors !== expected)
          throw new Error(`${one.name}: ${done.errors} errors`);
        if (measured.server !== plain && done.requests === 0) throw new Error(`${one.name}: nobody was answered`);
        measured.rounds.push(done);
      }
    }
    const { status } = await capture(api.port, one.path, one.headers);
    if (status !== answer.status) throw new Error(`${one.name}: ${status} in the end`);
    report(one, answer.body.length, ours, theirs, fastify);
  } finally {
    await bare.stop();
  }
}

/** Leaves for the plain server what ours answers whole. */
async function fillPlain(redisUrl: string, api: Spawned, authorization: string): Promise<void> {
  const redis = openRedis(redisUrl, "patient", "bench");
  const paths = {
    state: STATE,
    evaluation: EVALUATION,
    history: HISTORY,
    tokens: "/v1/tokens?limit=250",
  };
  for (const [name, path] of Object.entries(paths) as [keyof typeof paths, string][]) {
    const { body } = await capture(api.port, path, { Authorization: authorization });
    await redis.set(PLAIN_KEYS[name], body);
  }
  redis.disconnect();
}

/** `browsers`: so many windows are open on pages of the api that is measured. */
export async function read({ isQuick, browsers }: { isQuick: boolean; browsers: number }): Promise<void> {
  const began = Date.now();
  /** What is being waited for is what was not said yet. */
  const tell = (what: string) => say(`  after ${((Date.now() - began) / 1_000).toFixed(0)} s ${what}`);
  const service = await startService({ BACKFILL_DAYS: isQuick ? "1" : "3" });
  const stops: (() => void | Promise<void>)[] = [() => service.stop()];
  try {
    const { redisUrl } = await service.place();
    tell("the service serves");
    const authorization = `Bearer ${await createKey(service)}`;
    const apis = new Map([1, 2].map((processes) => [processes, spawnApi(service, processes)] as const));
    const running = new Map<number, Spawned>();
    for (const [processes, api] of apis) running.set(processes, await api);
    for (const api of running.values()) stops.unshift(() => api.stop());
    tell("the api that is measured answers");
    const [one] = running.values();
    if (one === undefined) throw new Error("no api");
    await untilAnswered(one.port, HISTORY, authorization, lackOfRows);
    await untilAnswered(one.port, EVALUATION, authorization);
    tell("there is a history and a verdict");
    await fillPlain(redisUrl, one, authorization);
    const plain = await spawnPlain(redisUrl);
    stops.unshift(() => plain.stop());
    stops.unshift(await standStill(service));
    tell("all else stands still");
    await sleep(SETTLE_MS);
    if (browsers > 0) stops.unshift(await openPages(`http://127.0.0.1:${one.port}`, browsers));
    tell("the rounds begin");
    for (const each of readCases(authorization, Date.now())) {
      if (!isQuick || each.bareBar !== undefined) await measure({ service, plain, apis: running, isQuick }, each);
    }
  } finally {
    for (const stop of stops) await stop();
  }
}
