// The statements of the schema as a cluster of ClickHouse servers takes them: each reaches all of them, and every server
// keeps each table whole.
import { quote } from "./quote.ts";

export type Cluster = {
  /** As the servers' configuration calls it. */
  readonly name: string;
  /** Of all tables. */
  readonly database: string;
  /** With whose rights the analysts' views read; every server knows it. */
  readonly user: string;
  /** Where tables that some servers have lie in the keeper, by name: one that comes later finds the rows of the others there. */
  readonly paths?: ReadonlyMap<string, string>;
};

/** Longer than anybody goes on sending an insert again. */
const REMEMBERED_S = 30 * 86_400;

/** What a table is copied into, which then takes its name. */
const copyOf = (table: string): string => `copy_of_${table}`;

const on = ({ name }: Cluster): string => `ON CLUSTER ${quote(name)}`;

/** The servers of a table are told apart by their macros, and the same place makes them copies of one table. */
function replicated(sql: string, path: string): string {
  const made = sql.replace(
    /^ENGINE = (Replacing)?MergeTree(?:\((\w+)\))?/m,
    (_, kind: string = "", version?: string) =>
      `ENGINE = Replicated${kind}MergeTree(${[quote(path), "'{replica}'", ...(version ? [version] : [])].join(", ")})`,
  );
  if (made === sql) throw new Error(`a table without an engine that servers share: ${sql.slice(0, 80)}`);
  return made.replace(
    /\bnon_replicated_deduplication_window = (\d+)/,
    `replicated_deduplication_window = $1, replicated_deduplication_window_seconds = ${REMEMBERED_S}`,
  );
}

type Sent = (sql: string, begins: string, name: string, cluster: Cluster) => string[];

const everywhere: Sent = (sql, begins, _, cluster) => [`${begins} ${on(cluster)}${sql.slice(begins.length)}`];
const once: Sent = (sql) => [sql];

const created: Sent = (sql, begins, table, cluster) => {
  const path = cluster.paths?.get(table) ?? `/clickhouse/tables/{shard}/${cluster.database}/${table}`;
  return everywhere(sql, begins, table, cluster).map((one) => replicated(one, path));
};

/** Rows are copied by one server, in a place that no table had before, and the others fetch them. */
const copied: Sent = (sql, begins, table, cluster) => {
  const [definition = "", rows] = sql.slice(begins.length).split(/^AS (?=SELECT\b)/m);
  if (rows === undefined) throw new Error(`a table that is replaced by an empty one: ${begins}`);
  const copy = copyOf(table);
  const drop = `DROP TABLE IF EXISTS ${copy} ${on(cluster)} SYNC`;
  const path = `/clickhouse/tables/{shard}/${cluster.database}/${table}.{uuid}`;
  return [
    drop,
    replicated(`CREATE TABLE ${copy} ${on(cluster)}${definition.trimEnd()}`, path),
    `INSERT INTO ${copy} ${rows}`,
    `EXCHANGE TABLES ${copy} AND ${table} ${on(cluster)}`,
    drop,
  ];
};

/** Whoever runs a statement of the cluster on the other servers is nobody's user. */
const viewed: Sent = (sql, begins, view, cluster) =>
  everywhere(sql, begins, view, cluster).map((one) => {
    const made = one.replace("DEFINER = CURRENT_USER", () => `DEFINER = \`${cluster.user}\``);
    if (made === one) throw new Error(`a view with nobody's rights: ${begins}`);
    return made;
  });

/** A change is done when every server has made it; one of them makes it, and the others follow. */
const altered: Sent = (...about) => everywhere(...about).map((one) => `${one}\nSETTINGS alter_sync = 2`);
const dropped: Sent = (...about) => everywhere(...about).map((one) => `${one} SYNC`);

/** Every form of statement that the schema is made of, by what it begins with. */
const FORMS: readonly (readonly [RegExp, Sent])[] = [
  [/^CREATE DATABASE IF NOT EXISTS (\w+)/, everywhere],
  [/^CREATE TABLE IF NOT EXISTS (\w+)/, created],
  [/^CREATE OR REPLACE TABLE (\w+)/, copied],
  [/^CREATE OR REPLACE VIEW ([\w.]+)/, viewed],
  [/^ALTER TABLE (\w+)/, altered],
  [/^OPTIMIZE TABLE (\w+)/, everywhere],
  [/^DROP TABLE IF EXISTS (\w+)/, dropped],
  [/^INSERT INTO (\w+)/, once],
  [/^CREATE (?:SETTINGS PROFILE OR REPLACE|USER IF NOT EXISTS|QUOTA IF NOT EXISTS) (\w+)/, everywhere],
  [/^(?:GRANT|REVOKE)\b/, everywhere],
];

/**
 * A statement of the schema as it is sent where there is a cluster, in the order in which it is sent.
 * @throws Error for a form that is not known here: it would reach one server alone.
 */
export function onCluster(statement: string, cluster: Cluster): string[] {
  const sql = statement.replace(/^(?:\s*--[^\n]*\n)+/, "").trim();
  for (const [form, sent] of FORMS) {
    const [begins, name = ""] = form.exec(sql) ?? [];
    if (begins !== undefined) return sent(sql, begins, name, cluster);
  }
  throw new Error(`a statement that a cluster has no form for: ${sql.slice(0, 80)}`);
}
