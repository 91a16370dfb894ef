// State section onchain: exchange flows, large transfers, holders, TVL.
import { Type } from "typebox";
import { REASONS } from "../reason.ts";
import { closed } from "../shape/closed.ts";
import { count, Nullable, native, pct, Q, usd } from "../shape/quantity.ts";
import { sectionShape } from "../shape/section-base.ts";
import { oneOf } from "../shape/text.ts";
import { Time } from "../shape/time.ts";

export const onchain = sectionShape("On-chain: exchange flows by label set, large transfers, holders, TVL.", {
  chains_covered: Q(
    Type.Array(
      closed({ chain: Type.String({ maxLength: 32 }), covered: Type.Boolean(), reason: Nullable(oneOf(REASONS)) }),
    ),
  ),
  label_set: Q(Type.String({ description: "Version of the exchange labels.", maxLength: 64 })),
  exchange_inflow_24h_usd: usd("To labelled exchange wallets, 24 hours."),
  exchange_outflow_24h_usd: usd("From labelled exchange wallets, 24 hours."),
  exchange_netflow_1h_usd: usd("Inflow minus outflow, 1 hour; positive means towards exchanges."),
  exchange_netflow_24h_usd: usd("Inflow minus outflow, 24 hours."),
  exchange_netflow_7d_usd: usd("Inflow minus outflow, 7 days."),
  exchange_reserve_native: native("Held by labelled exchange wallets."),
  reserve_change_7d_pct: pct("Change of the reserve, 7 days."),
  large_transfers_24h: closed({
    count: count("Large transfers."),
    total_usd: usd("Their value."),
    to_exchange_usd: usd("Towards exchanges."),
    from_exchange_usd: usd("From exchanges."),
    largest: Q(
      Nullable(
        closed({
          tx_hash: Type.String({ maxLength: 128 }),
          chain: Type.String({ maxLength: 32 }),
          value_usd: Type.Number(),
          from_label: Nullable(Type.String({ maxLength: 64 })),
          to_label: Nullable(Type.String({ maxLength: 64 })),
          at: Time,
        }),
      ),
    ),
  }),
  active_addresses_24h: count(
    "Different addresses active on its own chain in the newest UTC day that is told; of a token without one, those that sent or received it in 24 whole hours, summed over its chains.",
  ),
  transactions_24h: count(
    "Transactions of its own chain in 24 hours, or in the newest UTC day that is told; of a token without one, those that moved it in 24 whole hours, summed over its chains.",
  ),
  holders_count: count("Holders."),
  top10_holders_pct: pct("Share of the ten largest holders, exchanges, burn, bridge and lockers excluded."),
  top10_excluded_pct: pct("Share held by the excluded."),
  tvl_usd: Nullable(usd("Value locked.")),
  tvl_change_24h_pct: Nullable(pct("TVL change, 24 hours.")),
  tvl_change_7d_pct: Nullable(pct("TVL change, 7 days.")),
});
