// What orders would cost on the decentralised exchanges of Cardano, as Minswap's aggregator quotes them.
import { callJson } from "../../client/http-json.ts";
import { asList, asRecord, asText } from "../../source/body.ts";
import { type AskQuote, pairsOn, type Quote, quoteOf, quoteSource, refusedWith, routeText } from "../../swap/quote.ts";

const ORIGIN = "https://agg-api.minswap.org";
/** ADA is quoted in USDM; tokens trade against ADA. */
const MARKET = {
  chain: "ada",
  native: { address: "lovelace", decimals: 6 },
  dollar: { address: "c48cbb3d5e57ed56e276bc45f99ab39abe94e6cd7ac39fb402da47ad0014df105553444d", decimals: 6 },
  againstNative: true,
} as const;
const NO_ROUTE = /no (route|path|pool)|(route|path|pool)s? (was |were )?not found|insufficient liquidity/i;
const SLIPPAGE_PCT = 0.5;

/** Reads an answer of `/aggregator/estimate`: whole smallest units, as asked. The body names no time. Throws bad_body. */
export function parseEstimate(body: unknown, retrievedAt: number): Quote {
  const estimate = asRecord(body);
  const hops = asList(estimate.paths, "paths").flatMap((path) =>
    asList(path).map((hop) => asText(asRecord(hop).protocol)),
  );
  return { in: asText(estimate.amount_in), out: asText(estimate.amount_out), at: retrievedAt, route: routeText(hops) };
}

const toldEstimate = (body: unknown) => {
  const { token_in, token_out, amount_in } = asRecord(body);
  return { from: token_in, to: token_out, amount: amount_in };
};
const READING = { told: toldEstimate, quote: parseEstimate };

const ask: AskQuote = async (run, { chain }, from, to, amount) => {
  const url = `${run.connections.origin("minswap") ?? ORIGIN}/aggregator/estimate`;
  const post = { amount, token_in: from.address, token_out: to.address, slippage: SLIPPAGE_PCT };
  try {
    const call = { venue: "minswap", endpoint: "aggregator/estimate", url, post } as const;
    const order = { chain, from: from.address, to: to.address, amount };
    return quoteOf(await callJson(run.connections, call, run.context), order, READING);
  } catch (error) {
    if (refusedWith(error, NO_ROUTE)) return null;
    throw error;
  }
};

export const minswapSwapQuote = quoteSource("minswap", pairsOn([MARKET]), ask);
