// `npm run keys`: design partners' keys, made, listed, limited, rotated and revoked.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { parseEnv } from "../../schema/env.ts";
import { openStore } from "../../schema/io/clickhouse.ts";
import { openRedis } from "../../schema/io/redis.ts";
import type { PartnerKey } from "../../schema/partner-key.ts";
import { readRun } from "../start/folder.ts";
import { createKey, type KeyDoors, limitKey, listKeys, restoreKeys, revokeKey, rotateKey } from "./store-key.ts";

const USAGE = `npm run keys -- create NAME [--read N] [--llm N]   makes a key and shows it, once
npm run keys -- list                                all keys, without their secrets
npm run keys -- limit ID [--read N] [--llm N]       calls a minute from now on
npm run keys -- rotate ID                           a new secret; the old one ends at once
npm run keys -- revoke ID                           ends it, everywhere within a second
npm run keys -- restore                             brings the stored keys back into a new Redis
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { read: { type: "string" }, llm: { type: "string" } },
});
const say = (text: string) => void process.stdout.write(`${text}\n`);

function limits() {
  const number = (name: "read" | "llm") => {
    const text = values[name];
    if (text === undefined) return {};
    if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`--${name} is a number of calls a minute`);
    return { [name]: Number(text) };
  };
  return { ...number("read"), ...number("llm") };
}

const line = ({ id, name, read, llm, createdAt, revokedAt }: PartnerKey) =>
  [id, name, `read ${read}/min`, `llm ${llm}/min`, `made ${new Date(createdAt).toISOString()}`]
    .concat(revokedAt === null ? [] : [`revoked ${new Date(revokedAt).toISOString()}`])
    .join("  ");

async function runCommand(doors: KeyDoors, command: string, subject: string): Promise<void> {
  if (command === "list") return (await listKeys(doors)).forEach((key) => void say(line(key)));
  if (command === "restore") return say(`${await restoreKeys(doors)} keys restored`);
  if (subject === "") throw new Error(`say ${command === "create" ? "whom it is for" : "which key"}\n\n${USAGE}`);
  if (command === "create" || command === "rotate") {
    const { key, secret } = await (command === "create"
      ? createKey(doors, subject, limits())
      : rotateKey(doors, subject));
    say(line(key));
    return say(`${secret}\nIt is shown this once and kept nowhere.`);
  }
  if (command === "limit") return say(line(await limitKey(doors, subject, limits())));
  if (command === "revoke") return say(line(await revokeKey(doors, subject)));
  throw new Error(USAGE);
}

async function main(): Promise<void> {
  const env = parseEnv();
  const run = await readRun(resolve(env.DATA_DIR)).catch(() => null);
  const redisUrl = env.REDIS_URL ?? run?.redisUrl;
  const url = env.CLICKHOUSE_URL ?? run?.clickhouseUrl;
  if (!redisUrl || !url)
    throw new Error("Nothing runs here: start it with `npm start`, or set REDIS_URL and CLICKHOUSE_URL.");
  const own = env.CLICKHOUSE_URL !== undefined || run === null;
  const redis = openRedis(redisUrl, "patient", "keys");
  const store = openStore({
    url,
    user: own ? env.CLICKHOUSE_USER : run.clickhouseUser,
    password: own ? env.CLICKHOUSE_PASSWORD : run.clickhousePassword,
    database: own ? env.CLICKHOUSE_DATABASE : run.clickhouseDatabase,
    process: "keys",
  });
  const [command = "", subject = ""] = positionals;
  try {
    await runCommand({ redis, store, now: () => Date.now() }, command, subject);
  } finally {
    await store.close();
    redis.disconnect();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
