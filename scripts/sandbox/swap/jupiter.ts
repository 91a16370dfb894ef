// Jupiter's order call for Solana (Swap API v2), asked without a taker, consistent with the simulated prices; everything here is simulated.
import type { Budget } from "../limit.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, json, type Provider, refuse, settle } from "../provider.ts";
import { createPools } from "./pool.ts";

const WINDOW_MS = 60_000;
const REQUESTS_MAX = 30;
const NATIVE = { address: "So11111111111111111111111111111111111111112", decimals: 9 };
const POOL_FEE = 0.0025;

/** What the provider keeps of what comes out. */
const FEE_BPS = 10n;
const ROUTERS = ["metis", "jupiterz", "dflow", "okx"];

const failure = (error: string): Error => refuse(json({ requestId: "0".repeat(36), error }, 400));

export const createJupiter = (model: Model, budget: Budget): Provider => {
  const pools = createPools(model);
  const quote = (ask: Ask): Answer => {
    if (ask.path !== "/swap/v2/order") throw refuse(json({ error: "Not Found" }, 404));
    const param = (name: string) => ask.query.get(name) ?? "";
    const [inputMint, outputMint, inAmount] = [param("inputMint"), param("outputMint"), param("amount")];
    const excluded = param("excludeRouters").split(",").filter(Boolean);
    if (excluded.some((one) => !ROUTERS.includes(one))) throw failure("Invalid excludeRouters");
    if (!/^[1-9]\d{0,18}$/.test(inAmount)) throw failure("Invalid amount");
    const [paid, got] = [pools.coinOf("sol", inputMint, NATIVE), pools.coinOf("sol", outputMint, NATIVE)];
    const swapped = paid && got ? pools.swap(paid, got, inAmount, ask.nowMs, POOL_FEE) : null;
    if (swapped === null || excluded.includes("metis")) throw failure("Failed to get quotes");
    const net = (swapped.out * (10_000n - FEE_BPS)) / 10_000n;
    const slippageBps = Number(param("slippageBps") || 50);
    return json({
      mode: "manual",
      inputMint,
      outputMint,
      inAmount,
      outAmount: `${net}`,
      inUsdValue: swapped.usd,
      outUsdValue: swapped.usd,
      priceImpact: 0,
      swapUsdValue: swapped.usd,
      otherAmountThreshold: `${(net * BigInt(10_000 - slippageBps)) / 10_000n}`,
      swapMode: "ExactIn",
      slippageBps,
      // The real one says so for most orders, too.
      priceImpactPct: "0",
      routePlan: [
        {
          swapInfo: {
            ...{ ammKey: "1".repeat(44), label: "Raydium CLMM", inputMint, outputMint, inAmount },
            outAmount: `${swapped.out}`,
          },
          percent: 100,
          bps: 10_000,
          usdValue: swapped.usd,
        },
      ],
      feeMint: outputMint,
      feeBps: Number(FEE_BPS),
      platformFee: { amount: `${swapped.out - net}`, feeBps: Number(FEE_BPS), feeMint: outputMint },
      signatureFeeLamports: 5_000,
      signatureFeePayer: null,
      prioritizationFeeLamports: 0,
      prioritizationFeePayer: null,
      rentFeeLamports: 0,
      rentFeePayer: null,
      router: "metis",
      transaction: null,
      gasless: false,
      requestId: "0".repeat(36),
      totalTime: 10,
      taker: null,
    });
  };
  return {
    id: "jupiter",
    answer: (ask) => {
      const { used, endsInMs } = budget.spend("ip", 1, WINDOW_MS, ask.wallMs);
      if (budget.enforced && used > REQUESTS_MAX)
        return {
          ...json({ error: "Too many requests" }, 429),
          headers: { "x-ratelimit-reset": `${Math.ceil((ask.wallMs + endsInMs) / 1_000)}` },
        };
      return settle(quote, ask);
    },
  };
};
