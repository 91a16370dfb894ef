// A cluster of ClickHouse servers as it is: whether its servers are copies of each other, and where their tables lie.
import type { Cluster } from "../dataset/on-cluster.ts";
import { quote } from "../dataset/quote.ts";
import type { Store } from "./clickhouse.ts";

/** Asks every server of the cluster, and throws where one is away. */
const ofAll = (name: string, table: string): string => `clusterAllReplicas(${quote(name)}, system.${table})`;

async function ask<R>(store: Pick<Store, "query">, name: string, sql: string): Promise<R[]> {
  return store.query<object, R>({ name, sql }, {});
}

type Servers = { readonly servers: number; readonly shards: number };
type Macro = { readonly macro: string; readonly value: string; readonly servers: number };

/** What makes its servers no copies of each other, with what would do; null where nothing does. */
export async function findClusterFault(store: Pick<Store, "query">, name: string): Promise<string | null> {
  const [known] = await ask<Servers>(
    store,
    "cluster-servers",
    `SELECT toUInt32(count()) AS servers, toUInt32(uniqExact(shard_num)) AS shards FROM system.clusters WHERE cluster = ${quote(name)}`,
  );
  const { servers = 0, shards = 0 } = known ?? {};
  if (servers === 0) return `no cluster is called ${name} there: its servers list it in remote_servers`;
  if (shards > 1) {
    return `the cluster ${name} has ${shards} shards, which share out rows: it must have one, whose replicas keep all`;
  }
  const macros = await ask<Macro>(
    store,
    "cluster-macros",
    `SELECT macro, substitution AS value, toUInt32(count()) AS servers FROM ${ofAll(name, "macros")}
WHERE macro IN ('shard', 'replica') GROUP BY macro, value ORDER BY macro, value`,
  );
  const shard = macros.filter(({ macro }) => macro === "shard");
  const replica = macros.filter(({ macro }) => macro === "replica");
  if (shard.length !== 1 || shard[0]?.servers !== servers) {
    return `the macro {shard} must be on each of the ${servers} servers of ${name} and say the same`;
  }
  if (replica.length !== servers) return `the macro {replica} must say another word on each of the ${servers} servers`;
  return null;
}

/** Names of tables and views of a database that every server of the cluster has. */
export async function readCommonTables(store: Pick<Store, "query">, name: string, database: string): Promise<string[]> {
  const rows = await ask<{ name: string }>(
    store,
    "cluster-tables",
    `SELECT name FROM ${ofAll(name, "tables")} WHERE database = ${quote(database)} GROUP BY name
HAVING count() = (SELECT count() FROM system.clusters WHERE cluster = ${quote(name)}) ORDER BY name`,
  );
  return rows.map((row) => row.name);
}

/**
 * The cluster with the places of the tables that its servers have.
 * @throws Error where two servers have one table in two places: what is written to one never comes to the other.
 */
export async function readCluster(store: Pick<Store, "query">, cluster: Cluster): Promise<Cluster> {
  const rows = await ask<{ name: string; paths: readonly string[] }>(
    store,
    "cluster-paths",
    `SELECT table AS name, arraySort(groupUniqArray(zookeeper_path)) AS paths FROM ${ofAll(cluster.name, "replicas")}
WHERE database = ${quote(cluster.database)} GROUP BY name ORDER BY name`,
  );
  const parted = rows.find(({ paths }) => paths.length > 1);
  if (parted !== undefined) {
    const { name, paths } = parted;
    throw new Error(`the table ${name} is two tables on the servers of ${cluster.name}: ${paths.join(" and ")}`);
  }
  return { ...cluster, paths: new Map(rows.map(({ name, paths: [path = ""] }) => [name, path])) };
}

/** A table whose engine is not as the setting has it: one server's own where servers share, or the other way about. */
export async function findOtherEngine(store: Pick<Store, "query">, isCluster: boolean): Promise<string | null> {
  const [one] = await ask<{ name: string }>(
    store,
    "table-of-other-engine",
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND endsWith(engine, 'MergeTree')
  AND startsWith(engine, 'Replicated') = ${isCluster ? 0 : 1} ORDER BY name LIMIT 1`,
  );
  if (one === undefined) return null;
  return isCluster
    ? `the table ${one.name} is one server's own: back up, and restore with CLICKHOUSE_CLUSTER into another CLICKHOUSE_DATABASE`
    : `the table ${one.name} is of a cluster: set CLICKHOUSE_CLUSTER to its name`;
}
