// Judges an order of a size against a state, the books and quotes of the moment, and the caller's policy; pure.
import type { EvaluationOrder } from "../../schema/object/evaluation.ts";
import type { SourceCall } from "../../schema/object/proof.ts";
import type { OddsTable } from "../../schema/record/rule.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import { refOf, type Source, type SourceRef } from "../../schema/shape/source.ts";
import { isGap } from "../measure/gap.ts";
import { roundNative, roundPct } from "../number/round.ts";
import type { BuiltState } from "../state/built-state.ts";
import { evaluate, type StandardEvaluation } from "./evaluate.ts";
import type { OrderChain, OrderLiquidity, SizedOrder } from "./order.ts";
import { costOf, type OrderCost } from "./order-cost.ts";
import { type Metric, readMetrics } from "./read-metrics.ts";

/** What aggregators said just now: costs by size, the chain they are of, and the calls. */
export type Quoted = {
  readonly quotes: OrderLiquidity["quotes"];
  readonly chain: OrderChain;
  readonly sources: readonly Source[];
  /** The calls behind the sources. */
  readonly calls: readonly SourceCall[];
};

const shown = (value: Metric): number | typeof UNASSESSED => (typeof value === "number" ? roundPct(value) : UNASSESSED);

/** The order as it is told: what it costs by either method, and the largest that nothing speaks against. */
function describeOrder(
  order: SizedOrder,
  { bookSources }: OrderLiquidity,
  { sized, largest }: OrderCost,
  quoted: Quoted,
): EvaluationOrder {
  const { impact_book_pct: book, impact_quote_pct: quote, impact_pct: worse } = sized;
  const method = isGap(worse) ? UNASSESSED : worse === book ? "book" : "quote";
  const members = (name: "book" | "quote", value: Metric, source: readonly SourceRef[]) =>
    value === null ? [] : [{ method: name, impact_pct: shown(value), source: [...source] }];
  return {
    side: order.side,
    size_usd: order.sizeUsd,
    size_native: order.sizeNative === null ? UNASSESSED : roundNative(order.sizeNative),
    venue_scope: order.scope,
    chain: quoted.chain,
    impact_pct: shown(worse),
    impact_method: method,
    impact_sources: [
      ...members("book", book, isGap(book) ? [] : bookSources),
      ...members("quote", quote, quoted.sources.map(refOf)),
    ],
    volume_share_pct: shown(sized.volume_share_pct),
    depth_share_pct: shown(sized.depth_share_pct),
    largest_safe_size_usd: isGap(largest.sizeUsd) ? UNASSESSED : largest.sizeUsd,
    limited_by: largest.limitedBy,
  };
}

/** The state with the calls of the moment beside its own sources. */
export function withSources(state: BuiltState, { sources, calls }: Pick<Quoted, "sources" | "calls">): BuiltState {
  const { liquidity } = state.sections;
  return {
    ...state,
    sources: [...state.sources, ...sources],
    calls: [...state.calls, ...calls],
    sections: {
      ...state.sections,
      liquidity: { ...liquidity, sources: [...liquidity.sources, ...sources.map(({ id = "" }) => id)] },
    },
  };
}

/** Pure: the same state, books, quotes and order at the same instant (epoch ms) are judged the same. */
export function evaluateOrder(
  known: BuiltState,
  order: SizedOrder,
  liquidity: OrderLiquidity,
  quoted: Quoted,
  asOf: number,
  odds: OddsTable = {},
): StandardEvaluation {
  const state = withSources(known, quoted);
  const cost = costOf({ ...liquidity, quotes: quoted.quotes }, order);
  const metrics = { ...readMetrics(state, order.side), ...cost.sized };
  const sized = describeOrder(order, liquidity, cost, quoted);
  return evaluate({ state, metrics, order, horizonHours: order.horizonHours, sized }, asOf, null, odds);
}
