// `npm run sql` and `npm run export`: SQL over the facts, at a prompt, in one shot or into a file.
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { parseOwnEnv } from "../../schema/setting/read-settings.ts";
import { findPlace } from "../connect.ts";
import { runConsole, runText, type Session } from "./console.ts";
import { exportSql, sayWritten, writeParquet } from "./export.ts";
import { readHistory, sayProposals } from "./retune.ts";

const MORE = "`npm run export -- --help` says how.";

const ownEnv = () => parseOwnEnv((line) => process.stderr.write(`${line}\n`));

const readArguments = () =>
  parseArgs({
    allowPositionals: true,
    options: {
      format: { type: "string" },
      parquet: { type: "string" },
      file: { type: "string" },
      facts: { type: "boolean" },
      write: { type: "boolean" },
      table: { type: "string" },
      from: { type: "string" },
      to: { type: "string" },
      token: { type: "string" },
      versions: { type: "boolean", default: false },
      out: { type: "string" },
      days: { type: "string" },
    },
  });

type Given = ReturnType<typeof readArguments>["values"];

async function runExport({ table, out, from, to, token, versions }: Given): Promise<void> {
  if (table === undefined || out === undefined) throw new Error(`--table and --out are needed. ${MORE}`);
  const place = await findPlace(ownEnv(), "bulk");
  try {
    const wanted = { table, versions, ...(from ? { from } : {}), ...(to ? { to } : {}), ...(token ? { token } : {}) };
    process.stdout.write(`${sayWritten(out, await writeParquet(place, await exportSql(place, wanted), out))}\n`);
  } finally {
    await place.stop();
  }
}

async function runRetune(values: Given): Promise<void> {
  const days = Math.min(400, Math.max(1, Math.floor(Number(values.days ?? 30)) || 30));
  const place = await findPlace(ownEnv(), "bulk");
  try {
    process.stdout.write(`${sayProposals(await readHistory(place, days)).join("\n")}\n`);
  } finally {
    await place.stop();
  }
}

async function runPrompt(session: Session, dataDir: string): Promise<void> {
  const path = join(resolve(dataDir), "sql-history");
  const known = await readFile(path, "utf8").catch(() => "");
  let history = known.split("\n").filter((line) => line !== "");
  process.stdout.write(`Asking ${session.place.about}. \\tables lists what there is, \\q leaves.\n`);
  await runConsole(session, process.stdin, { history: [...history], onHistory: (lines) => (history = [...lines]) });
  await writeFile(path, `${history.join("\n")}\n`, { mode: 0o600 }).catch(() => undefined);
}

async function runSql(values: Given, positionals: readonly string[]): Promise<void> {
  const env = ownEnv();
  const place = await findPlace(env, values.write ? "write" : values.parquet || values.facts ? "bulk" : "read");
  const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
  const session: Session = {
    place,
    out: process.stdout,
    isColoured: process.stdout.isTTY === true,
    format: values.format ?? "PrettyCompact",
    ...(values.parquet === undefined ? {} : { parquet: values.parquet }),
  };
  try {
    if (values.file !== undefined) await runText(session, await readFile(values.file, "utf8"));
    else if (positionals.length > 0) await runText(session, positionals.join(" "));
    else if (isTerminal) await runPrompt(session, env.DATA_DIR);
    else await runText(session, await text(process.stdin));
  } finally {
    await place.stop();
  }
}

try {
  const { values, positionals } = readArguments();
  if (positionals[0] === "export") await runExport(values);
  else if (positionals[0] === "retune") await runRetune(values);
  else await runSql(values, positionals);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
