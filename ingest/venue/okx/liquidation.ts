// Forced closures of swaps from OKX, best effort: the venue says that it does not report them all.
import { createHash } from "node:crypto";
import { DAY_MS, MINUTE_MS } from "../../../schema/duration.ts";
import { asList, asNumber, asRecord, asText, recordIn } from "../../source/body.ts";
import { onlyListing, saidSymbol, stamped, tokenSource } from "../../source/define-source.ts";

/** What the venue tells late is still told within this time; older closures are stored and not asked for again. */
const LATE_MS = 5 * MINUTE_MS;
const PAGE_ROWS = 100;

/** The position that was closed; a one-way account says only which way the order went. */
const closedSide = (position: string, order: string): string =>
  position === "long" || position === "short" ? position : order === "sell" ? "long" : "short";

export const okxLiquidation = tokenSource({
  id: "okx-liquidation",
  venue: "okx",
  market: "perp",
  calls: ({ symbol }, _first, _now, seenAt) => {
    const since = seenAt === null ? {} : { before: seenAt - LATE_MS };
    const uly = symbol.replace(/-SWAP$/, "");
    return [
      { endpoint: "okx.liquidations", params: { instType: "SWAP", uly, state: "filled", limit: PAGE_ROWS, ...since } },
    ];
  },
  // The document: the newest hundred at most, of the last day; `before` and `after` are times that rows are newer and older than.
  walk: {
    table: "liquidation_watch",
    pageRows: PAGE_ROWS,
    pagesMax: 30,
    keptMs: DAY_MS,
    since: (seenAt) => seenAt - LATE_MS,
    page: ({ endpoint, params: { before: _, ...params } }, oldestAt) => ({
      endpoint,
      params: oldestAt === null ? params : { ...params, after: oldestAt + 1 },
    }),
  },
  parse: (body, about) => {
    const listing = onlyListing(about);
    const details = asList(asRecord(body).data, "data").flatMap((group) => {
      // The walk counts what a page covers as read: one that tells of nothing must not pass for one without closures.
      const { instId, details: rows } = asRecord(group);
      // One that tells nothing is refused as a row: it fills its place in the page, by which the walk knows that it was full.
      return asList(rows, "details").map((row) => [recordIn(row)[0] ?? {}, saidSymbol(instId)] as const);
    });
    return details.map(([row, said]) => {
      const side = closedSide(asText(row.posSide), asText(row.side));
      const price = asNumber(row.bkPx) / listing.factor;
      const amount = asNumber(row.sz) * listing.contractSize * listing.factor;
      const natural = [listing.symbol, row.ts, side, row.bkPx, row.sz].join(" ");
      return stamped(about, listing, {
        ...said,
        at: asNumber(row.ts),
        id: createHash("sha256").update(natural).digest("hex").slice(0, 32),
        side,
        price,
        amount_native: amount,
        value_usd: price * amount,
      });
    });
  },
});
