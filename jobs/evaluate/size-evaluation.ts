// A sized evaluation from request to issued object: reads the state, the books and quotes of the moment, judges, issues.
import { keepCalls } from "../../ingest/quote-order.ts";
import { fault, faultAt } from "../../schema/fault.ts";
import type { JobPayload } from "../../schema/job.ts";
import { type Evaluation, type OrderRequest, SIZE_USD_MAX } from "../../schema/object/evaluation.ts";
import { bookLatest } from "../../schema/query/trade/book-latest.ts";
import type { Deps } from "../deps.ts";
import { isGap } from "../measure/gap.ts";
import { issue } from "../proof/issue.ts";
import { readOdds } from "../record/odds.ts";
import type { BuiltState } from "../state/built-state.ts";
import { readState } from "../state/read-state.ts";
import { asOfState, citedSources } from "./evaluate.ts";
import { evaluateOrder, withSources } from "./evaluate-order.ts";
import { keptState, type SizedInputs } from "./inputs.ts";
import { liquidityOf, orderOf, type SizedOrder } from "./order.ts";
import { type QuotedOrder, quoteSize } from "./quote-size.ts";

const RETRY_S = 5;

function readOrder(request: OrderRequest, { sections }: BuiltState): SizedOrder {
  const order = orderOf(request, sections.market.price_usd);
  if (isGap(order)) {
    throw fault("upstream_unavailable", "The price is not measured just now: send size_usd.", { retryAfterS: RETRY_S });
  }
  if (order.sizeUsd <= SIZE_USD_MAX && order.sizeUsd > 0) return order;
  const detail = `The order is worth ${order.sizeUsd} USD; it must be above 0 and at most ${SIZE_USD_MAX}.`;
  throw faultAt({ pointer: "/size_native" }, "out_of_range", detail);
}

async function readLiquidity(deps: Deps, state: BuiltState, order: SizedOrder) {
  const asOf = deps.clock.now();
  const rows = await deps.store.query(bookLatest, { asOf, tokens: [state.token.id] });
  return { rows, asOf, liquidity: liquidityOf(state, rows, order, asOf) };
}

/**
 * Judges an order and issues the evaluation under the payload's id; null where nobody waits for it any longer.
 * Throws faults: not_ready, upstream_unavailable, out_of_range.
 */
export async function sizeEvaluation(
  deps: Deps,
  payload: JobPayload<"evaluation.size">,
  signal: AbortSignal,
): Promise<Evaluation | null> {
  const state = await readState(deps, payload.token, "judge");
  const order = readOrder(payload.order, state);
  const reading = readLiquidity(deps, state, order);
  const read = reading.then(({ liquidity }) => liquidity);
  read.catch(() => undefined);
  const odds = readOdds(deps);
  odds.catch(() => undefined);
  const quoted: QuotedOrder = await quoteSize(deps, state, order, read, signal);
  keepCalls(deps, quoted.records);
  const [{ rows: books, asOf: books_at, liquidity }, { table, digest }] = [await reading, await odds];
  const judgedAt = deps.clock.now();
  const data = evaluateOrder(state, order, liquidity, quoted, judgedAt, table);
  // Nobody would hear of it, and what nobody was told should not stand in the record.
  if (deps.clock.now() >= payload.until) return null;
  const inputs: SizedInputs = {
    ...{ state: keptState(state), order: payload.order, books, books_at },
    ...{ quoted: quoted.asked, quotes: quoted.quotes, chain: quoted.chain },
  };
  const issued = await issue(deps, "evaluation", {
    ...{ id: payload.id, asOf: asOfState(state), data },
    ...citedSources(withSources(state, quoted), data),
    basis: { judgedAt, build: state.build, odds: digest, inputs },
  });
  return issued.wire;
}
