// Coins that a chain itself shows to be burned or staked.
import { CHAIN, PROVIDER, RETRIEVED_AT, realOrNull, TOKEN, time } from "../column.ts";
import { dataset, latestBy, type Row } from "../dataset.ts";
import { days } from "../keep.ts";

export const chainSupply = dataset({
  name: "chain_supply",
  about:
    "Coins burned and coins staked, as the chains themselves say; what a protocol destroys leaves no balance and is not in it.",
  columns: {
    token: TOKEN,
    chain: CHAIN,
    at: time("When the chain was asked. UTC."),
    burned_native: realOrNull("Held by the known burn addresses of the chain; null where not read. Native coins."),
    staked_native: realOrNull("Staked with the chain's validators or pools; null where not read. Native coins."),
    provider: PROVIDER,
    retrieved_at: RETRIEVED_AT,
  },
  rows: latestBy("retrieved_at"),
  order: ["token", "chain", "at"],
  partition: "toYYYYMM(at)",
  keep: days(400),
});

export type ChainSupplyRow = Row<typeof chainSupply>;
