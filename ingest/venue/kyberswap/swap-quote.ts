// What orders would cost on the decentralised exchanges of Ethereum and BNB Chain, as KyberSwap quotes them.
import { callJson } from "../../client/http-json.ts";
import { asList, asNumber, asRecord, asText } from "../../source/body.ts";
import { EVM_MARKETS } from "../../swap/evm.ts";
import { type AskQuote, pairsOn, type Quote, quoteOf, quoteSource, refusedWith, routeText } from "../../swap/quote.ts";

const ORIGIN = "https://aggregator-api.kyberswap.com";
const PATHS: Readonly<Record<string, string>> = { eth: "ethereum", bsc: "bsc" };
/** The aggregator's codes for no route: none found, more than it lets through, no pools that bear it (also as 40010). */
const NO_ROUTE = /"code":\s*(4008|4009|4010|40010)\b/;

const summaryOf = (body: unknown) => asRecord(asRecord(asRecord(body).data, "data").routeSummary, "routeSummary");

/** Reads an answer of `/routes`. Throws bad_body; the time is in seconds and may be missing. */
export function parseRoute(body: unknown, retrievedAt: number): Quote {
  const summary = summaryOf(body);
  const hops = asList(summary.route, "route").flatMap((path) =>
    asList(path).map((hop) => asText(asRecord(hop).exchange)),
  );
  const at = summary.timestamp === undefined ? retrievedAt : asNumber(summary.timestamp) * 1_000;
  return { in: asText(summary.amountIn), out: asText(summary.amountOut), at, route: routeText(hops) };
}

const toldRoute = (body: unknown) => {
  const { tokenIn, tokenOut, amountIn } = summaryOf(body);
  return { from: tokenIn, to: tokenOut, amount: amountIn };
};

const ask: AskQuote = async (run, pair, from, to, amountIn) => {
  const query = new URLSearchParams({ tokenIn: from.address, tokenOut: to.address, amountIn });
  const origin = run.connections.origin("kyberswap") ?? ORIGIN;
  const url = `${origin}/${PATHS[pair.chain]}/api/v1/routes?${query}`;
  try {
    const call = { venue: "kyberswap", endpoint: "routes", url, headers: { "x-client-id": "assay" } } as const;
    const order = { chain: pair.chain, from: from.address, to: to.address, amount: amountIn };
    return quoteOf(await callJson(run.connections, call, run.context), order, { told: toldRoute, quote: parseRoute });
  } catch (error) {
    if (refusedWith(error, NO_ROUTE)) return null;
    throw error;
  }
};

export const kyberswapSwapQuote = quoteSource("kyberswap", pairsOn(EVM_MARKETS), ask);
