// Judges an evaluation again from what was kept with it; pure.
import type { RuleSet } from "../../schema/evaluation/rule.ts";
import type { OddsTable } from "../../schema/record/rule.ts";
import { asOfState, citedSources, evaluateState, type Previous } from "../evaluate/evaluate.ts";
import { evaluateOrder, withSources } from "../evaluate/evaluate-order.ts";
import { type Listed, listedBeside, restoreState, type SizedInputs, type StandardInputs } from "../evaluate/inputs.ts";
import { liquidityOf, orderOf } from "../evaluate/order.ts";
import { isGap } from "../measure/gap.ts";
import type { Draft } from "../proof/seal.ts";

type Judged = {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly judgedAt: number;
  readonly odds: OddsTable;
  /** Those that it was judged by. */
  readonly rules: RuleSet;
  /** Of a standard check the evaluation before it. */
  readonly previous: Previous | null;
  readonly inputs: StandardInputs | SizedInputs;
  readonly listed: Listed;
};

function judgeStandard({ id, judgedAt, odds, rules, previous, inputs, listed }: Judged): Draft<"evaluation"> {
  const state = restoreState(inputs.state, listed);
  const data = evaluateState(state, judgedAt, previous, odds, rules);
  return { id, asOf: asOfState(state), data, ...citedSources(state, data) };
}

function judgeSized({ id, judgedAt, odds, rules, listed }: Judged, inputs: SizedInputs): Draft<"evaluation"> {
  const state = restoreState(inputs.state, listed);
  const order = orderOf(inputs.order, state.sections.market.price_usd, rules);
  if (isGap(order)) throw new Error("the order has no size");
  const liquidity = liquidityOf(state, inputs.books, order, inputs.books_at);
  const quoted = { quotes: inputs.quotes, chain: inputs.chain, ...listedBeside(inputs.state, listed) };
  const data = evaluateOrder(state, order, liquidity, quoted, judgedAt, odds);
  return { id, asOf: asOfState(state), data, ...citedSources(withSources(state, quoted), data) };
}

/** What would be issued. Throws where the inputs do not fit the rules of today. */
export const judgeAgain = (judged: Judged): Draft<"evaluation"> =>
  "order" in judged.inputs ? judgeSized(judged, judged.inputs) : judgeStandard(judged);
