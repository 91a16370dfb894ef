// Builder of the market section rankings: the ten first by ten measures.
import { RANKINGS, type RankingId } from "../../schema/market/rankings.ts";
import type { StatePath } from "../state/read-number.ts";
import { type MarketBuilder, type MarketInput, sourcesOf } from "./market-builder.ts";
import {
  applicable,
  capsOf,
  inOrder,
  known,
  oldest,
  readAll,
  shareKnown,
  type TokenValue,
  tokensLeftOut,
  whyNone,
} from "./token-value.ts";

const SHOWN = 10;

type Rule = {
  readonly from: StatePath;
  readonly first: "highest" | "lowest";
  /** Which side of zero belongs to the list; both where it is left out. */
  readonly side?: 1 | -1;
};

const RULES: { readonly [Id in RankingId]: Rule } = {
  gainers_24h: { from: ["market", "change_24h_pct"], first: "highest" },
  losers_24h: { from: ["market", "change_24h_pct"], first: "lowest" },
  volume_ratio_1h: { from: ["market", "volume_ratio_1h"], first: "highest" },
  oi_change_4h: { from: ["derivatives", "oi_change_4h_pct"], first: "highest" },
  funding_highest: { from: ["derivatives", "funding_8h_pct"], first: "highest" },
  funding_lowest: { from: ["derivatives", "funding_8h_pct"], first: "lowest" },
  liquidations_24h: { from: ["derivatives", "liquidations_24h", "total_usd"], first: "highest" },
  netflow_in_24h: { from: ["onchain", "exchange_netflow_24h_usd"], first: "highest", side: 1 },
  netflow_out_24h: { from: ["onchain", "exchange_netflow_24h_usd"], first: "lowest", side: -1 },
  volatility_24h: { from: ["market", "realized_vol_24h_pct"], first: "highest" },
};

function rank({ first, side }: Rule, values: readonly TokenValue[], capOf: (token: string) => number) {
  const measured = known(values);
  if (measured.length === 0) return whyNone(values);
  const shown = measured.filter(({ value }) => side === undefined || value * side > 0);
  return inOrder(shown, first, capOf)
    .slice(0, SHOWN)
    .map(({ token, value }, at) => ({ token: token.id, symbol: token.symbol, value, rank: at + 1 }));
}

const valuesOf = (input: MarketInput): ReadonlyMap<RankingId, readonly TokenValue[]> =>
  new Map(RANKINGS.map((id) => [id, readAll(input, ...RULES[id].from)]));

export const rankings: MarketBuilder<"rankings"> = (input) => {
  const capOf = capsOf(input);
  const values = valuesOf(input);
  const all = RANKINGS.flatMap((id) => values.get(id) ?? []);
  const list = (id: RankingId) => rank(RULES[id], values.get(id) ?? [], capOf);
  return {
    asOf: oldest(input, known(values.get("gainers_24h") ?? [])),
    sources: sourcesOf(input, "market", "derivatives", "onchain"),
    weight: shareKnown(all),
    partial: RANKINGS.flatMap((id) => tokensLeftOut(`/${id}`, values.get(id) ?? [])),
    // What is left out of a list because it was not measured is the difference.
    coverage: { assessed: known(all).length, expected: applicable(all).length },
    members: {
      gainers_24h: list("gainers_24h"),
      losers_24h: list("losers_24h"),
      volume_ratio_1h: list("volume_ratio_1h"),
      oi_change_4h: list("oi_change_4h"),
      funding_highest: list("funding_highest"),
      funding_lowest: list("funding_lowest"),
      liquidations_24h: list("liquidations_24h"),
      netflow_in_24h: list("netflow_in_24h"),
      netflow_out_24h: list("netflow_out_24h"),
      volatility_24h: list("volatility_24h"),
    },
  };
};
