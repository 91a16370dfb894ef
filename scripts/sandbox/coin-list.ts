// The coin directory beyond the market table: every coin with its contracts, the categories, and coins no venue lists.
import { DAY_MS, MINUTE_MS } from "../../schema/duration.ts";
import type { Directory, Snapshot } from "./coin-directory.ts";
import { capAt, nameAt, type SimCoin } from "./coin-universe.ts";
import type { Model } from "./model/model.ts";
import { type Answer, type Ask, json } from "./provider.ts";

const PLATFORMS: Record<string, string> = {
  eth: "ethereum",
  bsc: "binance-smart-chain",
  sol: "solana",
  ada: "cardano",
};

/** A figure as the directory rounds it. */
export const significant = (value: number): number => Number(value.toPrecision(value >= 1000 ? 7 : 6));

export const list = (model: Model, coins: readonly SimCoin[], ask: Ask): Answer => {
  const wanted = ask.query.get("include_platform") === "true";
  const tracked = model.assets.map(({ token }) => ({
    id: token.id,
    symbol: token.symbol.toLowerCase(),
    name: token.name,
    ...(wanted
      ? {
          platforms: Object.fromEntries(
            Object.entries(token.contracts).map(([chain, address]) => [PLATFORMS[chain] ?? chain, address]),
          ),
        }
      : {}),
  }));
  const others = coins.map((coin, index) => ({
    id: coin.id,
    symbol: coin.symbol,
    name: nameAt(coin, index, ask.nowMs),
    ...(wanted ? { platforms: coin.platforms } : {}),
  }));
  return json([...tracked, ...others]);
};

export const categories = ({ ranked, priceAt }: Directory, ask: Ask): Answer => {
  const groups = new Map<string, Snapshot[]>();
  for (const one of ranked(ask.nowMs)) {
    for (const name of one.asset.token.categories) groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return json(
    [...groups].map(([id, members]) => {
      const cap = members.reduce((sum, one) => sum + one.cap, 0);
      const before = members.reduce(
        (sum, { asset }) => sum + asset.circulating * priceAt(asset, ask.nowMs - DAY_MS),
        0,
      );
      return {
        id,
        name: id.replaceAll("-", " "),
        market_cap: cap,
        market_cap_change_24h: 100 * (cap / before - 1),
        content: "",
        top_3_coins_id: members.slice(0, 3).map(({ asset }) => asset.token.id),
        volume_24h: members.reduce((sum, one) => sum + one.volume, 0),
        updated_at: new Date(Math.floor(ask.nowMs / MINUTE_MS) * MINUTE_MS).toISOString(),
      };
    }),
  );
};

/** A row of `/coins/markets` for a coin that no simulated venue lists. */
export const otherRow = (coin: SimCoin, index: number, smallestUsd: number, rank: number, timeMs: number) => {
  const cap = capAt(index, smallestUsd);
  const circulating = coin.circulating * 1e6;
  return {
    id: coin.id,
    symbol: coin.symbol,
    name: nameAt(coin, index, timeMs),
    current_price: cap === null ? null : significant(cap / circulating),
    market_cap: cap ?? 0,
    market_cap_rank: cap === null ? null : rank,
    fully_diluted_valuation: cap,
    total_volume: cap === null ? 0 : Math.round(cap / 50),
    circulating_supply: cap === null ? 0 : circulating,
    total_supply: cap === null ? null : (coin.max ?? coin.circulating) * 1e6,
    max_supply: coin.max === null ? null : coin.max * 1e6,
    last_updated: new Date(timeMs).toISOString(),
  };
};
