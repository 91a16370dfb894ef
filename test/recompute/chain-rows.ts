// Rows of what chains, directories and the service's own rules tell of tokens, for the statements of onchain, signals and
// brief: weeks of flows on several chains, balances, holders, locked value, judged minutes, signals and briefs.

import { DAY_MS, MINUTE_MS } from "../../schema/duration.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { LOCKED_TOKENS } from "../../schema/token/defi.ts";
import { chainsOf, scannedChainsOf } from "../../schema/token/scanned-chain.ts";
import { trackedById } from "../../schema/token/tracked.ts";

const at = (ms: string) => `fromUnixTimestamp64Milli(toInt64(${ms}), 'UTC')`;
const list = (words: readonly string[]) => `['', ${words.map((word) => `'${word}'`).join(", ")}]`;
const READ_BY_HOLDERS = ["eth", "bsc", "sol"];

type Pair = readonly [token: string, chain: string, address: string];
const pairs = (of: readonly Pair[]) =>
  `arrayJoin([('', '', ''), ${of.map((one) => `('${one.join("', '")}')`).join(", ")}])`;

/** Every pair of a token and a chain, with its contract there. */
const placesOf = (ids: readonly string[], isPlace: (id: string, chain: string) => boolean): Pair[] =>
  ids.flatMap((id) => {
    const token = trackedById(id);
    if (!token) return [];
    return chainsOf(token)
      .filter((chain) => isPlace(id, chain))
      .map((chain): Pair => [id, chain, token.contracts[chain] ?? ""]);
  });

const isSeveral = (id: string): boolean => {
  const token = trackedById(id);
  return token !== undefined && scannedChainsOf(token).length > 1;
};
const isScannedOf = (id: string, chain: string): boolean => {
  const token = trackedById(id);
  return token !== undefined && scannedChainsOf(token).includes(chain);
};

/** Hours of five weeks on every chain of a token that has several, some days of them not whole. */
const flows = (asOf: number, ids: readonly string[]) => `INSERT INTO exchange_flow (* EXCEPT (stored_at, replaced_at))
  SELECT one.1, one.2, 'okx', ${at("ms")}, 3600, amount, amount / 2, amount, amount / 2, 3, 'labels-1', concat('sandbox:', one.2), ${at("ms + 3650000")}
  FROM (SELECT ${pairs(placesOf(ids.filter(isSeveral), isScannedOf))} AS one, ${Math.floor(asOf / DAY_MS) * DAY_MS - 8 * DAY_MS} - toInt64(number + 1) * 3600000 AS ms,
    if(one.2 = 'eth', 9, 1) * (100 + toFloat64(sipHash64(one.1, one.2, ms) % 900)) AS amount FROM numbers(${27 * 24}))
  WHERE one.1 != '' AND NOT (one.2 = 'bsc' AND intDiv(ms, 86400000) % 19 = 0 AND ms % 86400000 = 0)`;

/** What wallets hold hourly, now and a week before; of a third of the tokens no exchange is told of. */
const balances = (asOf: number, ids: readonly string[]) => [
  `INSERT INTO chain_reserve (* EXCEPT (stored_at, replaced_at)) SELECT one.1, one.2, exchange, ${at("ms")}, 1000 + toFloat64(sipHash64(one.1, one.2, exchange, ms) % 500), 2, 'labels-1',
    concat('sandbox:', one.2), ${at("ms + 800")}
    FROM (SELECT ${pairs(placesOf(ids, isScannedOf))} AS one, arrayJoin(['okx', 'binance']) AS exchange, ${asOf - 25 * MINUTE_MS} - arrayJoin([0, 1, 25, 167, 168, 170, 193]) * 3600000 AS ms)
    WHERE one.1 != ''`,
  `INSERT INTO exchange_reserve (* EXCEPT (stored_at, replaced_at)) SELECT token, exchange, ${at("ms")}, 5000 + toFloat64(sipHash64(token, exchange, ms) % 900), NULL, 'sandbox:defillama', ${at("ms + 800")}
    FROM (SELECT arrayJoin(${list(ids.filter((_, index) => index % 3 !== 2))}) AS token, arrayJoin(['okx', 'binance', 'bybit']) AS exchange,
      ${asOf - 35 * MINUTE_MS} - arrayJoin([0, 1, 25, 168, 169]) * 3600000 AS ms)
    WHERE token != '' AND NOT (exchange = 'bybit' AND ms > ${asOf - 2 * DAY_MS} AND sipHash64(token) % 3 = 0)`,
  `INSERT INTO source_call (* EXCEPT (stored_at)) SELECT concat('r', toString(n)), 'sandbox:defillama', 'defillama-reserve', 'defillama.cex', '', 'http://x/', ${at("ms - 90")}, ${at("ms")},
    'ok', 200, 100, 1, lower(hex(SHA256(toString(n)))), 90, [], 'GET' FROM (SELECT number AS n, ${asOf + 60 * MINUTE_MS} - toInt64(number) * 1800000 AS ms FROM numbers(80))`,
];

const outside = (asOf: number, ids: readonly string[]) => [
  `INSERT INTO contract_holder (* EXCEPT (stored_at, replaced_at)) SELECT one.1, one.2, one.3, ${at("ms")}, toUInt64(1000 + sipHash64(one.1, one.2, ms) % 9000), 31.5, 12.25, NULL, NULL, NULL,
    'sandbox:goplus', ${at("ms + 500")}
    FROM (SELECT ${pairs(placesOf(ids, (_, chain) => READ_BY_HOLDERS.includes(chain)))} AS one, ${asOf} - arrayJoin([5, 29, 53]) * 3600000 AS ms) WHERE one.1 != '' AND one.3 != ''`,
  `INSERT INTO token_tvl (* EXCEPT (stored_at, replaced_at)) SELECT token, chain, ${at("ms")}, 1e9 + toFloat64(sipHash64(token, chain, ms) % 100000000), -1.5, NULL, 'sandbox:defillama', ${at("ms + 700")}
    FROM (SELECT arrayJoin(${list(ids.filter((id) => LOCKED_TOKENS.includes(id) && id !== "aave"))}) AS token, arrayJoin(['eth', 'bsc']) AS chain,
      ${asOf - 15 * MINUTE_MS} - arrayJoin([0, 1, 23, 24, 26, 168, 171]) * 3600000 AS ms)
    WHERE token != '' AND NOT (sipHash64(token) % 4 = 0 AND ms < ${asOf - 12 * 3_600_000} AND ms > ${asOf - 2 * DAY_MS})`,
  `INSERT INTO coin_profile (* EXCEPT (stored_at, replaced_at)) SELECT token, ${at(`${asOf} - 7200000`)}, NULL, NULL, NULL, '', if(sipHash64(token) % 2 = 0, 2.05e9, 9e9), 'sandbox:coingecko', ${at(`${asOf} - 7199000`)}
    FROM (SELECT arrayJoin(${list(ids.filter((id) => LOCKED_TOKENS.includes(id)))}) AS token) WHERE token != '' AND token != 'bitcoin'`,
];

/** Minutes that were judged before each instant but the one of the outage; one was written twice. */
function judged(asOf: number, ids: readonly string[]): string[] {
  const coverage = (most: number) =>
    JSON.stringify(
      Object.fromEntries(
        ids.map((id, index) => [
          id,
          [index === 4 ? 0 : most - (index % 5), index % 5, index % 5 ? "pending" : null, {}],
        ]),
      ),
    );
  const midnight = Math.floor(asOf / DAY_MS) * DAY_MS + 2 * MINUTE_MS;
  const minutes = [asOf - 20_000, midnight, asOf - 25 * 60 * MINUTE_MS - 9 * MINUTE_MS];
  return minutes.flatMap((minute) =>
    [0, 1].map(
      (
        again,
      ) => `INSERT INTO signal_minute (at, read_at, last_id, skipped_count, coverage, outcome, written_at) VALUES (${at(`${minute}`)}, ${at(`${minute}`)}, 900, 0,
      '${coverage(17 + again)}', '{}', ${at(`${minute + 1_000 + again}`)})`,
    ),
  );
}

const signals = (asOf: number, ids: readonly string[]) => `INSERT INTO signal (* EXCEPT (stored_at, replaced_at))
  SELECT token, ${at("ms")}, concat(token, toString(n)), toUInt64(1000 + 20 * place + n), if(n % 2 = 0, 'price_move', 'volume_spike'), if(n % 3 = 0, 'bullish', 'bearish'), toUInt8(1 + n % 3), 1.5 + n, 1.25 * n + 1,
    concat('{"unit":"pct","window":"1h","thresholds":[1,2.5,', toString(n), '],"sources":[{"provider":"p","as_of":"t"}],"escalates":null}'),
    if(n = 2, 'resolved', 'open'), ${at("ms + 86400000 - n * 7200000")}, if(n = 2, ${at("ms + 3600000")}, NULL), 'sig-1', ${at("ms")}
  FROM (SELECT n, place, ${list(ids)}[place + 1] AS token, ${Math.floor(asOf / MINUTE_MS) * MINUTE_MS} - toInt64(n * n + 1) * 4000000 AS ms
    FROM (SELECT toInt64(number % 6) AS n, toInt64(intDiv(number, 6)) + 1 AS place FROM numbers(${6 * ids.length}))) WHERE place % 4 != 0`;

/** Inserts briefs of tokens, three of each, dated back from `asOf` (epoch ms). */
export const insertBriefs = (
  asOf: number,
  ids: readonly string[],
) => `INSERT INTO issued_object (id, month, kind, object, schema, token, as_of, issued_at, direction, severity, headline, summary, confidence, created_at, window_from, window_to)
  SELECT toString(100 + number), 0, 'brief', 'brief', 'vmi/brief/1', ${list(ids)}[2 + number % ${ids.length}], ${at("ms")}, ${at("ms + 2000")}, 'bullish', toUInt8(1 + number % 3), concat('"What" / ', toString(number)), 'It moved by 3 %.', 0.1 * (1 + number % 7),
    ${at("ms + 1000")}, ${at("ms - 3600000")}, ${at("ms")} FROM (SELECT number, ${asOf} - toInt64(number) * 11000000 AS ms FROM numbers(${3 * ids.length}))`;

/** Writes them, dated back from `asOf` (epoch ms). */
export async function fillChains(store: Store, asOf: number, ids: readonly string[]): Promise<void> {
  const few = ids.slice(0, Math.ceil(ids.length * 0.8));
  for (const statement of [
    flows(asOf, ids),
    ...balances(asOf, few),
    ...outside(asOf, few),
    ...judged(asOf, ids),
    signals(asOf, ids),
    insertBriefs(asOf, few),
  ])
    await store.command(statement);
}
