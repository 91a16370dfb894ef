// A cluster of ClickHouse servers: whether they are copies of each other, and keep up with each other.
import type { Store } from "../../schema/io/clickhouse.ts";
import { findClusterFault, findOtherEngine } from "../../schema/io/cluster.ts";
import type { Query } from "../../schema/query/query.ts";
import { type Finding, fail, ok, warn } from "./finding.ts";

const DELAY_S_MAX = 60;

type Behind = {
  readonly table: string;
  readonly is_stuck: number;
  readonly delay_s: number;
  readonly total: number;
  readonly active: number;
};

/** The table that is worst off; each server knows of itself, and which others are there. */
export const replicaBehind: Query<{ readonly max: number }, Behind> = {
  name: "doctor-replicas",
  sql: `
SELECT table, toUInt32(is_readonly) AS is_stuck, toUInt32(absolute_delay) AS delay_s, toUInt32(total_replicas) AS total,
  toUInt32(active_replicas) AS active
FROM system.replicas
WHERE database = currentDatabase() AND (is_readonly OR absolute_delay > {max:UInt32} OR active_replicas < total_replicas)
ORDER BY is_stuck DESC, active, delay_s DESC, table LIMIT 1`,
};

function sayBehind({ table, is_stuck, delay_s, total, active }: Behind): Finding {
  if (is_stuck === 1) {
    return fail("store", `${table} takes no rows: the server has lost the keeper`, "Look at the keeper and its log.");
  }
  if (active < total) {
    const most = Math.floor(total / 2) + 1;
    const says = `${active} of ${total} servers have ${table}`;
    return active < most
      ? fail("store", `${says}, and ${most} must store a row`, "Start the others: writers wait for them.")
      : warn("store", says, "Start the others; what they missed comes to them by itself.");
  }
  return warn("store", `${table} is ${delay_s} s behind the other servers`, "Look at its network and disk.");
}

/** `cluster` is the setting; empty for a server alone. */
export async function lookAtCluster(store: Store, cluster: string): Promise<Finding[]> {
  const other = await findOtherEngine(store, cluster !== "");
  if (other !== null) return [fail("store", other, "docs/operating.md, On several servers.")];
  if (cluster === "") return [];
  const fault = await findClusterFault(store, cluster);
  if (fault !== null) return [fail("store", fault, "docs/operating.md, On several servers.")];
  const [behind] = await store.query(replicaBehind, { max: DELAY_S_MAX });
  return [behind === undefined ? ok("store", `the servers of ${cluster} have the same`) : sayBehind(behind)];
}
