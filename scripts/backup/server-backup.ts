// BACKUP and RESTORE of a ClickHouse server. What rests on other rows is copied before those: nobody has to stop writing,
// and whatever the copy tells of is in it.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { TABLES } from "../../schema/dataset/index.ts";
import { quote } from "../../schema/dataset/quote.ts";
import type { Store } from "../../schema/io/clickhouse.ts";

type Name = keyof typeof TABLES;

/** A checkpoint signs leaves, which are of issued objects; an outcome is of a call, a monitor of what paid for it. */
const RESTING: readonly (readonly Name[])[] = [
  ["attestation", "cosignature"],
  ["checkpoint"],
  ["log_node"],
  ["log_leaf"],
  ["outcome", "delivery"],
  ["record_call", "message"],
  ["message_object"],
  ["event"],
  ["signal", "signal_state", "signal_evaluation"],
  ["signal_minute", "issued_object", "monitor"],
];
const LOOK_MS = 500;

/** Tables of a copy in the order in which they are copied. */
export function inOrder(tables: readonly string[]): { name: string; tables: string[] }[] {
  const named = new Set<string>(RESTING.flat());
  const steps = [...RESTING.map((step) => tables.filter((table) => (step as readonly string[]).includes(table)))];
  steps.push(tables.filter((table) => !named.has(table)));
  return steps.filter((step) => step.length > 0).map((step, at) => ({ name: String(at + 1), tables: step }));
}

const fileOf = (folder: string, name: string): string => `File(${quote(`${folder}/${name}`)})`;

/** Runs it in the background of the server, however long it takes. Throws what it ended with. */
async function runLong(store: Store, sql: string, settings: readonly string[] = []): Promise<void> {
  const id = randomUUID();
  await store.command(`${sql} SETTINGS ${[`id = ${quote(id)}`, ...settings].join(", ")} ASYNC`);
  for (;;) {
    const asked = {
      name: "backup-state",
      sql: "SELECT toString(status) AS status, error FROM system.backups WHERE id = {id:String}",
    };
    const [row] = (await store.query(asked, { id })) as { status: string; error: string }[];
    if (row?.status === "BACKUP_CREATED" || row?.status === "RESTORED") return;
    if (row === undefined || /FAILED|CANCELLED/.test(row.status)) {
      throw new Error(
        `ClickHouse: ${row?.error.split("\n")[0] || row?.status || "the server forgot what it was doing"}`,
      );
    }
    await sleep(LOOK_MS);
  }
}

/** Has the server write the tables below `folder`, as it sees it. */
export async function backupTables(
  store: Store,
  database: string,
  folder: string,
  steps: readonly { readonly name: string; readonly tables: readonly string[] }[],
): Promise<void> {
  for (const { name, tables } of steps) {
    const list = tables.map((table) => `TABLE ${database}.${table}`).join(", ");
    await runLong(store, `BACKUP ${list} TO ${fileOf(folder, name)}`);
  }
}

/** Into tables that are there: of a cluster, or with rows of their own as the list of migrations has. */
const INTO_TABLES = ["allow_different_table_def = 1", "allow_non_empty_tables = 1"];

/** Has the server read them back into a database, which may have another name by now, and its tables already. */
export async function restoreTables(
  store: Store,
  from: string,
  to: string,
  folder: string,
  steps: readonly { readonly name: string; readonly tables: readonly string[] }[],
  isMade: boolean,
): Promise<void> {
  // What others rest on comes first here: a restore that is cut short tells of nothing that is not there.
  for (const { name, tables } of [...steps].reverse()) {
    const list = tables.map((table) => `TABLE ${from}.${table} AS ${to}.${table}`).join(", ");
    await runLong(store, `RESTORE ${list} FROM ${fileOf(folder, name)}`, isMade ? INTO_TABLES : []);
  }
}
