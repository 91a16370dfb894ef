// The store: whether it answers, its clock, and whether its tables are those of this version.
import { readdir } from "node:fs/promises";
import type { Dataset } from "../../schema/dataset/dataset.ts";
import { TABLES } from "../../schema/dataset/index.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { Query } from "../../schema/query/query.ts";
import { type Finding, fail, ok, warn } from "./finding.ts";
import { lookAtCluster } from "./look-cluster.ts";
import { lookAtSkew, type Now } from "./skew.ts";

const MIGRATIONS = new URL("../../schema/migration/", import.meta.url);
const PARTS_MAX = 300;
const MIGRATE = "npm start does it for the embedded engine; for a server: stop the workers, then npm run migrate.";

const facts: Query<object, { version: string; at: number; zone: string }> = {
  name: "doctor-facts",
  sql: "SELECT version() AS version, toUnixTimestamp64Milli(now64(3)) AS at, timezone() AS zone",
};
const columns: Query<object, { table: string; name: string }> = {
  name: "doctor-columns",
  sql: "SELECT table, name FROM system.columns WHERE database = currentDatabase()",
};
const applied: Query<object, { name: string }> = {
  name: "doctor-migrations",
  sql: "SELECT name FROM migration FINAL WHERE NOT startsWith(name, 'analyst.')",
};
const crowded: Query<{ readonly max: number }, { table: string; partition: string; parts: number }> = {
  name: "doctor-parts",
  sql: `
SELECT table, partition, toUInt32(count()) AS parts FROM system.parts
WHERE active AND database = currentDatabase() GROUP BY table, partition HAVING parts > {max:UInt32}
ORDER BY parts DESC LIMIT 1`,
};
const broken: Query<object, { table: string; name: string; reason: string }> = {
  name: "doctor-detached",
  sql: `
SELECT table, name, ifNull(reason, '') AS reason FROM system.detached_parts
WHERE database = currentDatabase() AND reason LIKE 'broken%' LIMIT 1`,
};
const ahead: Query<{ readonly at: number }, { rows: number }> = {
  name: "doctor-ahead",
  sql: "SELECT toUInt32(count()) AS rows FROM source_call WHERE responded_at > fromUnixTimestamp64Milli({at:Int64}, 'UTC')",
};
const AHEAD_MS = 60_000;

async function lookAtTables(store: Store): Promise<Finding[]> {
  const there = new Map<string, Set<string>>();
  for (const { table, name } of await store.query(columns, {})) {
    there.set(table, (there.get(table) ?? new Set()).add(name));
  }
  if (there.size === 0)
    return [warn("schema", "there are no tables yet", "Start the service once, or run npm run migrate.")];
  const drawers = Object.values<Dataset>(TABLES);
  const missing = drawers.filter(({ name }) => !there.has(name)).map(({ name }) => name);
  const lacking = drawers.flatMap(({ name, columns: wanted }) =>
    Object.keys(wanted)
      .filter((column) => there.has(name) && !there.get(name)?.has(column))
      .map((column) => `${name}.${column}`),
  );
  const known = (await readdir(MIGRATIONS)).filter((file) => file.endsWith(".sql")).map((file) => file.slice(0, -4));
  const done = new Set((await store.query(applied, {})).map(({ name }) => name));
  const [newer] = [...done]
    .filter((name) => !known.includes(name))
    .sort()
    .reverse();
  if (newer !== undefined) {
    return [
      fail("schema", `the tables are of a newer version (${newer})`, "Run that version: this one cannot go back."),
    ];
  }
  const due = known.filter((name) => !done.has(name));
  const lack = [...missing, ...lacking];
  if (due.length > 0)
    return [fail("schema", `${due.length} migrations are missing, from ${due.sort()[0]} on`, MIGRATE)];
  if (lack.length > 0) return [fail("schema", `missing: ${lack.slice(0, 5).join(", ")}`, MIGRATE)];
  return [ok("schema", `${drawers.length} tables, at ${known.sort().at(-1)}`)];
}

async function lookAtParts(store: Store): Promise<Finding[]> {
  const findings: Finding[] = [];
  const [full] = await store.query(crowded, { max: PARTS_MAX });
  if (full !== undefined) {
    const says = `${full.table} has ${full.parts} parts in its partition ${full.partition}: merges do not keep up`;
    findings.push(
      warn("store", says, "Give the store more processor or a faster disk; its own log says what it waits for."),
    );
  }
  const [part] = await store.query(broken, {});
  if (part !== undefined) {
    const says = `the part ${part.name} of ${part.table} was set aside (${part.reason})`;
    findings.push(fail("store", says, "The disk lost what it had: look at it, and restore the newest backup."));
  }
  return findings;
}

type Looked = {
  /** Its clock and what it does are of no interest. */
  readonly isCopy: boolean;
  /** As the settings name it; empty for a server alone. */
  readonly cluster: string;
};

/** Asks, and writes nothing. */
export async function lookAtStore(store: Store, { isCopy, cluster }: Looked, now: Now): Promise<Finding[]> {
  const from = now();
  const [row] = await store.query(facts, {});
  const to = now();
  if (row === undefined) return [fail("store", "it answers nothing", "Look at its log.")];
  const findings = [ok("store", `the store answers (engine ${row.version})`)];
  if (!isCopy) findings.push(...lookAtSkew({ name: "The store", from, to, at: row.at }));
  if (row.zone !== "UTC") findings.push(warn("clocks", `the store's zone is ${row.zone}`, "Set its timezone to UTC."));
  findings.push(...(await lookAtCluster(store, cluster)), ...(await lookAtTables(store)));
  if (findings.some(({ level }) => level === "fail")) return findings;
  findings.push(...(await lookAtParts(store)));
  const [late] = await store.query(ahead, { at: now() + AHEAD_MS });
  if ((late?.rows ?? 0) > 0) {
    const todo = "A clock was ahead: rows of the future are kept for longer, and nothing is dropped for them.";
    findings.push(warn("clocks", `${late?.rows} calls are from later than now`, todo));
  }
  return findings;
}
