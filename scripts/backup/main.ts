// `npm run backup` and `npm run restore`: copies of everything that is kept, made while it runs, and brought back.
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { HOUR_MS } from "../../schema/duration.ts";
import type { Env } from "../../schema/env.ts";
import { parseOwnEnv } from "../../schema/setting/read-settings.ts";
import { wrongArguments } from "../argument.js";
import { holdFolder } from "../folder.ts";
import { backUp, type Made } from "./back-up.ts";
import { listBackups, pruneBackups, readBackup } from "./manifest.ts";
import { noteMade, notePromised } from "./note.ts";
import { restore } from "./restore.ts";

/** After one that failed, where they are made again and again. */
const AGAIN_MS = 300_000;

const options = {
  restore: { type: "boolean", default: false },
  keep: { type: "string" },
  every: { type: "string" },
  due: { type: "string" },
  check: { type: "string" },
  "server-path": { type: "string" },
} as const;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const warn = (line: string): void => void process.stderr.write(`! ${line}\n`);
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function tell({ path, about, bytes, heldMs, warnings }: Made): void {
  const rows = about.tables.reduce((sum, table) => sum + table.rows, 0);
  const size = bytes === 0 ? "" : `, ${(bytes / 1_048_576).toFixed(1)} MB`;
  const log = about.checkpoint === null ? "no checkpoint yet" : `a log of ${about.checkpoint.size} signed leaves`;
  const held = heldMs === null ? "" : `; writers waited ${heldMs} ms`;
  say(`${path}: ${about.tables.length} tables, ${rows} rows, ${log}${size}${held}`);
  for (const line of warnings) warn(line);
}

type Plan = { readonly serverPath: string | undefined; readonly keep: number; readonly dueMs: number | null };

/** What is made is made: what fails after it is said, and no reason to make it again at once. */
async function orSay(what: string, work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    warn(`${what}: ${messageOf(error)}`);
    process.exitCode = 1;
  });
}

async function makeOne(env: Env, folder: string, { serverPath, keep, dueMs }: Plan): Promise<void> {
  await mkdir(folder, { recursive: true });
  const held = await holdFolder(resolve(folder));
  if (!("lock" in held)) throw new Error(`Process ${held.holder.pid} makes a backup in ${folder} already.`);
  try {
    // Where the service cannot be told now, who made one says so below.
    if (dueMs !== null) await notePromised(env, Date.now(), dueMs).catch(() => undefined);
    const made = await backUp(env, folder, serverPath);
    tell(made);
    await orSay("The service was not told", noteMade(env, made.about.at, dueMs));
    if (keep === 0) return;
    const prune = async () => {
      const gone = await pruneBackups(folder, keep, Date.now());
      if (gone > 0) say(`${gone} older removed; the newest ${keep} stay`);
    };
    await orSay("Older ones could not be removed", prune());
  } finally {
    await held.lock.release();
  }
}

/** Again and again, until it is told to stop; one that fails is said and tried again soon. */
async function makeAll(everyMs: number, make: () => Promise<void>): Promise<void> {
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stop.abort());
  while (!stop.signal.aborted) {
    const waitMs = await make().then(
      () => everyMs,
      (error: unknown) => {
        warn(messageOf(error));
        return Math.min(everyMs, AGAIN_MS);
      },
    );
    await sleep(waitMs, undefined, { signal: stop.signal }).catch(() => undefined);
  }
}

/** Whether the newest backup is young enough; for whoever watches over them. */
async function checkAge(folder: string, maxMs: number): Promise<void> {
  const newest = (await listBackups(folder, Date.now())).at(-1);
  if (newest === undefined) throw new Error(`There is no backup in ${folder}.`);
  const { at } = await readBackup(join(folder, newest));
  const ageMs = Date.now() - Date.parse(at);
  const says = `${join(folder, newest)} is ${(ageMs / HOUR_MS).toFixed(1)} hours old`;
  if (ageMs < 0)
    throw new Error(`${join(folder, newest)} is of ${at}, which is to come: look at this machine's clock.`);
  if (ageMs > maxMs) throw new Error(`${says}: more than ${maxMs / HOUR_MS}.`);
  say(says);
}

async function bringBack(env: Env, backup: string, serverPath: string | undefined): Promise<void> {
  const { about, where, warnings } = await restore(env, backup, serverPath);
  const rows = about.tables.reduce((sum, table) => sum + table.rows, 0);
  say(`${where}: everything as of ${about.at}, ${about.tables.length} tables, ${rows} rows.`);
  if (about.checkpoint !== null) say(`The log holds what was signed then: ${about.checkpoint.size} leaves.`);
  for (const line of warnings) warn(line);
  say("Redis is filled from it at the next start. Never let two copies go on: both would sign one log.");
}

// Keys and signed transactions are in what is written.
process.umask(0o077);
try {
  // Whoever starts this without `npm run` has had none of it looked at.
  const [given, mode] = [process.argv.slice(2), process.argv.includes("--restore") ? "restore" : "backup"];
  const wrong = wrongArguments(
    mode,
    given.filter((word) => word !== "--restore"),
  );
  if (wrong !== null) throw new Error(wrong);
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const [place = ""] = positionals;
  const env = parseOwnEnv(warn);
  if (values.check !== undefined) await checkAge(place, Number(values.check) * HOUR_MS);
  else if (values.restore) await bringBack(env, place, values["server-path"]);
  else {
    const due = values.due ?? values.every;
    const dueMs = due === undefined ? null : Number(due) * HOUR_MS;
    const make = () =>
      makeOne(env, place, { serverPath: values["server-path"], keep: Number(values.keep ?? 0), dueMs });
    if (values.every === undefined) await make();
    else await makeAll(Number(values.every) * HOUR_MS, make);
  }
} catch (error) {
  warn(messageOf(error));
  process.exitCode = 1;
}
// What does not answer must not keep a command that has said how it ended.
process.exit();
