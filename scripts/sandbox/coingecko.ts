// The keyless part of CoinGecko's v3 API that a token directory needs, consistent with the simulated venues.
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../schema/duration.ts";
import { createCharts } from "./coin-chart.ts";
import { derivativeList } from "./coin-derivative.ts";
import { createDirectory, type Directory, type Snapshot } from "./coin-directory.ts";
import { categories, list, otherRow, significant } from "./coin-list.ts";
import { createPeaks, type Peak } from "./coin-peak.ts";
import { createProfiles } from "./coin-profile.ts";
import { createUniverse, type SimCoin, tailUsd, UNIVERSE_SIZE } from "./coin-universe.ts";
import type { Budget } from "./limit.ts";
import type { Asset } from "./model/asset.ts";
import { hash, hashText, unit } from "./model/hash.ts";
import type { Model } from "./model/model.ts";
import { type Answer, type Ask, json, type Provider, type Route, whole } from "./provider.ts";

const COIN = "/api/v3/coins/";
const CHART = /^\/api\/v3\/coins\/([^/]+)\/market_chart$/;
const DAY_HOURS = 24;
const PER_PAGE_MAX = 250;
const REQUESTS_MAX = 30;
/** Since 2026-01, to whoever does not say what it is. */
const NAMELESS = {
  status: {
    error_code: 403,
    error_message:
      "Please add a descriptive User-Agent to your request. For higher rate limits & stable integration, please subscribe to our API plans: https://www.coingecko.com/en/api/pricing . If you think this is a mistake, please report here: https://forms.gle/3V2z8Mb3k2RMu5S2A",
  },
};
const SPANS: Record<string, number> = {
  "1h": 1,
  "24h": 24,
  "7d": 168,
  "14d": 336,
  "30d": 720,
  "200d": 4800,
  "1y": 8760,
};

const rowOf = (
  priceAt: Directory["priceAt"],
  one: Snapshot,
  rank: number,
  timeMs: number,
  spans: readonly string[],
  peak: Peak,
): Record<string, unknown> => {
  const { asset, price, cap } = one;
  const seed = hashText(asset.token.id);
  const day = priceAt(asset, timeMs - DAY_HOURS * HOUR_MS);
  const ath = Math.max(price, asset.token.stablecoin ? 1.06 : peak.usd);
  const athMs = ath > peak.usd && !asset.token.stablecoin ? timeMs : peak.day * DAY_MS + (seed % 24) * HOUR_MS;
  const atl = asset.token.stablecoin ? 0.88 : asset.anchorUsd * 0.08 * (0.2 + unit(hash(seed, 1)));
  const change = 100 * (price / day - 1);
  return {
    id: asset.token.id,
    symbol: asset.token.symbol.toLowerCase(),
    name: asset.token.name,
    image: `https://coin-images.coingecko.com/coins/images/${1 + (seed % 40_000)}/large/${asset.token.id}.png`,
    current_price: significant(price),
    market_cap: Math.round(cap),
    market_cap_rank: rank,
    fully_diluted_valuation: Math.round(price * (asset.max ?? asset.total)),
    total_volume: Math.round(one.volume),
    high_24h: significant(one.high),
    low_24h: significant(one.low),
    price_change_24h: price - day,
    price_change_percentage_24h: Number(change.toFixed(5)),
    market_cap_change_24h: (price - day) * asset.circulating,
    market_cap_change_percentage_24h: Number(change.toFixed(5)),
    circulating_supply: asset.circulating,
    total_supply: asset.total,
    max_supply: asset.max,
    ath: significant(ath),
    ath_change_percentage: Number((100 * (price / ath - 1)).toFixed(5)),
    ath_date: new Date(Math.min(athMs, timeMs)).toISOString(),
    atl: significant(atl),
    atl_change_percentage: Number((100 * (price / atl - 1)).toFixed(5)),
    atl_date: new Date(Date.UTC(2020, seed % 12, 1 + (seed % 27))).toISOString(),
    roi: null,
    last_updated: new Date(timeMs).toISOString(),
    ...Object.fromEntries(
      spans.map((span) => [
        `price_change_percentage_${span}_in_currency`,
        100 * (price / priceAt(asset, timeMs - (SPANS[span] ?? 1) * HOUR_MS) - 1),
      ]),
    ),
  };
};

const marketRows = (
  { ranked, priceAt }: Directory,
  coins: readonly SimCoin[],
  peakOf: (asset: Asset, timeMs: number) => Peak,
  ask: Ask,
): Answer => {
  if (ask.query.get("vs_currency") !== "usd")
    return json({ status: { error_code: 422, error_message: "invalid vs_currency" } }, 422);
  const timeMs = Math.floor(ask.nowMs / MINUTE_MS) * MINUTE_MS;
  const perPage = Math.max(1, Math.min(PER_PAGE_MAX, whole(ask.query, "per_page") ?? 100));
  const page = Math.max(1, whole(ask.query, "page") ?? 1);
  const wanted = ask.query.get("ids");
  const ids = wanted === null || wanted === "" ? null : new Set(wanted.split(","));
  const spans = (ask.query.get("price_change_percentage") ?? "").split(",").filter((span) => span in SPANS);
  const rows = ranked(ask.nowMs).map((one, index) => ({ one, rank: index + 1 }));
  const order = ask.query.get("order") ?? "market_cap_desc";
  if (order === "market_cap_asc") rows.reverse();
  if (order === "volume_desc") rows.sort((a, b) => b.one.volume - a.one.volume);
  if (order === "volume_asc") rows.sort((a, b) => a.one.volume - b.one.volume);
  const chosen = rows.filter(({ one }) => ids === null || ids.has(one.asset.token.id));
  const [from, to] = [(page - 1) * perPage, page * perPage];
  const smallest = rows.reduce((least, { one }) => Math.min(least, one.cap), Number.POSITIVE_INFINITY);
  // The others follow the tracked ones in the only order we ask for; other orders are of the tracked ones alone.
  const others = order === "market_cap_desc" && ids === null ? coins : [];
  return json([
    ...chosen
      .slice(from, to)
      .map(({ one, rank }) => rowOf(priceAt, one, rank, timeMs, spans, peakOf(one.asset, timeMs))),
    ...others.slice(Math.max(0, from - chosen.length), Math.max(0, to - chosen.length)).map((coin, at) => {
      const index = Math.max(0, from - chosen.length) + at;
      return otherRow(coin, index, smallest, chosen.length + index + 1, timeMs);
    }),
  ]);
};

const globalFigures = ({ ranked, priceAt }: Directory, ask: Ask): Answer => {
  const all = ranked(ask.nowMs);
  const smallest = Math.min(...all.map(({ cap }) => cap));
  const total = all.reduce((sum, { cap }) => sum + cap, 0) + tailUsd(smallest);
  const volume = all.reduce((sum, one) => sum + one.volume, 0);
  const capsBefore = all.map(({ asset }) => asset.circulating * priceAt(asset, ask.nowMs - DAY_HOURS * HOUR_MS));
  const before = capsBefore.reduce((sum, cap) => sum + cap, 0) + tailUsd(Math.min(...capsBefore));
  return json({
    data: {
      active_cryptocurrencies: UNIVERSE_SIZE,
      markets: 3,
      total_market_cap: { usd: total },
      total_volume: { usd: volume },
      market_cap_percentage: Object.fromEntries(
        all.slice(0, 10).map(({ asset, cap }) => [asset.token.symbol.toLowerCase(), (100 * cap) / total]),
      ),
      market_cap_change_percentage_24h_usd: 100 * (total / before - 1),
      updated_at: Math.floor(ask.nowMs / 1000),
    },
  });
};

export const createCoinGecko = (model: Model, budget: Budget): Provider => {
  const directory = createDirectory(model);
  const coins = createUniverse(model.seed);
  const peakOf = createPeaks(model);
  const profile = createProfiles(model);
  const chart = createCharts(model, directory);
  const routes: Record<string, Route> = {
    "/api/v3/ping": () => json({ gecko_says: "(V3) To the Moon!" }),
    "/api/v3/coins/markets": (ask) => marketRows(directory, coins, peakOf, ask),
    "/api/v3/coins/list": (ask) => list(model, coins, ask),
    "/api/v3/coins/categories": (ask) => categories(directory, ask),
    "/api/v3/global": (ask) => globalFigures(directory, ask),
    "/api/v3/derivatives": (ask) => derivativeList(model, ask),
  };
  return {
    id: "coingecko",
    answer: (ask) => {
      if ((ask.headers["user-agent"] ?? "") === "") return json(NAMELESS, 403);
      const { used, endsInMs } = budget.spend("all", 1, MINUTE_MS, ask.wallMs);
      if (budget.enforced && used > REQUESTS_MAX)
        return {
          ...json({ status: { error_code: 429, error_message: "You've exceeded the Rate Limit." } }, 429),
          headers: { "retry-after": `${Math.ceil(endsInMs / 1000)}` },
        };
      const route = routes[ask.path];
      if (route) return route(ask);
      const charted = CHART.exec(ask.path)?.[1];
      if (charted !== undefined) return chart(charted, ask);
      return ask.path.startsWith(COIN) ? profile(ask.path.slice(COIN.length), ask) : json({ error: "not found" }, 404);
    },
  };
};
