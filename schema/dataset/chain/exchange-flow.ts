// The dataset exchange_flow and its rows.
import { CHAIN, real, realOrNull, TOKEN, time, whole, word } from "../column.ts";
import { hours, minutes } from "../fresh.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

export const exchangeFlow = reading({
  name: "exchange_flow",
  about:
    "Flows to and from labelled exchange wallets by scanned window; a row with zeros means scanned and nothing seen.",
  columns: {
    token: TOKEN,
    chain: CHAIN,
    exchange: word("Exchange of the label."),
    at: time("Start of the window. UTC."),
    window_s: whole(32, "Length of the window. Seconds."),
    inflow_native: real("To the exchange. Native coins."),
    outflow_native: real("From the exchange. Native coins."),
    inflow_usd: realOrNull("To the exchange at the price of the window; null where no price was stored. USD."),
    outflow_usd: realOrNull("From the exchange at the price of the window; null where no price was stored. USD."),
    transfers: whole(32, "Transfers counted, internal ones excluded."),
    label_set: word("Version of the labels."),
  },
  order: ["token", "chain", "exchange", "at"],
  // Windows of 15 minutes end when their last block is settled: looking as seldom would add as much again.
  fresh: { exchange_flow: { everyS: minutes(5), sloS: minutes(30), hardTtlS: hours(6) } },
  keep: days(400),
});
