// Running funding rates from OKX: fundingTime is the settlement ahead, nextFundingTime the one after; their distance is the interval.
import { HOUR_MS } from "../../../schema/duration.ts";
import { asNumber, asRecord, asRecords } from "../../source/body.ts";
import { bulkSource, stamped, withListings } from "../../source/define-source.ts";

export const okxFunding = bulkSource({
  id: "okx-funding",
  venue: "okx",
  market: "perp",
  call: { endpoint: "okx.fundingRate", params: { instId: "ANY" } },
  parse: (body, about) => {
    const rows = asRecords(asRecord(body).data, "data");
    return withListings(about, rows, (row) => row.instId).map(([row, listing]) => {
      const next = asNumber(row.fundingTime);
      return stamped(about, listing, {
        at: asNumber(row.ts),
        kind: "current",
        rate: asNumber(row.fundingRate),
        interval_hours: (asNumber(row.nextFundingTime) - next) / HOUR_MS,
        next_funding_at: next,
        mark_price: null,
        index_price: null,
      });
    });
  },
});
