// Asks the aggregators of a token what orders of given sizes cost just now, each against a small order of the same moment.
import { type Env, providerName } from "../schema/env.ts";
import { type HttpKind, isHttpError } from "../schema/io/http.ts";
import type { IngestDeps } from "./deps.ts";
import { type CallRecord, openCallLog } from "./run/call.ts";
import { type Connections, connectionsOf } from "./run/connection.ts";
import { SOURCES } from "./sources.ts";
import {
  impactPct,
  type Pair,
  type Prices,
  priceOf,
  type Quote,
  type QuoteSource,
  smallestUnits,
} from "./swap/quote.ts";

type OrderQuestion = {
  readonly token: string;
  /** On this chain alone. */
  readonly chain: string;
  readonly side: "buy" | "sell";
  /** USD. */
  readonly sizes: readonly number[];
  /** The small order, USD. */
  readonly probeUsd: number;
  readonly signal: AbortSignal;
};

/** One aggregator's cost of one order; `impactPct` in percentage points, `at` in epoch milliseconds. */
export type OrderQuote = {
  readonly provider: string;
  readonly venue: string;
  readonly chain: string;
  readonly sizeUsd: number;
  readonly impactPct: number;
  readonly at: number;
};

export type OrderQuotes = {
  readonly quotes: readonly OrderQuote[];
  /** Whether somebody trades the pair at all: the small order had a route. */
  readonly hasRoute: boolean;
  /** Aggregators that were asked and did not answer, and how. */
  readonly failures: readonly { readonly provider: string; readonly outcome: HttpKind | "cancelled" }[];
  readonly calls: readonly CallRecord[];
};

const isQuoteSource = (source: object): source is QuoteSource => "pairs" in source && "ask" in source;
const QUOTERS: readonly QuoteSource[] = Object.values(SOURCES).filter(isQuoteSource);

/** Chains on which somebody quotes the token, in the order of the registry. */
export const quotedChains = (token: string): string[] => [
  ...new Set(QUOTERS.flatMap(({ pairs }) => pairs.filter((pair) => pair.token === token).map(({ chain }) => chain))),
];

type Asking = {
  readonly connections: Connections;
  readonly env: Env;
  readonly prices: Prices;
  readonly question: OrderQuestion;
  readonly log: ReturnType<typeof openCallLog>;
  readonly provider: string;
};

/** All sizes of one aggregator side by side; an order without a route has no quote. */
async function askOne({ connections, env, prices, question, log, provider }: Asking, source: QuoteSource, pair: Pair) {
  const { side, sizes, probeUsd, signal } = question;
  const [from, to] = side === "buy" ? [pair.counter, pair.coin] : [pair.coin, pair.counter];
  const price = priceOf(prices, from);
  if (price === undefined) return { hasRoute: false, quotes: [] };
  const run = { connections, env, context: { about: { source: source.id, provider }, log, signal } };
  const ask = (usd: number): Promise<Quote | null> =>
    source.ask(run, pair, from, to, smallestUnits(usd / price, from.decimals));
  const [probe, ...orders] = await Promise.all([probeUsd, ...sizes].map(ask));
  const quotes = sizes.flatMap((sizeUsd, at): OrderQuote[] => {
    const order = orders[at];
    if (!probe || !order) return [];
    const about = { provider, venue: source.provider, chain: pair.chain, sizeUsd };
    return [{ ...about, impactPct: impactPct(order, probe), at: order.at }];
  });
  return { hasRoute: probe !== null && probe !== undefined, quotes };
}

/**
 * Asks every aggregator of the token on the chain at once. What fails is told and never thrown; `signal` ends the
 * waiting. The records of the calls are the caller's to keep.
 */
export async function quoteOrder(deps: IngestDeps, question: OrderQuestion): Promise<OrderQuotes> {
  const connections = connectionsOf(deps);
  const prices = await connections.references();
  const log = openCallLog(connections.random);
  const failures: { provider: string; outcome: HttpKind | "cancelled" }[] = [];
  const asked = QUOTERS.flatMap((source) =>
    source.pairs
      .filter(({ token, chain }) => token === question.token && chain === question.chain)
      .map(async (pair) => {
        const provider = providerName(deps.env, source.provider);
        try {
          return await askOne({ connections, env: deps.env, prices, question, log, provider }, source, pair);
        } catch (error) {
          if (!isHttpError(error) && !question.signal.aborted) throw error;
          failures.push({ provider, outcome: isHttpError(error) ? error.kind : "cancelled" });
          return { hasRoute: false, quotes: [] };
        }
      }),
  );
  const answers = await Promise.all(asked);
  const quotes = answers.flatMap((answer) => answer.quotes);
  return {
    quotes,
    hasRoute: answers.some((answer) => answer.hasRoute),
    failures,
    calls: log.take().map((call) => ({ ...call, token: question.token })),
  };
}

/** Leaves records of calls to the next write of this process. */
export const keepCalls = (deps: IngestDeps, calls: readonly CallRecord[]): void => {
  connectionsOf(deps).calls.add(deps, calls);
};
