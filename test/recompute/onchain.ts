// On-chain and supply members by plain SQL over the prepared tables; NOW is the instant, TOKEN the token.
import { DAY_MS } from "../../schema/duration.ts";

/** Windows of all chains end where the first of them ends that was read within six hours. */
const END =
  "(SELECT min(last) FROM (SELECT chain, max(ended) AS last FROM flow GROUP BY chain HAVING last >= NOW - 21600000))";
const inside = (ms: number) => `FROM flow WHERE ended > ${END} - ${ms} AND ended <= ${END}`;
/** Every window of every chain is there. No week is stored in which all were while one lags: a part is never enough. */
const whole = (ms: number) =>
  `(SELECT uniqExact(chain, ended) * 900000 ${inside(ms)}) = ${ms} * (SELECT uniqExact(chain) FROM flow)`;
const flow = (sum: string, ms: number) => `if(${whole(ms)}, (SELECT round(${sum}, 2) ${inside(ms)}), NULL)`;
const net = (ms: number) => flow("sum(inflow) - sum(outflow)", ms);
const DAY_WHOLE = whole(DAY_MS);
const TRANSFERS = `large_transfer WHERE token = 'TOKEN' AND toUnixTimestamp64Milli(at) < ${END} AND toUnixTimestamp64Milli(at) >= ${END} - 86400000`;

/** The last number of a column over rows that are not too old; NULL where none is. */
const last = (table: string, column: string, where: string, hours: number) =>
  `(SELECT ${column} FROM ${table} WHERE token = 'TOKEN' AND ${column} IS NOT NULL AND ${where} AND toUnixTimestamp64Milli(at) <= NOW
    AND toUnixTimestamp64Milli(at) >= NOW - ${hours} * 3600000 ORDER BY at DESC, retrieved_at DESC LIMIT 1)`;
/** Of every chain that was ever told of: all of them, or none counts. */
const BURNED = `(SELECT if(count() > 0 AND min(ms) >= NOW - 12 * 3600000, round(sum(amount), 8), NULL) FROM (
  SELECT chain, toUnixTimestamp64Milli(at) AS ms, burned_native AS amount FROM chain_supply WHERE token = 'TOKEN' AND burned_native IS NOT NULL
  AND toUnixTimestamp64Milli(at) <= NOW ORDER BY at DESC, retrieved_at DESC LIMIT 1 BY chain))`;

const MOVED =
  "chain_activity WHERE token = 'TOKEN' AND provider IN ('sandbox:eth', 'sandbox:bsc') AND toUnixTimestamp64Milli(at) <= NOW";
/** Where the hours of the chain end that was read least far. */
const HOUR_END = `(SELECT min(last) FROM (SELECT chain, max(at) AS last FROM ${MOVED} GROUP BY chain))`;
/** What moved a contract's token in the same hours on every chain that was ever told of: all of them, or none counts. */
const moved = (column: string) => `(SELECT if(count() > 0 AND min(toUnixTimestamp64Milli(at)) >= NOW - 6 * 3600000
  AND count() = (SELECT uniqExact(chain) FROM ${MOVED}), sum(amount), NULL) FROM (
  SELECT chain, at, ${column} AS amount FROM ${MOVED} AND at = ${HOUR_END} ORDER BY retrieved_at DESC LIMIT 1 BY chain))`;

export const ONCHAIN: Readonly<Record<string, string>> = {
  exchange_inflow_24h_usd: flow("sum(inflow)", DAY_MS),
  exchange_outflow_24h_usd: flow("sum(outflow)", DAY_MS),
  exchange_netflow_1h_usd: net(3_600_000),
  exchange_netflow_24h_usd: net(DAY_MS),
  exchange_netflow_7d_usd: net(604_800_000),
  transactions_24h: `coalesce(${last("chain_activity", "transactions_count", "provider IN ('sandbox:btc', 'sandbox:ada')", 6)},
    ${last("chain_activity", "transactions_count", "provider = 'sandbox:coinmetrics'", 72)}, ${moved("transactions_count")})`,
  active_addresses_24h: `coalesce(${last("chain_activity", "active_addresses_count", "provider IN ('sandbox:blockchain', 'sandbox:coinmetrics')", 72)},
    ${moved("active_addresses_count")})`,
  "large_transfers_24h/count": `if(${DAY_WHOLE}, (SELECT count() FROM ${TRANSFERS}), NULL)`,
  "large_transfers_24h/total_usd": `if(${DAY_WHOLE}, (SELECT round(sum(value_usd), 2) FROM ${TRANSFERS}), NULL)`,
  "large_transfers_24h/to_exchange_usd": `if(${DAY_WHOLE}, (SELECT round(sum(value_usd), 2) FROM ${TRANSFERS} AND to_label IS NOT NULL AND NOT (from_label <=> to_label)), NULL)`,
  "large_transfers_24h/from_exchange_usd": `if(${DAY_WHOLE}, (SELECT round(sum(value_usd), 2) FROM ${TRANSFERS} AND from_label IS NOT NULL AND NOT (from_label <=> to_label)), NULL)`,
  "large_transfers_24h/largest/value_usd": `if(${DAY_WHOLE}, (SELECT round(max(value_usd), 2) FROM ${TRANSFERS}), NULL)`,
};

export const SUPPLY: Readonly<Record<string, string>> = {
  circulating_native: "(SELECT round(circulating_native, 8) FROM coin)",
  total_native: "(SELECT round(total_native, 8) FROM coin)",
  max_native: "(SELECT round(max_native, 8) FROM coin)",
  circulating_pct_of_max: "(SELECT round(circulating_native / max_native * 100, 4) FROM coin)",
  burned_native: BURNED,
  staked_pct: `(SELECT round(${last("chain_supply", "staked_native", "1", 12)} / circulating_native * 100, 4) FROM coin)`,
  inflation_30d_pct: `(SELECT round((coin.circulating_native / before - 1) * 100, 4) FROM coin CROSS JOIN (
    SELECT argMax(circulating_native, at) AS before FROM coin_market WHERE token = 'TOKEN' AND toUnixTimestamp64Milli(at) <= NOW - 30 * 86400000) AS z)`,
};
