// What simulated protocols and chains hold: units that drift and now and then leave, so that value is units times prices.
import { DAY_MS, HOUR_MS } from "../../../schema/duration.ts";
import { CHAIN_NAMES, PROTOCOL_SLUGS } from "../../../schema/token/defi.ts";
import type { Asset } from "../model/asset.ts";
import { createCache } from "../model/cache.ts";
import { hash, hashText, noise, unit } from "../model/hash.ts";
import type { Model } from "../model/model.ts";
import type { Plan } from "../model/plan.ts";

const WEEK_MS = 7 * DAY_MS;

export type Pool = {
  readonly slug: string;
  readonly name: string;
  readonly category: string;
  /** Token it stands for. */
  readonly token: string;
  /** Slug of the protocol it is a version of, or null. */
  readonly parent: string | null;
  readonly seed: number;
  /** DefiLlama's chain name to share of the deposits. */
  readonly chains: Readonly<Record<string, number>>;
  /** Typical units of each asset. */
  readonly units: readonly (readonly [Asset, number])[];
  /** Weekly chance that deposits leave. */
  readonly risk: number;
};

export type Locked = {
  readonly protocols: readonly Pool[];
  readonly chains: readonly Pool[];
  /** Units of each asset at an instant. */
  holdings(pool: Pool, timeMs: number): readonly (readonly [Asset, number])[];
  price(asset: Asset, timeMs: number): number;
  /** USD at an instant. */
  value(pool: Pool, timeMs: number): number;
};

const EVM_CHAINS = { Ethereum: 0.7, Arbitrum: 0.12, Base: 0.08, BSC: 0.06, Polygon: 0.04 };
const EVM_MIX = { ETH: 0.45, USDC: 0.2, USDT: 0.1, BTC: 0.15 };
const SOLANA_MIX = { SOL: 0.55, USDC: 0.3 };
const OWN_SHARE = 0.12;
const PROTOCOL_RISK = 0.05;
const CHAIN_RISK = 0.008;
const RECOVERY_MS = 20 * DAY_MS;
/** Chains whose coin is not tracked are listed too. */
const OTHER_CHAINS = ["Base", "Linea"];
const LARGE_CHAINS: Readonly<Record<string, number>> = {
  Ethereum: 7e10,
  Solana: 9e9,
  BSC: 7e9,
  Bitcoin: 6e9,
  Tron: 5e9,
  Base: 4e9,
};

const titled = (slug: string): string =>
  slug.replace(/(^|[-.])(\w)/g, (_, gap, letter) => `${gap === "" ? "" : " "}${letter.toUpperCase()}`);

/** Share of the deposits that is still there: most weeks all of it. */
const drained = (seed: number, risk: number, timeMs: number): number => {
  let left = 1;
  const week = Math.floor(timeMs / WEEK_MS);
  for (let w = week - 3; w <= week; w++) {
    if (unit(hash(seed, w, 1)) >= risk) continue;
    const since = timeMs - (w + unit(hash(seed, w, 2))) * WEEK_MS;
    if (since < 0 || since > RECOVERY_MS) continue;
    const depth = 0.12 + 0.35 * unit(hash(seed, w, 3));
    left *= 1 - depth * Math.min(1, since / HOUR_MS) * (1 - since / RECOVERY_MS);
  }
  return left;
};

const level = (pool: Pool, timeMs: number, plan: Plan): number =>
  Math.exp(0.05 * noise(pool.seed, timeMs / (10 * DAY_MS))) *
  drained(pool.seed, pool.risk, timeMs) *
  (pool.category === "Chain" ? 1 : plan.deposited(pool.token, timeMs));

/** Opens the holdings under one seed. */
export const createLocked = (model: Model): Locked => {
  const bySymbol = new Map(model.assets.map((asset) => [asset.token.symbol, asset]));
  const byId = new Map(model.assets.map((asset) => [asset.token.id, asset]));
  const prices = createCache<number>(60_000);
  const price = (asset: Asset, timeMs: number): number =>
    prices.get(Math.floor(timeMs / 60_000) * 128 + asset.index, () => Math.exp(model.paths.logUsdAt(asset, timeMs)));

  const unitsOf = (mix: Readonly<Record<string, number>>, own: Asset | undefined, usd: number) => {
    const units = new Map<Asset, number>();
    const put = (asset: Asset | undefined, share: number): void => {
      if (asset) units.set(asset, (units.get(asset) ?? 0) + (usd * share) / asset.anchorUsd);
    };
    for (const [symbol, share] of Object.entries(mix)) put(bySymbol.get(symbol), share);
    put(own, OWN_SHARE);
    return [...units];
  };

  const poolsOf = (id: string, slug: string): Pool[] => {
    const own = byId.get(id);
    const seed = hashText(`${model.seed}/locked/${slug}`);
    const solana = own !== undefined && Object.keys(own.token.contracts).join() === "sol";
    const usd = 2e8 * 60 ** unit(seed);
    const versions = hash(seed, 4) & 1 ? ["-v2", "-v3"] : [""];
    return versions.map((version, index) => ({
      slug: `${slug}${version}`,
      name: titled(`${slug}${version}`),
      category: own?.token.categories.includes("lending") ? "Lending" : "Dexs",
      token: id,
      parent: version === "" ? null : slug,
      seed: hash(seed, 7, index),
      chains: solana ? { Solana: 1 } : EVM_CHAINS,
      units: unitsOf(solana ? SOLANA_MIX : EVM_MIX, own, usd / versions.length),
      risk: PROTOCOL_RISK,
    }));
  };

  const chainPool = (name: string, token: string): Pool => {
    const own = byId.get(token) ?? bySymbol.get("ETH");
    const cap = own ? own.anchorUsd * own.circulating : 1e9;
    const usd = LARGE_CHAINS[name] ?? Math.min(3e9, 0.03 * cap);
    return {
      slug: name,
      name,
      category: "Chain",
      token,
      parent: null,
      seed: hashText(`${model.seed}/chain/${name}`),
      chains: { [name]: 1 },
      units: own ? [...unitsOf({ [own.token.symbol]: 0.5, USDC: 0.38 }, own, usd)] : [],
      risk: CHAIN_RISK,
    };
  };

  const holdings: Locked["holdings"] = (pool, timeMs) => {
    const now = level(pool, timeMs, model.plan);
    return pool.units.map(([asset, units]) => [asset, units * now] as const);
  };
  return {
    protocols: [...PROTOCOL_SLUGS].flatMap(([id, slug]) => poolsOf(id, slug)),
    chains: [
      ...[...CHAIN_NAMES].map(([token, name]) => chainPool(name, token)),
      ...OTHER_CHAINS.map((name) => chainPool(name, "")),
    ],
    holdings,
    price,
    value: (pool, timeMs) =>
      holdings(pool, timeMs).reduce((sum, [asset, units]) => sum + units * price(asset, timeMs), 0),
  };
};
