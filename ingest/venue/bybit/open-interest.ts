// Open interest of perpetuals from Bybit: openInterest sums both sides; the single side has members of its own since 2026-06-11.
import { asNumber, asRecord, asRecords } from "../../source/body.ts";
import { bulkSource, dated, type Parse, stamped, withListings } from "../../source/define-source.ts";

type Row = Readonly<Record<string, unknown>>;
const SINGLE_SIDE_SINCE = Date.UTC(2026, 5, 11);

const parseOf =
  (units: (row: Row) => number): Parse =>
  (body, about) => {
    const envelope = asRecord(body);
    const rows = asRecords(asRecord(envelope.result, "result").list, "result.list");
    return withListings(about, rows, (row) => row.symbol).map(([row, listing]) =>
      stamped(about, listing, {
        at: asNumber(envelope.time),
        open_interest_native: units(row) * listing.factor,
        open_interest_usd: units(row) * asNumber(row.markPrice),
      }),
    );
  };

export const bybitOpenInterest = bulkSource({
  id: "bybit-open-interest",
  venue: "bybit",
  market: "perp",
  call: { endpoint: "bybit.tickers", params: { category: "linear" } },
  parse: dated(
    { until: SINGLE_SIDE_SINCE, parse: parseOf((row) => asNumber(row.openInterest) / 2) },
    { parse: parseOf((row) => asNumber(row.singleOpenInterest)) },
  ),
});
