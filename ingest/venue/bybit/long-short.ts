// Long/short ratio of all accounts from Bybit, given as the two shares; the venue ignores a start, so the newest rows are asked for.
import { longShortRow } from "../../parse/ratio.ts";
import { asNumber, asRecord, asRecords } from "../../source/body.ts";
import { tokenSource } from "../../source/define-source.ts";

const ratioCall = (symbol: string, period: string, limit: number) => ({
  endpoint: "bybit.accountRatio" as const,
  params: { category: "linear", symbol, period, limit },
});

export const bybitLongShort = tokenSource({
  id: "bybit-long-short",
  venue: "bybit",
  market: "perp",
  calls: ({ symbol }, first) => [...(first ? [ratioCall(symbol, "1h", 340)] : []), ratioCall(symbol, "5min", 1)],
  parse: (body, about) =>
    asRecords(asRecord(asRecord(body).result, "result").list, "result.list").map((row) => {
      const long = asNumber(row.buyRatio);
      const ratio = long / asNumber(row.sellRatio);
      return longShortRow(about, "global_account", asNumber(row.timestamp), ratio, long, row.symbol);
    }),
});
