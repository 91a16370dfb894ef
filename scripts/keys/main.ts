// `npm run keys`: design partners' keys, made, listed, limited, rotated and revoked.
import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { openStore } from "../../schema/io/clickhouse.ts";
import { openRedis } from "../../schema/io/redis.ts";
import { restoreKeys } from "../../schema/io/restore.ts";
import { originOfLog } from "../../schema/proof/log-key.ts";
import { encodeSigner, encodeVerifier, signerOf } from "../../schema/proof/note.ts";
import { parseOwnEnv } from "../../schema/setting/read-settings.ts";
import { readRun, sayAbsent } from "../folder.ts";
import { showKey } from "./show-key.ts";
import { type ChangedKey, createKey, type KeyDoors, limitKey, listKeys, revokeKey, rotateKey } from "./store-key.ts";

const MORE = "`npm run keys -- --help` says what there is.";

const options = { read: { type: "string" }, llm: { type: "string" } } as const;
const say = (text: string) => void process.stdout.write(`${text}\n`);

type Given = { readonly read?: string; readonly llm?: string };

function limits(given: Given) {
  const number = (name: keyof Given) => {
    const text = given[name];
    if (text === undefined) return {};
    if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`--${name} is a number of calls a minute`);
    return { [name]: Number(text) };
  };
  return { ...number("read"), ...number("llm") };
}

/** A key that signs checkpoints, and how others name it. */
function makeSigningKey(name: string): void {
  const signer = signerOf(name, randomBytes(32));
  say(`LOG_SIGNING_KEYS=${encodeSigner(signer)}`);
  say(`The first part is secret. Who checks proofs pins its public part:\n${encodeVerifier(signer)}`);
}

/** Says how the key stands, and where the store has it not yet, beside it. */
function tell({ key, unstored }: ChangedKey): void {
  say(showKey(key));
  if (unstored === null) return;
  process.stderr.write(
    `It is in force, and not stored yet (${unstored}): the running service does that once it can.\n`,
  );
}

async function runCommand(doors: KeyDoors, command: string, subject: string, given: Given): Promise<void> {
  if (command === "list") return (await listKeys(doors)).forEach((key) => void say(showKey(key)));
  if (command === "restore") return say(`${await restoreKeys(doors)} keys restored`);
  if (subject === "")
    throw new Error(`${command}: say ${command === "create" ? "whom it is for" : "which key"}. ${MORE}`);
  if (command === "create" || command === "rotate") {
    const made = await (command === "create" ? createKey(doors, subject, limits(given)) : rotateKey(doors, subject));
    tell(made);
    return say(`${made.secret}\nIt is shown this once and kept nowhere.`);
  }
  tell(await (command === "limit" ? limitKey(doors, subject, limits(given)) : revokeKey(doors, subject)));
}

const COMMANDS = new Set(["create", "list", "limit", "rotate", "revoke", "restore", "signing"]);

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const [command = "", subject = ""] = positionals;
  if (!COMMANDS.has(command)) throw new Error(`no command ${JSON.stringify(command)}. ${MORE}`);
  const env = parseOwnEnv((line) => process.stderr.write(`${line}\n`));
  if (command === "signing") return makeSigningKey(subject || originOfLog(env));
  const root = resolve(env.DATA_DIR);
  const run = await readRun(root).catch(() => null);
  const redisUrl = env.REDIS_URL ?? run?.redisUrl;
  const url = env.CLICKHOUSE_URL ?? run?.clickhouseUrl;
  if (!redisUrl || !url) throw new Error(await sayAbsent(root, "set REDIS_URL and CLICKHOUSE_URL"));
  const own = env.CLICKHOUSE_URL !== undefined || run === null;
  const redis = openRedis(redisUrl, "patient", "keys");
  const store = openStore({
    url,
    user: own ? env.CLICKHOUSE_USER : run.clickhouseUser,
    password: own ? env.CLICKHOUSE_PASSWORD : run.clickhousePassword,
    database: own ? env.CLICKHOUSE_DATABASE : run.clickhouseDatabase,
    cluster: env.CLICKHOUSE_CLUSTER,
    process: "keys",
  });
  try {
    await runCommand({ redis, store, now: () => Date.now() }, command, subject, values);
  } finally {
    redis.disconnect();
  }
}

// What does not answer must not keep a command that has said how it ended.
main().then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
