// What aggregators said of an order, as points of size and impact, or why there is none; pure.
import type { OrderQuotes } from "../../ingest/quote-order.ts";
import { gap, isGap, type Measured } from "./gap.ts";
import { cheapestQuote } from "./quote.ts";

/** What an aggregator asked for one size; impact in percentage points. */
export type QuotePoint = { readonly sizeUsd: number; readonly impactPct: number };

const asRows = (asked: readonly OrderQuotes[], sizeUsd: number) =>
  asked
    .flatMap(({ quotes }) => quotes)
    .filter((quote) => quote.sizeUsd === sizeUsd)
    .map(({ provider, venue, chain, impactPct, at }) => ({
      ...{ token: "", chain, venue, side: "buy" as const, size_usd: sizeUsd, provider },
      ...{ read_at: at, retrieved_ms: at, impact_pct: impactPct },
    }));

/** Why an order has no quote. */
function whyNone({ failures, hasRoute }: OrderQuotes) {
  if (hasRoute) return gap("insufficient_coverage", "No pool bears an order of this size.");
  if (failures.length === 0) return gap("no_source", "No pool connects it with a dollar.");
  if (failures.every(({ outcome }) => outcome === "not_configured")) {
    return gap("not_configured", "Its aggregators want a key that is not set.");
  }
  const isLimited = failures.every(({ outcome }) => outcome === "rate_limited");
  return gap(isLimited ? "source_rate_limited" : "source_error", "Every aggregator failed when asked.");
}

/** Whether the pair is traded, and no pool bears as much as was asked for first. */
export const isTooLarge = ([first]: readonly OrderQuotes[]): boolean =>
  first?.hasRoute === true && first.quotes.length === 0;

/** The points that were quoted; a gap where the order itself was not, unless it is larger than all pools and smaller ones were. */
export function pointsOf(asked: readonly OrderQuotes[], orderUsd: number): Measured<readonly QuotePoint[]> {
  const sizes = [...new Set(asked.flatMap(({ quotes }) => quotes.map(({ sizeUsd }) => sizeUsd)))].sort((a, b) => a - b);
  const points = sizes.flatMap((sizeUsd) => {
    const cost = cheapestQuote(asRows(asked, sizeUsd));
    return cost === null || isGap(cost.impactPct) ? [] : [{ sizeUsd, impactPct: cost.impactPct }];
  });
  if (points.some(({ sizeUsd }) => sizeUsd === orderUsd)) return points;
  if (points.length > 0 && isTooLarge(asked)) return points;
  const said = cheapestQuote(asRows(asked, orderUsd));
  if (said !== null && isGap(said.impactPct)) return said.impactPct;
  const [first] = asked;
  return first ? whyNone(first) : gap("no_source", "No aggregator quotes it.");
}
