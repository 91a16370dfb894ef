// Query: the whole scan of each contract by each provider before its newest one, both within 8 days.
import { storedByKnown } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";
import { type ContractLatestRow, SCAN_COLUMNS } from "./contract-latest.ts";

/** A scan repeated within 6 hours of the newest one is the same look. */
export const contractPrevious: Query<Instant, ContractLatestRow> = {
  name: "contract-previous",
  sql: `
WITH fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') AS as_of
SELECT c.token AS token, c.chain AS chain, c.address AS address, c.provider AS provider,
  toUnixTimestamp64Milli(c.at) AS read_at, toUnixTimestamp64Milli(c.retrieved_at) AS retrieved_ms,
  ${SCAN_COLUMNS.map((name) => `c.${name} AS ${name}`).join(", ")}
FROM (
  SELECT *, max(s.at) OVER (PARTITION BY s.token, s.chain, s.address, s.provider) AS newest_at
  FROM contract_scan AS s
  WHERE ${storedByKnown("s")} AND s.token IN {tokens:Array(String)} AND s.partial = 0 AND s.at > toStartOfMinute(as_of) - INTERVAL 8 DAY
    AND s.at <= as_of AND s.retrieved_at <= as_of
) AS c
WHERE c.at < c.newest_at - INTERVAL 6 HOUR
ORDER BY token, chain, address, provider, c.at DESC, c.retrieved_at DESC, c.stored_at DESC
LIMIT 1 BY token, chain, address, provider`,
};
