// The dataset contract_holder and its rows.
import { CHAIN, realOrNull, TOKEN, text, textOrNull, time, wholeOrNull } from "../column.ts";
import type { Row } from "../dataset.ts";
import { days } from "../keep.ts";
import type { LatestRow } from "../latest.ts";
import { reading } from "../reading.ts";

export const contractHolder = reading({
  name: "contract_holder",
  about: "Who holds a contract's tokens and who made it, as contract-risk scanners report it.",
  columns: {
    token: TOKEN,
    chain: CHAIN,
    address: text("Contract address."),
    at: time("When it was scanned. UTC."),
    holders_count: wholeOrNull(64, "Holders."),
    top10_pct: realOrNull(
      "Share of the supply of those of the ten largest holders that are not excluded; null: not given. Percentage points.",
      null,
    ),
    top10_excluded_pct: realOrNull(
      "Share of those that are: exchanges, burn addresses, bridges and lockers. Percentage points.",
      null,
    ),
    transfer_tax_pct: realOrNull("Tax on a plain transfer; null: not given. Percentage points.", null),
    same_creator_honeypot: wholeOrNull(8, "1: its creator made honeypots. Unit: 0 or 1."),
    owner_flags: textOrNull(
      "What the owner's or creator's address is blamed for, joined by commas; empty: nothing; null: not asked.",
    ),
  },
  order: ["token", "chain", "address", "provider", "at"],
  latest: {
    member: "holders",
    of: "token",
    by: ["token", "chain", "address"],
    tells: [
      "holders_count",
      "top10_pct",
      "top10_excluded_pct",
      "transfer_tax_pct",
      "same_creator_honeypot",
      "owner_flags",
    ],
    within: "30 DAY",
  },
  comesWith: "contract_risk",
  keep: days(400),
});

export type ContractHolderRow = Row<typeof contractHolder>;
export type ContractHolderLatestRow = LatestRow<typeof contractHolder>;
