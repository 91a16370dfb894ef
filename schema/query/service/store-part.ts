// How much each table of a database holds, and in how many parts.
import type { Query } from "../query.ts";

export type StorePartRow = {
  readonly table: string;
  readonly rows: number;
  readonly bytes: number;
  /** Of the partition that has most. */
  readonly parts: number;
};

export const storePart: Query<{ readonly database: string }, StorePartRow> = {
  name: "store-part",
  sql: `
SELECT table, sum(n) AS rows, sum(b) AS bytes, max(p) AS parts
FROM
(
  SELECT table, partition, sum(rows) AS n, sum(bytes_on_disk) AS b, count() AS p
  FROM system.parts
  WHERE active AND database = {database:String}
  GROUP BY table, partition
)
GROUP BY table
ORDER BY table`,
};
