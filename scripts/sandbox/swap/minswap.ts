// The estimate call of Minswap's aggregator for Cardano, consistent with the simulated prices; everything here is simulated.
import type { Budget } from "../limit.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, json, type Provider, refuse, settle } from "../provider.ts";
import { createPools, type PoolCoin } from "./pool.ts";

const WINDOW_MS = 60_000;
const REQUESTS_MAX = 120;
const NATIVE = { address: "lovelace", decimals: 6 };
const USDM = "c48cbb3d5e57ed56e276bc45f99ab39abe94e6cd7ac39fb402da47ad0014df105553444d";
const POOL_FEE = 0.003;

type Order = { amount: string; token_in: string; token_out: string };

const failure = (message: string, status = 400): Error => refuse(json({ message }, status));

const orderOf = (body: string): Order => {
  let order: Partial<Order> = {};
  try {
    order = JSON.parse(body) as Partial<Order>;
  } catch {
    throw failure("Invalid body");
  }
  const { amount = "", token_in = "", token_out = "" } = order;
  if (typeof amount !== "string" || !/^[1-9]\d{0,30}$/.test(amount)) throw failure("Invalid amount");
  return { amount, token_in, token_out };
};

export const createMinswap = (model: Model, budget: Budget): Provider => {
  const pools = createPools(model);
  const coinOf = (unit: string): PoolCoin => {
    if (unit === USDM) return { asset: null, decimals: 6 };
    const coin = pools.coinOf("ada", unit, NATIVE);
    if (!coin) throw failure("No route found", 404);
    return coin;
  };
  const estimate = (ask: Ask): Answer => {
    if (ask.path !== "/aggregator/estimate" || ask.method !== "POST") throw failure("Not Found", 404);
    const { amount, token_in, token_out } = orderOf(ask.body);
    const [paid, got] = [coinOf(token_in), coinOf(token_out)];
    const swapped = pools.swap(paid, got, amount, ask.nowMs, POOL_FEE);
    if (swapped === null) throw failure("No route found", 404);
    const amount_out = `${swapped.out}`;
    const hop = { pool_id: "simulated", protocol: "MinswapV2", token_in, token_out, amount_in: amount, amount_out };
    return json({
      token_in,
      token_out,
      amount_in: amount,
      amount_out,
      min_amount_out: `${(swapped.out * 995n) / 1_000n}`,
      total_lp_fee: `${Math.floor(Number(amount) * POOL_FEE)}`,
      total_dex_fee: "700000",
      deposits: "2000000",
      avg_price_impact: 100 * (swapped.usd / (swapped.usd + swapped.depthUsd)),
      paths: [[hop]],
      aggregator_fee: "0",
      aggregator_fee_percent: 0,
      amount_in_decimal: false,
    });
  };
  return {
    id: "minswap",
    answer: (ask) => {
      const { used } = budget.spend("ip", 1, WINDOW_MS, ask.wallMs);
      if (budget.enforced && used > REQUESTS_MAX) return json({ message: "Too many requests" }, 429);
      return settle(estimate, ask);
    },
  };
};
