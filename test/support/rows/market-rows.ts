// Fills a store with a whole deterministic market, computed inside the engine: awkward rows included.

import { DAY_MS } from "../../../schema/duration.ts";
import type { Store } from "../../../schema/io/clickhouse.ts";
import { BURN_CHAINS, STAKE_CHAINS } from "../../../schema/token/chain.ts";
import { chainsOf, isCountedByTransfers, scannedChainsOf } from "../../../schema/token/scanned-chain.ts";
import { TRACKED, trackedById } from "../../../schema/token/tracked.ts";

type MarketRows = {
  /** Epoch milliseconds; most rows end here, some lie after it and must never be read. */
  readonly asOf: number;
  readonly tokens: readonly string[];
  readonly minuteDays: number;
  /** Only the first tokens get the whole depth of minutes; the others 26 hours. */
  readonly deepTokens: number;
  readonly bookMinutes: number;
  readonly fundingDays: number;
  readonly levels: number;
};

const VENUES = ["binance", "bybit", "okx"];
/** Minutes of rows written after asOf. */
const AFTER = 12;

const list = (words: readonly string[]) => `[${words.map((word) => `'${word}'`).join(",")}]`;

/** SQL of the price of token `i` at venue `v` in minute `m` since the epoch. */
const price = (m: string) =>
  `(100 + 37 * i) * (1 + 0.05 * sin((${m}) / 2900 + i) + 0.004 * sin((${m}) / 41 * (1 + i % 5)) + 0.0004 * (toFloat64(v) - 2)
    + 0.002 * (toFloat64(sipHash64(i, v, toInt64(${m})) % 1000) / 1000 - 0.5))`;
const hash = (salt: string, m: string, of: number) => `toFloat64(sipHash64('${salt}', i, v, toInt64(${m})) % ${of})`;
const at = (ms: string) => `fromUnixTimestamp64Milli(toInt64(${ms}), 'UTC')`;

/** `count` rows a token and venue: `n` counts back from asOf, i and v are 1-based, `tail` rows lie after it. */
function grid(rows: MarketRows, count: number, tail: number, where = "1"): string {
  return `(SELECT pair.1 AS i, pair.2 AS v, toInt64(number) - ${tail} AS n,
      ${list(rows.tokens)}[i] AS token, ${list(VENUES)}[v] AS venue, concat('sandbox:', venue) AS provider,
      concat(upper(token), 'USDT') AS symbol
    FROM numbers(${count + tail}) AS counted
    CROSS JOIN (SELECT arrayJoin(arrayFlatten(arrayMap(i -> arrayMap(v -> (toUInt32(i), toUInt8(v)), range(1, 4)),
      range(1, ${rows.tokens.length + 1})))) AS pair) AS pairs
    WHERE ${where})`;
}

function candles(rows: MarketRows, market: string, intervalS: number, count: number, where = "1"): string {
  const step = intervalS * 1_000;
  const newest = Math.floor(rows.asOf / step) * step;
  const m = `toFloat64(open_ms + ${step}) / 60000`;
  const volume =
    intervalS === 60 ? `20000 * v + ${hash(`v${market}`, m, 90_000)}` : `3e6 * v + ${hash(`h${market}`, m, 5_000_000)}`;
  return `INSERT INTO candle (* EXCEPT (stored_at, replaced_at)) SELECT token, venue, '${market}', symbol, ${intervalS}, ${at("open_ms")}, open, greatest(open, close) * 1.0003,
    least(open, close) * 0.9996, close, usd / close, usd, provider, ${at(`open_ms + ${step} + 1500`)}
    FROM (SELECT *, ${newest} - (n + 1) * ${step} AS open_ms, ${price(m)} AS close, ${price(`${m} - ${intervalS / 60}`)} AS open, ${volume} AS usd
      FROM ${grid(rows, count, AFTER, where)})`;
}

const books = (rows: MarketRows) => {
  const m = `toFloat64(intDiv(ms, 60000))`;
  const ladder = (
    sign: string,
    salt: string,
  ) => `arrayMap(k -> mid * (1 ${sign} (0.0001 * v + 0.0009 * k)), range(${rows.levels})),
    arrayMap(k -> 1.5 + v + toFloat64(sipHash64('${salt}', i, v, k, toInt64(ms)) % 100) / 10, range(${rows.levels}))`;
  return `INSERT INTO order_book (* EXCEPT (stored_at, replaced_at)) SELECT token, venue, 'spot', symbol, ${at("ms")}, bp[1], ap[1], (ap[1] - bp[1]) / mid * 10000,
    arraySum((p, q) -> if(p >= mid * 0.995, p * q, 0), bp, bn), arraySum((p, q) -> if(p <= mid * 1.005, p * q, 0), ap, an),
    arraySum((p, q) -> if(p >= mid * 0.99, p * q, 0), bp, bn), arraySum((p, q) -> if(p <= mid * 1.01, p * q, 0), ap, an),
    arraySum((p, q) -> if(p >= mid * 0.98, p * q, 0), bp, bn), arraySum((p, q) -> if(p <= mid * 1.02, p * q, 0), ap, an),
    v = 3, bp, bn, ap, an, provider, ${at("ms + 300")}
    FROM (SELECT *, tupleElement(b, 1) AS bp, tupleElement(b, 2) AS bn, tupleElement(a, 1) AS ap, tupleElement(a, 2) AS an
      FROM (SELECT *, (${ladder("-", "bid")}) AS b, (${ladder("+", "ask")}) AS a
        FROM (SELECT *, ${rows.asOf} - 20000 - n * 60000 AS ms, ${price(m)} AS mid FROM ${grid(rows, rows.bookMinutes, 2)})))`;
};

/** Token and chain of what is burned or staked: the third token's second chain fell silent half a day ago. */
function suppliesOf(tokens: readonly string[]): string {
  const pairs = tokens.flatMap((id, i) => {
    const { native = null, contracts = {} } = trackedById(id) ?? {};
    const burns = BURN_CHAINS.filter((chain) => chain === native || chain in contracts);
    const stakes = STAKE_CHAINS.filter((chain) => chain === native);
    return [...burns, ...stakes].map((chain) => `('${id}', '${chain}', ${i === 2 && chain === "bsc" ? 13 : 0})`);
  });
  return `arrayJoin([${[...pairs, "('', 'eth', 0)"].join(",")}])`;
}

/** Chains whose flows are written of a token; a coin that does not live on ethereum has rows of it all the same. */
function flowChainsOf(id: string, index: number): string[] {
  const { native = null, contracts = {} } = trackedById(id) ?? {};
  if (index === 0) return ["btc"];
  // Nobody looks for a token that has neither a chain nor a contract.
  if (native === null && Object.keys(contracts).length === 0) return [];
  return native === null || native === "eth"
    ? [...new Set(["eth", ...scannedChainsOf({ native, contracts })])]
    : ["eth"];
}

/** Tokens of which one chain was read less far than the other, by two hours and by thirty. */
export const laggardsOf = (tokens: readonly string[]): string[] =>
  tokens.filter((id, index) => index > 3 && flowChainsOf(id, index).length > 1).slice(0, 2);

/** Token, chain and how many windows its scan lags. */
function flowsOf(tokens: readonly string[]): string {
  const [late, later] = laggardsOf(tokens);
  const lines = tokens.flatMap((id, index) =>
    flowChainsOf(id, index).map((chain, at) => {
      const lag = at === 0 ? 0 : id === late ? 8 : id === later ? 120 : 0;
      return `('${id}', '${chain}', ${lag})`;
    }),
  );
  return `[${lines.join(",")}]`;
}

/** Tokens of contracts whose transfers are counted, with each of their chains; one of these is read an hour less far. */
function movedOf(tokens: readonly string[]): string {
  const lines = TRACKED.filter((token) => tokens.includes(token.id) && isCountedByTransfers(token)).flatMap((token) =>
    chainsOf(token).map((chain) => `('${token.id}', '${chain}')`),
  );
  return `arrayJoin([${["('', '')", ...lines].join(",")}])`;
}

const chainStatements = ({ asOf, tokens }: MarketRows, every: (minutes: number) => string) => [
  `INSERT INTO chain_activity (* EXCEPT (stored_at, replaced_at)) SELECT token, chain, ${at("ms")}, 400000 + toFloat64(sipHash64('tx', chain, ms) % 20000), NULL, concat('sandbox:', chain), ${at("ms + 1000")}
    FROM (SELECT pair.1 AS token, pair.2 AS chain, n, ${every(15)} AS ms FROM (SELECT arrayJoin([('bitcoin', 'btc'), ('cardano', 'ada')]) AS pair, toInt64(number) - 1 AS n FROM numbers(300)))
    WHERE token IN (${tokens.map((id) => `'${id}'`).join(",")})`,
  `INSERT INTO chain_activity (* EXCEPT (stored_at, replaced_at)) SELECT 'bitcoin', 'btc', ${at("ms")}, 410000, 600000 + n, 'sandbox:blockchain', ${at("ms + 30000000")}
    FROM (SELECT toInt64(number) AS n, ${Math.floor(asOf / DAY_MS) * DAY_MS} - n * 86400000 AS ms FROM numbers(3))`,
  `INSERT INTO chain_activity (* EXCEPT (stored_at, replaced_at)) SELECT pair.1, pair.2, ${at("ms")}, 405000 + n, 300000 + n, 'sandbox:coinmetrics', ${at("ms + 30000000")}
    FROM (SELECT arrayJoin([('ethereum', 'eth'), ('cardano', 'ada')]) AS pair, toInt64(number) AS n, ${Math.floor(asOf / DAY_MS) * DAY_MS} - n * 86400000 AS ms FROM numbers(3))`,
  `INSERT INTO chain_activity (* EXCEPT (stored_at, replaced_at)) SELECT pair.1, pair.2, ${at("ms")}, 1000 + toFloat64(sipHash64(pair, ms) % 9000), 800 + toFloat64(sipHash64(pair, ms, 1) % 9000), concat('sandbox:', pair.2), ${at("ms + 700000")}
    FROM (SELECT ${movedOf(tokens)} AS pair, ${Math.floor(asOf / 3_600_000) * 3_600_000} - (toInt64(number) + (pair.2 = 'bsc')) * 3600000 AS ms FROM numbers(30))
    WHERE pair.1 != ''`,
  `INSERT INTO chain_supply (* EXCEPT (stored_at, replaced_at)) SELECT pair.1, pair.2, ${at("ms")}, if(pair.2 IN ('eth', 'bsc'), amount, NULL), if(pair.2 IN ('eth', 'bsc'), NULL, 100 * amount), concat('sandbox:', pair.2), ${at("ms + 700")}
    FROM (SELECT ${suppliesOf(tokens)} AS pair, n, ${every(60)} - 60000 AS ms, 10000 + toFloat64(sipHash64(pair.1, pair.2, ms) % 90000) AS amount FROM (SELECT toInt64(number) - 1 AS n FROM numbers(60)))
    WHERE pair.1 != '' AND n >= pair.3`,
];

/** Statements that fill every live table; the last token has no perpetual. */
export function marketStatements(rows: MarketRows): string[] {
  const { asOf, tokens } = rows;
  const perp = `i < ${tokens.length}`;
  const m = "toFloat64(intDiv(ms, 60000))";
  const every = (minutes: number) =>
    `${Math.floor(asOf / (minutes * 60_000)) * minutes * 60_000} - n * ${minutes * 60_000}`;
  return [
    candles(
      rows,
      "spot",
      60,
      rows.minuteDays * 1_440,
      `(i <= ${rows.deepTokens} OR n < 1560) AND NOT (i = 3 AND v = 2 AND n < 25) AND NOT (i = 2 AND v = 1 AND n BETWEEN 200 AND 230)`,
    ),
    candles(rows, "spot", 3_600, 35 * 24, "NOT (i = 2 AND n = 77)"),
    candles(rows, "perp", 3_600, 14 * 24, perp),
    `INSERT INTO ticker (* EXCEPT (stored_at, replaced_at)) SELECT token, venue, market, symbol, ${at("ms")}, ${price(m)}, NULL, NULL, 0, 0, 0,
      9e7 * v + ${hash("t", m, 1_000_000)}, provider, ${at("ms + 200")}
      FROM (SELECT *, ${asOf} - 15000 - n * 60000 AS ms, arrayJoin(['spot', 'perp']) AS market FROM ${grid(rows, 120, 2)})
      WHERE (market = 'spot' OR (${perp} AND v != 2)) AND NOT (v = 3 AND n < 20)`,
    books(rows),
    `INSERT INTO open_interest (* EXCEPT (stored_at, replaced_at)) SELECT token, venue, symbol, ${at("ms")}, usd / 100, usd, provider, ${at("ms + 900")}
      FROM (SELECT *, ${every(5)} AS ms, 1e8 / (v * v) * (1 + 0.2 * sin(${m} / 900 + i)) + ${hash("oi", m, 100_000)} AS usd
        FROM ${grid(rows, 8 * 288, 3, perp)}) WHERE NOT (i = 2 AND v = 2 AND n < 10)`,
    `INSERT INTO funding (* EXCEPT (stored_at, replaced_at)) SELECT token, venue, symbol, ${at("ms")}, 'current', (${hash("f", m, 4_000)} - 1500) / 1e7,
      if(v = 3 AND i = 2, NULL, if(v = 2, 4, 8)), ${at(`intDiv(ms, 28800000) * 28800000 + 28800000`)}, ${price(m)} * 1.0007,
      if(v = 1, NULL, ${price(m)}), provider, ${at("ms + 500")}
      FROM (SELECT *, ${every(5)} AS ms FROM ${grid(rows, 300, 3, perp)})`,
    `INSERT INTO funding (* EXCEPT (stored_at, replaced_at)) SELECT token, venue, symbol, ${at("ms")}, 'settled', (${hash("s", m, 4_000)} - 1500) / 1e7,
      if(v = 2, 4, 8), NULL, NULL, NULL, provider, ${at("ms + 500")}
      FROM (SELECT *, ${every(240)} AS ms FROM ${grid(rows, rows.fundingDays * 6, 1, perp)}) WHERE v = 2 OR ms % 28800000 = 0`,
    `INSERT INTO long_short (* EXCEPT (stored_at, replaced_at)) SELECT token, venue, symbol, kind, ${at("ms")}, r, r / (1 + r) * 100, 100 / (1 + r), provider, ${at("ms + 700")}
      FROM (SELECT *, arrayJoin(['global_account', 'top_account', 'top_position']) AS kind, ${every(15)} AS ms,
        0.6 + toFloat64(sipHash64(kind, i, v, ms) % 20000) / 10000 AS r FROM ${grid(rows, 200, 1, perp)}) WHERE NOT (v = 1 AND i = 2)`,
    `INSERT INTO taker_volume (* EXCEPT (stored_at, replaced_at)) SELECT token, venue, symbol, ${at("ms - 300000")}, 300, 100 + ${hash("tb", m, 900)}, 100 + ${hash("ts", m, 900)},
      provider, ${at("ms + 400")} FROM (SELECT *, ${every(5)} AS ms FROM ${grid(rows, 400, 2, perp)}) WHERE NOT (v = 3 AND i = 1 AND n IN (4, 5, 6))`,
    `INSERT INTO liquidation (* EXCEPT (stored_at, replaced_at)) SELECT token, venue, symbol, ${at("ms")}, toString(sipHash64(i, v, ms)), if(sipHash64(ms, i) % 3 = 0, 'short', 'long'),
      ${price(m)}, usd / ${price(m)}, usd, provider, ${at("ms + 400")}
      FROM (SELECT *, ${asOf} - 31000 - n * 420000 + 1000 * i AS ms, 500 + ${hash("l", m, 400_000)} AS usd FROM ${grid(rows, 240, 2, perp)})
      WHERE v != 1 AND NOT (i = 2 AND n < 40)`,
    // Stretches overlap, as those of pulls that go on a little before the last event.
    `INSERT INTO liquidation_watch (* EXCEPT (stored_at, replaced_at)) SELECT token, venue, ${at("ms - 1860000")}, ${at("ms")}, provider, ${at("ms + 400")}
      FROM (SELECT *, ${every(30)} + 60000 AS ms FROM ${grid(rows, 8 * 48, 2, perp)})`,
    `INSERT INTO exchange_flow (* EXCEPT (stored_at, replaced_at)) SELECT token, chain, exchange, ${at("ms")}, 900, inn / 10, outt / 10, inn, outt, 5, 'labels-1', concat('sandbox:', chain), ${at("ms + 950000")}
      FROM (SELECT token, i, n, one.2 AS chain, one.3 AS lag, arrayJoin(['binance', 'okx']) AS exchange, ${every(15)} - 900000 AS ms,
        toFloat64(sipHash64('in', i, chain, exchange, ms) % 900000) AS inn, toFloat64(sipHash64('out', i, chain, exchange, ms) % 900000) AS outt
        FROM (SELECT *, arrayJoin(arrayFilter(x -> x.1 = token, ${flowsOf(tokens)})) AS one FROM ${grid(rows, 8 * 96, 1, "v = 1")}))
      WHERE i != 3 AND NOT (i = 4 AND n < 200) AND (lag = 0 OR n >= lag)`,
    `INSERT INTO large_transfer (* EXCEPT (stored_at, replaced_at)) SELECT token, if(i = 1, 'btc', 'eth'), ${at("ms")}, concat('0x', hex(sipHash64(i, ms))), 0, 1000 + n, '1', 1, usd, 'a', 'b',
      if(k % 3 = 0, 'binance', NULL), if(k % 4 = 0, if(k % 24 = 0, 'binance', 'okx'), NULL), 'unknown', 'labels-1', 'sandbox:eth', ${at("ms + 1000")}
      FROM (SELECT *, ${asOf} - 40000 - n * 3000000 AS ms, sipHash64('k', i, n) AS k, 1e6 + toFloat64(sipHash64('lt', i, n) % 9000000) AS usd FROM ${grid(rows, 40, 1, "v = 1")})
      WHERE i <= 2`,
    `INSERT INTO chain_scan (* EXCEPT (stored_at, replaced_at)) SELECT chain, ${at("ms")}, ${at("ms + 900000")}, 100000 - n * 75, 100074 - n * 75, 'h', 'labels-1', concat('sandbox:', chain), ${at("ms + 905000")}
      FROM (SELECT toInt64(number) AS n, arrayJoin(['btc', 'eth']) AS chain, ${every(15)} - 900000 AS ms FROM numbers(200))`,
    ...chainStatements(rows, every),
    `INSERT INTO coin_market (* EXCEPT (stored_at, replaced_at)) SELECT token, ${at("ms")}, ${price(m)}, NULL, NULL, toUInt32(i), 1e7 * (1 + i) * (1 - n / 1e6), 1.4e7 * (1 + i), if(i = 2, NULL, 2.1e7 * (1 + i)),
      if(i = 1, 10, 1000 * (i + 1)), ${at("1600000000000 + i")}, NULL, 'sandbox:coingecko', ${at("ms + 800")}
      FROM (SELECT *, ${every(60)} - 60000 AS ms FROM ${grid(rows, 32 * 24, 1, "v = 1")}) WHERE NOT (i = 3 AND n < 10)`,
    `INSERT INTO source_call (* EXCEPT (stored_at)) SELECT concat(toString(n), token, venue, ds), provider, concat(venue, '-', ds), concat(venue, '.', ds), token, concat('http://x/', token),
      ${at("ms - 90")}, ${at("ms")}, if(v = 2 AND i = 3 AND ds = 'order-book', 'http_error', 'ok'), 200, 100, 1, lower(hex(SHA256(concat(token, ds)))), 90, [], 'GET'
      FROM (SELECT *, arrayJoin(['candle-1m', 'order-book', 'open-interest', 'funding', 'liquidation']) AS ds, ${asOf} - 10000 - n * 1800000 AS ms
        FROM ${grid(rows, 52, 1)}) WHERE i < ${tokens.length} OR ds IN ('candle-1m', 'order-book')`,
  ];
}

/** Writes the rows, then some of them again with a later reading, which must win. */
export async function fillMarket(store: Store, rows: MarketRows): Promise<void> {
  for (const statement of marketStatements(rows)) await store.command(statement);
  const cut = at(`${rows.asOf - 7_200_000}`);
  await store.command(`INSERT INTO candle SELECT * REPLACE (volume_usd * 1.5 AS volume_usd, retrieved_at + INTERVAL 1 MINUTE AS retrieved_at)
    FROM candle WHERE open_at > ${cut} AND interval_s = 60 AND toMinute(open_at) % 7 = 0`);
  await store.command(`INSERT INTO open_interest SELECT * REPLACE (open_interest_usd * 1.01 AS open_interest_usd, retrieved_at + INTERVAL 1 MINUTE AS retrieved_at)
    FROM open_interest WHERE at > ${cut} AND toMinute(at) % 15 = 0`);
  await store.command(`INSERT INTO chain_supply SELECT * REPLACE (burned_native * 1.5 AS burned_native, staked_native * 1.1 AS staked_native, retrieved_at + INTERVAL 1 MINUTE AS retrieved_at)
    FROM chain_supply WHERE at > ${cut}`);
  await store.command(`INSERT INTO chain_activity SELECT * REPLACE (transactions_count + 5 AS transactions_count, retrieved_at + INTERVAL 1 MINUTE AS retrieved_at)
    FROM chain_activity WHERE at > ${cut}`);
}
