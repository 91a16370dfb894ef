// Running funding rates from Bybit; the interval is in hours in tickers and in minutes in the instrument.
import { asNumber, asNumberOrNull, asRecord, asRecords } from "../../source/body.ts";
import { bulkSource, stamped, withListings } from "../../source/define-source.ts";

export const bybitFunding = bulkSource({
  id: "bybit-funding",
  venue: "bybit",
  market: "perp",
  call: { endpoint: "bybit.tickers", params: { category: "linear" } },
  parse: (body, about) => {
    const envelope = asRecord(body);
    const rows = asRecords(asRecord(envelope.result, "result").list, "result.list");
    return withListings(about, rows, (row) => row.symbol).map(([row, listing]) => {
      const minutes = asNumberOrNull(asRecord(listing.info ?? {}).fundingInterval);
      return stamped(about, listing, {
        at: asNumber(envelope.time),
        kind: "current",
        rate: asNumber(row.fundingRate),
        interval_hours: asNumberOrNull(row.fundingIntervalHour) ?? (minutes === null ? null : minutes / 60),
        next_funding_at: asNumber(row.nextFundingTime),
        mark_price: asNumber(row.markPrice) / listing.factor,
        index_price: asNumber(row.indexPrice) / listing.factor,
      });
    });
  },
});
