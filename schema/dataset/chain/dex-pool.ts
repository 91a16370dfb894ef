// The dataset dex_pool and its rows.
import { CHAIN, PROVIDER, RETRIEVED_AT, real, realOrNull, text, time, word } from "../column.ts";
import { dataset, latestBy, type Row } from "../dataset.ts";
import { days } from "../keep.ts";

export const dexPool = dataset({
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
    provider: PROVIDER,
    retrieved_at: RETRIEVED_AT,
  },
  rows: latestBy("retrieved_at"),
  order: ["token", "chain", "dex", "pool", "at"],
  partition: "toYYYYMM(at)",
  keep: days(90),
});

export type DexPoolRow = Row<typeof dexPool>;
