// The dataset dex_pool and its rows.
import { notAbove, notNegative, notNegativeOrNull, recent, VALUE_USD_MAX } from "../admit.ts";
import { CHAIN, real, realOrNull, text, time, word } from "../column.ts";
import { hours, minutes } from "../fresh.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

export const dexPool = reading({
  name: "dex_pool",
  about: "The largest pools of a token on decentralised exchanges.",
  columns: {
    token: word("Token id; a pool of two tracked tokens is there for both."),
    chain: CHAIN,
    dex: word("The exchange, under the directory's id."),
    pool: text("Address of the pool."),
    at: time("When it was read. UTC."),
    tvl_usd: real("Both sides of the pool. USD."),
    volume_24h_usd: realOrNull("Turnover of 24 hours; null: not given. USD."),
  },
  order: ["token", "chain", "dex", "pool", "at"],
  // Every token once an hour, a part of them in each pull.
  fresh: { dex_pool: { everyS: minutes(5), sloS: minutes(75), hardTtlS: hours(3) } },
  admit: [
    recent,
    ["no_address", (row) => row.pool !== "" && row.dex !== ""],
    notNegative("tvl_usd"),
    notAbove("tvl_usd", VALUE_USD_MAX),
    notNegativeOrNull("volume_24h_usd"),
  ],
  keep: days(90),
});
