// Asks aggregators about an order, and about the largest one that seems safe, until what is safe was quoted itself.
import { type OrderQuote, quotedChains, quoteOrder } from "../../ingest/quote-order.ts";
import { type SwapQuoteLatestRow, swapQuote } from "../../schema/dataset/chain/swap-quote.ts";
import type { SourceCallRow } from "../../schema/dataset/service/source-call.ts";
import { latestOf } from "../../schema/query/latest.ts";
import { toTime } from "../../schema/shape/time.ts";
import type { Deps } from "../deps.ts";
import { isFresh } from "../measure/cause.ts";
import { gap, isGap } from "../measure/gap.ts";
import { isTooLarge, pointsOf, type QuotePoint } from "../measure/quote-points.ts";
import { roundUsd } from "../number/round.ts";
import type { BuiltState } from "../state/built-state.ts";
import { sourceCallOf } from "../state/cite.ts";
import type { Quoted } from "./evaluate-order.ts";
import type { OrderLiquidity, SizedOrder } from "./order.ts";
import { largestSize } from "./order-cost.ts";

/** A slow aggregator must not lose the answer, and the answer must not wait for a slow aggregator. */
const FIRST_MS = 2_500;
const NEXT_MS = 1_000;
/** No further question after this long: with quotes of 300 ms the largest size is asked for once, with faster ones twice. */
const ASKING_MS = 600;
const ROUNDS = 2;
/** The order is held against one of a thousandth of its size (contract 5.1), and that against cents of rounding. */
const PROBE_SHARE = 1_000;
const PROBE_USD_MIN = 1;
/** Where no pool bears the order, so often it is asked for less, a tenth at most. */
const SHRINKS = 3;
const SHRINK = 10;
/** What is asked next lies so far below the guess that a slightly dearer quote still finds it safe. */
const GUESS_SHARE = 0.998;

export type QuotedOrder = Quoted & {
  /** What each aggregator said. */
  readonly asked: readonly OrderQuote[];
  readonly records: readonly SourceCallRow[];
};

const chainOf = (chain: string): SizedOrder["chain"] =>
  chain === "eth" || chain === "bsc" || chain === "sol" || chain === "ada" ? chain : null;

/** The chain to order about: the named one, else the one on which an order like it was cheapest of late. */
async function chooseChain(deps: Deps, token: string, order: SizedOrder): Promise<string | null> {
  const chains = quotedChains(token);
  if (order.chain !== null) return chains.find((chain) => chain === order.chain) ?? null;
  if (chains.length < 2) return chains[0] ?? null;
  const asOf = deps.clock.now();
  const rows = await deps.store.query(latestOf(swapQuote), { asOf, tokens: [token] });
  const usable = rows.filter(
    ({ side, chain, read_at }) => side === order.side && chains.includes(chain) && isFresh("swap_quote", read_at, asOf),
  );
  const far = ({ size_usd }: SwapQuoteLatestRow) => Math.abs(Math.log(size_usd / order.sizeUsd));
  const [best] = usable.sort((a, b) => far(a) - far(b) || a.impact_pct - b.impact_pct);
  return best?.chain ?? chains[0] ?? null;
}

/** The calls that were answered, as sources numbered after those of the state, and as a proof lists them. */
function sourcesOf(records: readonly SourceCallRow[], after: number): Pick<Quoted, "sources" | "calls"> {
  const answered = records.filter(({ outcome, raw_sha256: sha }) => outcome === "ok" && sha !== "");
  const numberOf = (at: number) => `S${after + at + 1}`;
  return {
    sources: answered.map((call, at) => ({
      id: numberOf(at),
      provider: call.provider,
      endpoint: call.endpoint,
      venue: null,
      as_of: toTime(call.responded_at),
      retrieved_at: toTime(call.responded_at),
      raw_sha256: call.raw_sha256,
      rows: call.rows,
      status: "ok",
      url: call.url,
    })),
    calls: answered.map((call, at) => sourceCallOf(numberOf(at), { ...call, calls: 1 })),
  };
}

/** The largest size that seems safe by the books, and by what was quoted where that is given. */
const safeSize = (liquidity: OrderLiquidity, order: SizedOrder, quotes: readonly QuotePoint[] | null) =>
  largestSize({ ...liquidity, quotes }, order, true).sizeUsd;

/** A little below the largest size that seems safe, where that is not quoted yet. */
function nextSize(liquidity: OrderLiquidity, order: SizedOrder, points: readonly QuotePoint[]): number | null {
  const sizeUsd = safeSize(liquidity, order, points);
  if (isGap(sizeUsd) || points.some((point) => point.sizeUsd === sizeUsd)) return null;
  const next = roundUsd(sizeUsd * GUESS_SHARE);
  return next > 0 ? next : null;
}

/** Below what no pool bears: the largest that is safe by the books, and a tenth at most. */
function smallerSize(liquidity: OrderLiquidity, order: SizedOrder, tooLarge: number): number {
  const sizeUsd = safeSize(liquidity, order, null);
  const byBooks = isGap(sizeUsd) || sizeUsd === 0 ? Number.POSITIVE_INFINITY : sizeUsd * GUESS_SHARE;
  return roundUsd(Math.min(byBooks, tooLarge / SHRINK));
}

/** Quotes of an order in its scope. What fails becomes a gap; only a failure of our own stores is thrown. */
export async function quoteSize(
  deps: Deps,
  state: BuiltState,
  order: SizedOrder,
  liquidity: Promise<OrderLiquidity>,
  signal: AbortSignal,
): Promise<QuotedOrder> {
  if (order.scope === "cex") return { quotes: null, chain: null, sources: [], calls: [], asked: [], records: [] };
  const startedAt = deps.clock.now();
  const token = state.token.id;
  const chain = await chooseChain(deps, token, order);
  if (chain === null) {
    const none = gap("no_source", "No aggregator quotes it there.");
    return { quotes: none, chain: order.chain, sources: [], calls: [], asked: [], records: [] };
  }
  const question = (sizeUsd: number, patienceMs: number) =>
    quoteOrder(deps, {
      ...{ token, chain, side: order.side, sizes: [sizeUsd] },
      probeUsd: Math.max(PROBE_USD_MIN, sizeUsd / PROBE_SHARE),
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    });
  const asked = [await question(order.sizeUsd, FIRST_MS)];
  const mayAsk = () => deps.clock.now() - startedAt < ASKING_MS;
  let smaller = order.sizeUsd;
  for (let shrink = 0; shrink < SHRINKS && isTooLarge(asked.slice(-1)) && mayAsk(); shrink += 1) {
    smaller = smallerSize(await liquidity, order, smaller);
    if (smaller <= 0) break;
    asked.push(await question(smaller, NEXT_MS));
  }
  for (let round = 0; round < ROUNDS && mayAsk(); round += 1) {
    const points = pointsOf(asked, order.sizeUsd);
    const next = isGap(points) ? null : nextSize(await liquidity, order, points);
    if (next === null) break;
    asked.push(await question(next, NEXT_MS));
  }
  signal.throwIfAborted();
  const records = asked.flatMap((one) => one.calls);
  return {
    quotes: pointsOf(asked, order.sizeUsd),
    chain: chainOf(chain),
    ...sourcesOf(records, state.sources.length),
    asked: asked.flatMap(({ quotes }) => quotes),
    records,
  };
}
