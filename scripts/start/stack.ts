// The processes of the service, each as a specification; what is configured by URL is left out by the caller.
import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Env, variablesFor } from "../../schema/env.ts";
import { signersOf } from "../../schema/proof/log-key.ts";
import { encodeVerifier } from "../../schema/proof/note.ts";
import type { Folder } from "../folder.ts";
import { programArgs } from "../program.ts";
import { WATCH } from "./answering.ts";
import type { ChildSpec } from "./child.ts";
import { isRedisAnswering, isRedisWritable, redisAddress, redisArguments, redisSecrets } from "./redis-server.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Many processes share one machine: heaps grow in small steps, give back what a burst needed, and have small nurseries.
 * Where rows by the thousand pass through, a small nursery would be collected all the time.
 */
const NURSERY_MB = { jobs: 16, sandbox: 16, engine: 8, api: 8 };
const node = (program: keyof typeof NURSERY_MB, ...args: string[]) => {
  const heap = ["--heap-growing-percent=60", `--max-semi-space-size=${NURSERY_MB[program]}`];
  return { command: process.execPath, args: [...heap, ...programArgs(program), ...args] };
};
/** Of what works for later answers: an answer that is asked for now goes first. */
const BEHIND_READS = 5;
/** Few arenas for the same reason; the engine's own allocator returns pages a second after they are free. */
const LEAN = { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "1048576" };
const logOf = (folder: Folder, name: string) => join(folder.log, `${name}.log`);

/** Whether anything comes back, whatever it says. */
const isAnswering = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(WATCH.waitMs) }).then(async (answer) => {
    await answer.body?.cancel();
    return true;
  });

type RedisPlace = { readonly port: number; readonly password: string };

/** `address` is for those who may ask it. */
export function redisSpec(folder: Folder, { port, password }: RedisPlace): ChildSpec & { readonly address: string } {
  const address = redisAddress(port, password);
  return {
    address,
    name: "redis",
    command: "redis-server",
    args: ["-", ...redisArguments(port, folder.redis)],
    input: redisSecrets(password),
    env: variablesFor(null, process.env),
    logFile: logOf(folder, "redis"),
    isReady: () => isRedisWritable(address),
    answers: () => isRedisAnswering(address, WATCH.waitMs),
    stopGraceMs: 10_000,
  };
}

type SandboxOrigins = Readonly<Record<"oracle" | "witness" | "cardano" | "defillama" | "control", string>>;

/** The last `ready` line a child printed as JSON, or null. */
async function readReadyLine(logFile: string): Promise<Record<string, unknown> | null> {
  const text = await readFile(logFile, "utf8").catch(() => "");
  const line = text
    .split("\n")
    .reverse()
    .find((one) => one.startsWith('{"event":"ready"'));
  return line === undefined ? null : (JSON.parse(line) as Record<string, unknown>);
}

/** The simulated market; `portBase` keeps its origins the same over restarts. */
export const sandboxSpec = (folder: Folder, seed: number, portBase: number): ChildSpec => ({
  name: "sandbox",
  ...node("sandbox", `--seed=${seed}`, `--port-base=${portBase}`),
  env: { ...LEAN, ...variablesFor(null, process.env), SANDBOX_TOKENS: process.env.SANDBOX_TOKENS },
  logFile: logOf(folder, "sandbox"),
  niceness: BEHIND_READS,
  answers: async () => {
    const origins = (await readReadyLine(logOf(folder, "sandbox")))?.origins as SandboxOrigins | undefined;
    return isAnswering(`${origins?.control}/sandbox/time`);
  },
  // An older run's line in the same log names other ports.
  isReady: async () => JSON.stringify(await readReadyLine(logOf(folder, "sandbox"))).includes(`:${portBase}"`),
  stopGraceMs: 3_000,
});

/** The simulated oracle network as settings: where it is, whose signatures count and which workflow. */
async function readOracle(url: string): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/registry`, { signal: AbortSignal.timeout(5_000) });
  const { f, signers, workflow } = (await answer.json()) as {
    f: number;
    signers: string[];
    workflow: { id: string; owner: string };
  };
  const settings = { ORACLE_F: `${f}`, ORACLE_SIGNERS: signers.join(","), ORACLE_URL: url };
  return { ...settings, ORACLE_WORKFLOW: `${workflow.id}/${workflow.owner}` };
}

/** The simulated witnesses as a setting, the first under /1. */
async function readWitnesses(url: string): Promise<string> {
  const answer = await fetch(`${url}/registry`, { signal: AbortSignal.timeout(5_000) });
  const { witnesses } = (await answer.json()) as { witnesses: readonly string[] };
  return witnesses.map((key, at) => `${key}@${url}/${at + 1}`).join(",");
}

/** Tells the simulated witnesses of a log, as an operator has it told to real ones. */
export async function admitLog(sandboxOrigins: string, origin: string, signingKeys: string): Promise<void> {
  const { witness } = JSON.parse(sandboxOrigins) as Partial<SandboxOrigins>;
  if (witness === undefined) return;
  const keys = signersOf({ LOG_SIGNING_KEYS: signingKeys }).map(encodeVerifier);
  await fetch(`${witness}/sandbox/log`, {
    ...{ method: "POST", body: JSON.stringify({ origin, keys }), signal: AbortSignal.timeout(5_000) },
  });
}

/** A key that a simulated provider gives away. */
async function readKey(url: string): Promise<string> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
  return ((await answer.json()) as { key: string }).key;
}

/** Provider to origin, as JSON, as the running sandbox says it, and as settings what attests and what needs a key there. */
export async function readSandbox(spec: ChildSpec) {
  const origins = (await readReadyLine(spec.logFile))?.origins as SandboxOrigins | undefined;
  if (origins === undefined) throw new Error("the sandbox did not say where it listens");
  const usual = {
    ...(await readOracle(origins.oracle)),
    WITNESSES: await readWitnesses(origins.witness),
    ANCHOR_KEY: await readKey(`${origins.cardano}/sandbox/anchor`),
    DEFILLAMA_API_KEY: await readKey(`${origins.defillama}/sandbox/pro-key`),
  };
  return { sandboxOrigins: JSON.stringify(origins), usual };
}

/** The engine's port for operators is the next behind the starter's, then come those of the jobs processes. */
const ENGINE_BEHIND = 1;
const FIRST_BEHIND = ENGINE_BEHIND + 1;

/** `behind`: how far its port for operators is from the starter's. */
type JobsRole = { readonly name: string; readonly role: string; readonly behind: number };
/** Roles of the jobs processes: one chosen by ROLE, else pulling and building apart so that one never delays the other. */
export const jobsRoles = (role: string): readonly JobsRole[] =>
  role === "all"
    ? [
        { name: "build", role: "clock,build", behind: FIRST_BEHIND },
        { name: "pull", role: "pull,premium,upkeep", behind: FIRST_BEHIND + 1 },
      ]
    : [{ name: "jobs", role, behind: FIRST_BEHIND }];

/** One jobs process; its readiness is that it runs, since its work shows in the snapshots. */
export const jobsSpec = (folder: Folder, { name, role, behind }: JobsRole, variables: Variables): ChildSpec => ({
  name,
  ...node("jobs"),
  env: { ...LEAN, ...variablesFor("jobs", variables), ROLE: role, ADMIN_PORT: adminPort(variables, behind) },
  logFile: logOf(folder, name),
  isReady: async () => true,
  answers: "said",
  niceness: BEHIND_READS,
  stopGraceMs: 30_000,
});

/** Where a process has its own listener for operators: so many ports behind the starter's, or nowhere. */
const adminPort = (variables: Variables, behind: number): string => {
  const first = Number(variables.ADMIN_PORT || 0);
  return first === 0 ? "0" : String(first + behind);
};

/** A file of its own for each; no name begins like another's, by which old files are found. */
const accessLogOf = (to: string, at: number): string =>
  at === 0 || to === "stdout" || to === "off" ? to : join(dirname(to), `${at + 1}-${basename(to)}`);

/** The api processes, all on one port: `api`, `api-2`, …; for operators their ports follow those of the jobs processes. */
export const apiSpecs = (folder: Folder, env: Env, variables: Variables): readonly ChildSpec[] =>
  Array.from({ length: env.API_PROCESSES }, (_, at) => {
    const name = at === 0 ? "api" : `api-${at + 1}`;
    return {
      name,
      command: process.execPath,
      // Asked for at each start: a replaced process is of the newest build.
      get args() {
        return node("api").args;
      },
      env: {
        ...{ ...LEAN, ...variablesFor("api", variables), PORT: String(env.PORT), HOST: env.HOST },
        ADMIN_PORT: adminPort(variables, FIRST_BEHIND + jobsRoles(env.ROLE).length + at),
        // Several that wrote one file would roll it under each other.
        ACCESS_LOG: variables.ACCESS_LOG ? accessLogOf(variables.ACCESS_LOG, at) : join(folder.log, `${name}-access`),
      },
      logFile: logOf(folder, name),
      // An answer on the port may be another one's.
      isReady: "said",
      answers: "said",
      stopGraceMs: 15_000,
    };
  });

/** libuv threads of the engine: every statement holds one while it runs. A test compares it with the engine's own. */
const ENGINE_THREADS = 24;

/** The embedded engine behind ClickHouse's HTTP interface. Tokens travel in the environment: arguments are public. */
export const engineSpec = (
  folder: Folder,
  place: { port: number; token: string; readonlyToken: string },
  variables: Variables = {},
): ChildSpec => ({
  name: "engine",
  ...node("engine"),
  env: {
    ...LEAN,
    MALLOC_CONF: "dirty_decay_ms:1000,muzzy_decay_ms:0",
    ...variablesFor(null, process.env),
    ENGINE_PORT: String(place.port),
    ENGINE_PATH: folder.engine,
    ENGINE_TOKEN: place.token,
    ENGINE_READONLY_TOKEN: place.readonlyToken,
    ENGINE_ADMIN_PORT: adminPort(variables, ENGINE_BEHIND),
    ENGINE_ADMIN_HOST: variables.ADMIN_HOST || "127.0.0.1",
    ENGINE_ADMIN_TOKEN: variables.ADMIN_TOKEN || "",
    UV_THREADPOOL_SIZE: String(ENGINE_THREADS),
  },
  logFile: logOf(folder, "engine"),
  niceness: BEHIND_READS,
  isReady: async () => (await fetch(`http://127.0.0.1:${place.port}/ping`, { signal: AbortSignal.timeout(1_000) })).ok,
  answers: () => isAnswering(`http://127.0.0.1:${place.port}/ping`),
  stopGraceMs: 20_000,
});
