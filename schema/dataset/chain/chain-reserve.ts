// Balances of labelled exchange wallets as the chains themselves say.
import { own } from "../analysts.ts";
import { CHAIN, real, TOKEN, time, whole, word } from "../column.ts";
import type { Row } from "../dataset.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

export const chainReserve = reading({
  name: "chain_reserve",
  about: "Balances of labelled exchange wallets as the chains themselves say; not a proof of liabilities.",
  columns: {
    token: TOKEN,
    chain: CHAIN,
    exchange: word("Exchange of the labels."),
    at: time("When the balances were read. UTC."),
    reserve_native: real("Held by its labelled wallets on the chain. Native coins."),
    wallets_count: whole(32, "Wallets summed."),
    label_set: word("Version of the labels."),
  },
  order: ["token", "chain", "exchange", "at"],
  comesWith: "reserve",
  analysts: {
    view: "chain_reserve",
    about:
      "Balances of labelled exchange wallets as the chains themselves say, reading by reading; not a proof of liabilities.",
    shows: {
      ...own("token", "chain", "exchange", "at", "reserve_native"),
      wallet_count: ["UInt32", "wallets_count", "Wallets summed."],
      ...own("label_set", "provider"),
    },
  },
  keep: days(400),
});

export type ChainReserveRow = Row<typeof chainReserve>;
