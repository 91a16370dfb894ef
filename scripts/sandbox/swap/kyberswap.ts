// KyberSwap's aggregator API for quotes, consistent with the simulated prices; everything here is simulated.
import type { Budget } from "../limit.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, json, type Provider, raw, refuse, settle } from "../provider.ts";
import { createPools, type PoolCoin } from "./pool.ts";

const WINDOW_MS = 10_000;
const REQUESTS_MAX = 30;
const CHAINS: Readonly<Record<string, string>> = { ethereum: "eth", bsc: "bsc" };
const NATIVE = { address: "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE", decimals: 18 };
const POOL_FEE = 0.003;

const failure = (code: number, message: string, details: unknown = null): Error =>
  refuse(json({ code, message, details, requestId: "sandbox" }, 400));

export const createKyberswap = (model: Model, budget: Budget): Provider => {
  const pools = createPools(model);

  const coinOf = (chain: string, address: string): PoolCoin => {
    const coin = pools.coinOf(chain, address, NATIVE);
    if (!coin) throw failure(4011, "token not found");
    return coin;
  };

  const route = (ask: Ask): Answer => {
    const [, network = ""] = ask.path.split("/");
    const chain = CHAINS[network];
    if (chain === undefined || ask.path !== `/${network}/api/v1/routes`) throw refuse(json({ code: 404 }, 404));
    const [tokenIn, tokenOut] = [ask.query.get("tokenIn") ?? "", ask.query.get("tokenOut") ?? ""];
    const paid = coinOf(chain, tokenIn);
    const got = coinOf(chain, tokenOut);
    const amount = ask.query.get("amountIn") ?? "";
    if (!/^[1-9]\d{0,40}$/.test(amount))
      throw failure(4000, "bad request", [{ fieldViolations: [{ field: "amountIn", description: "invalid" }] }]);
    const swapped = pools.swap(paid, got, amount, ask.nowMs, POOL_FEE);
    if (swapped === null) throw failure(4010, "route not found");
    const exchange = chain === "eth" ? "uniswapv3" : "pancake-v3";
    const hop = { pool: `0x${"0".repeat(40)}`, tokenIn, tokenOut, swapAmount: amount, amountOut: `${swapped.out}` };
    return json({
      code: 0,
      message: "successfully",
      data: {
        routeSummary: {
          tokenIn,
          amountIn: amount,
          amountInUsd: `${swapped.usd}`,
          tokenOut,
          amountOut: `${swapped.out}`,
          amountOutUsd: `${swapped.outUsd}`,
          gas: "253000",
          gasPrice: "2000000000",
          gasUsd: "1.5",
          route: [[{ ...hop, exchange }]],
          timestamp: Math.floor(ask.nowMs / 1_000),
        },
        routerAddress: "0x6131b5fae19ea4f9d964eac0408e4408b66337b5",
      },
      requestId: "sandbox",
    });
  };

  return {
    id: "kyberswap",
    answer: (ask) => {
      const { used } = budget.spend("ip", 1, WINDOW_MS, ask.wallMs);
      if (budget.enforced && used > REQUESTS_MAX) return raw("Too Many Requests", 429);
      return settle(route, ask);
    },
  };
};
