// DefiLlama on one origin: what value locked, reserves, stablecoins and unlocks are read from, and funds behind a key.
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import type { Budget } from "../limit.ts";
import type { Asset } from "../model/asset.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, json, type Provider, type Route } from "../provider.ts";
import { createEmissions } from "./emission.ts";
import { createFunds } from "./fund.ts";
import { createLocked, type Locked, type Pool } from "./locked.ts";
import { createReserves, HOLDERS, type Holder, type Reserves } from "./reserve.ts";
import { createStablecoins } from "./stablecoin.ts";

const HISTORY_DAYS = 95;
const RESERVE_DAYS = 16;
const REQUESTS_MAX = 500;
/** Exchanges are listed behind the protocols. */
const HOLDER_ID = 2_000;

const cents = (usd: number): number => Math.round(usd * 100) / 100;

/** Midnights of the last days and the instant itself. */
const instants = (nowMs: number, days: number): number[] => {
  const today = Math.floor(nowMs / DAY_MS);
  const midnights = Array.from({ length: days }, (_, index) => (today - days + 1 + index) * DAY_MS);
  return nowMs > today * DAY_MS ? [...midnights, nowMs] : midnights;
};
const seconds = (timeMs: number): number => Math.floor(timeMs / 1_000);

type Held = readonly (readonly [Asset, number])[];

const merged = (lists: readonly Held[]): Held => {
  const units = new Map<Asset, number>();
  for (const [asset, amount] of lists.flat()) units.set(asset, (units.get(asset) ?? 0) + amount);
  return [...units];
};

/** The listing's row of one protocol. */
const listed = (locked: Locked, pool: Pool, id: number, nowMs: number) => {
  const usd = locked.value(pool, nowMs);
  const change = (hours: number) => 100 * (usd / locked.value(pool, nowMs - hours * HOUR_MS) - 1);
  const own = pool.parent === null;
  return {
    id: `${id}`,
    name: pool.name,
    symbol: "-",
    slug: pool.slug,
    category: pool.category,
    chains: Object.keys(pool.chains),
    gecko_id: own ? pool.token : null,
    ...(own ? {} : { parentProtocol: `parent#${pool.parent}` }),
    tvl: usd,
    chainTvls: {
      ...Object.fromEntries(Object.entries(pool.chains).map(([name, share]) => [name, usd * share])),
      // Counted beside the value locked: whoever adds these up counts twice.
      ...(pool.category === "Lending" ? { borrowed: usd * 0.6, "Ethereum-borrowed": usd * 0.4 } : {}),
      staking: usd * 0.05,
    },
    change_1h: change(1),
    change_1d: change(24),
    change_7d: change(168),
    mcap: null,
  };
};

const protocolBody = (locked: Locked, pools: readonly Pool[], nowMs: number) => {
  const times = instants(nowMs, HISTORY_DAYS);
  const chains: Record<string, { tvl: unknown[] }> = {};
  for (const timeMs of times)
    for (const pool of pools)
      for (const [name, share] of Object.entries(pool.chains)) {
        const points = chains[name] ?? { tvl: [] };
        chains[name] = points;
        points.tvl.push({ date: seconds(timeMs), totalLiquidityUSD: locked.value(pool, timeMs) * share });
      }
  const held = times.map((timeMs) => ({
    timeMs,
    units: merged(pools.map((pool) => locked.holdings(pool, timeMs))),
  }));
  const [first] = pools;
  return {
    id: first?.parent === null ? `${locked.protocols.indexOf(first) + 1}` : `parent#${first?.parent}`,
    name: first?.parent ?? first?.name,
    chainTvls: chains,
    tokens: held.map(({ timeMs, units }) => ({
      date: seconds(timeMs),
      tokens: Object.fromEntries(units.map(([asset, amount]) => [asset.token.symbol, amount])),
    })),
    tokensInUsd: held.map(({ timeMs, units }) => ({
      date: seconds(timeMs),
      tokens: Object.fromEntries(
        units.map(([asset, amount]) => [asset.token.symbol, cents(amount * locked.price(asset, timeMs))]),
      ),
    })),
  };
};

const exchangeBody = (model: Model, locked: Locked, reserves: Reserves, holder: Holder, nowMs: number) => {
  const held = instants(nowMs, RESERVE_DAYS).map((timeMs) => ({
    timeMs,
    units: model.assets.map((asset) => [asset, reserves.units(holder, asset, timeMs)] as const),
  }));
  return {
    id: `${HOLDERS.indexOf(holder) + HOLDER_ID}`,
    name: holder.name,
    category: "CEX",
    chainTvls: {},
    tokens: held.map(({ timeMs, units }) => ({
      date: seconds(timeMs),
      tokens: Object.fromEntries(units.map(([asset, amount]) => [asset.token.symbol, amount])),
    })),
    tokensInUsd: held.map(({ timeMs, units }) => ({
      date: seconds(timeMs),
      tokens: Object.fromEntries(
        units.map(([asset, amount]) => [asset.token.symbol, cents(amount * locked.price(asset, timeMs))]),
      ),
    })),
  };
};

const fees = (locked: Locked, nowMs: number) => ({
  total24h: locked.chains.reduce((sum, pool) => sum + locked.value(pool, nowMs) * 4e-5, 0),
  protocols: [
    ...locked.chains.map((pool, index) => ({
      defillamaId: `chain#${index}`,
      name: pool.name,
      category: "Chain",
      protocolType: "chain",
      total24h: cents(locked.value(pool, nowMs) * 4e-5),
    })),
    { name: "Simulated Swap", category: "Dexs", protocolType: "protocol", total24h: 1_000_000 },
  ],
});

const dexs = (locked: Locked, nowMs: number) => {
  const rows = locked.protocols
    .filter((pool) => pool.category === "Dexs")
    .map((pool) => ({
      name: pool.name,
      slug: pool.slug,
      category: "Dexs",
      total24h: cents(locked.value(pool, nowMs) * 0.08),
    }));
  return { total24h: rows.reduce((sum, row) => sum + row.total24h, 0), protocols: rows };
};

const exchangeRow = (model: Model, locked: Locked, reserves: Reserves, holder: Holder, id: number, nowMs: number) => ({
  id: `${id}`,
  name: holder.name,
  slug: holder.slug,
  category: "CEX",
  gecko_id: null,
  tvl: model.assets.reduce((sum, asset) => sum + reserves.units(holder, asset, nowMs) * locked.price(asset, nowMs), 0),
  chainTvls: {},
  change_1d: null,
});

/** The first path of several that fits, with what stands in its place of a name. */
const routesUnder =
  (routes: Readonly<Record<string, (name: string, ask: Ask) => Answer>>) =>
  (ask: Ask): Answer => {
    for (const [prefix, route] of Object.entries(routes))
      if (ask.path.startsWith(prefix)) return route(decodeURIComponent(ask.path.slice(prefix.length)), ask);
    return json({ message: "Not Found" }, 404);
  };

export const createDefiLlama = (model: Model, budget: Budget): Provider => {
  const locked = createLocked(model);
  const reserves = createReserves(model, locked.price);
  const emissions = createEmissions(model);
  const stablecoins = createStablecoins(model);
  const funds = createFunds(model);
  const protocol = (slug: string, { nowMs }: Ask): Answer => {
    const holder = HOLDERS.find((one) => one.slug === slug);
    if (holder) return json(exchangeBody(model, locked, reserves, holder, nowMs));
    const pools = locked.protocols.filter((pool) => pool.slug === slug || pool.parent === slug);
    return pools.length > 0 ? json(protocolBody(locked, pools, nowMs)) : json({ message: "Protocol not found" }, 400);
  };
  const chainPast = (name: string, { nowMs }: Ask): Answer => {
    const pool = locked.chains.find((one) => one.name === name);
    if (!pool) return json({ message: "Chain not found" }, 400);
    return json(
      instants(nowMs, HISTORY_DAYS).map((timeMs) => ({ date: seconds(timeMs), tvl: locked.value(pool, timeMs) })),
    );
  };
  const schedule = (slug: string, { nowMs }: Ask): Answer => {
    const body = emissions.body(slug, nowMs);
    return body === null ? json({ message: "Not Found" }, 404) : json(body);
  };
  const routes: Readonly<Record<string, Route>> = {
    "/protocols": ({ nowMs }) =>
      json([
        ...locked.protocols.map((pool, id) => listed(locked, pool, id + 1, nowMs)),
        ...HOLDERS.map((holder, id) => exchangeRow(model, locked, reserves, holder, id + HOLDER_ID, nowMs)),
      ]),
    "/v2/chains": ({ nowMs }) =>
      json(
        locked.chains.map((pool) => ({
          gecko_id: pool.token === "" ? null : pool.token,
          tvl: locked.value(pool, nowMs),
          tokenSymbol: null,
          cmcId: null,
          name: pool.name,
          chainId: null,
        })),
      ),
    "/overview/fees": ({ nowMs }) => json(fees(locked, nowMs)),
    "/overview/dexs": ({ nowMs }) => json(dexs(locked, nowMs)),
    "/stablecoins": stablecoins.list,
    "/stablecoinchains": stablecoins.chains,
    "/stablecoincharts/all": stablecoins.chart,
    "/emissionsProtocolsList": () => json(emissions.slugs),
    "/sandbox/pro-key": () => json({ key: funds.key }),
  };
  const named = routesUnder({
    "/protocol/": protocol,
    "/v2/historicalChainTvl/": chainPast,
    "/emissions/": schedule,
  });
  return {
    id: "defillama",
    answer: (ask) => {
      const { used, endsInMs } = budget.spend("all", 1, MINUTE_MS, ask.wallMs);
      if (budget.enforced && used > REQUESTS_MAX)
        return {
          ...json({ message: "Too Many Requests" }, 429),
          headers: { "retry-after": `${Math.ceil(endsInMs / 1000)}` },
        };
      return funds.answer(ask) ?? (routes[ask.path] ?? named)(ask);
    },
  };
};
