// Rows of the table exchange_flow. Flows to and from labelled exchange wallets by scanned window; a row with zeros means scanned and nothing seen.
import type { Row, Table } from "./table.ts";

export const exchangeFlow = {
  name: "exchange_flow",
  columns: {
    token: "text",
    chain: "text",
    exchange: "text",
    at: "time",
    window_s: "number",
    inflow_native: "number",
    outflow_native: "number",
    inflow_usd: "numberOrNull",
    outflow_usd: "numberOrNull",
    transfers: "number",
    label_set: "text",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type ExchangeFlowRow = Row<typeof exchangeFlow>;
