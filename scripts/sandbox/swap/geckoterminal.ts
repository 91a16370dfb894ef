// GeckoTerminal's list of a token's pools, consistent with what the aggregators quote; everything here is simulated.
import { WRAPPED } from "../../../schema/token/wrapped.ts";
import type { Budget } from "../limit.ts";
import type { Asset } from "../model/asset.ts";
import { hash, hashText } from "../model/hash.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, json, type Provider } from "../provider.ts";
import { createPools } from "./pool.ts";

const WINDOW_MS = 60_000;
const REQUESTS_MAX = 30;
const PATH = /^\/api\/v2\/networks\/([a-z]+)\/tokens\/([\w.]+)\/pools$/;
const CHAINS: Readonly<Record<string, string>> = { eth: "eth", bsc: "bsc", solana: "sol", cardano: "ada" };
/** Exchanges of a chain and their share of its pools; they add up to one. */
const DEXES: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
  eth: [
    ["uniswap_v3", 0.5],
    ["uniswap_v2", 0.2],
    ["curve", 0.15],
    ["sushiswap", 0.1],
    ["uniswap-v4-ethereum", 0.05],
  ],
  bsc: [
    ["pancakeswap-v3-bsc", 0.7],
    ["pancakeswap_v2", 0.3],
  ],
  sol: [
    ["raydium-clmm", 0.45],
    ["orca", 0.35],
    ["meteora", 0.2],
  ],
  ada: [
    ["minswap", 0.7],
    ["sundaeswap-v3", 0.3],
  ],
};
/** What pools are simulated against. */
const DOLLAR = "simulated-dollar";
/** Dollars in pools of a stable coin and of any other, by turnover of a day. */
const STABLE_SHARE = 0.02;
const TURNOVER_SHARE = 0.1;

export const createGeckoterminal = (model: Model, budget: Budget): Provider => {
  const pools = createPools(model);

  const assetAt = (chain: string, address: string): Asset | undefined => {
    const same = (one: string | undefined) => one?.toLowerCase() === address.toLowerCase();
    return model.assets.find(({ token }) =>
      same(WRAPPED[chain]) ? token.native === chain : same(token.contracts[chain]),
    );
  };

  const addressOf = (chain: string, asset: Asset, dex: string): string => {
    const word = (n: number) => hash(model.seed, hashText(`${chain}|${asset.token.id}|${dex}`), n);
    const hex = [0, 1, 2, 3, 4].map((n) => word(n).toString(16).padStart(8, "0")).join("");
    return chain === "eth" || chain === "bsc" ? `0x${hex}` : `sim${hex}`;
  };

  const list = (ask: Ask): Answer => {
    const [, network = "", address = ""] = PATH.exec(ask.path) ?? [];
    const chain = CHAINS[network];
    const asset = chain === undefined ? undefined : assetAt(chain, address);
    if (chain === undefined || asset === undefined) {
      return json({ errors: [{ status: "404", title: "Not Found" }] }, 404);
    }
    const depth = asset.token.stablecoin ? STABLE_SHARE * asset.volumeDayUsd : pools.depthUsd(asset);
    const data = (DEXES[chain] ?? []).map(([dex, share]) => {
      const pool = addressOf(chain, asset, dex);
      const turnover = TURNOVER_SHARE * asset.volumeDayUsd * share;
      return {
        id: `${network}_${pool}`,
        type: "pool",
        attributes: {
          address: pool,
          name: `${asset.token.symbol} / USD [simulated]`,
          pool_created_at: "2024-01-01T00:00:00Z",
          base_token_price_usd: `${pools.price({ asset, decimals: 0 }, ask.nowMs)}`,
          reserve_in_usd: (2 * depth * share).toFixed(4),
          volume_usd: { h1: (turnover / 24).toFixed(4), h24: turnover.toFixed(4) },
        },
        relationships: {
          base_token: { data: { id: `${network}_${address}`, type: "token" } },
          quote_token: { data: { id: `${network}_${DOLLAR}`, type: "token" } },
          dex: { data: { id: dex, type: "dex" } },
        },
      };
    });
    return json({ data });
  };

  return {
    id: "geckoterminal",
    answer: (ask) => {
      const { used } = budget.spend("ip", 1, WINDOW_MS, ask.wallMs);
      if (budget.enforced && used > REQUESTS_MAX) {
        return json({ status: { error_code: 429, error_message: "You've exceeded the Rate Limit." } }, 429);
      }
      return list(ask);
    },
  };
};
