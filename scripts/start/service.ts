// The whole service as one thing: starts its processes in order and stops them in reverse.
import { randomBytes, randomInt } from "node:crypto";
import type { Env } from "../../schema/env.ts";
import type { Waiting } from "../../schema/io/await-writers.ts";
import { migrateAt } from "../../schema/io/migrate.ts";
import { originOfLog } from "../../schema/proof/log-key.ts";
import type { HeldFolder } from "../folder.ts";
import { rebuildPrograms } from "../program.ts";
import { openSight } from "./admin.ts";
import { type Child, type ChildSpec, superviseChild } from "./child.ts";
import { coresBehindReads } from "./core.ts";
import type { Display } from "./display.ts";
import { readLogKey } from "./log-key.ts";
import { readMonitorKey } from "./monitor-key.ts";
import { findFreePort, findFreePorts } from "./port.ts";
import { openRunFile } from "./run-file.ts";
import { admitLog, apiSpecs, engineSpec, jobsRoles, jobsSpec, readSandbox, redisSpec, sandboxSpec } from "./stack.ts";
import { exampleUrl } from "./watch.ts";

const READY_MS = 60_000;
/** Room for the origins of the simulated market. */
const SANDBOX_PORTS = 48;

const randomSecret = () => randomBytes(24).toString("base64url");
const randomShare = () => randomInt(1_000_000) / 1_000_000;

export type Service = {
  readonly base: string;
  readonly example: string;
  readonly folder: HeldFolder;
  /** Resolves when every process is up; numbers come later. */
  start(signal: AbortSignal): Promise<void>;
  /** Writes down where everything is; once that was tried, and again until it is done. */
  note(isServing: boolean): Promise<void>;
  /** Replaces the api processes one after the other; the others answer meanwhile, where there are any. */
  replaceApis(): Promise<void>;
  /** From now on one core is for reads alone, where there are several. */
  leaveCore(): Promise<void>;
  stop(): Promise<void>;
  killAll(): void;
};

/** What attests checkpoints and what needs a key in the simulated market, as settings; the given ones stand before them. */
type Usual = Readonly<Record<string, string>>;

type Places = {
  redisUrl: string;
  clickhouseUrl: string;
  clickhouseUser: string;
  clickhousePassword: string;
  /** Of the analysts' read-only lane; empty where ClickHouse is not ours. */
  clickhouseReadonlyPassword: string;
  sandboxOrigins: string;
  logSigningKeys: string;
  monitorKey: string;
  usual: Usual;
};

const placesOf = (env: Env): Places => ({
  redisUrl: env.REDIS_URL ?? "",
  clickhouseUrl: env.CLICKHOUSE_URL ?? "",
  clickhouseUser: env.CLICKHOUSE_USER,
  clickhousePassword: env.CLICKHOUSE_PASSWORD,
  clickhouseReadonlyPassword: "",
  sandboxOrigins: env.SANDBOX_ORIGINS,
  logSigningKeys: env.LOG_SIGNING_KEYS,
  monitorKey: env.MONITOR_KEY,
  usual: {},
});

/** What the run file says: everything but the keys that sign and seal. */
const shownOf = ({ logSigningKeys: _keys, monitorKey: _key, usual: _usual, ...shown }: Places) => shown;

/** What the processes of the service see: the settings as given, with the places filled in. */
const variablesOf = (env: Env, places: Places) => ({
  ...places.usual,
  ...process.env,
  // The one that was chosen, where any would do: links name it.
  PORT: String(env.PORT),
  REDIS_URL: places.redisUrl,
  CLICKHOUSE_URL: places.clickhouseUrl,
  CLICKHOUSE_USER: places.clickhouseUser,
  CLICKHOUSE_PASSWORD: places.clickhousePassword,
  SANDBOX_ORIGINS: places.sandboxOrigins,
  LOG_SIGNING_KEYS: places.logSigningKeys,
  MONITOR_KEY: places.monitorKey,
});

/** Into a store that was configured workers of other machines may write. */
const migrateAll = (env: Env, places: Places, others: Waiting): Promise<string[]> =>
  migrateAt(
    {
      url: places.clickhouseUrl,
      user: places.clickhouseUser,
      password: places.clickhousePassword,
      database: env.CLICKHOUSE_DATABASE,
      cluster: env.CLICKHOUSE_CLUSTER,
      process: "starter",
    },
    env.CLICKHOUSE_URL === undefined ? null : others,
  );

async function showMigration(env: Env, places: Places, display: Display, signal: AbortSignal): Promise<void> {
  const migrated = display.step("schema");
  const applied = await migrateAll(env, places, { say: (line) => display.line(`    ${line}`), signal });
  migrated(applied.length === 0 ? "up to date" : `${applied.length} steps applied`);
}

let replacing: Promise<void> = Promise.resolve();

/** By processes of new code; never two at a time, however often it is asked for. */
function replaceInTurn(children: readonly Child[]): Promise<void> {
  const replace = async () => {
    await rebuildPrograms();
    for (const child of children) await child.replace(READY_MS);
  };
  replacing = replacing.then(replace, replace);
  return replacing;
}

/** Reads wait for Redis at times, so that it stays with them. */
async function leaveCore(children: readonly Child[]): Promise<void> {
  const cores = await coresBehindReads();
  const behind = children.filter(({ name }) => name !== "redis");
  if (cores !== null) await Promise.all(behind.map((child) => child.confine(cores)));
}

/** The keys that sign and seal, made at the first start where none are given. */
async function readKeys(env: Env, folder: HeldFolder, places: Places): Promise<void> {
  places.logSigningKeys ||= await readLogKey(folder.root, originOfLog(env));
  places.monitorKey ||= await readMonitorKey(folder.root);
  if (env.MARKET === "sandbox") await admitLog(places.sandboxOrigins, originOfLog(env), places.logSigningKeys);
}

/** Builds the service over a data folder; nothing runs before `start`. */
export function openService(env: Env, folder: HeldFolder, display: Display): Service {
  const base = `http://127.0.0.1:${env.PORT}`;
  const places = placesOf(env);
  const [stores, workers, apis]: [Child[], Child[], Child[]] = [[], [], []];
  const warn = (line: string) => display.line(`  ! ${line}`);
  const sight = openSight(env, folder.root, warn);

  const bring = async (group: Child[], spec: ChildSpec, detail: string) => {
    const done = display.step(spec.name);
    const child = superviseChild(spec, (line) => {
      warn(line);
      void note(isServing);
    });
    sight.take(child, spec);
    group.push(child);
    await child.untilReady(READY_MS);
    done(detail);
  };

  let isServing = false;
  const runFile = openRunFile(folder.root, warn);
  const note = (serving: boolean) => {
    isServing = serving;
    return runFile.write(() => ({
      ...{ pid: process.pid, url: base, ...shownOf(places), clickhouseDatabase: env.CLICKHOUSE_DATABASE, isServing },
      children: Object.fromEntries([...stores, ...workers, ...apis].map((child) => [child.name, child.pid()])),
    }));
  };

  /** A store that outlives us still writes: until it has ended nobody may start another one. */
  const held = { holds: folder.lock.fd };
  const startRedis = async () => {
    if (env.REDIS_URL !== undefined) return;
    const port = await findFreePort();
    const spec = redisSpec(folder, { port, password: randomSecret() });
    places.redisUrl = spec.address;
    await bring(stores, { ...spec, ...held }, `redis://127.0.0.1:${port}`);
  };
  const startEngine = async () => {
    if (env.CLICKHOUSE_URL !== undefined) return;
    const place = { port: await findFreePort(), token: randomSecret(), readonlyToken: randomSecret() };
    Object.assign(places, {
      clickhouseReadonlyPassword: place.readonlyToken,
      clickhouseUrl: `http://127.0.0.1:${place.port}`,
      clickhouseUser: "default",
      clickhousePassword: place.token,
    });
    await bring(stores, { ...engineSpec(folder, place, process.env), ...held }, places.clickhouseUrl);
  };
  const startSandbox = async () => {
    if (env.MARKET !== "sandbox" || env.SANDBOX_ORIGINS !== "{}") return;
    const spec = sandboxSpec(folder, env.SANDBOX_SEED, await findFreePorts(SANDBOX_PORTS, randomShare));
    await bring(stores, spec, `simulated market, seed ${env.SANDBOX_SEED}`);
    Object.assign(places, await readSandbox(spec));
  };

  return {
    base,
    example: exampleUrl(base),
    folder,
    note,
    async start(signal) {
      sight.open();
      await Promise.all([startRedis(), startEngine(), startSandbox()]);
      await readKeys(env, folder, places);
      signal.throwIfAborted();
      await showMigration(env, places, display, signal);
      signal.throwIfAborted();
      await Promise.all([
        ...jobsRoles(env.ROLE).map((one) =>
          bring(workers, jobsSpec(folder, one, variablesOf(env, places)), `jobs: ${one.role}`),
        ),
        ...apiSpecs(folder, env, variablesOf(env, places)).map((spec) => bring(apis, spec, base)),
      ]);
      await note(false);
    },
    replaceApis: () => replaceInTurn(apis),
    leaveCore: () => leaveCore([...stores, ...workers]),
    async stop() {
      await Promise.all([...workers, ...apis].map((child) => child.stop()));
      await Promise.all(stores.map((child) => child.stop()));
      runFile.stop();
      await sight.close();
    },
    killAll() {
      for (const child of [...apis, ...workers, ...stores]) child.kill();
    },
  };
}
