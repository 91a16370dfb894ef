// Rows of the table liquidation_watch. Stretches whose forced closures were read whole: what makes an absent closure a measured zero.
import type { Row, Table } from "./table.ts";

export const liquidationWatch = {
  name: "liquidation_watch",
  columns: {
    token: "text",
    venue: "text",
    from_at: "time",
    to_at: "time",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type LiquidationWatchRow = Row<typeof liquidationWatch>;
