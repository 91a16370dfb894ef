// The dataset global_market and its rows.
import { PROVIDER, RETRIEVED_AT, real, realOrNull, time, wholeOrNull } from "../column.ts";
import { dataset, latestBy, type Row } from "../dataset.ts";
import { days } from "../keep.ts";

export const globalMarket = dataset({
  name: "global_market",
  about: "The whole market as a directory counts it, one row a reading and provider.",
  columns: {
    at: time("The provider's time. UTC."),
    total_market_cap_usd: real("Market cap of all coins. USD."),
    volume_24h_usd: realOrNull("24-hour volume of all coins. USD."),
    btc_dominance_pct: realOrNull("Share of bitcoin in the total. Percentage points."),
    eth_dominance_pct: realOrNull(
      "Share of ether in the total; null where the provider does not say. Percentage points.",
    ),
    change_24h_pct: realOrNull("Change of the total in 24 hours, by the provider. Percentage points."),
    coins_count: wholeOrNull(32, "Coins that are counted."),
    provider: PROVIDER,
    retrieved_at: RETRIEVED_AT,
  },
  rows: latestBy("retrieved_at"),
  order: ["provider", "at"],
  partition: "toYYYYMM(at)",
  keep: days(400),
});

export type GlobalMarketRow = Row<typeof globalMarket>;
