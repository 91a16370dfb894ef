// Tells what an order of the size that a question names does to the price, or those next to it, and how deep the books are.
import type { EvidenceItem } from "../../../schema/shape/evidence.ts";
import type { BuiltState } from "../../state/built-state.ts";
import { type AskedSize, worthOf } from "../draft-asked.ts";
import { want } from "../evidence.ts";
import { type Asked, firstOf, NOTHING, part, sentence, type Told, together } from "../tell.ts";

const PUBLISHED_PCT = 1;

/** Whether what was found is not the size that is asked for, nor the sizes on both sides of it. */
export function isNearest(found: readonly EvidenceItem[], size: AskedSize, state: BuiltState): boolean {
  if (found.length !== 1) return false;
  if ("pct" in size) return size.pct !== PUBLISHED_PCT;
  return found[0]?.data.size_usd !== worthOf(state, size);
}

function leadsOf(found: readonly EvidenceItem[], size: AskedSize, state: BuiltState): readonly string[] {
  if (isNearest(found, size, state))
    return ["The size that is asked for is not measured; of the nearest that is, an order of"];
  if (found.length < 2) return ["An order of"];
  return "pct" in size
    ? ["Of the sizes that are measured, an order of", "One of"]
    : ["The size lies between those that are measured: an order of", "One of"];
}

export const tellLiquidity = (asked: Asked): Told => {
  const item = firstOf(asked, want("order_book_depth"));
  const { size } = asked.question;
  const state = asked.readings.others.get(asked.about ?? "") ?? asked.readings.state;
  const impacts = size ? asked.placesOf({ ...want("price_impact"), size }) : [];
  const leads = size ? leadsOf(impacts, size, state) : [];
  return together(
    ...(size && impacts.length === 0
      ? [{ ...NOTHING, lacking: [{ item: null, kind: "price_impact" as const, path: "impact_pct" }] }]
      : []),
    ...impacts.map((impact, at) =>
      sentence(impact, "price_impact", leads[at] ?? "", [
        part("size_usd", "usd_short", `{} moves the price by {{${impact.id}.impact_pct|share2}}`),
      ]),
    ),
    ...impacts
      .slice(0, 1)
      .map((impact) =>
        sentence(impact, "price_impact", "The largest that moves it by no more than one per cent is", [
          part("largest_size_1pct_usd", "usd_short", "{}"),
        ]),
      ),
    sentence(item, "order_book_depth", "Within two per cent of the middle, spot books hold", [
      part("bid_2pct_usd", "usd_short", "{} of bids"),
      part("ask_2pct_usd", "usd_short", "{} of asks"),
    ]),
    sentence(item, "order_book_depth", "The spread is", [part("spread_bps", "bps1", "{}")]),
  );
};
