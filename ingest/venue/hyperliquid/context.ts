// Hyperliquid's metaAndAssetCtxs: all perpetuals in two lists side by side, names in one and numbers in the other, no time.
import { httpError } from "../../../schema/io/http.ts";
import { asList, asNumber, asRecord, recordIn } from "../../source/body.ts";
import { type About, type Call, stamped, withListings } from "../../source/define-source.ts";
import type { Listing } from "../../source/market.ts";
import type { SourceRow } from "../../source/source-base.ts";

type HyperliquidContext = Readonly<Record<string, unknown>>;

export const HYPERLIQUID_CONTEXTS: Call = { endpoint: "hyperliquid.info", params: { type: "metaAndAssetCtxs" } };

/** One row a perpetual of ours. Throws bad_body when the lists do not belong together. */
export function hyperliquidRows(
  body: unknown,
  about: About,
  rowOf: (context: HyperliquidContext, listing: Listing) => object,
): SourceRow[] {
  const [meta, contexts] = asList(body, "metaAndAssetCtxs");
  const names = asList(asRecord(meta, "meta").universe, "universe").map((one) => recordIn(one)[0]?.name);
  const numbers = asList(contexts, "asset contexts").map((one) => recordIn(one)[0] ?? {});
  if (names.length !== numbers.length) throw httpError("bad_body", "names and numbers are not of one length");
  const both = names.map((name, index) => ({ name, context: numbers[index] ?? {} }));
  return withListings(about, both, ({ name }) => name).map(([{ context }, listing]) =>
    stamped(about, listing, { at: about.now, ...rowOf(context, listing) }),
  );
}

export const hyperliquidMark = (context: HyperliquidContext, listing: Listing): number =>
  asNumber(context.markPx) / listing.factor;
