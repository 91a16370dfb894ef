// Jupiter's quote call for Solana, consistent with the simulated prices; everything here is simulated.
import type { Budget } from "../limit.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, json, type Provider, refuse, settle } from "../wire.ts";
import { createPools } from "./pool.ts";

const WINDOW_MS = 60_000;
const REQUESTS_MAX = 30;
const NATIVE = { address: "So11111111111111111111111111111111111111112", decimals: 9 };
const POOL_FEE = 0.0025;
const SLOT_MS = 400;

const failure = (errorCode: string, error: string): Error => refuse(json({ error, errorCode }, 400));

export const createJupiter = (model: Model, budget: Budget): Provider => {
  const pools = createPools(model);
  const quote = (ask: Ask): Answer => {
    if (ask.path !== "/swap/v1/quote") throw refuse(json({ error: "Not Found" }, 404));
    const param = (name: string) => ask.query.get(name) ?? "";
    const [inputMint, outputMint, inAmount] = [param("inputMint"), param("outputMint"), param("amount")];
    if (!/^[1-9]\d{0,18}$/.test(inAmount)) throw failure("INVALID_AMOUNT", "Query parameter amount cannot be parsed");
    const [paid, got] = [pools.coinOf("sol", inputMint, NATIVE), pools.coinOf("sol", outputMint, NATIVE)];
    if (!paid || !got) throw failure("TOKEN_NOT_TRADABLE", "The token is not tradable");
    const swapped = pools.swap(paid, got, inAmount, ask.nowMs, POOL_FEE);
    if (swapped === null) throw failure("COULD_NOT_FIND_ANY_ROUTE", "Could not find any route");
    const outAmount = `${swapped.out}`;
    return json({
      inputMint,
      inAmount,
      outputMint,
      outAmount,
      otherAmountThreshold: `${(swapped.out * 9_950n) / 10_000n}`,
      swapMode: "ExactIn",
      slippageBps: Number(param("slippageBps") || 50),
      platformFee: null,
      // The real one says so for most orders, too.
      priceImpactPct: "0",
      routePlan: [
        {
          swapInfo: { ammKey: "1".repeat(44), label: "Raydium CLMM", inputMint, outputMint, inAmount, outAmount },
          percent: 100,
          bps: 10_000,
        },
      ],
      contextSlot: Math.floor(ask.nowMs / SLOT_MS),
      timeTaken: 0.01,
      swapUsdValue: `${swapped.usd}`,
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
