// Past open interest of perpetuals from Bybit: the single side in coins, valued at the mark of its minute, since the venue gives no value.
import { openInterestPast } from "../../parse/open-interest-past.ts";
import { asList, asNumber, asRecord, asRecords, asRows } from "../../source/body.ts";
import type { Call } from "../../source/define-source.ts";

const resultOf = (body: unknown) => asRecord(asRecord(body).result, "result");
const listOf = (body: unknown): readonly unknown[] => asList(resultOf(body).list, "result.list");

const PERIODS = { "1h": { name: "1h", frame: "60" }, "5m": { name: "5min", frame: "5" } } as const;

/** As much as the other venues give. */
export const bybitOpenInterestHistory = openInterestPast({
  venue: "bybit",
  pastDays: 30,
  pageDays: 8,
  call: (symbol, period, span) => {
    const { name, frame } = PERIODS[period];
    const about = { category: "linear", symbol };
    const marks: Call = {
      endpoint: "bybit.markKline",
      params: { ...about, interval: frame, start: span.from, end: span.to, limit: 200 },
    };
    const asked = { startTime: span.from, endTime: span.to, limit: 200 };
    return {
      endpoint: "bybit.openInterest",
      params: { ...about, intervalTime: name, ...asked },
      beside: { marks },
    };
  },
  rows: (body, { factor, symbol }, { marks }) => {
    const said = resultOf(body).symbol;
    // The marks of another market value nothing of this one.
    const markedAs = resultOf(marks).symbol ?? symbol;
    // A candle opens at the mark of its first moment, which is the moment of the reading.
    const markAt = new Map(asRows(listOf(marks)).map(([at, open]) => [asNumber(at), asNumber(open)]));
    return asRecords(listOf(body)).map((row) => {
      const at = asNumber(row.timestamp);
      const units = asNumber(row.singleOpenInterest);
      return {
        at,
        coins: units * factor,
        usd: units * (markAt.get(at) ?? Number.NaN),
        said: markedAs === symbol ? said : markedAs,
      };
    });
  },
});
