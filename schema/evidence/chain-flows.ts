// Evidence chain_flows: what went to and came from labelled exchange wallets over an hour, a day and a week, and large transfers.
import { closed } from "../shape/closed.ts";
import { changePct, count, flowUsd, native, usd } from "../shape/quantity.ts";
import { Time } from "../shape/time.ts";

export const chainFlows = closed({
  netflow_1h_usd: flowUsd("In less out, an hour; positive is towards exchanges."),
  netflow_24h_usd: flowUsd("In less out, 24 hours."),
  netflow_7d_usd: flowUsd("In less out, 7 days."),
  inflow_24h_usd: usd("To exchanges, 24 hours."),
  outflow_24h_usd: usd("From exchanges, 24 hours."),
  reserve_native: native("Held by labelled exchange wallets."),
  reserve_change_7d_pct: changePct("Of that, over 7 days."),
  transfers_24h_count: count("Large transfers, 24 hours."),
  transfers_24h_usd: usd("Their value."),
  transfers_to_exchange_24h_usd: usd("Of it towards exchanges."),
  transfers_from_exchange_24h_usd: usd("Of it from exchanges."),
  largest_transfer_24h_usd: usd("The largest of them."),
  as_of: Time,
});
