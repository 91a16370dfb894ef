// Past open interest of swaps from OKX: rows of time, contracts, coins and USD.
import { openInterestPast } from "../../parse/open-interest-past.ts";
import { asNumber, asRecord, asRows } from "../../source/body.ts";

/** As much as the other venues give. */
export const okxOpenInterestHistory = openInterestPast({
  venue: "okx",
  pastDays: 30,
  pageDays: 4,
  call: (symbol, period, span) => {
    const asked = { begin: span.from, end: span.to, limit: 100 };
    const own = period === "1h" ? "1H" : period;
    return { endpoint: "okx.openInterestHistory", params: { instId: symbol, period: own, ...asked } };
  },
  rows: (body, { factor }) =>
    asRows(asRecord(body).data, "data").map(([at, , coins, usd]) => {
      return { at: asNumber(at), coins: asNumber(coins) * factor, usd: asNumber(usd) };
    }),
});
