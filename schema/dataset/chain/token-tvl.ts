// The dataset token_tvl and its rows.
import { notAbove, notNegative, recent, VALUE_USD_MAX } from "../admit.ts";
import { CHAIN, real, realOrNull, TOKEN, time } from "../column.ts";
import { hours, minutes } from "../fresh.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

export const tokenTvl = reading({
  name: "token_tvl",
  about: "Value locked behind a token by chain: of a protocol, or of the chain whose coin it is.",
  columns: {
    token: TOKEN,
    chain: CHAIN,
    at: time("When the value was true. UTC."),
    tvl_usd: real("Value locked, without borrowed coins and staked governance tokens. USD."),
    change_24h_pct: realOrNull(
      "Change of the whole token over 24 hours as the provider states it; null where it states none. Percent.",
    ),
    neutral_change_pct: realOrNull(
      "Change of the deposits of the whole token over a day at the prices before it; null where they were not read. Percent.",
    ),
  },
  order: ["token", "at", "chain"],
  fresh: { tvl: { everyS: hours(1), sloS: minutes(90), hardTtlS: hours(12), kinds: ["tvl", "chain-tvl"] } },
  admit: [recent, notNegative("tvl_usd"), notAbove("tvl_usd", VALUE_USD_MAX)],
  keep: days(400),
});
