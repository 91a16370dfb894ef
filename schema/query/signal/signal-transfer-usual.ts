// Queries: the tenth largest transfer of the 14 days before an instant, and how much of them each chain was scanned.
import { knownOf } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** 0 where there were fewer than ten. */
export type SignalTransferUsualRow = { readonly token: string; readonly tenth_usd: number };

export const signalTransferUsual: Query<Instant, SignalTransferUsualRow> = {
  name: "signal-transfer-usual",
  sql: `
SELECT x.token AS token, arrayElement(arrayReverseSort(groupArray(x.value_usd)), 10) AS tenth_usd
FROM large_transfer AS x FINAL
WHERE ${knownOf("x")} AND x.token IN {tokens:Array(String)} AND x.at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 14 DAY
  AND x.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
  AND NOT (x.from_label IS NOT NULL AND x.to_label IS NOT NULL AND x.from_label = x.to_label)
GROUP BY token
ORDER BY token`,
};

export type SignalScanUsualRow = { readonly chain: string; readonly seconds: number };

export const signalScanUsual: Query<{ readonly asOf: number }, SignalScanUsualRow> = {
  name: "signal-scan-usual",
  sql: `
WITH toUnixTimestamp64Milli(s.at) AS starts, toUnixTimestamp64Milli(s.to_at) AS ends
SELECT s.chain AS chain, sum(greatest(0, ends - greatest(starts, {asOf:Int64} - 1209600000))) / 1000 AS seconds
FROM chain_scan AS s FINAL
WHERE ${knownOf("s")} AND s.to_at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 14 DAY
  AND s.to_at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
GROUP BY chain
ORDER BY chain`,
};
