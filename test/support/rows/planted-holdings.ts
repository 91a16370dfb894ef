// Holdings as agents judge them, planted: a price, a beta and a past that a test sets.
import type { Holding } from "../../../jobs/agent/holding.ts";
import { DAY_MS } from "../../../schema/duration.ts";
import { AS_OF } from "./facts.ts";

export const LAST_DAY = Math.floor(AS_OF / DAY_MS) * DAY_MS;

/** Daily closes that go up and down by `sizePct` in an order of their own, the newest last. */
export function closes(count: number, sizePct: number, seed = 1): Holding["days"] {
  let [price, random] = [100, seed];
  return Array.from({ length: count }, (_, at) => {
    random = (random * 48_271) % 2_147_483_647;
    price *= 1 + (sizePct / 100) * ((random / 2_147_483_647) * 2 - 1);
    return [LAST_DAY - (count - 1 - at) * DAY_MS, price] as const;
  });
}

export const holding = (id: string, valueUsd: Holding["valueUsd"], change: Partial<Holding> = {}): Holding => ({
  token: { id, symbol: id.slice(0, 4).toUpperCase(), name: id },
  ...{ sector: "layer-1", isStable: false, priceUsd: 100, valueUsd, volumeUsd: 1e9, beta: 1, unlocks30dPct: 0 },
  ...{ contractRisk: "low", days: closes(120, 2, id.length * 7) },
  sellCosts: [
    [1_000, 0.01],
    [10_000, 0.05],
    [100_000, 0.3],
    [1_000_000, 2],
  ],
  ...change,
});
export const stable = (id: string, valueUsd: number, price = 1): Holding =>
  holding(id, valueUsd, { isStable: true, sector: "stablecoin", priceUsd: price, beta: 0, days: closes(120, 0.02, 3) });
