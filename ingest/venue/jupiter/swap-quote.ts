// What orders would cost on the decentralised exchanges of Solana, as Jupiter quotes them.
import { callJson } from "../../client/http-json.ts";
import { asList, asRecord, asText } from "../../source/body.ts";
import { type AskQuote, pairsOn, type Quote, quoteOf, quoteSource, refusedWith, routeText } from "../../swap/quote.ts";

/** Answers half a call a second without a key, and one with a free one. */
const ORIGIN = "https://api.jup.ag";
/** Orders are quoted in wrapped SOL and in USDC. */
const MARKET = {
  chain: "sol",
  native: { address: "So11111111111111111111111111111111111111112", decimals: 9 },
  dollar: { address: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", decimals: 6 },
} as const;
/** Market makers who are asked for a price, and aggregators of others: what is left is what pools on the chain give. */
const OTHER_ROUTERS = "jupiterz,dflow,okx";
const NO_ROUTE = /Failed to get quotes|No routes found|TOKEN_NOT_TRADABLE/i;

/**
 * Reads an answer of `/swap/v2/order` without a taker, which is a quote and nothing to sign. The body names no time. Its
 * own impact is not used; its fee is the same share of the small order and cancels out. Throws bad_body.
 */
export function parseQuote(body: unknown, retrievedAt: number): Quote {
  const quote = asRecord(body);
  const hops = asList(quote.routePlan, "routePlan").map((step) => asText(asRecord(asRecord(step).swapInfo).label));
  return { in: asText(quote.inAmount), out: asText(quote.outAmount), at: retrievedAt, route: routeText(hops) };
}

const toldQuote = (body: unknown) => {
  const { inputMint, outputMint, inAmount } = asRecord(body);
  return { from: inputMint, to: outputMint, amount: inAmount };
};

const ask: AskQuote = async (run, { chain }, from, to, amount) => {
  const query = new URLSearchParams({
    inputMint: from.address,
    outputMint: to.address,
    amount,
    excludeRouters: OTHER_ROUTERS,
  });
  const url = `${run.connections.origin("jupiter") ?? ORIGIN}/swap/v2/order?${query}`;
  const key = run.env.JUPITER_API_KEY;
  const keyed = key === undefined ? {} : { bucket: "keyed", headers: { "x-api-key": key } };
  const asked = { setting: "JUPITER_API_KEY", isSet: key !== undefined } as const;
  try {
    const call = { venue: "jupiter", endpoint: "swap/v2/order", url, key: asked, ...keyed } as const;
    const order = { chain, from: from.address, to: to.address, amount };
    const called = await callJson(run.connections, call, run.context);
    const { routePlan } = asRecord(called.body);
    if (Array.isArray(routePlan) && routePlan.length === 0) return null;
    return quoteOf(called, order, { told: toldQuote, quote: parseQuote });
  } catch (error) {
    if (refusedWith(error, NO_ROUTE)) return null;
    throw error;
  }
};

export const jupiterSwapQuote = quoteSource("jupiter", pairsOn([MARKET]), ask);
