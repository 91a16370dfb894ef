// What orders of three sizes would cost on the decentralised exchanges of Ethereum and BNB Chain, as KyberSwap quotes them.
import { FRESHNESS } from "../../schema/freshness.ts";
import { isHttpError } from "../../schema/io/http.ts";
import { TRACKED, type TrackedToken } from "../../schema/tracked.ts";
import { asList, asNumber, asRecord, asText } from "../body.ts";
import { callJson } from "../client/http-json.ts";
import type { OwnSource } from "../define-source.ts";
import type { Run } from "../run.ts";

const ORIGIN = "https://aggregator-api.kyberswap.com";
/** How the aggregator writes a chain's own coin. */
const NATIVE = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE";
const NATIVE_DECIMALS = 18;
const EVERY_S = FRESHNESS.swap_quote.everyS;
/** Every token once an hour: a part of them in each period. */
const PARTS = 3_600 / EVERY_S;
/** A small order that moves no price, and the orders held against it. */
const PROBE_USD = 100;
const SIZES_USD = [1e3, 1e4, 1e5];
const SIDES = ["buy", "sell"] as const;
/** The aggregator's code for a pair that no pool connects. */
const NO_ROUTE = /"code":\s*4008\b/;

type Coin = { readonly address: string; readonly decimals: number };
type Pair = { readonly token: string; readonly chain: "eth" | "bsc"; readonly coin: Coin };
export type Quote = { readonly in: string; readonly out: string; readonly at: number; readonly route: string };

const CHAINS = {
  eth: { path: "ethereum", dollar: { address: "0xdac17f958d2ee523a2206206994597c13d831ec7", decimals: 6 } },
  bsc: { path: "bsc", dollar: { address: "0x55d398326f99059ff775485246999027b3197955", decimals: 18 } },
} as const;

function pairsOf(token: TrackedToken): Pair[] {
  if (token.stablecoin) return [];
  return (["eth", "bsc"] as const).flatMap((chain) => {
    const decimals = token.decimals[chain];
    const address = token.contracts[chain];
    if (token.native === chain)
      return [{ token: token.id, chain, coin: { address: NATIVE, decimals: NATIVE_DECIMALS } }];
    return address === undefined || decimals === undefined
      ? []
      : [{ token: token.id, chain, coin: { address, decimals } }];
  });
}

const PAIRS = TRACKED.flatMap(pairsOf);

/** Smallest units of an amount of coins: twelve digits are exact, the rest are zeros. */
export function smallestUnits(coins: number, decimals: number): string {
  const [digits = "0", exponent = "0"] = coins.toExponential(11).split("e");
  const shift = Number(exponent) - 11 + decimals;
  const whole = BigInt(digits.replace(".", ""));
  return String(shift >= 0 ? whole * 10n ** BigInt(shift) : whole / 10n ** BigInt(-shift));
}

/** How much worse an order is quoted than the probe, in percentage points. Amounts in smallest units. */
export const impactPct = (order: Quote, probe: Quote): number =>
  (1 - (Number(order.out) * Number(probe.in)) / (Number(order.in) * Number(probe.out))) * 100;

/** Reads an answer of `/routes`. Throws bad_body; the time is in seconds and may be missing. */
export function parseRoute(body: unknown, retrievedAt: number): Quote {
  const summary = asRecord(asRecord(asRecord(body).data, "data").routeSummary, "routeSummary");
  const hops = asList(summary.route, "route").flatMap((path) =>
    asList(path).map((hop) => asText(asRecord(hop).exchange)),
  );
  const at = summary.timestamp === undefined ? retrievedAt : asNumber(summary.timestamp) * 1_000;
  const route = [...new Set(hops.filter((name) => /^[\w.-]{1,40}$/.test(name)))].join(",").slice(0, 200);
  return { in: asText(summary.amountIn), out: asText(summary.amountOut), at, route };
}

/** One quote; null where no pool connects the pair. */
async function quote(run: Run, pair: Pair, side: (typeof SIDES)[number], amountIn: string): Promise<Quote | null> {
  const { path, dollar } = CHAINS[pair.chain];
  const [tokenIn, tokenOut] = side === "buy" ? [dollar, pair.coin] : [pair.coin, dollar];
  const query = new URLSearchParams({ tokenIn: tokenIn.address, tokenOut: tokenOut.address, amountIn });
  const origin = run.connections.origin("kyberswap") ?? ORIGIN;
  try {
    const url = `${origin}/${path}/api/v1/routes?${query}`;
    const ask = { venue: "kyberswap", endpoint: "routes", url, headers: { "x-client-id": "assay" } } as const;
    const { body, record } = await callJson(run.connections, ask, run.context);
    record.rows = 1;
    return parseRoute(body, record.responded_at);
  } catch (error) {
    if (isHttpError(error) && NO_ROUTE.test(error.answer?.body.toString("utf8") ?? "")) return null;
    throw error;
  }
}

/** Quotes of one pair and side: the probe, then the sizes as long as there is a route. */
async function pullSide(run: Run, pair: Pair, side: (typeof SIDES)[number], price: number): Promise<object[]> {
  const { dollar } = CHAINS[pair.chain];
  const units = (usd: number): string =>
    side === "buy" ? smallestUnits(usd, dollar.decimals) : smallestUnits(usd / price, pair.coin.decimals);
  const probe = await quote(run, pair, side, units(PROBE_USD));
  const rows: object[] = [];
  for (const size of probe === null ? [] : SIZES_USD) {
    const order = await quote(run, pair, side, units(size));
    if (order === null || probe === null) break;
    rows.push({
      token: pair.token,
      chain: pair.chain,
      venue: "kyberswap",
      side,
      size_usd: size,
      at: order.at,
      amount_in: order.in,
      amount_out: order.out,
      probe_in: probe.in,
      probe_out: probe.out,
      impact_pct: impactPct(order, probe),
      route: order.route,
      provider: run.provider,
      retrieved_at: run.deps.clock.now(),
    });
  }
  return rows;
}

async function pull(run: Run): Promise<void> {
  const prices = await run.connections.references();
  const part = Math.floor(run.deps.clock.now() / (EVERY_S * 1_000)) % PARTS;
  for (const pair of PAIRS.filter((_, index) => index % PARTS === part)) {
    const price = prices.get(pair.token);
    if (price === undefined || run.halted()) continue;
    try {
      const rows = [...(await pullSide(run, pair, "buy", price)), ...(await pullSide(run, pair, "sell", price))];
      await run.take("swap_quote", rows as { token: string }[], { now: run.deps.clock.now() });
    } catch (error) {
      run.fail(pair.token, error);
    }
  }
}

export const kyberswapSwapQuote: OwnSource = {
  id: "kyberswap-swap-quote",
  kind: "own",
  provider: "kyberswap",
  dataset: "swap_quote",
  table: "swap_quote",
  everyS: EVERY_S,
  tokens: [...new Set(PAIRS.map(({ token }) => token))],
  pull,
};
