// What orders would cost on the decentralised exchanges of Ethereum and BNB Chain, as Velora (formerly ParaSwap) quotes them.
import { callJson } from "../../client/http-json.ts";
import { asList, asRecord, asText } from "../../source/body.ts";
import { EVM_MARKETS } from "../../swap/evm.ts";
import {
  type AskQuote,
  pairsOn,
  type Quote,
  quoteOf,
  quoteSource,
  readQuote,
  refusedWith,
  routeText,
} from "../../swap/quote.ts";

const ORIGIN = "https://api.paraswap.io";
const NETWORKS: Readonly<Record<string, string>> = { eth: "1", bsc: "56" };
const NO_ROUTE = /No routes found|not enough liquidity|ESTIMATED_LOSS_GREATER_THAN_MAX_IMPACT/i;
/** Comes with the route itself: the order is quoted, and dear. */
const DEAR = /ESTIMATED_LOSS_GREATER_THAN_MAX_IMPACT/;

/** Every exchange of the route: of its parts, their swaps and what those pass. */
function exchangesOf(bestRoute: unknown): string[] {
  return asList(bestRoute ?? []).flatMap((part) =>
    asList(asRecord(part).swaps ?? []).flatMap((swap) =>
      asList(asRecord(swap).swapExchanges ?? []).map((one) => asText(asRecord(one).exchange)),
    ),
  );
}

const toldPrices = (body: unknown) => {
  const { srcToken, destToken, srcAmount, network } = asRecord(asRecord(body).priceRoute, "priceRoute");
  return { from: srcToken, to: destToken, amount: srcAmount, network };
};

/** Reads an answer of `/prices`. `destAmount` is before the partner's fee of 0.01 %, which is the integrator's, not the market's. Throws bad_body. */
export function parsePrices(body: unknown, retrievedAt: number): Quote {
  const route = asRecord(asRecord(body).priceRoute, "priceRoute");
  const [paid, got] = [asText(route.srcAmount), asText(route.destAmount)];
  return { in: paid, out: got, at: retrievedAt, route: routeText(exchangesOf(route.bestRoute)) };
}

const READING = { told: toldPrices, quote: parsePrices };

const ask: AskQuote = async (run, pair, from, to, amountIn) => {
  const network = NETWORKS[pair.chain] ?? "";
  const order = { chain: pair.chain, network, from: from.address, to: to.address, amount: amountIn };
  const query = new URLSearchParams({
    srcToken: from.address,
    destToken: to.address,
    amount: amountIn,
    srcDecimals: `${from.decimals}`,
    destDecimals: `${to.decimals}`,
    side: "SELL",
    network,
    version: "6.2",
  });
  const url = `${run.connections.origin("velora") ?? ORIGIN}/prices?${query}`;
  try {
    const call = { venue: "velora", endpoint: "prices", url } as const;
    return quoteOf(await callJson(run.connections, call, run.context), order, READING);
  } catch (error) {
    const refused = refusedWith(error, NO_ROUTE);
    if (!refused) throw error;
    const text = refused.body.toString("utf8");
    if (!DEAR.test(text) || !text.includes('"priceRoute"')) return null;
    return readQuote(JSON.parse(text) as unknown, refused.respondedAt, order, READING);
  }
};

export const veloraSwapQuote = quoteSource("velora", pairsOn(EVM_MARKETS), ask);
