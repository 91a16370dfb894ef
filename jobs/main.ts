// A jobs process: settings, doors, workers of its lanes, the clock where its role says so; stops in reverse.
import { closeCalls } from "../ingest/pull.ts";
import type { Env } from "../schema/env.ts";
import { openStore } from "../schema/io/clickhouse.ts";
import { systemClock } from "../schema/io/clock.ts";
import { type Log, openLog } from "../schema/io/log.ts";
import { answerParent } from "../schema/io/parent.ts";
import { openProducer, openQueues } from "../schema/io/queue.ts";
import { openRedis } from "../schema/io/redis.ts";
import { openAdmin } from "../schema/io/seen/admin.ts";
import { BOARD, mountBoard } from "../schema/io/seen/board.ts";
import { buildInfo } from "../schema/io/seen/build-info.ts";
import { type LaneId, lanesOf } from "../schema/lane.ts";
import { LIMITS } from "../schema/limit.ts";
import { parseEnv } from "../schema/setting/read-settings.ts";
import { startClock, timetable } from "./clock.ts";
import type { Deps } from "./deps.ts";
import { HANDLERS } from "./handler/index.ts";
import { startHost } from "./host.ts";
import { closeModel } from "./model/model-of.ts";
import { startRehearsal } from "./rehearse.ts";
import { commonLooks } from "./seen/common-facts.ts";
import { storeLook } from "./seen/store-facts.ts";
import { configuredSources } from "./source-info.ts";

type Close = () => Promise<unknown> | unknown;

/** Past the grace of the workers this much is left to close the doors. */
const DOORS_MS = 5_000;

const rolesOf = (env: Env): { lanes: LaneId[]; clock: boolean } => {
  const roles = env.ROLE.split(",");
  return { lanes: lanesOf(roles), clock: roles.includes("all") || roles.includes("clock") };
};

const required = (env: Env, name: "REDIS_URL" | "CLICKHOUSE_URL"): string => {
  const url = env[name];
  if (url === undefined) throw new Error(`${name} is not set: a jobs process starts neither Redis nor ClickHouse`);
  return url;
};

/** Opens the doors in order; each one's closing is put before the earlier ones'. */
function openDoors(env: Env, log: Log, closing: Close[]): { deps: Deps; redis: Deps["redis"] } {
  const redis = openRedis(required(env, "REDIS_URL"), "patient", "jobs");
  closing.unshift(() => redis.disconnect());
  const store = openStore({
    url: required(env, "CLICKHOUSE_URL"),
    user: env.CLICKHOUSE_USER,
    password: env.CLICKHOUSE_PASSWORD,
    database: env.CLICKHOUSE_DATABASE,
    cluster: env.CLICKHOUSE_CLUSTER,
    process: "jobs",
  });
  closing.unshift(() => store.close());
  const producer = openProducer(redis);
  closing.unshift(() => producer.close());
  return { deps: { env, clock: systemClock, log, store, redis, producer }, redis };
}

function start(env: Env, log: Log): Close[] {
  const closing: Close[] = [];
  const { deps, redis } = openDoors(env, log, closing);
  closing.unshift(() => closeCalls(deps));
  closing.unshift(() => closeModel(deps));
  const { lanes, clock } = rolesOf(env);
  // First of all: what is due is asked for before this process has something to do.
  const ticking = clock ? startClock(deps, timetable(configuredSources(env))) : null;
  const host = startHost({ deps, redis, lanes, handlers: HANDLERS });
  closing.unshift(() => host.close(LIMITS.drainGraceMs));
  if (lanes.includes("premium")) closing.unshift(startRehearsal(deps));
  if (ticking !== null) closing.unshift(() => ticking.stop());
  const admin = openAdmin({
    ...{ env, log, process: "jobs" },
    looks: [buildInfo(env.ROLE), ...(lanes.includes("upkeep") ? [...commonLooks(deps), storeLook(deps)] : [])],
    mounted: { [BOARD]: mountBoard(() => openQueues(redis), env.ADMIN_QUEUES === "read") },
  });
  closing.unshift(() => admin.stop());
  log.info({ lanes, clock, market: env.MARKET }, "jobs process runs");
  return closing;
}

async function stop(closing: readonly Close[], log: Log): Promise<void> {
  for (const close of closing) {
    try {
      await close();
    } catch (error) {
      log.warn({ err: error }, "a door did not close well");
    }
  }
}

/** Ends the process on a signal: workers drain, doors close, and a deadline ends what does not. */
function stopOnSignal(closing: readonly Close[], log: Log): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "jobs process stops");
    setTimeout(() => process.exit(1), LIMITS.drainGraceMs + DOORS_MS).unref();
    void stop(closing, log).then(() => process.exit(0));
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}

answerParent();
try {
  const env = parseEnv();
  const log = openLog("jobs", env.LOG_LEVEL);
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "jobs process ends");
    process.exit(1);
  });
  stopOnSignal(start(env, log), log);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
