// Evidence onchain_flows: what went to and came from labelled exchange wallets.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { changePct, flowUsd, hours, Q, ratio, usd } from "../shape/quantity.ts";
import { Time } from "../shape/time.ts";

const name = Type.String({ maxLength: 64 });

export const onchainFlows = closed({
  netflow_usd: flowUsd("In less out; positive is towards exchanges."),
  inflow_usd: usd("To exchanges."),
  outflow_usd: usd("From exchanges."),
  netflow_1h_usd: flowUsd("In less out, newest hour."),
  window_h: hours("What the sums are of."),
  usual_day_usd: flowUsd("In less out of a mean day of the last 7."),
  ratio: ratio("Size of the net flow over that of the mean day."),
  share_of_volume_pct: changePct("Net flow over what was traded on spot in the same time."),
  label_set: Q(name),
  chains: Q(Type.Array(name, { maxItems: 20 })),
  as_of: Time,
});
