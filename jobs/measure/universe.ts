// What is measured over all tracked tokens at once: bitcoin, breadth, sectors, regime; unrounded.
import { TRACKED } from "../../schema/token/tracked.ts";
import type { TokenFacts } from "../fact/token-facts.ts";
import { roundPct } from "../number/round.ts";
import { median, sum } from "../number/statistics.ts";
import { freshCoin, measureCoin } from "./coin.ts";
import { derive, gap, type Measured } from "./gap.ts";
import { contestOf } from "./opinion.ts";
import { measureSpot, type Spot } from "./spot.ts";
import { shareMeasured, toldCap, tooLittle } from "./token-weight.ts";
import { alignOnce, type HourlyCloses } from "./volatility.ts";

const SHARE_MIN = 0.6;

export type Regime = "risk_on" | "risk_off" | "mixed";

export type Universe = {
  readonly spot: ReadonlyMap<string, Spot>;
  readonly marketCap: ReadonlyMap<string, Measured<number>>;
  /** What a token weighs: its market cap, or else the last that directories told in three days; null where none did. */
  readonly capWeight: ReadonlyMap<string, number | null>;
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

type Caps = Pick<Universe, "spot" | "marketCap" | "capWeight">;

/**
 * Return of a portfolio of the sector's tokens, held at their market caps of the earlier instant, where those that are in it
 * weigh enough.
 */
export function sectorChange(
  sector: string,
  of: "change1h" | "change24h" | "change7d",
  universe: Caps,
): Measured<number> {
  const members = TRACKED.filter((token) => token.sector === sector).map(({ id }) => {
    const [cap, change] = [universe.marketCap.get(id), universe.spot.get(id)?.[of]];
    const isMeasured = typeof cap === "number" && typeof change === "number";
    const held = isMeasured ? [{ now: cap, before: cap / (1 + change / 100) }] : [];
    return { id, isMeasured, held, weight: universe.capWeight.get(id) ?? null };
  });
  return derive([shareMeasured(members)], (share) => {
    if (!(share >= SHARE_MIN)) return tooLittle(share);
    const held = members.flatMap((member) => member.held);
    return (sum(held.map(({ now }) => now)) / sum(held.map(({ before }) => before)) - 1) * 100;
  });
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
  const capWeight = new Map(
    [...tokens].map(([id, rows]) => {
      const cap = marketCap.get(id);
      return [id, typeof cap === "number" && cap > 0 ? cap : toldCap(rows, asOf)];
    }),
  );
  const changes = changesOf(spot);
  // Those that rose as it is shown of them, as wherever their number is told.
  const isUp = (value: number) => roundPct(value) > 0;
  const up24h = derive([changes], (values) => (values.filter(isUp).length / values.length) * 100);
  const bitcoinChange24h = spot.get("bitcoin")?.change24h ?? notLoaded;
  const sectors = [...new Set(TRACKED.map((token) => token.sector))];
  return {
    spot,
    marketCap,
    capWeight,
    bitcoinHours: alignOnce(tokens.get("bitcoin")?.hours ?? null, asOf),
    bitcoinChange24h,
    etherChange24h: spot.get("ethereum")?.change24h ?? notLoaded,
    medianChange24h: derive([changes], median),
    up24h,
    sectorChange24h: new Map(
      sectors.map((sector) => [sector, sectorChange(sector, "change24h", { spot, marketCap, capWeight })]),
    ),
    regime: derive([bitcoinChange24h, up24h], regimeOf),
  };
}
