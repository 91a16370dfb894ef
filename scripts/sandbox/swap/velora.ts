// Velora's (formerly ParaSwap's) price call, consistent with the simulated prices; everything here is simulated.
import type { Budget } from "../limit.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, json, type Provider, refuse, settle } from "../provider.ts";
import { createPools } from "./pool.ts";

const WINDOW_MS = 60_000;
const REQUESTS_MAX = 120;
const CHAINS: Readonly<Record<string, string>> = { "1": "eth", "56": "bsc" };
const NATIVE = { address: "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE", decimals: 18 };
const POOL_FEE = 0.0025;
const LOSS_MAX = 0.15;
const BLOCK_MS = 12_000;

const failure = (error: string, status = 400): Error => refuse(json({ error }, status));

export const createVelora = (model: Model, budget: Budget): Provider => {
  const pools = createPools(model);
  const prices = (ask: Ask): Answer => {
    if (ask.path !== "/prices") throw failure("Not Found", 404);
    const param = (name: string) => ask.query.get(name) ?? "";
    const network = param("network");
    const chain = CHAINS[network];
    if (chain === undefined) throw failure("Invalid network");
    const amount = param("amount");
    if (!/^[1-9]\d{0,40}$/.test(amount) || param("side") !== "SELL") throw failure("Validation failed: amount");
    const [paid, got] = [
      pools.coinOf(chain, param("srcToken"), NATIVE),
      pools.coinOf(chain, param("destToken"), NATIVE),
    ];
    if (!paid || !got) throw failure("Invalid tokens");
    const swapped = pools.swap(paid, got, amount, ask.nowMs, POOL_FEE);
    if (swapped === null) throw failure("No routes found with enough liquidity", 404);
    const [srcToken, destToken, destAmount] = [param("srcToken"), param("destToken"), `${swapped.out}`];
    const exchange = chain === "eth" ? "UniswapV3" : "PancakeswapV3";
    const priceRoute = {
      blockNumber: Math.floor(ask.nowMs / BLOCK_MS),
      network: Number(network),
      srcToken,
      srcDecimals: paid.decimals,
      srcAmount: amount,
      destToken,
      destDecimals: got.decimals,
      destAmount,
      bestRoute: [
        {
          percent: 100,
          swaps: [
            {
              srcToken,
              destToken,
              swapExchanges: [{ exchange, srcAmount: amount, destAmount, percent: 100, data: {} }],
            },
          ],
        },
      ],
      gasCostUSD: "1.4",
      gasCost: "240000",
      side: "SELL",
      version: param("version") || "5",
      partner: "anon",
      // Charged beside the quote where nobody says who asks.
      partnerFee: 0.01,
      destAmountAfterFee: `${(swapped.out * 9_999n) / 10_000n}`,
      maxImpactReached: false,
      srcUSD: swapped.usd.toFixed(10),
      destUSD: swapped.outUsd.toFixed(10),
      hmac: "0".repeat(40),
    };
    const loss = 1 - swapped.outUsd / swapped.usd;
    if (loss <= LOSS_MAX) return json({ priceRoute });
    const value = `${(100 * loss).toFixed(2)}%`;
    return json(
      { error: "ESTIMATED_LOSS_GREATER_THAN_MAX_IMPACT", value, priceRoute: { ...priceRoute, maxImpactReached: true } },
      400,
    );
  };
  return {
    id: "velora",
    answer: (ask) => {
      const { used } = budget.spend("ip", 1, WINDOW_MS, ask.wallMs);
      if (budget.enforced && used > REQUESTS_MAX)
        return { ...json({ error: "Rate limit exceeded" }, 429), headers: { "retry-after": "60" } };
      return settle(prices, ask);
    },
  };
};
