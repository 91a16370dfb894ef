// Open interest of perpetuals from Binance: base units, one side; valued at the mark price of the same moment.
import { asNumber, asRecord, asRecords } from "../../source/body.ts";
import { onlyListing, saidSymbol, stamped, tokenSource } from "../../source/define-source.ts";

export const binanceOpenInterest = tokenSource({
  id: "binance-open-interest",
  venue: "binance",
  market: "perp",
  asides: { marks: { endpoint: "binance.fapi.premiumIndex", params: {} } },
  calls: ({ symbol }) => [{ endpoint: "binance.fapi.openInterest", params: { symbol } }],
  parse: (body, about) => {
    const listing = onlyListing(about);
    const row = asRecord(body);
    const mark = asRecords(about.asides.marks, "marks").find((one) => one.symbol === listing.symbol);
    const units = asNumber(row.openInterest);
    return [
      stamped(about, listing, {
        ...saidSymbol(row.symbol),
        at: asNumber(row.time),
        open_interest_native: units * listing.factor,
        open_interest_usd: units * asNumber(mark?.markPrice),
      }),
    ];
  },
});
