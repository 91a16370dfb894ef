// The dataset exchange_reserve and its rows.
import { real, realOrNull, TOKEN, time, word } from "../column.ts";
import type { Row } from "../dataset.ts";
import { hours, minutes } from "../fresh.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

export const exchangeReserve = reading({
  name: "exchange_reserve",
  about: "Coins in the wallets an exchange is known by; not a proof of liabilities.",
  columns: {
    token: TOKEN,
    exchange: word("Exchange id."),
    at: time("When the value was true. UTC."),
    reserve_native: real("Held. Native coins."),
    reserve_usd: realOrNull("Held, at the provider's price; null where it gives none. USD."),
  },
  order: ["token", "at", "exchange"],
  fresh: { reserve: { everyS: hours(1), sloS: minutes(90), hardTtlS: hours(12) } },
  keep: days(400),
});

export type ExchangeReserveRow = Row<typeof exchangeReserve>;
