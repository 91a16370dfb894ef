// Rows of the table signal_state. What the rules remember of a token, as of the last minute that changed it.
import type { Row, Table } from "./table.ts";

export const signalState = {
  name: "signal_state",
  columns: { token: "text", at: "time", rules: "text", state: "text" },
} as const satisfies Table;

export type SignalStateRow = Row<typeof signalState>;
