// How much a chain, or the token of a contract on it, was used in 24 hours.
import { trackedById } from "../../token/tracked.ts";
import { notNegativeOrNull, positiveOrNull, type Rule, recent, within } from "../admit.ts";
import { own } from "../analysts.ts";
import { CHAIN, realOrNull, time, word } from "../column.ts";
import { hours, minutes } from "../fresh.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

const TRANSACTIONS =
  "Transactions of those 24 hours: of a chain's coin all in its blocks, of a contract's token those that moved it; null where not read.";
const ADDRESSES =
  "Different addresses in them, of a contract's token those that sent or received it; null where not read.";
const END =
  "End of the 24 hours that were counted: the newest block, the last whole hour, or the end of a UTC day. UTC.";

const [notPositive, isPositive] = positiveOrNull("transactions_count", "active_addresses_count");
/** A chain's day without any is a provider that lost its count; that of a contract may be quiet. */
const noLostCount: Rule = [
  notPositive,
  (row, about) => trackedById(String(row.token))?.native === null || isPositive(row, about),
];

export const chainActivity = reading({
  name: "chain_activity",
  about:
    "Transactions and active addresses of a chain, or of a contract's token on it, in 24 hours, as its blocks, its logs or a provider count them.",
  columns: {
    token: word("Token id of the chain's coin, or of the contract's token."),
    chain: CHAIN,
    at: time(END),
    transactions_count: realOrNull(TRANSACTIONS),
    active_addresses_count: realOrNull(ADDRESSES),
  },
  order: ["token", "chain", "provider", "at"],
  fresh: {
    // Transactions up to the newest block, which may take an hour to come.
    chain_activity: { everyS: minutes(15), sloS: minutes(90), hardTtlS: hours(6) },
    // Whole UTC days, told some hours after they end.
    active_address: { everyS: hours(1), sloS: hours(50), hardTtlS: hours(72) },
  },
  admit: [
    recent,
    notNegativeOrNull("transactions_count", "active_addresses_count"),
    // No chain does as much in a day.
    within("implausible", "transactions_count", 0, 1e10),
    within("implausible", "active_addresses_count", 0, 1e10),
    noLostCount,
  ],
  analysts: {
    view: "chain_activity",
    about:
      "Transactions and active addresses of a chain, or of a contract's token on it, in 24 hours, reading by reading; a provider of UTC days counts whole days.",
    shows: {
      ...own("token", "chain"),
      at: END,
      transaction_count: ["Nullable(Float64)", "transactions_count", TRANSACTIONS],
      active_address_count: ["Nullable(Float64)", "active_addresses_count", ADDRESSES],
      provider: null,
    },
  },
  keep: days(400),
});
