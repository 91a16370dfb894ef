// All looks in their order, at what the settings name and at what the running service says of itself.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Env } from "../../schema/env.ts";
import { openStore, type Store } from "../../schema/io/clickhouse.ts";
import { readSettings, sayMisspelt } from "../../schema/setting/read-settings.ts";
import { type RunFile, readRun } from "../folder.ts";
import { type Finding, fail, looked, none, ok, warn } from "./finding.ts";
import { findKeys, lookAtDisk, lookAtFolder, lookAtVersions } from "./look-machine.ts";
import { lookAtFacts } from "./look-record.ts";
import { lookAtRedis } from "./look-redis.ts";
import { lookAtService } from "./look-service.ts";
import { lookAtStore } from "./look-store.ts";
import { openCopy } from "./open-copy.ts";
import type { Now } from "./skew.ts";

type Source = Readonly<Record<string, string | undefined>>;

/** The settings, and each of their faults. */
function lookAtSettings(source: Source): { env: Env | null; findings: Finding[] } {
  const { env, faults } = readSettings(source);
  const wrong = faults.map(({ name, problem }) =>
    fail("settings", `${name} ${problem}`, "docs/operating.md lists them."),
  );
  const near = sayMisspelt(source).map((line) => warn("settings", line, "Correct the name, or unset it."));
  const all = [...wrong, ...near];
  return { env, findings: all.length > 0 ? all : [ok("settings", "every setting can be read")] };
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

/** What the folder says of a service that runs on it; null where there is none. */
async function findRun(root: string): Promise<{ run: RunFile | null; findings: Finding[] }> {
  const run = await readRun(root).catch(() => null);
  if (run === null) return { run, findings: [none("service", `no service runs on ${root}`)] };
  if (isAlive(run.pid)) return { run, findings: [ok("service", `process ${run.pid} runs it`)] };
  const says = `${join(root, "run.json")} is of process ${run.pid}, which ended without a word`;
  return { run: null, findings: [warn("service", says, "Start it: it takes the folder over by itself.")] };
}

type Place = {
  readonly url: string;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly cluster?: string;
};

async function lookIn(place: Place, keys: Env, isCopy: boolean, now: Now): Promise<Finding[]> {
  const store: Store = openStore({ ...place, process: "doctor" });
  try {
    const todo = "Look at its log, and whether CLICKHOUSE_URL, CLICKHOUSE_USER and CLICKHOUSE_PASSWORD are its own.";
    const findings = await looked("store", todo, () =>
      lookAtStore(store, { isCopy, cluster: place.cluster ?? "" }, now),
    );
    const isWhole = findings.every(({ part, level }) =>
      part !== "store" && part !== "schema" ? true : level === "ok",
    );
    if (!isWhole) return findings;
    return [
      ...findings,
      ...(await looked("record", "Look at the store's log.", () => lookAtFacts(store, keys, now()))),
    ];
  } finally {
    await store.close();
  }
}

type Found = { readonly env: Env; readonly run: RunFile | null; readonly root: string; readonly keys: Env };

async function lookAtTables({ env, run, root, keys }: Found, now: Now): Promise<Finding[]> {
  const database = env.CLICKHOUSE_DATABASE;
  if (env.CLICKHOUSE_URL !== undefined) {
    const { CLICKHOUSE_URL: url, CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: password } = env;
    return lookIn({ url, user, password, database, cluster: env.CLICKHOUSE_CLUSTER }, keys, false, now);
  }
  if (run !== null) {
    if (run.clickhouseUrl === "") return [none("store", "the service is still starting")];
    const { clickhouseUrl: url, clickhouseUser: user, clickhousePassword: password } = run;
    return lookIn({ url, user, password, database: run.clickhouseDatabase }, keys, false, now);
  }
  const engine = join(root, "engine");
  if (!existsSync(join(engine, "store"))) return [none("store", "there are no facts yet")];
  return looked("store", "Restore the newest backup, or look at the disk.", async () => {
    const copy = await openCopy(engine);
    try {
      return await lookIn({ url: copy.url, user: "default", password: copy.password, database }, keys, true, now);
    } finally {
      await copy.close();
    }
  });
}

/** Changes nothing. `tell` hears of each finding as it is made. */
export async function examine(source: Source, tell: (finding: Finding) => void, now: Now): Promise<Finding[]> {
  const all: Finding[] = [];
  const add = (findings: readonly Finding[]) => {
    for (const one of findings) tell(one);
    all.push(...findings);
  };
  add(lookAtVersions());
  const { env, findings } = lookAtSettings(source);
  add(findings);
  if (env === null) return all;
  const root = resolve(env.DATA_DIR);
  add(await lookAtFolder(root));
  add(await lookAtDisk(root));
  const keys = await findKeys(env, root);
  add(keys.findings);
  const found = await findRun(root);
  add(found.findings);
  const redisUrl = env.REDIS_URL ?? found.run?.redisUrl ?? "";
  if (redisUrl === "") add([none("redis", "the service starts one with itself")]);
  else add(await looked("redis", "Look at its log.", () => lookAtRedis(redisUrl, now)));
  add(await lookAtTables({ env, run: found.run, root, keys: keys.keys }, now));
  const isOurs = found.run !== null || (env.CLICKHOUSE_URL !== undefined && env.REDIS_URL !== undefined);
  const base = found.run?.url ?? `http://127.0.0.1:${env.PORT}`;
  if (isOurs) add(await looked("service", "Look at the api's log.", () => lookAtService(base)));
  return all;
}
