// Finds the store to ask: the configured one, that of the running service, or the engine on the data folder itself.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { holdFolder, type RunFile, readRun } from "./folder.ts";
import { startEngine } from "./start-engine.ts";

/** What is needed of the settings; `schema/env.ts` reads them. */
type Places = {
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
type Access = "read" | "bulk" | "write";

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

type Lock = Extract<Awaited<ReturnType<typeof holdFolder>>, { lock: unknown }>["lock"];

const noFacts = (root: string): Error =>
  new Error(`There are no facts in ${root} yet. Run \`npm start\` first, or set CLICKHOUSE_URL.`);

/**
 * The store of the service that uses the folder, now or once it is up or less busy; or the folder for ourselves, where
 * nobody uses it: who has it holds it from before its first process starts until its last one has ended.
 */
async function findStore(root: string, say: (line: string) => void): Promise<RunFile | Lock> {
  const deadline = Date.now() + WAIT_MS_MAX;
  for (let looks = 0; ; looks++) {
    const run = await readRun(root).catch(() => null);
    const url = run?.clickhouseUrl ?? "";
    if (run !== null && url !== "" && (await isUp(url))) return run;
    if (!existsSync(join(root, "engine"))) throw noFacts(root);
    const held = await holdFolder(root);
    if ("lock" in held) return held.lock;
    const isKnown = held.run !== null && url !== "";
    const what = isKnown ? `the running service's store at ${url}` : `process ${held.holder.pid}, which uses ${root}`;
    if (Date.now() > deadline) throw new Error(`There is no answer yet from ${what}.`);
    if (looks === 0) say(`waiting for ${what} …`);
    await sleep(LOOK_AGAIN_MS);
  }
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
  const found = await findStore(root, say);
  if ("url" in found) {
    const credential = credentialOf(access, found.clickhousePassword, found.clickhouseReadonlyPassword);
    return {
      ...{ url: found.clickhouseUrl, user: found.clickhouseUser, facts: found.clickhouseDatabase, ...credential },
      about: `the running service's store at ${found.clickhouseUrl}`,
      stop: nothing,
    };
  }
  const path = join(root, "engine");
  if (!existsSync(join(path, "store"))) {
    await found.release();
    throw noFacts(root);
  }
  const engine = await startEngine({ path, supervise: false });
  return {
    ...{ url: engine.url, user: "default", facts, ...credentialOf(access, engine.token, engine.readonlyToken) },
    about: `the embedded engine on ${path}, started for this (the service cannot start meanwhile)`,
    stop: async () => {
      await engine.stop();
      await found.release();
    },
  };
}
