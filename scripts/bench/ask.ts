// Answering and explaining: what each costs a worker, from the job to the issued object, the first of a process as all others.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { buildLive } from "../../jobs/snapshot/build-live.ts";
import { MINUTE_MS } from "../../schema/duration.ts";
import { openProducer } from "../../schema/io/queue.ts";
import type { Kind, Took } from "./ask-worker.ts";
import { fillStore } from "./fill.ts";
import { type Ground, openGround } from "./ground.ts";
import { judge, median, noteFigure, say } from "./measure.ts";

const WORKER = fileURLToPath(new URL("./ask-worker.ts", import.meta.url));
/** So many workers answer first, and as many explain first: of what is first in a process the middle one counts. */
const WORKERS = { whole: 5, quick: 3 } as const;
const ROUNDS_MAX = 8;
/** 150 ms of processor where the reference work takes 1.6 s. */
const SHARE_MAX = 150 / 1_600;
/** The worker does a tenth of it. */
const TENTH = 10;

/** What a worker of its own tells of all it did. */
async function runWorker({ deps, engine, redisUrl }: Ground, asOf: number, first: Kind): Promise<Took[]> {
  const { MARKET, SANDBOX_ORIGINS = "" } = deps.env;
  const child = spawn(process.execPath, ["--heap-growing-percent=60", "--import=tsx", WORKER, String(asOf), first], {
    env: {
      ...process.env,
      ...{ MARKET, SANDBOX_ORIGINS, LOG_LEVEL: "error", REDIS_URL: redisUrl },
      ...{ CLICKHOUSE_URL: engine.url, CLICKHOUSE_USER: "default", CLICKHOUSE_PASSWORD: engine.token },
    },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const all: Took[] = [];
  child.on("message", (took: Took) => all.push(took));
  const [code] = (await once(child, "exit")) as [number];
  if (code !== 0) throw new Error(`a worker ended with ${code}`);
  return all;
}

/** No model words anything: the words are those of the rules. */
export async function ask({ isQuick }: { isQuick: boolean }): Promise<void> {
  const ground = await openGround();
  const producer = openProducer(ground.deps.redis);
  try {
    const from = ground.deps.clock.now();
    await fillStore(ground, from);
    const asOf = Math.floor(from / MINUTE_MS) * MINUTE_MS + MINUTE_MS + 15_000;
    await buildLive({ ...ground.deps, producer }, asOf, AbortSignal.timeout(10 * MINUTE_MS));
    const [firsts, costs] = [
      { ask: [] as number[], explain: [] as number[] },
      { ask: [] as number[], explain: [] as number[] },
    ];
    const [references, rehearsals]: [number[], number[]] = [[], []];
    let callsMost = 0;
    for (let round = 0; round < (isQuick ? WORKERS.quick : WORKERS.whole); round += 1)
      for (const first of ["ask", "explain"] as const) {
        const all = await runWorker(ground, asOf, first);
        const of = (kind: Took["what"]) => all.flatMap(({ what, ms }) => (what === kind ? [ms] : []));
        const reference = Math.min(...of("reference")) * TENTH;
        references.push(reference);
        rehearsals.push(...of("rehearsal"));
        firsts[first].push((of(first)[0] ?? Number.NaN) / reference);
        for (const kind of ["ask", "explain"] as const) costs[kind].push(...of(kind).map((ms) => ms / reference));
        callsMost = Math.max(callsMost, ...all.map(({ calls }) => calls));
      }
    const scale = median(references);
    say(
      `  reference work ${scale.toFixed(0)} ms of CPU; rehearsal of a worker's start ${median(rehearsals).toFixed(0)} ms`,
    );
    judge("calls of providers for an answer or a brief, the most", callsMost, ROUNDS_MAX + 1, "below");
    for (const kind of ["ask", "explain"] as const) {
      const [own, first] = [costs[kind], firsts[kind]];
      const ms = (share: number) => (share * scale).toFixed(0);
      noteFigure(`${kind}, CPU of the worker, of the reference work`, median(own));
      say(
        `  ${kind}: ${own.length} runs in ${references.length} processes, CPU of the worker ${ms(median(own))} ms, the dearest ${ms(Math.max(...own))} ms, firsts of a process ${first.map(ms).join(", ")} ms`,
      );
      judge(
        `${kind}, CPU of the worker for the first of a process, of the reference work`,
        median(first),
        SHARE_MAX,
        "below",
      );
      judge(
        `${kind}, CPU of the worker for the dearest of all, of the reference work`,
        Math.max(...own),
        SHARE_MAX,
        "below",
      );
    }
  } finally {
    await producer.close();
    await ground.stop();
  }
}
