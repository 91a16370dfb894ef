// What aggregators quote for orders, held against each other where several quote the same order on the same chain.
import type { SwapQuoteLatestRow } from "../../schema/dataset/chain/swap-quote.ts";
import { type Gap, gap, type Measured } from "./gap.ts";

/** Quotes further apart than both contradict each other (contract 5.1). */
const APART_FACTOR = 2;
const APART_POINTS = 0.5;

/** What a chain's aggregators say of one order: the cheapest, or that they contradict each other. */
function agreedOn(quotes: readonly SwapQuoteLatestRow[]): SwapQuoteLatestRow | Gap | null {
  const [best, ...others] = [...quotes].sort((a, b) => a.impact_pct - b.impact_pct);
  const worst = others.at(-1);
  if (!best || !worst) return best ?? null;
  const apart = worst.impact_pct - best.impact_pct;
  if (apart <= APART_POINTS || worst.impact_pct <= APART_FACTOR * best.impact_pct) return best;
  const say = ({ provider, impact_pct }: SwapQuoteLatestRow) => `${provider} quotes ${impact_pct.toFixed(4)} %`;
  return gap("disagreement", `On ${best.chain} ${say(best)}, ${say(worst)}.`);
}

type OrderCost = { readonly impactPct: Measured<number>; readonly at: number };

/**
 * The cheapest quote of one order over all chains: it goes where it costs least. A chain whose aggregators contradict
 * each other has none; null where nobody quotes the order. `quotes` are the fresh ones of one side and size.
 */
export function cheapestQuote(quotes: readonly SwapQuoteLatestRow[]): OrderCost | null {
  const chains = [...new Set(quotes.map(({ chain }) => chain))].sort();
  const told = chains.flatMap((chain) => agreedOn(quotes.filter((row) => row.chain === chain)) ?? []);
  const known = told.filter((one): one is SwapQuoteLatestRow => !("gap" in one));
  const [best] = known.sort((a, b) => a.impact_pct - b.impact_pct);
  if (best) return { impactPct: best.impact_pct, at: best.read_at };
  const contested = told.find((one): one is Gap => "gap" in one);
  return contested ? { impactPct: contested, at: Math.min(...quotes.map((row) => row.read_at)) } : null;
}
