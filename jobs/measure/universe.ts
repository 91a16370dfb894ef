// What is measured over all tracked tokens at once: bitcoin, breadth, sectors, regime; unrounded.
import { TRACKED } from "../../schema/token/tracked.ts";
import type { TokenFacts } from "../fact/token-facts.ts";
import { median, sum } from "../number/statistics.ts";
import { freshCoin, measureCoin } from "./coin.ts";
import { derive, gap, type Measured } from "./gap.ts";
import { contestOf } from "./opinion.ts";
import { measureSpot, type Spot } from "./spot.ts";
import { alignOnce, type HourlyCloses } from "./volatility.ts";

const SHARE_MIN = 0.6;

export type Regime = "risk_on" | "risk_off" | "mixed";

export type Universe = {
  readonly spot: ReadonlyMap<string, Spot>;
  readonly marketCap: ReadonlyMap<string, Measured<number>>;
  readonly bitcoinHours: HourlyCloses;
  readonly bitcoinChange24h: Measured<number>;
  readonly etherChange24h: Measured<number>;
  readonly medianChange24h: Measured<number>;
  readonly up24h: Measured<number>;
  readonly sectorChange24h: ReadonlyMap<string, Measured<number>>;
  readonly regime: Measured<Regime>;
};

const notLoaded = gap("insufficient_coverage", "This token was not part of the build.");

/** Changes of the tracked tokens, when at least 60 % of them have one. */
function changesOf(spots: ReadonlyMap<string, Spot>): Measured<number[]> {
  const changes = TRACKED.map(({ id }) => spots.get(id)?.change24h).filter((value) => typeof value === "number");
  if (changes.length >= TRACKED.length * SHARE_MIN) return changes;
  return gap("insufficient_coverage", `Only ${changes.length} of ${TRACKED.length} tracked tokens have a change.`);
}

/** Return of a portfolio of the sector's tokens held at their market cap of 24 hours ago. */
function sectorChange(
  sector: string,
  spots: ReadonlyMap<string, Spot>,
  caps: ReadonlyMap<string, Measured<number>>,
): Measured<number> {
  const members = TRACKED.filter((token) => token.sector === sector);
  const measured = members.flatMap(({ id }) => {
    const cap = caps.get(id);
    const change = spots.get(id)?.change24h;
    return typeof cap === "number" && typeof change === "number"
      ? [{ now: cap, before: cap / (1 + change / 100) }]
      : [];
  });
  if (measured.length < members.length * SHARE_MIN) {
    return gap(
      "insufficient_coverage",
      `Only ${measured.length} of ${members.length} tokens of the sector are measured.`,
    );
  }
  const capBefore = sum(measured.map((member) => member.before));
  return derive([capBefore], (before) => (sum(measured.map((member) => member.now)) / before - 1) * 100);
}

const regimeOf = (bitcoin: number, up: number): Regime => {
  if (bitcoin > 1 && up > 60) return "risk_on";
  return bitcoin < -1 && up < 40 ? "risk_off" : "mixed";
};

/** Folds the spot market of every token; pure. */
export function measureUniverse(tokens: ReadonlyMap<string, TokenFacts>, asOf: number): Universe {
  const spot = new Map([...tokens].map(([id, rows]) => [id, measureSpot(rows, asOf)]));
  const marketCap = new Map(
    [...tokens].map(([id, rows]) => {
      const own = spot.get(id);
      return [
        id,
        own ? measureCoin(freshCoin(rows, asOf), own.price, own.at, contestOf(rows, asOf)).marketCap : notLoaded,
      ];
    }),
  );
  const changes = changesOf(spot);
  const up24h = derive([changes], (values) => (values.filter((value) => value > 0).length / values.length) * 100);
  const bitcoinChange24h = spot.get("bitcoin")?.change24h ?? notLoaded;
  const sectors = [...new Set(TRACKED.map((token) => token.sector))];
  return {
    spot,
    marketCap,
    bitcoinHours: alignOnce(tokens.get("bitcoin")?.hours ?? null, asOf),
    bitcoinChange24h,
    etherChange24h: spot.get("ethereum")?.change24h ?? notLoaded,
    medianChange24h: derive([changes], median),
    up24h,
    sectorChange24h: new Map(sectors.map((sector) => [sector, sectorChange(sector, spot, marketCap)])),
    regime: derive([bitcoinChange24h, up24h], regimeOf),
  };
}
