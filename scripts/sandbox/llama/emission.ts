// Unlock schedules of some simulated tokens: monthly cliffs, a daily trickle and a reserve that nobody has dated.
import { DAY_MS } from "../../../schema/duration.ts";
import type { Asset } from "../model/asset.ts";
import { hash, hashText, unit } from "../model/hash.ts";
import type { Model } from "../model/model.ts";
import type { Plan } from "../model/plan.ts";

const DAY_S = 86_400;

/** Token id to DefiLlama's slug; on a schedule's first days of a month nothing falls. */
const SLUGS: Readonly<Record<string, string>> = {
  arbitrum: "arbitrum",
  aptos: "aptos",
  sui: "sui",
  celestia: "celestia",
  starknet: "starknet",
  zksync: "zksync",
  "worldcoin-wld": "worldcoin",
  ethena: "ethena",
  "ether-fi": "ether.fi",
  eigenlayer: "eigenlayer",
  "dydx-chain": "dydx",
  "jupiter-exchange-solana": "jupiter",
  "pyth-network": "pyth",
  "jito-governance-token": "jito",
  "sei-network": "sei",
  layerzero: "layerzero",
  "immutable-x": "immutable",
  "berachain-bera": "berachain",
  "official-trump": "official-trump",
  hyperliquid: "hyperliquid",
  apecoin: "apecoin",
  optimism: "optimism",
};

const MONTHS_AROUND = 14;

type Emissions = { readonly slugs: readonly string[]; body(slug: string, nowMs: number): unknown };

/** The cliff of a month: its day, hour and size come from the token's seed. */
const cliffOf = (asset: Asset, year: number, month: number) => {
  const seed = hashText(`${asset.seed}/cliff`);
  const timestamp = Date.UTC(year, month, 2 + (seed % 27), 8 + (seed % 12)) / 1_000;
  // Most months release under one percent; a few tokens have a large one now and then.
  const draw = unit(hash(seed, year * 12 + month));
  const share = draw > 0.9 ? 0.03 + 0.08 * (draw - 0.9) * 10 : 0.002 + 0.014 * draw;
  return { timestamp, amount: Math.round(asset.circulating * share) };
};

const cliffsOf = (asset: Asset, nowMs: number, plan: Plan) => {
  const now = new Date(nowMs);
  const planted = plan.of("unlock", asset.token.id);
  if (planted.length > 0)
    return planted.map(({ at, share }) => ({
      timestamp: Math.floor(at / 1_000),
      amount: Math.round(asset.circulating * share),
    }));
  return Array.from({ length: 2 * MONTHS_AROUND + 1 }, (_, index) =>
    cliffOf(asset, now.getUTCFullYear(), now.getUTCMonth() - MONTHS_AROUND + index),
  );
};

const bodyOf = (asset: Asset, nowMs: number, plan: Plan): unknown => {
  const cliffs = cliffsOf(asset, nowMs, plan);
  const daily = (asset.circulating * 0.02 * unit(hash(asset.seed, 91))) / 365;
  const today = Math.floor(nowMs / DAY_MS) * DAY_S;
  const days = Array.from({ length: 400 }, (_, index) => today + (index - 200) * DAY_S);
  const firstDay = days[0] ?? today;
  const unlocked = (timestamp: number): number =>
    cliffs
      .filter((one) => one.timestamp > firstDay && one.timestamp <= timestamp)
      .reduce((sum, one) => sum + one.amount, 0);
  // The provider's totals let what is undated fall on the day after they were made; no event tells it.
  const reserve = Math.round(asset.circulating * 0.3);
  return {
    name: asset.token.name,
    gecko_id: asset.token.id,
    documentedData: {
      data: [
        { label: "Insiders", data: days.map((timestamp) => ({ timestamp, unlocked: unlocked(timestamp) })) },
        {
          label: "Community",
          data: days.map((timestamp, index) => ({ timestamp, unlocked: Math.round(daily * index * 100) / 100 })),
        },
        {
          label: "Reserve",
          data: days.map((timestamp) => ({ timestamp, unlocked: timestamp > today ? reserve : 0 })),
        },
      ],
      tokenAllocation: { current: {}, final: {}, progress: {} },
    },
    categories: { insiders: ["Insiders"], farming: ["Community"], noncirculating: ["Reserve"] },
    componentData: { sections: { Reserve: { displayName: "Reserve", isTBD: true, components: {} } } },
    metadata: {
      token: `coingecko:${asset.token.id}`,
      sources: [],
      events: cliffs.map(({ timestamp, amount }) => ({
        description: `On {timestamp} {tokens[0]} of Insiders tokens were unlocked`,
        timestamp,
        noOfTokens: [amount],
        category: "insiders",
        unlockType: "cliff",
      })),
    },
  };
};

/** Opens the schedules under one seed. */
export const createEmissions = (model: Model): Emissions => {
  const bySlug = new Map(
    model.assets.flatMap((asset) => {
      const slug = SLUGS[asset.token.id];
      return slug === undefined ? [] : [[slug, asset] as const];
    }),
  );
  return {
    slugs: [...bySlug.keys()].sort(),
    body(slug, nowMs) {
      const asset = bySlug.get(slug);
      return asset ? bodyOf(asset, nowMs, model.plan) : null;
    },
  };
};
