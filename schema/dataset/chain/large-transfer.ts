// The dataset large_transfer and its rows.
import { own } from "../analysts.ts";
import { CHAIN, real, TOKEN, text, time, whole, word, wordOrNull } from "../column.ts";
import { hours, minutes } from "../fresh.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

export const largeTransfer = reading({
  name: "large_transfer",
  about: "Single transfers above the threshold, with what is known of both ends.",
  columns: {
    token: TOKEN,
    chain: CHAIN,
    at: time("Time of the block. UTC."),
    tx_hash: text("Transaction."),
    log_index: whole(32, "Position within the transaction."),
    block: whole(64, "Height of the block."),
    amount: text("Decimal amount. Native coins."),
    amount_native: real("The same as a number. Native coins."),
    value_usd: real("At the price of the block. USD."),
    from_address: text("Sender."),
    to_address: text("Receiver."),
    from_label: wordOrNull("Label of the sender; null where unlabelled."),
    to_label: wordOrNull("Label of the receiver; null where unlabelled."),
    towards: word("exchange, wallet, contract, burn or unknown."),
    label_set: word("Version of the labels."),
  },
  order: ["token", "chain", "at", "tx_hash", "log_index"],
  fresh: { large_transfer: { everyS: minutes(5), sloS: minutes(30), hardTtlS: hours(6), kinds: [], isOfEvents: true } },
  // The scan that brings the flows brings them.
  comesWith: "exchange_flow",
  analysts: {
    view: "large_transfer",
    about: "Single transfers above the threshold on scanned chains, with what is known of both ends.",
    shows: {
      ...own("token", "chain", "at", "tx_hash", "log_index", "block"),
      amount_native: "Amount. Native coins.",
      value_usd: null,
      direction: [
        "LowCardinality(String)",
        "multiIf(from_label = to_label, 'inside_exchange', from_label IS NOT NULL AND to_label IS NOT NULL, 'between_exchanges', to_label IS NOT NULL, 'to_exchange', from_label IS NOT NULL, 'from_exchange', 'unlabelled')",
        "to_exchange, from_exchange, between_exchanges, inside_exchange, or unlabelled where neither end is known.",
      ],
      ...own("from_address", "to_address"),
      from_label: ["Nullable(String)", "from_label", "Exchange of the sender; null where unlabelled."],
      to_label: ["Nullable(String)", "to_label", "Exchange of the receiver; null where unlabelled."],
      ...own("label_set", "provider"),
    },
  },
  keep: days(400),
});
