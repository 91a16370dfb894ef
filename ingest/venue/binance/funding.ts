// Running funding rates from Binance; who is not in fundingInfo pays every eight hours.
import { asNumber, asRecords } from "../../source/body.ts";
import { bulkSource, stamped, withListings } from "../../source/define-source.ts";

const USUAL_HOURS = 8;

export const binanceFunding = bulkSource({
  id: "binance-funding",
  venue: "binance",
  market: "perp",
  asides: { intervals: { endpoint: "binance.fapi.fundingInfo", params: {} } },
  call: { endpoint: "binance.fapi.premiumIndex", params: {} },
  parse: (body, about) => {
    const hours = new Map(
      asRecords(about.asides.intervals, "intervals").map((row) => [row.symbol, asNumber(row.fundingIntervalHours)]),
    );
    const rows = asRecords(body);
    return withListings(about, rows, (row) => row.symbol).map(([row, listing]) =>
      stamped(about, listing, {
        at: asNumber(row.time),
        kind: "current",
        rate: asNumber(row.lastFundingRate),
        interval_hours: hours.get(listing.symbol) ?? USUAL_HOURS,
        next_funding_at: asNumber(row.nextFundingTime),
        mark_price: asNumber(row.markPrice) / listing.factor,
        index_price: asNumber(row.indexPrice) / listing.factor,
      }),
    );
  },
});
