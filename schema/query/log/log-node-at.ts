// Query: whole subtrees of the log by their places.
import type { NodePlace } from "../../proof/tree.ts";
import type { Query } from "../query.ts";

type LogNodeAtRow = {
  readonly level: number;
  readonly node_index: number;
  readonly hash: string;
  readonly hashes: number;
};

export const logNodeAt: Query<{ readonly places: readonly NodePlace[] }, LogNodeAtRow> = {
  name: "log-node-at",
  params: ({ places }) => ({
    levels: places.map(({ level }) => level),
    indexes: places.map(({ index }) => index),
  }),
  sql: `
SELECT level, node_index, any(n.hash) AS hash, toUInt32(uniqExact(n.hash)) AS hashes
FROM log_node AS n
WHERE (level, node_index) IN arrayZip({levels:Array(UInt8)}, {indexes:Array(UInt64)})
GROUP BY level, node_index`,
};
