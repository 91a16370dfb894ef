// Query: what witnesses signed of the checkpoint of a size, in the order of their keys.
import type { Query } from "../query.ts";

type CosignatureOfSizeRow = { readonly witness: string; readonly line: string; readonly cosigned_at: number };

export const cosignatureOfSize: Query<{ readonly size: number }, CosignatureOfSizeRow> = {
  name: "cosignature-of-size",
  sql: `
SELECT witness, argMin(c.line, c.cosigned_at) AS line, toUnixTimestamp64Milli(min(c.cosigned_at)) AS cosigned_at
FROM cosignature AS c
WHERE size = {size:UInt64}
GROUP BY witness
ORDER BY witness`,
};
