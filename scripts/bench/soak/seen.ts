// `npm run soak seen`: a real Prometheus over a running service. Every metric of the boards is there and every query answers;
// then one thing after another is broken, and its alert fires and goes out again.
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { DAY_MS } from "../../../schema/duration.ts";
import { openRedis, type Redis } from "../../../schema/io/redis.ts";
import { KEYS } from "../../../schema/key.ts";
import { say } from "../measure.ts";
import { type RunningService, startService } from "../service.ts";
import { freePort, hasPrometheus, type Prometheus, startPrometheus } from "./prometheus.ts";

const SETTLE_MS = 100_000;
/** A start is over once a checkpoint is signed and what was late is not any more: longer on a machine with other work. */
const STARTED_MS_MAX = 480_000;
const FIRE_MS_MAX = 120_000;
const LOOK_MS = 2_000;
const BOARDS = ["service", "data", "money"] as const;
/** Room behind the starter's port for those of its processes. */
const TRACKED = "bitcoin,ethereum,solana,uniswap,tether";

type Panel = {
  readonly title: string;
  readonly targets: readonly { readonly expr?: string; readonly rawSql?: string }[];
};
type Board = { readonly panels: readonly Panel[] };
type Doors = { readonly service: RunningService; readonly prometheus: Prometheus; readonly redis: Redis };

const readBoard = async (name: string): Promise<Board> => {
  const path = fileURLToPath(new URL(`../../deploy/grafana/dashboards/${name}.json`, import.meta.url));
  return JSON.parse(await readFile(path, "utf8")) as Board;
};

/** Something of everything that is counted by who asks. */
async function callAll(service: RunningService): Promise<void> {
  const { url } = await service.place();
  const paths = ["/v1/state/bitcoin", "/v1/market", "/v1/tokens", "/v1/status", "/v1/nothing", "/healthz", "/"];
  for (let round = 0; round < 40; round++) {
    await Promise.all(paths.map((path) => fetch(url + path).then((answer) => answer.arrayBuffer())));
  }
  const body = JSON.stringify({ question: "What is the price of bitcoin?" });
  const headers = { "content-type": "application/json" };
  await fetch(`${url}/v1/ask`, { method: "POST", headers, body }).then((answer) => answer.arrayBuffer());
}

/** Metrics that only come to be by what a quiet service does not do. */
const RARE = new Set(["webhook_attempt_duration_seconds_bucket", "job_stalled_total"]);

async function judgeBoards({ service, prometheus }: Doors): Promise<boolean> {
  const names = await prometheus.names();
  const place = await service.place();
  let isWhole = true;
  const wrong = (line: string) => {
    isWhole = false;
    say(`  FAIL  ${line}`);
  };
  let [asked, empty] = [0, 0];
  for (const board of BOARDS) {
    for (const { title, targets } of (await readBoard(board)).panels) {
      for (const { expr, rawSql } of targets) {
        asked += 1;
        if (rawSql !== undefined) {
          const filled = rawSql.replace(/\$__timeFilter\((\w+)\)/g, "$1 >= now() - INTERVAL 7 DAY AND $1 <= now()");
          const user = `${place.clickhouseUser}:${place.clickhouseReadonlyPassword}`;
          const headers = { authorization: `Basic ${Buffer.from(user).toString("base64")}` };
          const target = `${place.clickhouseUrl}/?database=analyst`;
          const answer = await fetch(target, { method: "POST", headers, body: filled });
          if (!answer.ok) wrong(`${board}: ${title}: ${(await answer.text()).slice(0, 200)}`);
          else await answer.arrayBuffer();
          continue;
        }
        if (expr === undefined) continue;
        const rows = await prometheus.ask(expr).catch((error: Error) => wrong(`${board}: ${title}: ${error.message}`));
        if (rows?.length === 0) empty += 1;
        const metrics = [...expr.matchAll(/\b[a-z]+_[a-z0-9_]+(?=[{[)\s])/g)].map(([name]) => name);
        for (const name of metrics) {
          const isWord = /^(histogram_quantile|group_left|label_replace)$/.test(name);
          if (!isWord && !names.has(name) && !RARE.has(name)) wrong(`${board}: ${title}: there is no ${name}`);
        }
      }
    }
  }
  say(
    `  ${asked} queries of ${BOARDS.length} boards answered, ${empty} of them with nothing to show; ${names.size} metrics`,
  );
  return isWhole;
}

type Fault = { readonly alert: string; readonly about: string; begin(doors: Doors): Promise<() => Promise<unknown>> };

const pidOf = async ({ service }: Doors, child: string): Promise<number> => {
  const pid = (await service.place()).children[child];
  if (pid === undefined) throw new Error(`${child} does not run`);
  return pid;
};
const stopped = (alert: string, child: string): Fault => ({
  alert,
  about: `${child} stands still`,
  async begin(doors) {
    const pid = await pidOf(doors, child);
    process.kill(pid, "SIGSTOP");
    return async () => process.kill(pid, "SIGCONT");
  },
});
const written = (
  alert: string,
  about: string,
  write: (redis: Redis) => Promise<unknown>,
  undo: (redis: Redis) => Promise<unknown>,
): Fault => ({
  ...{ alert, about },
  async begin({ redis }) {
    await write(redis);
    return () => undo(redis);
  },
});
const spentKey = () => KEYS.modelSpent(Math.floor(Date.now() / DAY_MS));

const FAULTS: readonly Fault[] = [
  stopped("ProcessDown", "api"),
  stopped("StatusOld", "pull"),
  stopped("StoreDown", "engine"),
  stopped("ApiWithoutRedis", "redis"),
  written(
    "PaymentsSetAside",
    "an end of a payment that cannot be read",
    (redis) => redis.rpush(KEYS.paymentLedgerRefused, "no end"),
    (redis) => redis.del(KEYS.paymentLedgerRefused),
  ),
  written(
    "RedisFull",
    "Redis has as much as it may",
    async (redis) => {
      const used = /used_memory:(\d+)/.exec(await redis.info("memory"))?.[1] ?? "0";
      await redis.config("SET", "maxmemory", String(Math.round(Number(used) * 1.05)));
    },
    (redis) => redis.config("SET", "maxmemory", "0"),
  ),
  written(
    "ModelBudget",
    "the model has cost what it may",
    (redis) => redis.hset(spentKey(), "all", "5000000"),
    (redis) => redis.del(spentKey()),
  ),
  {
    alert: "ProcessRestarts",
    about: "the api is killed again and again",
    async begin(doors) {
      for (let times = 0; times < 4; times++) {
        const pid = await pidOf(doors, "api");
        process.kill(pid, "SIGKILL");
        for (let waited = 0; waited < 40 && (await pidOf(doors, "api").catch(() => pid)) === pid; waited++)
          await sleep(500);
        await sleep(3_000);
      }
      return async () => undefined;
    },
  },
];

/** Alerts that look back: they go out by themselves, later than is waited for here. */
const LASTING = new Set(["ProcessRestarts"]);

async function until(prometheus: Prometheus, alert: string, isFiring: boolean): Promise<number | null> {
  const from = Date.now();
  while (Date.now() - from < FIRE_MS_MAX) {
    if ((await prometheus.firing()).has(alert) === isFiring) return (Date.now() - from) / 1_000;
    await sleep(LOOK_MS);
  }
  return null;
}

async function judgeFault(doors: Doors, { alert, about, begin }: Fault): Promise<boolean> {
  const { prometheus } = doors;
  if ((await prometheus.firing()).has(alert)) {
    say(`  FAIL  ${alert} fired before anything was broken`);
    return false;
  }
  const undo = await begin(doors);
  const fired = await until(prometheus, alert, true);
  await undo();
  if (fired === null) {
    say(`  FAIL  ${alert} did not fire: ${about}`);
    return false;
  }
  const out = LASTING.has(alert) ? Number.NaN : await until(prometheus, alert, false);
  const end = out === null ? "does not go out" : Number.isNaN(out) ? "looks back" : `out ${out.toFixed(0)} s after`;
  say(`  ${out === null ? "FAIL" : "PASS"}  ${alert}: ${about}: fires after ${fired.toFixed(0)} s, ${end}`);
  return out !== null;
}

async function untilStarted(prometheus: Prometheus): Promise<void> {
  const from = Date.now();
  while (Date.now() - from < STARTED_MS_MAX) {
    const isSigned = (await prometheus.names()).has("log_signed_timestamp_seconds");
    if (isSigned && (await prometheus.firing()).size === 0) return;
    await sleep(LOOK_MS);
  }
}

/** Whether all of it held. */
export async function soakSeen(): Promise<boolean> {
  if (!hasPrometheus()) {
    say("  there is no prometheus on this machine: apt-get install prometheus");
    return false;
  }
  const port = await freePort();
  const service = await startService({ ADMIN_PORT: String(port), TRACKED_TOKENS: TRACKED, METERING: "on" }, 240_000);
  const redis = openRedis((await service.place()).redisUrl, "patient", "soak");
  let prometheus: Prometheus | null = null;
  try {
    prometheus = await startPrometheus(service.folder, port);
    const doors = { service, prometheus, redis };
    await sleep(SETTLE_MS / 2);
    await callAll(service);
    await sleep(SETTLE_MS / 2);
    await untilStarted(prometheus);
    const up = await prometheus.ask('up{job="assay"} == 1');
    say(`  ${up.length} targets: ${up.map(({ metric }) => metric.child).join(", ")}`);
    const firing = [...(await prometheus.firing())];
    say(`  firing at rest: ${firing.length === 0 ? "none" : firing.join(", ")}`);
    let holds = (await judgeBoards(doors)) && up.length === 5;
    for (const fault of FAULTS) holds = (await judgeFault(doors, fault)) && holds;
    say(holds ? "HOLDS" : "BROKEN");
    return holds;
  } finally {
    await prometheus?.stop();
    redis.disconnect();
    await service.stop();
  }
}
