// Market section rankings: the ten first by ten measures.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { Q } from "../shape/quantity.ts";
import { sectionShape } from "../shape/section-base.ts";
import { TokenId } from "../shape/text.ts";

export const RANKINGS = [
  "gainers_24h",
  "losers_24h",
  "volume_ratio_1h",
  "oi_change_4h",
  "funding_highest",
  "funding_lowest",
  "liquidations_24h",
  "netflow_in_24h",
  "netflow_out_24h",
  "volatility_24h",
] as const;
export type RankingId = (typeof RANKINGS)[number];

const ranking = (description: string) =>
  Q(
    Type.Array(
      closed({ token: TokenId, symbol: Type.String({ maxLength: 16 }), value: Type.Number(), rank: Type.Integer() }),
      { maxItems: 10, description },
    ),
  );

export const rankings = sectionShape("Rankings: ties by market cap, then id; unassessed tokens are left out.", {
  gainers_24h: ranking("24-hour change in percentage points, highest first."),
  losers_24h: ranking("24-hour change in percentage points, lowest first."),
  volume_ratio_1h: ranking("Last hour's volume over the median hour."),
  oi_change_4h: ranking("Open-interest change in percentage points over 4 hours."),
  funding_highest: ranking("Funding per 8 hours in percentage points, highest first."),
  funding_lowest: ranking("Funding per 8 hours in percentage points, lowest first."),
  liquidations_24h: ranking("Liquidations in USD on the venues that publish them, 24 hours."),
  netflow_in_24h: ranking("Net flow in USD towards exchanges, 24 hours."),
  netflow_out_24h: ranking("Net flow in USD away from exchanges, 24 hours (negative)."),
  volatility_24h: ranking("Annualised volatility in percentage points, 24 hours."),
});
