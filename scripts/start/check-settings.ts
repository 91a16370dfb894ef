// What only this machine can say of the settings: ports, files, folders and servers, looked at before anything starts.
import { access, constants, readFile, statfs } from "node:fs/promises";
import { resolve } from "node:path";
import { createSecureContext } from "node:tls";
import { VENUES } from "../../ingest/source/venue.ts";
import type { Env } from "../../schema/env.ts";
import { openStore } from "../../schema/io/clickhouse.ts";
import { describeFaults, readSettings, sayMisspelt } from "../../schema/setting/read-settings.ts";
import type { SettingFault } from "../../schema/setting/setting-fault.ts";
import type { Given } from "../../schema/setting/setting-rule.ts";
import { makeFolder } from "./make-folder.ts";
import { explainPort } from "./port.ts";
import { isRedisWritable } from "./redis-server.ts";

/** Below this nothing of use fits. */
const FREE_BYTES_MIN = 64 * 1_048_576;
const REPLY_MS_MAX = 5_000;

type Source = Readonly<Record<string, string | undefined>>;
type Problem = { readonly name: keyof Env; readonly problem: string } | null;
const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

const megabytes = (bytes: number) => Math.floor(bytes / 1_048_576);

/** What is left of a disk, and what is needed. */
export const sayFree = (bytes: number): string =>
  `${megabytes(bytes)} MB free; ${megabytes(FREE_BYTES_MIN)} MB are the least to start with, and each day stored needs more`;

async function dataFolder({ DATA_DIR = ".data" }: Given): Promise<Problem> {
  const root = resolve(DATA_DIR);
  const name = "DATA_DIR";
  try {
    await makeFolder(root);
    await access(root, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    return { name, problem: `cannot be written (${codeOf(error)} at ${root}); it must be a folder of yours` };
  }
  const { bavail, bsize } = await statfs(root);
  const free = bavail * bsize;
  if (free >= FREE_BYTES_MIN) return null;
  return { name, problem: `is on a full disk (${sayFree(free)}); free some, or choose a folder on another disk` };
}

async function port(given: Given, name: "PORT" | "TLS_PORT"): Promise<Problem> {
  const [number, host] = [given[name], given.HOST];
  if (number === undefined || host === undefined) return null;
  const problem = await explainPort(host, number, name);
  return problem === null ? null : { name: problem.setting, problem: problem.text };
}

async function certificate(given: Given): Promise<Problem[]> {
  const { TLS_PORT = 0, TLS_CERT_FILE: cert = "", TLS_KEY_FILE: key = "" } = given;
  if (TLS_PORT === 0 || cert === "" || key === "") return [];
  const read = async (name: "TLS_CERT_FILE" | "TLS_KEY_FILE", path: string) =>
    readFile(path).catch((error: unknown) => ({ name, problem: `cannot be read (${codeOf(error)})` }));
  const files = await Promise.all([read("TLS_CERT_FILE", cert), read("TLS_KEY_FILE", key)]);
  const [certBytes, keyBytes] = files;
  if (!Buffer.isBuffer(certBytes) || !Buffer.isBuffer(keyBytes)) {
    return files.flatMap((file) => (Buffer.isBuffer(file) ? [] : [file]));
  }
  try {
    createSecureContext({ cert: certBytes, key: keyBytes });
    return [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ name: "TLS_CERT_FILE", problem: `and TLS_KEY_FILE are no PEM certificate with its key (${reason})` }];
  }
}

/** Who else the simulated market speaks for: the ledger of payments, the oracle network, witnesses, and how it is steered. */
const SIMULATED = ["cardano", "oracle", "witness", "control"];

const origins =
  (name: "LIVE_ORIGINS" | "SANDBOX_ORIGINS", others: readonly string[]) =>
  (given: Given): Problem => {
    const known = [...Object.keys(VENUES), ...others];
    const unknown = Object.keys(JSON.parse(given[name] ?? "{}") as object).find((id) => !known.includes(id));
    if (unknown === undefined) return null;
    return { name, problem: `names no provider with ${JSON.stringify(unknown)}; there are ${known.join(", ")}` };
  };

/** The Cardano library is large: it is loaded where a setting needs it. */
async function anchorKey({ ANCHOR_KEY: key }: Given): Promise<Problem> {
  if (!key) return null;
  const { anchorAddress } = await import("../../schema/pay/anchor.ts");
  try {
    anchorAddress(key, 0);
    return null;
  } catch {
    return { name: "ANCHOR_KEY", problem: "cannot be read: a letter of it is wrong" };
  }
}

async function redis({ REDIS_URL: url }: Given): Promise<Problem> {
  if (url === undefined || (await isRedisWritable(url))) return null;
  const problem = "takes no writes; is Redis 7 running there, and is its password part of the address?";
  return { name: "REDIS_URL", problem: `${problem} Without REDIS_URL one is started` };
}

async function clickhouse(given: Given): Promise<Problem> {
  const { CLICKHOUSE_URL: url, CLICKHOUSE_USER: user = "", CLICKHOUSE_PASSWORD: password = "" } = given;
  if (url === undefined) return null;
  const store = openStore({ url, user, password, database: "default", process: "starter" });
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${REPLY_MS_MAX / 1_000} s`)), REPLY_MS_MAX).unref();
  });
  try {
    await Promise.race([store.query({ name: "start", sql: "SELECT 1" }, {}), late]);
    return null;
  } catch (error) {
    const reason =
      (error instanceof Error ? error.message : String(error)).split("\n")[0]?.slice(0, 160) || codeOf(error);
    const problem = `answers no statement (${reason}); without CLICKHOUSE_URL the embedded engine is started`;
    return { name: "CLICKHOUSE_URL", problem };
  } finally {
    await store.close().catch(() => undefined);
  }
}

/** What is looked at on this machine, and the settings that each look takes to be well formed. */
const LOOKS: readonly {
  readonly settings: readonly (keyof Env)[];
  readonly look: (given: Given) => Problem | Promise<Problem | Problem[]>;
}[] = [
  { settings: ["DATA_DIR"], look: dataFolder },
  { settings: ["PORT", "HOST"], look: (given) => port(given, "PORT") },
  { settings: ["TLS_PORT", "HOST"], look: (given) => port(given, "TLS_PORT") },
  { settings: ["TLS_PORT", "TLS_CERT_FILE", "TLS_KEY_FILE"], look: certificate },
  { settings: ["SANDBOX_ORIGINS"], look: origins("SANDBOX_ORIGINS", SIMULATED) },
  { settings: ["LIVE_ORIGINS"], look: origins("LIVE_ORIGINS", []) },
  { settings: ["ANCHOR_KEY"], look: anchorKey },
  { settings: ["REDIS_URL"], look: redis },
  { settings: ["CLICKHOUSE_URL", "CLICKHOUSE_USER", "CLICKHOUSE_PASSWORD"], look: clickhouse },
];

/** Everything about the given settings that does not hold on this machine now; what has a fault already is left alone. */
async function machineFaults(given: Given, source: Source, wrong: ReadonlySet<string>): Promise<SettingFault[]> {
  const sound = LOOKS.filter(({ settings }) => !settings.some((name) => wrong.has(name)));
  const problems = await Promise.all(sound.map(({ look }) => look(given)));
  // One a setting: two ports may find the same fault of HOST.
  const found = new Map(problems.flat().flatMap((one) => (one === null ? [] : [[one.name, one] as const])));
  return [...found.values()].map((one) => ({ ...one, value: source[one.name] ?? String(given[one.name] ?? "") }));
}

/** The settings, when all of them hold here. Throws one Error that lists every one that does not, with what would do. */
export async function checkSettings(source: Source = process.env): Promise<Env> {
  const { env, given, faults } = readSettings(source);
  const all = [...faults, ...(await machineFaults(given, source, new Set(faults.map(({ name }) => name))))];
  if (env !== null && all.length === 0) return env;
  throw new Error([describeFaults(all), ...sayMisspelt(source).map((line) => `  ! ${line}`)].join("\n"));
}
