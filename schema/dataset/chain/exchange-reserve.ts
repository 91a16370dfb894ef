// The dataset exchange_reserve and its rows.
import { PROVIDER, RETRIEVED_AT, real, realOrNull, TOKEN, time, word } from "../column.ts";
import { dataset, latestBy, type Row } from "../dataset.ts";
import { days } from "../keep.ts";

export const exchangeReserve = dataset({
  name: "exchange_reserve",
  about: "Coins in the wallets an exchange is known by; not a proof of liabilities.",
  columns: {
    token: TOKEN,
    exchange: word("Exchange id."),
    at: time("When the value was true. UTC."),
    reserve_native: real("Held. Native coins."),
    reserve_usd: realOrNull("Held, at the provider's price; null where it gives none. USD."),
    provider: PROVIDER,
    retrieved_at: RETRIEVED_AT,
  },
  rows: latestBy("retrieved_at"),
  order: ["token", "at", "exchange"],
  partition: "toYYYYMM(at)",
  keep: days(400),
});

export type ExchangeReserveRow = Row<typeof exchangeReserve>;
