// KyberSwap's aggregator API for quotes, consistent with the simulated prices; everything here is simulated.
import { createDirectory } from "./coin-directory.ts";
import type { Budget } from "./limit.ts";
import type { Asset } from "./model/asset.ts";
import type { Model } from "./model/model.ts";
import { type Answer, type Ask, json, type Provider, refuse, settle } from "./wire.ts";

const WINDOW_MS = 10_000;
const REQUESTS_MAX = 30;
const CHAINS: Readonly<Record<string, string>> = { ethereum: "eth", bsc: "bsc" };
const NATIVE = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";
const NATIVE_DECIMALS = 18;
const POOL_FEE = 0.003;
/** Dollars in the pools of a token by its turnover of a day. */
const POOL_SHARE = 0.06;
const DIGITS = 1e9;

type Coin = { readonly asset: Asset; readonly decimals: number };

const failure = (code: number, message: string): Error =>
  refuse(json({ code, message, details: null, requestId: "sandbox" }, 400));

/** A float amount of coins in smallest units, nine digits behind the point. */
const units = (coins: number, decimals: number): bigint => {
  const scaled = BigInt(Math.floor(coins * DIGITS));
  return decimals >= 9 ? scaled * 10n ** BigInt(decimals - 9) : scaled / 10n ** BigInt(9 - decimals);
};

export const createKyberswap = (model: Model, budget: Budget): Provider => {
  const { priceAt } = createDirectory(model);

  const coinOf = (chain: string, address: string): Coin => {
    const wanted = address.toLowerCase();
    const asset = model.assets.find(({ token }) =>
      wanted === NATIVE ? token.native === chain : token.contracts[chain] === wanted,
    );
    const decimals = wanted === NATIVE ? NATIVE_DECIMALS : asset?.token.decimals[chain];
    if (!asset || decimals === undefined) throw failure(4011, "token not found");
    return { asset, decimals };
  };

  /** Reserves of one side of the pools in USD; stable coins are deep. */
  const reserves = ({ asset }: Coin): number =>
    asset.token.stablecoin ? Number.POSITIVE_INFINITY : POOL_SHARE * asset.volumeDayUsd;

  const route = (ask: Ask): Answer => {
    const [, network = ""] = ask.path.split("/");
    const chain = CHAINS[network];
    if (chain === undefined || ask.path !== `/${network}/api/v1/routes`) throw refuse(json({ code: 404 }, 404));
    const paid = coinOf(chain, ask.query.get("tokenIn") ?? "");
    const got = coinOf(chain, ask.query.get("tokenOut") ?? "");
    const amount = ask.query.get("amountIn") ?? "";
    if (!/^[1-9]\d{0,40}$/.test(amount)) throw failure(4002, "amountIn: invalid");
    const usd = (Number(amount) / 10 ** paid.decimals) * priceAt(paid.asset, ask.nowMs);
    const depth = Math.min(reserves(paid), reserves(got));
    if (usd > 3 * depth) throw failure(4008, "route not found");
    // One constant product for all pools together.
    const out = units((usd * (1 - POOL_FEE)) / (1 + usd / depth) / priceAt(got.asset, ask.nowMs), got.decimals);
    if (out === 0n) throw failure(4008, "route not found");
    const outUsd = (Number(out) / 10 ** got.decimals) * priceAt(got.asset, ask.nowMs);
    const hop = { pool: `0x${"0".repeat(40)}`, tokenIn: ask.query.get("tokenIn"), tokenOut: ask.query.get("tokenOut") };
    return json({
      code: 0,
      message: "successfully",
      data: {
        routeSummary: {
          tokenIn: ask.query.get("tokenIn"),
          amountIn: amount,
          amountInUsd: `${usd}`,
          tokenOut: ask.query.get("tokenOut"),
          amountOut: `${out}`,
          amountOutUsd: `${outUsd}`,
          gas: "253000",
          gasPrice: "2000000000",
          gasUsd: "1.5",
          route: [
            [
              {
                ...hop,
                swapAmount: amount,
                amountOut: `${out}`,
                exchange: chain === "eth" ? "uniswapv3" : "pancake-v3",
              },
            ],
          ],
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
      if (budget.enforced && used > REQUESTS_MAX) return json({ code: 4290, message: "rate limited" }, 429);
      return settle(route, ask);
    },
  };
};
