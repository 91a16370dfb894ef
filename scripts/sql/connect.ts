// Finds the store to ask: the configured one, that of the running service, or the engine on the data folder itself.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startEngine } from "../engine/start-engine.ts";
import { isAlive, type RunFile, readRun } from "../start/folder.ts";

/** What is needed of the settings; `schema/env.ts` reads them. */
export type Places = {
  readonly CLICKHOUSE_URL?: string;
  readonly CLICKHOUSE_USER: string;
  readonly CLICKHOUSE_PASSWORD: string;
  readonly CLICKHOUSE_DATABASE: string;
  readonly DATA_DIR: string;
};

/**
 * `read` obeys the analysts' limits where the store knows them and sees their views alone, `bulk` reads everything
 * without them (exports, tables of facts), `write` may change things.
 */
export type Access = "read" | "bulk" | "write";

export type Place = {
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** Database of the facts; the views are in `analyst`. */
  readonly facts: string;
  /** Asked with GET, which no server lets write, because the credential alone would allow it. */
  readonly guarded: boolean;
  /** Whether the credential reads the tables of facts beside the views. */
  readonly readsFacts: boolean;
  /** One sentence for a person. */
  readonly about: string;
  /** Stops what was started for this. */
  stop(): Promise<void>;
};

const nothing = async () => undefined;

const isUp = (url: string): Promise<boolean> =>
  fetch(`${url}/ping`, { signal: AbortSignal.timeout(3_000) }).then(
    (response) => response.ok,
    () => false,
  );

const LOOK_AGAIN_MS = 500;
const WAIT_MS_MAX = 300_000;

/**
 * Whether a service's store answers, now or once it is less busy: while its process lives it holds the data folder, so
 * that nobody else could open it.
 */
async function untilUp(run: RunFile, say: (line: string) => void): Promise<boolean> {
  const deadline = Date.now() + WAIT_MS_MAX;
  for (let looks = 0; !(await isUp(run.clickhouseUrl)); looks++) {
    if (!isAlive(run.pid)) return false;
    if (Date.now() > deadline) throw new Error(`The running service's store at ${run.clickhouseUrl} does not answer.`);
    if (looks === 0) say(`waiting for the running service's store at ${run.clickhouseUrl} …`);
    await sleep(LOOK_AGAIN_MS);
  }
  return true;
}

/** Picks the credential of an embedded engine: the owner's only where the analysts' does not do. */
const credentialOf = (access: Access, owner: string, readonly: string) =>
  access === "read" && readonly !== ""
    ? { password: readonly, guarded: false, readsFacts: false }
    : { password: owner, guarded: access !== "write", readsFacts: true };

const sayAside = (line: string): void => void process.stderr.write(`${line}\n`);

/** `say` hears what it waits for. Throws one line for a person where there is nothing to ask. */
export async function findPlace(env: Places, access: Access, say = sayAside): Promise<Place> {
  const facts = env.CLICKHOUSE_DATABASE;
  if (env.CLICKHOUSE_URL) {
    const { CLICKHOUSE_URL: url, CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: password } = env;
    const guarded = access !== "write";
    return { url, user, password, facts, guarded, readsFacts: true, about: `ClickHouse at ${url}`, stop: nothing };
  }
  const root = resolve(env.DATA_DIR);
  const run = await readRun(root).catch(() => null);
  if (run !== null && run.clickhouseUrl !== "" && (await untilUp(run, say))) {
    const credential = credentialOf(access, run.clickhousePassword, run.clickhouseReadonlyPassword);
    return {
      ...{ url: run.clickhouseUrl, user: run.clickhouseUser, facts: run.clickhouseDatabase, ...credential },
      about: `the running service's store at ${run.clickhouseUrl}`,
      stop: nothing,
    };
  }
  const path = join(root, "engine");
  if (!existsSync(join(path, "store"))) {
    throw new Error(`There are no facts in ${root} yet. Run \`npm start\` first, or set CLICKHOUSE_URL.`);
  }
  const engine = await startEngine({ path, supervise: false });
  return {
    ...{ url: engine.url, user: "default", facts, ...credentialOf(access, engine.token, engine.readonlyToken) },
    about: `the embedded engine on ${path}, started for this console (the service cannot start meanwhile)`,
    stop: () => engine.stop(),
  };
}
