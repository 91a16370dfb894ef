// The dataset chain_tvl and its rows.
import { PROVIDER, RETRIEVED_AT, real, realOrNull, time, word } from "../column.ts";
import { dataset, latestBy, type Row } from "../dataset.ts";
import { days } from "../keep.ts";

export const chainTvl = dataset({
  name: "chain_tvl",
  about: "Value locked, stablecoins and fees of a chain; the chain all is the sum of every chain the provider lists.",
  columns: {
    token: word("Token id of the chain's coin; empty where it is not tracked."),
    chain: word("Chain id, or all."),
    at: time("When the value was true. UTC."),
    tvl_usd: real("Value locked on the chain. USD."),
    stablecoins_usd: realOrNull("Stablecoins on the chain; null where not read. USD."),
    fees_24h_usd: realOrNull("Fees paid to the chain in 24 hours; null where not read. USD."),
    provider: PROVIDER,
    retrieved_at: RETRIEVED_AT,
  },
  rows: latestBy("retrieved_at"),
  order: ["chain", "at"],
  partition: "toYYYYMM(at)",
  keep: days(400),
});

export type ChainTvlRow = Row<typeof chainTvl>;
