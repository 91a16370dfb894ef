// The dataset dex_pool and its rows.
import { CHAIN, real, realOrNull, text, time, word } from "../column.ts";
import type { Row } from "../dataset.ts";
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
  keep: days(90),
});

export type DexPoolRow = Row<typeof dexPool>;
