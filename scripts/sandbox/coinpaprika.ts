// The free part of CoinPaprika's v1 API that a second opinion needs: its own ids, figures a little off the first directory's.
import { DAY_MS, MINUTE_MS } from "../../schema/duration.ts";
import { createDirectory, type Directory, type Snapshot } from "./coin-directory.ts";
import { createUniverse, tailUsd, UNIVERSE_SIZE } from "./coin-universe.ts";
import type { Budget } from "./limit.ts";
import { hashText, unit } from "./model/hash.ts";
import type { Model } from "./model/model.ts";
import { type Answer, type Ask, json, type Provider, type Route } from "./provider.ts";

const REQUESTS_MAX = 60;
const TICKERS = 2_000;
/** Two directories never agree to the coin: they count other venues at other moments. */
const APART = 0.004;

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
const instant = (ms: number): string => new Date(Math.floor(ms / 1_000) * 1_000).toISOString().replace(".000Z", "Z");

function tickerOf({ asset, price, cap, volume }: Snapshot, rank: number, before: number, timeMs: number) {
  const { symbol, name } = asset.token;
  const apart = 1 + APART * (2 * unit(hashText(`${symbol}/paprika`)) - 1);
  return {
    id: `${slug(symbol)}-${slug(name)}`,
    name,
    symbol,
    rank,
    total_supply: Math.round(asset.total),
    max_supply: asset.max === null ? 0 : Math.round(asset.max),
    beta_value: 1,
    first_data_at: "2015-01-01T00:00:00Z",
    last_updated: instant(timeMs),
    quotes: {
      USD: {
        price: price * apart,
        volume_24h: volume * 0.97,
        market_cap: Math.round(cap * apart),
        percent_change_24h: Number((100 * (price / before - 1)).toFixed(2)),
      },
    },
  };
}

const totalAt = ({ ranked }: Directory, nowMs: number) => {
  const all = ranked(nowMs);
  const smallest = Math.min(...all.map(({ cap }) => cap));
  return { all, total: (all.reduce((sum, { cap }) => sum + cap, 0) + tailUsd(smallest)) * (1 - APART) };
};

const globalFigures = (directory: Directory, ask: Ask): Answer => {
  const { all, total } = totalAt(directory, ask.nowMs);
  const bitcoin = all.find(({ asset }) => asset.token.id === "bitcoin")?.cap ?? 0;
  const before = totalAt(directory, ask.nowMs - DAY_MS).total;
  return json({
    market_cap_usd: Math.round(total),
    volume_24h_usd: Math.round(all.reduce((sum, one) => sum + one.volume, 0) * 0.97),
    bitcoin_dominance_percentage: Number(((100 * bitcoin) / total).toFixed(2)),
    cryptocurrencies_number: UNIVERSE_SIZE - 9_000,
    market_cap_change_24h: Number((100 * (total / before - 1)).toFixed(2)),
    last_updated: Math.floor(ask.nowMs / 1_000),
  });
};

const tickers = (model: Model, { ranked, priceAt }: Directory, ask: Ask): Answer => {
  const timeMs = Math.floor(ask.nowMs / MINUTE_MS) * MINUTE_MS;
  const rows = ranked(ask.nowMs).map((one, at) => tickerOf(one, at + 1, priceAt(one.asset, timeMs - DAY_MS), timeMs));
  const others = createUniverse(model.seed)
    .slice(0, TICKERS - rows.length)
    .map((coin, at) => ({
      id: coin.id,
      name: coin.name.slice(0, 60),
      symbol: coin.symbol.toUpperCase(),
      rank: rows.length + at + 1,
      total_supply: (coin.max ?? coin.circulating) * 1e6,
      max_supply: (coin.max ?? 0) * 1e6,
      last_updated: instant(timeMs),
      quotes: { USD: { price: 0.01, volume_24h: 0, market_cap: coin.circulating * 1e4 } },
    }));
  return json([...rows, ...others]);
};

export const createCoinPaprika = (model: Model, budget: Budget): Provider => {
  const directory = createDirectory(model);
  const routes: Record<string, Route> = {
    "/v1/global": (ask) => globalFigures(directory, ask),
    "/v1/tickers": (ask) => tickers(model, directory, ask),
  };
  return {
    id: "coinpaprika",
    answer: (ask) => {
      const { used } = budget.spend("all", 1, MINUTE_MS, ask.wallMs);
      if (budget.enforced && used > REQUESTS_MAX) return json({ error: "too many requests" }, 429);
      return routes[ask.path]?.(ask) ?? json({ error: "id not found" }, 404);
    },
  };
};
