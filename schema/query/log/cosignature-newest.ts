// Query: the largest checkpoint that each witness signed, and when.
import type { Query } from "../query.ts";

export type CosignatureNewestRow = { readonly witness: string; readonly size: number; readonly cosigned_at: number };

export const cosignatureNewest: Query<object, CosignatureNewestRow> = {
  name: "cosignature-newest",
  sql: `
SELECT witness, max(c.size) AS size, toUnixTimestamp64Milli(argMax(c.cosigned_at, c.size)) AS cosigned_at
FROM cosignature AS c
GROUP BY witness
ORDER BY witness`,
};
