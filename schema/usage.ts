// How calls are counted for analysts and design partners: a second of one process at a time.
import { type Static, Type } from "typebox";

/** How a call was paid for. */
export const PAID_BY = ["none", "allowance", "key", "payment"] as const;

export const UsageBlock = Type.Object(
  {
    process: Type.String(),
    /** End of the counted second, epoch milliseconds. */
    at: Type.Integer(),
    counts: Type.Array(
      Type.Object(
        {
          caller: Type.String(),
          route: Type.String(),
          method: Type.String(),
          tier: Type.String(),
          status: Type.Integer(),
          paid_by: Type.Enum([...PAID_BY]),
          calls: Type.Integer({ minimum: 1 }),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);
export type UsageBlock = Static<typeof UsageBlock>;
export type PaidBy = UsageBlock["counts"][number]["paid_by"];
