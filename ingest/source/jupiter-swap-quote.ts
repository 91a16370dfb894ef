// What orders would cost on the decentralised exchanges of Solana, as Jupiter quotes them.
import { asList, asRecord, asText } from "../body.ts";
import { callJson } from "../client/http-json.ts";
import { type AskQuote, pairsOn, type Quote, quoteOf, quoteSource, refusedWith, routeText } from "../swap/quote.ts";

/** Answers half a call a second without a key, and one with a free one. */
const ORIGIN = "https://api.jup.ag";
/** Orders are quoted in wrapped SOL and in USDC. */
const MARKET = {
  chain: "sol",
  native: { address: "So11111111111111111111111111111111111111112", decimals: 9 },
  dollar: { address: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", decimals: 6 },
} as const;
const NO_ROUTE = /COULD_NOT_FIND_ANY_ROUTE|NO_ROUTES_FOUND|TOKEN_NOT_TRADABLE/;

/** Reads an answer of `/swap/v1/quote`. The body names a slot and no time. Its own impact is often "0" and is not used. Throws bad_body. */
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
    slippageBps: "50",
  });
  const url = `${run.connections.origin("jupiter") ?? ORIGIN}/swap/v1/quote?${query}`;
  const key = run.env.JUPITER_API_KEY;
  const keyed = key === undefined ? {} : { bucket: "keyed", headers: { "x-api-key": key } };
  const asked = { setting: "JUPITER_API_KEY", isSet: key !== undefined } as const;
  try {
    const call = { venue: "jupiter", endpoint: "swap/v1/quote", url, key: asked, ...keyed } as const;
    const order = { chain, from: from.address, to: to.address, amount };
    return quoteOf(await callJson(run.connections, call, run.context), order, { told: toldQuote, quote: parseQuote });
  } catch (error) {
    if (refusedWith(error, NO_ROUTE)) return null;
    throw error;
  }
};

export const jupiterSwapQuote = quoteSource("jupiter", pairsOn([MARKET]), ask);
