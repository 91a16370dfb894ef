// The dataset exchange_reserve and its rows.
import { n, notNegative, notNegativeOrNull, opt, recent } from "../admit.ts";
import { own } from "../analysts.ts";
import { real, realOrNull, TOKEN, time, word } from "../column.ts";
import { hours, minutes } from "../fresh.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

const APART_FACTOR = 1.25;

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
  admit: [
    recent,
    notNegative("reserve_native"),
    notNegativeOrNull("reserve_usd"),
    // The provider names coins by symbol: one that is worth something else is another coin.
    [
      "price_apart",
      (row, { reference }) => {
        const known = reference(row.token as string);
        const usd = opt(row, "reserve_usd");
        if (known === undefined || usd === null || n(row, "reserve_native") === 0) return true;
        const ratio = usd / n(row, "reserve_native") / known;
        return ratio <= APART_FACTOR && ratio >= 1 / APART_FACTOR;
      },
    ],
  ],
  analysts: {
    view: "exchange_reserve",
    about: "Coins in the wallets an exchange is known by, reading by reading; not a proof of liabilities.",
    shows: {
      ...own("token", "exchange", "at", "reserve_native", "reserve_usd"),
      change_native: [
        "Nullable(Float64)",
        "reserve_native - lagInFrame(toNullable(reserve_native)) OVER (PARTITION BY token, exchange ORDER BY at)",
        "Against the reading before; null for the first. Native coins.",
      ],
      provider: null,
    },
  },
  keep: days(400),
});
