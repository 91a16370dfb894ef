// Builder of the market section sectors: cap-weighted changes, leaders and laggards.
import { TRACKED, type TrackedToken } from "../../schema/token/tracked.ts";
import { entries } from "../draft/draft.ts";
import { derive, gap, type Measured } from "../measure/gap.ts";
import type { Spot } from "../measure/spot.ts";
import { roundPct, roundUsd } from "../number/round.ts";
import { sum } from "../number/statistics.ts";
import { type MarketBuilder, type MarketInput, sourcesOf } from "./market-builder.ts";
import {
  capsOf,
  inOrder,
  type Known,
  known,
  medianOf,
  oldest,
  positivePct,
  readAll,
  shareKnown,
  type TokenValue,
  tokensLeftOut,
  weightedSum,
} from "./token-value.ts";

const SHARE_MIN = 0.6;
const SHOWN = 3;

type Horizon = "change1h" | "change24h" | "change7d";

/** Return of the sector's tokens held at their market cap of the earlier instant. */
function portfolioChange(input: MarketInput, members: readonly TrackedToken[], of: Horizon): Measured<number> {
  const { spot, marketCap } = input.facts.universe;
  const pairs = members.flatMap(({ id }) => {
    const cap = marketCap.get(id);
    const change = (spot.get(id) as Spot | undefined)?.[of];
    return typeof cap === "number" && typeof change === "number"
      ? [{ now: cap, before: cap / (1 + change / 100) }]
      : [];
  });
  if (pairs.length < members.length * SHARE_MIN || pairs.length === 0) {
    return gap("insufficient_coverage", `Only ${pairs.length} of ${members.length} tokens of the sector are measured.`);
  }
  return (sum(pairs.map(({ now }) => now)) / sum(pairs.map(({ before }) => before)) - 1) * 100;
}

const toLeader = ({ token, value }: Known) => ({ token: token.id, symbol: token.symbol, change_24h_pct: value });

export const sectors: MarketBuilder<"sectors"> = (input) => {
  const changes = readAll(input, "market", "change_24h_pct");
  const caps = readAll(input, "market", "market_cap_usd");
  const volumes = readAll(input, "market", "volume_24h_usd");
  const capOf = capsOf(input);
  const names = [...new Set(TRACKED.map((token) => token.sector))].sort();
  const within = (values: readonly TokenValue[], sector: string) => values.filter((v) => v.token.sector === sector);
  const build = (sector: string) => {
    const members = TRACKED.filter((token) => token.sector === sector);
    const own = within(changes, sector);
    const alike = () => 1;
    return {
      sector,
      tokens: members.length,
      market_cap_usd: derive([weightedSum(within(caps, sector), alike)], roundUsd),
      change_1h_pct: derive([portfolioChange(input, members, "change1h")], roundPct),
      change_24h_pct: derive([portfolioChange(input, members, "change24h")], roundPct),
      change_7d_pct: derive([portfolioChange(input, members, "change7d")], roundPct),
      median_change_24h_pct: medianOf(own, roundPct),
      volume_24h_usd: derive([weightedSum(within(volumes, sector), alike)], roundUsd),
      up_24h_pct: positivePct(own),
      leaders: inOrder(known(own), "highest", capOf).slice(0, SHOWN).map(toLeader),
      laggards: inOrder(known(own), "lowest", capOf).slice(0, SHOWN).map(toLeader),
    };
  };
  return {
    asOf: oldest(input, known(changes)),
    sources: sourcesOf(input, "market"),
    weight: shareKnown(changes),
    partial: tokensLeftOut("/sectors", changes),
    coverage: { assessed: known(changes).length, expected: TRACKED.length },
    members: { sectors: input.states.size === 0 ? gap("pending") : entries(names.map(build), []) },
  };
};
