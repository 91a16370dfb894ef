// What is free on the disks of the store itself.
import type { Query } from "../query.ts";

export type StoreDiskRow = { readonly disk: string; readonly free: number; readonly total: number };

export const storeDisk: Query<object, StoreDiskRow> = {
  name: "store-disk",
  sql: `
SELECT name AS disk, toUInt64(unreserved_space) AS free, toUInt64(total_space) AS total
FROM system.disks
WHERE lower(type) = 'local' AND total_space > 0`,
};
