// Query: the largest checkpoint that each witness signed, and when.
import type { Query } from "../query.ts";

export type CosignatureNewestRow = {
  readonly witness: string;
  readonly size: number;
  readonly cosigned_at: number;
  /** The signature line, as it stands on a checkpoint. */
  readonly line: string;
};

export const cosignatureNewest: Query<object, CosignatureNewestRow> = {
  name: "cosignature-newest",
  sql: `
SELECT witness, max(c.size) AS size, toUnixTimestamp64Milli(argMax(c.cosigned_at, (c.size, c.cosigned_at))) AS cosigned_at,
  argMax(c.line, (c.size, c.cosigned_at)) AS line
FROM cosignature AS c
GROUP BY witness
ORDER BY witness`,
};
