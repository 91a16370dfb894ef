// How calls are counted for analysts and design partners: a second of one process at a time.
import { type Static, Type } from "typebox";
import { closed } from "./shape/closed.ts";

/** How a call was paid for. */
export const PAID_BY = ["none", "allowance", "key", "payment"] as const;

/** What calls that are counted together have in common. */
const kind = {
  route: Type.String(),
  method: Type.String(),
  tier: Type.String(),
  status: Type.Integer(),
  paid_by: Type.Enum([...PAID_BY]),
};

export const UsageBlock = closed({
  process: Type.String(),
  /** End of the counted second, epoch milliseconds. */
  at: Type.Integer(),
  counts: Type.Array(closed({ caller: Type.String(), ...kind, calls: Type.Integer({ minimum: 1 }) })),
  /** Callers who were met once, or as often as they stand there: a line of its own each would be most of a block. */
  once: Type.Optional(
    Type.Array(closed({ ...kind, callers: Type.String({ description: "With blanks between them." }) })),
  ),
});
export type UsageBlock = Static<typeof UsageBlock>;
export type PaidBy = UsageBlock["counts"][number]["paid_by"];
