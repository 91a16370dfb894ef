// `npm run replay`: makes issued evaluations again from the store of the running service, and compares them byte for byte.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { codeVersion } from "../jobs/proof/code-version.ts";
import { type Replayed, replayIssued } from "../jobs/replay/replay-issued.ts";
import { openStore, type Store } from "../schema/io/clickhouse.ts";
import { evaluationNewest } from "../schema/query/issued/issued-basis.ts";
import { parseOwnEnv } from "../schema/setting/read-settings.ts";
import { readRun, sayAbsent } from "./folder.ts";

const NEWEST = "200";
const SHOWN_MAX = 20;
const say = (text: string): boolean => process.stdout.write(`${text}\n`);

async function openOwnStore(): Promise<Store> {
  const env = parseOwnEnv((line) => process.stderr.write(`${line}\n`));
  const root = resolve(env.DATA_DIR);
  const run = await readRun(root).catch(() => null);
  const url = env.CLICKHOUSE_URL ?? run?.clickhouseUrl;
  if (!url) throw new Error(await sayAbsent(root, "set CLICKHOUSE_URL"));
  const own = env.CLICKHOUSE_URL !== undefined || run === null;
  return openStore({
    url,
    user: own ? env.CLICKHOUSE_USER : run.clickhouseUser,
    password: own ? env.CLICKHOUSE_PASSWORD : run.clickhousePassword,
    database: own ? env.CLICKHOUSE_DATABASE : run.clickhouseDatabase,
    process: "replay",
  });
}

function show({ id, result, members, codeVersion: madeBy, why }: Replayed): void {
  const other = result === "differs" && madeBy !== codeVersion() ? `, made by ${madeBy}, this is ${codeVersion()}` : "";
  const reason = why === undefined ? "" : `: ${why}`;
  say(`${id}  ${result}${other}${reason}${members.map((member) => `\n  ${member}`).join("")}`);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { newest: { type: "string" } } });
  const store = await openOwnStore();
  const limit = Number(values.newest ?? NEWEST);
  const wanted =
    positionals.length > 0
      ? positionals
      : (await store.query(evaluationNewest, { before: Date.now(), limit })).map(({ id }) => id);
  const replayed = await replayIssued(store, wanted);
  const named = positionals.length > 0 ? replayed : replayed.filter(({ result }) => result !== "identical");
  for (const one of named.slice(0, SHOWN_MAX)) show(one);
  const identical = replayed.filter(({ result }) => result === "identical").length;
  if (named.length > SHOWN_MAX) say(`… and ${named.length - SHOWN_MAX} more`);
  say(`${identical} of ${replayed.length} are identical`);
  process.exitCode = identical === replayed.length ? 0 : 1;
}

// What does not answer must not keep a command that has said how it ended.
main().then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
