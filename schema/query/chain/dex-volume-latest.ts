// Query: what each decentralised exchange of the newest listing trades, the largest first.
import { knownOf } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** Times in epoch milliseconds. */
type DexVolumeLatestRow = {
  readonly dex: string;
  readonly provider: string;
  readonly read_at: number;
  readonly retrieved_ms: number;
  readonly volume_24h_usd: number;
  readonly share_pct: number;
};

export const dexVolumeLatest: Query<Pick<Instant, "asOf">, DexVolumeLatestRow> = {
  name: "dex-volume-latest",
  sql: `
SELECT v.dex AS dex, v.provider AS provider, toUnixTimestamp64Milli(v.at) AS read_at,
  toUnixTimestamp64Milli(v.retrieved_at) AS retrieved_ms, v.volume_24h_usd AS volume_24h_usd, v.share_pct AS share_pct
FROM dex_volume AS v FINAL
WHERE ${knownOf("v")} AND v.at = (SELECT max(at) FROM dex_volume WHERE ${knownOf()} AND at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 2 DAY
  AND at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC'))
ORDER BY volume_24h_usd DESC, dex`,
};
