// Rows of the table payment. Ends of settlements: what was charged, for what, and what was refused by the ledger.
import type { Row, Table } from "./table.ts";

export const payment = {
  name: "payment",
  columns: {
    at: "time",
    transaction: "text",
    state: "text",
    network: "text",
    ledger: "text",
    asset: "text",
    amount: "text",
    payer: "text",
    pay_to: "text",
    method: "text",
    target: "text",
    tier: "text",
    reason: "text",
    request: "text",
    caller: "text",
    payment_id: "text",
  },
} as const satisfies Table;

export type PaymentRow = Row<typeof payment>;
