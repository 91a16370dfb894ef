// Builder of the market section sectors: cap-weighted changes, leaders and laggards.
import { TRACKED } from "../../schema/token/tracked.ts";
import { entries, type Omission } from "../draft/draft.ts";
import { derive, gap } from "../measure/gap.ts";
import { sectorChange } from "../measure/universe.ts";
import { roundPct, roundUsd } from "../number/round.ts";
import { type MarketBuilder, type MarketInput, sourcesOf } from "./market-builder.ts";
import {
  capsOf,
  inOrder,
  type Known,
  known,
  lastCapsOf,
  medianOf,
  oldest,
  positivePct,
  readAll,
  shareKnown,
  type TokenValue,
  tokensLeftOut,
  weekVolumeOf,
  weightedSum,
} from "./token-value.ts";

const SHOWN = 3;

const HORIZONS = ["1h", "24h", "7d"] as const;

const toLeader = ({ token, value }: Known) => ({ token: token.id, symbol: token.symbol, change_24h_pct: value });

const within = (values: readonly TokenValue[], sector: string) => values.filter((v) => v.token.sector === sector);

/** Who is left out of what is told of each sector. */
function leftOut(input: MarketInput, names: readonly string[]): Omission[] {
  const [caps, volumes] = [readAll(input, "market", "market_cap_usd"), readAll(input, "market", "volume_24h_usd")];
  const moved = HORIZONS.map((horizon) => {
    const changes = readAll(input, "market", `change_${horizon}_pct`);
    // A portfolio holds whoever has both.
    const held = changes.map((one, at) => ({
      ...one,
      value: derive([caps[at]?.value ?? null, one.value], (_, v) => v),
    }));
    return [`change_${horizon}_pct`, held] as const;
  });
  return names.flatMap((sector, at) =>
    ([["market_cap_usd", caps], ["volume_24h_usd", volumes], ...moved] as const).flatMap(([member, values]) =>
      tokensLeftOut(`/sectors/${at}/${member}`, within(values, sector)),
    ),
  );
}

export const sectors: MarketBuilder<"sectors"> = (input) => {
  const changes = readAll(input, "market", "change_24h_pct");
  const caps = readAll(input, "market", "market_cap_usd");
  const volumes = readAll(input, "market", "volume_24h_usd");
  const [capOf, weightOf, volumeOf] = [capsOf(input), lastCapsOf(input), weekVolumeOf(input)];
  const names = [...new Set(TRACKED.map((token) => token.sector))].sort();
  const build = (sector: string) => {
    const own = within(changes, sector);
    const change = (of: Parameters<typeof sectorChange>[1]) =>
      derive([sectorChange(sector, of, input.facts.universe)], roundPct);
    return {
      sector,
      tokens: own.length,
      market_cap_usd: derive([weightedSum(within(caps, sector), weightOf)], roundUsd),
      change_1h_pct: change("change1h"),
      change_24h_pct: change("change24h"),
      change_7d_pct: change("change7d"),
      median_change_24h_pct: medianOf(own, roundPct),
      volume_24h_usd: derive([weightedSum(within(volumes, sector), volumeOf)], roundUsd),
      up_24h_pct: positivePct(own),
      leaders: inOrder(known(own), "highest", capOf).slice(0, SHOWN).map(toLeader),
      laggards: inOrder(known(own), "lowest", capOf).slice(0, SHOWN).map(toLeader),
    };
  };
  return {
    asOf: oldest(input, known(changes)),
    sources: sourcesOf(input, "market"),
    weight: shareKnown(changes),
    partial: [...tokensLeftOut("/sectors", changes), ...leftOut(input, names)],
    coverage: { assessed: known(changes).length, expected: TRACKED.length },
    members: { sectors: input.states.size === 0 ? gap("pending") : entries(names.map(build), []) },
  };
};
