// Measures everything a signal rule may read about each token at one completed minute; pure over rows.
import { minuteOf } from "../../schema/duration.ts";
import type { Facts } from "../fact/fact.ts";
import { whyMissing } from "../measure/cause.ts";
import { rounded } from "../measure/gap.ts";
import { measureSpot } from "../measure/spot.ts";
import { roundPrice } from "../number/round.ts";
import type { SignalInput } from "../signal/input.ts";
import { buildSignalInput } from "./build-input.ts";
import { citeInputs } from "./cite-inputs.ts";
import { measureBookInputs } from "./measure-book.ts";
import { measureChainInputs } from "./measure-chain.ts";
import { measureScan } from "./measure-contract.ts";
import { measureDefiInputs } from "./measure-defi.ts";
import { measurePerpInputs } from "./measure-perp.ts";
import { measurePriceInputs } from "./measure-price.ts";
import { type MinuteRows, splitRows, type UsualRows } from "./rows.ts";

/** Inputs of the tokens of `facts`, in ascending order of their ids, at the last minute completed at `facts.asOf`. */
export function measureInputs(facts: Facts, minute: MinuteRows, usual: UsualRows): SignalInput[] {
  const rowsOf = splitRows(minute, usual);
  const at = minuteOf(facts.asOf);
  return [...facts.tokens.keys()].sort().flatMap((id) => {
    const rows = facts.tokens.get(id);
    if (!rows) return [];
    const own = rowsOf(id);
    const spot = facts.universe.spot.get(id) ?? measureSpot(rows, facts.asOf);
    const marketCap = facts.universe.marketCap.get(id) ?? whyMissing(rows.calls, "coin_market");
    return [
      buildSignalInput({
        token: id,
        at,
        priceUsd: rounded(roundPrice, spot.price),
        inputs: {
          ...measurePriceInputs(facts, rows, spot, marketCap, own),
          ...measurePerpInputs(facts, rows, own),
          ...measureBookInputs(facts.asOf, rows, own),
          ...measureChainInputs(facts, rows, own),
          ...measureDefiInputs(facts, rows),
          contract_scan: measureScan(rows, own.contractsBefore, facts.asOf),
        },
        sources: citeInputs(rows, facts.asOf),
      }),
    ];
  });
}
