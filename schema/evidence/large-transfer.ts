// Evidence large_transfer: one large transfer on a chain.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { Nullable, pct, Q, ratio, usd } from "../shape/quantity.ts";
import { oneOf } from "../shape/text.ts";
import { Time } from "../shape/time.ts";

const label = Nullable(Type.String({ maxLength: 64 }));

export const largeTransfer = closed({
  tx_hash: Type.String({ maxLength: 128 }),
  chain: Type.String({ maxLength: 32 }),
  value_usd: usd("What it was worth."),
  share_of_volume_24h_pct: pct("Of what is traded on spot in 24 hours."),
  percentile: pct("Of past spans of 3 hours, how many had no transfer as large."),
  rare_ratio: ratio("Over what the largest transfer of 97 % of those spans stayed below."),
  from_label: label,
  to_label: label,
  towards: Q(oneOf(["exchange", "wallet", "contract", "burn", "unknown"])),
  at: Time,
});
