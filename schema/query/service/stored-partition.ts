// Queries: the partitions of all tables, and those of them in which columns still hold something.
import type { StoredPartition } from "../../retention.ts";
import type { Query } from "../query.ts";

export const storedPartition: Query<object, StoredPartition> = {
  name: "stored-partition",
  sql: `
SELECT table, partition, partition_id AS id, toUnixTimestamp(max(max_time)) * 1000 AS newest_at
FROM system.parts
WHERE database = currentDatabase() AND active
GROUP BY table, partition, id
ORDER BY table, id`,
};

export const partitionWithColumn: Query<
  { readonly tables: readonly string[]; readonly columns: readonly string[] },
  Pick<StoredPartition, "table" | "id">
> = {
  name: "partition-with-column",
  sql: `
SELECT DISTINCT table, partition_id AS id
FROM system.parts_columns
WHERE database = currentDatabase() AND table IN {tables:Array(String)} AND column IN {columns:Array(String)} AND active
ORDER BY table, id`,
};
