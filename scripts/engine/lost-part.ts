// The engine notes an insert's deduplication token before it publishes the part with its rows. Killed in between, it
// would take every retry of that insert for a duplicate, and acknowledge rows that are nowhere.
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { quote, quoteName } from "../../schema/dataset/quote.ts";
import type { Connection } from "./native.ts";

/** Tokens of one table whose parts are not on the disk. */
type LostParts = { readonly uuid: string; readonly logs: string; readonly parts: ReadonlySet<string> };

type Part = { readonly partition: string; readonly min: number; readonly max: number };

const PART = /^([^_]+)_(\d+)_(\d+)_\d+(?:_\d+)?$/;
const LOGS = "deduplication_logs";
const ADDED = "1";

function readPart(name: string): Part | null {
  const [, partition, min, max] = PART.exec(name) ?? [];
  return partition === undefined ? null : { partition, min: Number(min), max: Number(max) };
}

const names = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

const readLines = (path: string): string[] => readFileSync(path, "utf8").split("\n").filter(Boolean);

/** Which noted parts of a table neither exist nor went into a merged one. */
function lostOf(folder: string): ReadonlySet<string> {
  const logs = join(folder, LOGS);
  const noted = new Map<string, Part>();
  for (const file of readdirSync(logs)) {
    for (const line of readLines(join(logs, file))) {
      const [operation, name = ""] = line.split("\t");
      const part = operation === ADDED ? readPart(name) : null;
      if (part !== null) noted.set(name, part);
    }
  }
  if (noted.size === 0) return new Set();
  const stored = names(folder).flatMap((name) => readPart(name) ?? []);
  const isStored = ({ partition, min, max }: Part): boolean =>
    stored.some((part) => part.partition === partition && part.min <= min && part.max >= max);
  return new Set([...noted].flatMap(([name, part]) => (isStored(part) ? [] : [name])));
}

/** Reads a data folder that nothing may have open yet: merges that begin later would hide what is missing. */
export function findLostParts(folder: string): LostParts[] {
  const root = join(folder, "store");
  const tables = existsSync(root)
    ? names(root).flatMap((prefix) =>
        names(join(root, prefix)).map((uuid) => ({ uuid, path: join(root, prefix, uuid) })),
      )
    : [];
  return tables.flatMap(({ uuid, path }) => {
    if (!existsSync(join(path, LOGS))) return [];
    const parts = lostOf(path);
    return parts.size === 0 ? [] : [{ uuid, logs: join(path, LOGS), parts }];
  });
}

/**
 * Forgets those tokens, so that a retry stores its rows. Tokens of rows that were deleted meanwhile are forgotten too.
 * Each table is away while its notes are written anew: call before anybody is served.
 */
export async function forgetLostParts(lost: readonly LostParts[], keeper: Connection, spool: string): Promise<void> {
  for (const { uuid, logs, parts } of lost) {
    const found = await keeper.query(
      `SELECT database, name FROM system.tables WHERE uuid = ${quote(uuid)}`,
      "JSONCompactEachRow",
    );
    const text = Buffer.from(found.bytes).toString().trim();
    if (text === "") continue;
    const table = (JSON.parse(text) as string[]).map(quoteName).join(".");
    await keeper.query(`DETACH TABLE ${table} SYNC`);
    for (const file of readdirSync(logs)) {
      const kept = readLines(join(logs, file)).filter((line) => !parts.has(line.split("\t")[1] ?? ""));
      const fresh = join(spool, file);
      writeFileSync(fresh, kept.map((line) => `${line}\n`).join(""));
      renameSync(fresh, join(logs, file));
    }
    await keeper.query(`ATTACH TABLE ${table}`);
  }
}
