// Open interest of swaps from OKX: oi counts contracts, oiCcy coins, oiUsd values them.
import { asNumber, asRecord, asRecords } from "../../source/body.ts";
import { bulkSource, stamped, withListings } from "../../source/define-source.ts";

export const okxOpenInterest = bulkSource({
  id: "okx-open-interest",
  venue: "okx",
  market: "perp",
  call: { endpoint: "okx.openInterest", params: { instType: "SWAP" } },
  parse: (body, about) => {
    const rows = asRecords(asRecord(body).data, "data");
    return withListings(about, rows, (row) => row.instId).map(([row, listing]) =>
      stamped(about, listing, {
        at: asNumber(row.ts),
        open_interest_native: asNumber(row.oiCcy) * listing.factor,
        open_interest_usd: asNumber(row.oiUsd),
      }),
    );
  },
});
