// Rows of the table contract_holder. Who holds a contract's tokens and who made it, as contract-risk scanners report it.
import type { Row, Table } from "./table.ts";

export const contractHolder = {
  name: "contract_holder",
  columns: {
    token: "text",
    chain: "text",
    address: "text",
    at: "time",
    holders_count: "numberOrNull",
    top10_pct: "numberOrNull",
    top10_excluded_pct: "numberOrNull",
    transfer_tax_pct: "numberOrNull",
    same_creator_honeypot: "numberOrNull",
    owner_flags: "textOrNull",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type ContractHolderRow = Row<typeof contractHolder>;
