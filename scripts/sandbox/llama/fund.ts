// Simulated flows of exchange-traded funds behind the Pro API's key: working days, told the morning after.
import { DAY_MS, HOUR_MS } from "../../../schema/duration.ts";
import { createCache } from "../model/cache.ts";
import { hash, hashText, normal } from "../model/hash.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, json } from "../provider.ts";

/** Since when there are funds of a coin, what moves on a usual day, and the hour of the next day at which it is told. */
const FUNDS = [
  { token: "bitcoin", first: Date.UTC(2024, 0, 11), usualUsd: 2.4e8, toldHour: 2 },
  { token: "ethereum", first: Date.UTC(2024, 6, 23), usualUsd: 6e7, toldHour: 4 },
  { token: "solana", first: Date.UTC(2025, 9, 28), usualUsd: 2e7, toldHour: 5 },
] as const;
type Fund = (typeof FUNDS)[number];

type FundRoutes = {
  /** The key that is sold for nothing. */
  readonly key: string;
  /** Answers paths behind a key; null for paths that are none. */
  answer(ask: Ask): Answer | null;
};

const isWorking = (dayMs: number): boolean => ![0, 6].includes(new Date(dayMs).getUTCDay());

/** Half follows bitcoin's day, half is the mood of those who buy funds; in steps of 100,000 USD as issuers tell it. */
const flowOf = (model: Model, { token, usualUsd }: Fund, dayMs: number, move: number): number => {
  const mood = normal(hash(model.seed, hashText(token), 0xe7f, dayMs / DAY_MS));
  return Math.round((usualUsd * (20 * move + mood)) / 1e5) * 1e5;
};

/** The market at midnight; the whole past is told each time, so a price is made once. */
function openMidnights(model: Model): (dayMs: number) => number {
  const [bitcoin] = model.assets;
  const prices = createCache<number>(5_000);
  return (dayMs) => prices.get(dayMs / DAY_MS, () => (bitcoin ? model.paths.logUsdAt(bitcoin, dayMs) : 0));
}

/** Opens what is behind the key. A path without a key is not paid for, another key is none. */
export function createFunds(model: Model): FundRoutes {
  const priceAt = openMidnights(model);
  const daysOf = (fund: Fund, nowMs: number) =>
    Array.from(
      { length: Math.max(0, Math.floor((nowMs - fund.first) / DAY_MS)) },
      (_, index) => fund.first + index * DAY_MS,
    ).filter((day) => isWorking(day) && day + DAY_MS + fund.toldHour * HOUR_MS <= nowMs);
  const flows = (nowMs: number) =>
    FUNDS.flatMap((fund) =>
      daysOf(fund, nowMs).map((day) => ({
        gecko_id: fund.token,
        day: new Date(day).toISOString(),
        total_flow_usd: flowOf(model, fund, day, priceAt(day + DAY_MS) - priceAt(day)),
      })),
    );
  const key = `sandbox-${hashText(`${model.seed}/pro`).toString(16)}`;
  return {
    key,
    answer({ path, nowMs }) {
      if (!path.endsWith("/etfs/flows")) return null;
      const given = path.slice(1, -"/etfs/flows".length);
      if (given === "") return json({ message: "Payment Required" }, 402);
      return given === key ? json(flows(nowMs)) : json({ message: "Unauthorized" }, 401);
    },
  };
}
