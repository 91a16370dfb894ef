// How much a chain was used in 24 hours.
import { notNegativeOrNull, positiveOrNull, recent, within } from "../admit.ts";
import { own } from "../analysts.ts";
import { CHAIN, realOrNull, time, word } from "../column.ts";
import { hours, minutes } from "../fresh.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

export const chainActivity = reading({
  name: "chain_activity",
  about: "Transactions and active addresses of a chain in 24 hours, as its blocks or a provider count them.",
  columns: {
    token: word("Token id of the chain's coin."),
    chain: CHAIN,
    at: time("End of the 24 hours that were counted: the newest block, or the end of a UTC day. UTC."),
    transactions_count: realOrNull("Transactions in the blocks of those 24 hours; null where not read."),
    active_addresses_count: realOrNull("Different addresses in those transactions; null where not read."),
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
    // A day without any is a provider that lost its count.
    positiveOrNull("transactions_count", "active_addresses_count"),
  ],
  analysts: {
    view: "chain_activity",
    about:
      "Transactions and active addresses of a chain in 24 hours, reading by reading; a provider of UTC days counts whole days.",
    shows: {
      ...own("token", "chain"),
      at: "End of the 24 hours that were counted. UTC.",
      transaction_count: [
        "Nullable(Float64)",
        "transactions_count",
        "Transactions in the blocks of those 24 hours; null where not read.",
      ],
      active_address_count: [
        "Nullable(Float64)",
        "active_addresses_count",
        "Different addresses in those transactions; null where not read.",
      ],
      provider: null,
    },
  },
  keep: days(400),
});
