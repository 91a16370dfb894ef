import t from "tap";
import { roundPrice } from "../../../jobs/number/round.ts";
import { publishFrames, readFrames } from "../../../jobs/publish.ts";
import { buildTails, buildWhole, type HistoryInput } from "../../../jobs/series/build-history.ts";
import { tailStart } from "../../../jobs/series/history-frame.ts";
import { BUILT_SERIES_IDS } from "../../../jobs/series/index.ts";
import type { SourceInfo } from "../../../jobs/source-info.ts";
import { compile } from "../../../schema/check.ts";
import type { Frame } from "../../../schema/frame.ts";
import { openRedis } from "../../../schema/io/redis.ts";
import { KEYS, SNAPSHOTS } from "../../../schema/key.ts";
import { SERIES } from "../../../schema/series/index.ts";
import { BUCKET_S, type BucketResolution, seriesShape } from "../../../schema/series/series.ts";
import { toTime } from "../../../schema/shape/time.ts";
import type { HistoryMeta } from "../../../schema/snapshot.ts";
import { valuesIn } from "../../support/api/values-in.ts";
import { startTestRedis } from "../../support/redis.ts";
import {
  base,
  candleOf,
  day,
  END,
  hour,
  insertAll,
  minute,
  minuteOf,
  START,
  TOKENS,
  VENUES,
} from "../../support/rows/history-rows.ts";
import { startTestStore } from "../../support/store.ts";

const RESOLUTIONS = Object.keys(BUCKET_S) as BucketResolution[];

const SOURCES: SourceInfo[] = VENUES.flatMap((venue) =>
  (["candle", "open_interest", "funding", "long_short"] as const).map((dataset) => ({
    id: `${venue}-${dataset}`,
    provider: venue,
    dataset,
    everyS: 60,
    venue,
    market: dataset === "candle" ? ("spot" as const) : ("perp" as const),
    tokens: null,
    setting: null,
  })),
);

const { store } = await startTestStore(t);
const server = await startTestRedis(t);
const redis = openRedis(server.url, "patient", "test");
t.teardown(() => redis.disconnect());
await redis.hset(KEYS.listed("okx", "spot"), { bitcoin: "BTC-USDT" });

const inputAt = (asOf: number, tokens: readonly string[] = TOKENS): HistoryInput => ({
  store,
  redis,
  asOf,
  tokens,
  sources: SOURCES,
  promisedMs: 1 * day,
  signal: new AbortController().signal,
});

const NAMES = TOKENS.flatMap((token) =>
  BUILT_SERIES_IDS.flatMap((series) => RESOLUTIONS.map((resolution) => SNAPSHOTS.history(token, series, resolution))),
);
const rowsOf = (frame: Frame<unknown> | null | undefined) => valuesIn(frame?.parts.get("rows")) as unknown[][];
const frameOf = async (name: string) => (await readFrames(redis, [name]))[0] as Frame<HistoryMeta> | null;

await insertAll(store, START, END);
await buildWhole(inputAt(END));

/** Plain SQL of a bucketed line, said again independently of the builder. */
const independent: Record<string, (size: number) => string> = {
  candles: (size) => `
WITH c AS (
  SELECT venue, interval_s, toUnixTimestamp64Milli(open_at) AS o, open, high, low, close, volume_native, volume_usd
  FROM candle FINAL
  WHERE token = {token:String} AND market = 'spot' AND o + interval_s * 1000 <= {to:Int64} AND interval_s * 1000 <= ${size}
)
SELECT intDiv(o, ${size}) * ${size} AS b, venue AS line, 0 AS at_ms, [${size / 1_000}, argMin(open, o), max(high), min(low),
  argMax(close, o), round(sum(volume_native), 8), round(sum(volume_usd), 2), sum(interval_s) / 60] AS cells
FROM c
WHERE (interval_s >= 3600 OR (venue, intDiv(o, 3600000) * 3600000) NOT IN (SELECT venue, o FROM c WHERE interval_s = 3600))
  AND (interval_s >= 900 OR (venue, intDiv(o, 900000) * 900000) NOT IN (SELECT venue, o FROM c WHERE interval_s = 900))
GROUP BY b, line ORDER BY b, line`,
  open_interest: (size) => `
SELECT intDiv(toUnixTimestamp64Milli(at), ${size}) * ${size} AS b, venue AS line, toUnixTimestamp64Milli(at) AS at_ms, [round(open_interest_usd, 2)] AS cells
FROM open_interest FINAL WHERE token = {token:String} AND at <= fromUnixTimestamp64Milli({to:Int64})
ORDER BY b, line, at DESC LIMIT 1 BY b, line`,
  funding: (size) => `
SELECT intDiv(toUnixTimestamp64Milli(at), ${size}) * ${size} AS b, venue AS line, toUnixTimestamp64Milli(at) AS at_ms,
  [if(interval_hours IS NULL, NULL, round(rate * 100, 4)), interval_hours, round(rate * 800 / interval_hours, 4)] AS cells
FROM funding FINAL WHERE token = {token:String} AND at <= fromUnixTimestamp64Milli({to:Int64})
ORDER BY b, line, at DESC, kind = 'settled' DESC LIMIT 1 BY b, line`,
  long_short: (size) => `
SELECT intDiv(toUnixTimestamp64Milli(at), ${size}) * ${size} AS b, venue AS line, toUnixTimestamp64Milli(at) AS at_ms,
  [round(ratio, 6), long_pct, short_pct] AS cells
FROM long_short FINAL WHERE token = {token:String} AND kind = 'global_account' AND at <= fromUnixTimestamp64Milli({to:Int64})
ORDER BY b, line, at DESC LIMIT 1 BY b, line`,
  tvl: (size) => `
SELECT intDiv(toUnixTimestamp64Milli(at), ${size}) * ${size} AS b, chain AS line, toUnixTimestamp64Milli(at) AS at_ms, [round(tvl_usd, 2)] AS cells
FROM token_tvl FINAL WHERE token = {token:String} AND at <= fromUnixTimestamp64Milli({to:Int64})
ORDER BY b, line, at DESC LIMIT 1 BY b, line`,
  reserves: (size) => `
SELECT intDiv(toUnixTimestamp64Milli(at), ${size}) * ${size} AS b, exchange AS line, toUnixTimestamp64Milli(at) AS at_ms, [round(reserve_native, 8)] AS cells
FROM exchange_reserve FINAL WHERE token = {token:String} AND at <= fromUnixTimestamp64Milli({to:Int64})
ORDER BY b, line, at DESC LIMIT 1 BY b, line`,
  exchange_netflow: (size) => `
SELECT intDiv(toUnixTimestamp64Milli(at), ${size}) * ${size} AS b, exchange AS line,
  max(toUnixTimestamp64Milli(at) + window_s * 1000) AS at_ms, countIf(isNull(inflow_usd)) = 0 AS in, countIf(isNull(outflow_usd)) = 0 AS out,
  [if(in AND out, round(sum(inflow_usd) - sum(outflow_usd), 2), NULL), if(in, round(sum(inflow_usd), 2), NULL),
  if(out, round(sum(outflow_usd), 2), NULL), sum(window_s) / 60] AS cells
FROM exchange_flow FINAL WHERE token = {token:String} AND at + toIntervalSecond(window_s) <= fromUnixTimestamp64Milli({to:Int64})
GROUP BY b, line ORDER BY b, line`,
};
/** Has a test of its own below: it is derived from candles. */
const ELSEWHERE = ["price"];

t.test("every series has its SQL", (t) => {
  t.strictSame([...Object.keys(independent), ...ELSEWHERE].sort(), Object.keys(SERIES).sort());
  t.end();
});

type Bucket = { b: number; line: string; at_ms: number; cells: (number | null)[] };

for (const [series, sql] of Object.entries(independent)) {
  t.test(`${series}: every bucket of every resolution equals plain SQL over the stored rows`, async (t) => {
    for (const token of TOKENS) {
      for (const resolution of RESOLUTIONS) {
        const size = BUCKET_S[resolution] * 1_000;
        const rows = await store.query<{ token: string; to: number }, Bucket>(
          { name: "independent", sql: sql(size) },
          { token, to: END },
        );
        const expected = rows
          .sort((a, b) => a.b - b.b || (a.line < b.line ? -1 : 1))
          .map(({ b, line, at_ms, cells }) => [
            ...[toTime(b), line, ...cells.map((c) => c ?? "unassessed")],
            ...(at_ms === 0 ? [] : [toTime(at_ms)]),
          ]);
        const frame = await frameOf(SNAPSHOTS.history(token, series as keyof typeof SERIES, resolution));
        t.strictSame(rowsOf(frame), expected, `${token} ${resolution}: ${expected.length} rows`);
      }
    }
  });
}

t.test("price: the last minute's median over venues whose close is within its hard limit", async (t) => {
  const sql = `
WITH c AS (SELECT venue, toUnixTimestamp64Milli(open_at) + interval_s * 1000 AS at_ms, interval_s, close FROM candle FINAL
  WHERE token = {token:String} AND market = 'spot' AND at_ms <= {to:Int64}),
ends AS (SELECT intDiv(at_ms - 1, 900000) * 900000 AS b, max(at_ms) AS last FROM c GROUP BY b)
SELECT b, any(last) AS ended, groupArray(close) AS closes FROM (
  SELECT b, last, venue, close, at_ms FROM ends CROSS JOIN c WHERE at_ms <= last AND at_ms > last - 1800000
  ORDER BY b, venue, at_ms DESC, interval_s LIMIT 1 BY b, venue
) WHERE at_ms >= last - 900000 GROUP BY b ORDER BY b`;
  for (const token of TOKENS) {
    const rows = await store.query<{ token: string; to: number }, { b: number; ended: number; closes: number[] }>(
      { name: "independent-price", sql },
      { token, to: END },
    );
    const expected = rows.map(({ b, ended, closes }) => {
      const sorted = closes.sort((x, y) => x - y);
      const upper = sorted[sorted.length >> 1] ?? Number.NaN;
      const middle = sorted.length % 2 ? upper : ((sorted[(sorted.length >> 1) - 1] ?? Number.NaN) + upper) / 2;
      return [toTime(b), roundPrice(middle), toTime(ended)];
    });
    t.strictSame(rowsOf(await frameOf(SNAPSHOTS.history(token, "price", "15m"))), expected);
  }
});

t.test("every frame's rows have the columns of its series, ascend, and are cut to their window", async (t) => {
  for (const token of TOKENS) {
    for (const series of BUILT_SERIES_IDS) {
      for (const resolution of RESOLUTIONS) {
        const name = SNAPSHOTS.history(token, series, resolution);
        const frame = await frameOf(name);
        if (!frame) throw new Error(`${name} is missing`);
        const rows = rowsOf(frame);
        const check = compile(seriesShape(SERIES[series]).properties.rows);
        t.ok(check(rows), `${name} ${check.describe()}`);
        const times = rows.map(([time]) => String(time));
        t.strictSame(times, [...times].sort());
        t.ok(times.every((time) => Date.parse(time) >= frame.meta.from && Date.parse(time) < frame.meta.to));
        const absent = frame.meta.absent.reduce((sum, range) => sum + range.count, 0);
        const buckets = ((frame.meta.to - frame.meta.from) / (BUCKET_S[resolution] * 1_000)) * frame.meta.lines;
        // What directories tell by the hour owes a row in one quarter of four.
        const isSeldom = ["tvl", "reserves"].includes(series) && frame.meta.names.length > 0 && resolution === "15m";
        t.ok(
          isSeldom ? rows.length + absent <= buckets / 3 : rows.length + absent === buckets,
          `${name}: every expected observation is delivered or explained`,
        );
      }
    }
  }
});

t.test("a bucket gives the same bar and the same price whichever candles it was made of", async (t) => {
  type BarRow = [time: string, venue: string, ...cells: number[]];
  let [bars, prices] = [0, 0];
  const wrong: string[] = [];
  for (const token of TOKENS) {
    const mine = token === "ethereum" ? VENUES.slice(0, 2) : VENUES;
    for (const resolution of RESOLUTIONS) {
      const minutes = BUCKET_S[resolution] / 60;
      const whole = new Map<string, number>();
      for (const row of rowsOf(await frameOf(SNAPSHOTS.history(token, "candles", resolution)))) {
        const [time, venue, interval, open, high, low, close, native = 0, usd = 0, covered = 0] = row as BarRow;
        const about = `${token} ${venue} ${resolution} ${time}`;
        if (interval !== BUCKET_S[resolution] || covered <= 0 || covered > minutes) wrong.push(about);
        if (covered !== minutes) continue;
        const truth = candleOf(token, venue, Date.parse(time), minutes);
        const isSame = [truth.open, truth.high, truth.low, truth.close].join() === [open, high, low, close].join();
        if (!isSame || Math.abs(native - truth.native) >= 1e-6 || Math.abs(usd - truth.usd) >= 0.01) wrong.push(about);
        whole.set(time, (whole.get(time) ?? 0) + 1);
        bars++;
      }
      for (const [time, price, asOf] of rowsOf(await frameOf(SNAPSHOTS.history(token, "price", resolution)))) {
        if (whole.get(String(time)) !== mine.length) continue;
        const closes = mine.map((venue) => minuteOf(token, venue, Date.parse(String(asOf)) - minute).close);
        const sorted = closes.sort((a, b) => a - b);
        const middle = mine.length === 3 ? sorted[1] : ((sorted[0] ?? 0) + (sorted[1] ?? 0)) / 2;
        const isAtEnd = asOf === toTime(Date.parse(String(time)) + minutes * minute);
        if (price !== roundPrice(middle ?? 0) || !isAtEnd) wrong.push(`price ${token} ${resolution} ${time}`);
        prices++;
      }
    }
  }
  t.strictSame(wrong, []);
  t.ok(bars > 200 && prices > 20, `${bars} bars and ${prices} prices of whole buckets`);
});

t.test("coverage owes what the cadence of each line owes, in the past and since it is looked at", async (t) => {
  const token = "solana";
  const live = END - 3 * hour;
  const perp = { ...base(token, "binance"), next_funding_at: null, mark_price: null, index_price: null };
  const settled = [0, 8, 16, 32, 40, 48].map((n) => START + n * hour).filter((at) => at < live);
  const current = Array.from({ length: 36 }, (_, n) => live + n * 5 * minute).filter((_, n) => n < 12 || n > 24);
  const funding = [
    ...settled.map((at) => ({ ...perp, at, kind: "settled", rate: 0.0001, interval_hours: 8, retrieved_at: live })),
    ...current.map((at) => ({ ...perp, at, kind: "current", rate: 0.0002, interval_hours: 8, retrieved_at: at + 900 })),
  ];
  const hours = Array.from({ length: 48 }, (_, n) => START + n * hour).filter((_, n) => n !== 20);
  const held = { open_interest_native: 1, open_interest_usd: 5, retrieved_at: live };
  await store.insert("funding", funding, "cadence-funding");
  await store.insert(
    "open_interest",
    hours.map((at) => ({ ...base(token, "binance"), ...held, at })),
    "cadence-oi",
  );
  const mine = SOURCES.filter(({ venue }) => venue === "binance");
  await buildWhole({ ...inputAt(END, [token]), sources: mine, promisedMs: END - START });
  const gapsOf = async (series: "funding" | "open_interest", resolution: BucketResolution, before: number) => {
    const { absent = [] } = (await frameOf(SNAPSHOTS.history(token, series, resolution)))?.meta ?? {};
    t.ok(absent.every(({ reason, to }) => reason === "gap" || (reason === "not_yet_due" && to > END - hour)));
    return absent
      .filter(({ reason, from }) => reason === "gap" && from < before)
      .map(({ from, count }) => [from, count]);
  };
  t.strictSame(await gapsOf("funding", "1h", live - hour), [[START + 24 * hour, 1]], "one settlement is lacking");
  t.strictSame(await gapsOf("funding", "15m", live - hour), [[START + 24 * hour, 1]]);
  const quarters = (await gapsOf("funding", "15m", END)).slice(1);
  t.strictSame(
    quarters,
    [[Math.ceil((live + hour) / (15 * minute)) * 15 * minute, 4]],
    "since then every quarter owes one",
  );
  t.strictSame(await gapsOf("open_interest", "15m", START + 48 * hour), [[START + 20 * hour, 1]]);
  t.strictSame(await gapsOf("open_interest", "1h", START + 48 * hour), [[START + 20 * hour, 1]]);
});

t.test("absences say why: not listed, not due, failed, or unexplained", async (t) => {
  const ethereum = await frameOf(SNAPSHOTS.history("ethereum", "candles", "15m"));
  t.equal(ethereum?.meta.lines, 3);
  t.ok(ethereum?.meta.absent.some((range) => range.reason === "not_listed"));
  const bitcoin = await frameOf(SNAPSHOTS.history("bitcoin", "candles", "15m"));
  t.notOk(bitcoin?.meta.absent.some((range) => range.reason === "not_listed"));
  const gap = bitcoin?.meta.absent.find((range) => range.reason === "gap");
  t.ok(gap, "holes are there");
  const call = { provider: "test:okx", source: "okx-candle", endpoint: "e", token: "bitcoin", url: "", http_status: 0 };
  const more = { bytes: 0, rows: 0, raw_sha256: "", latency_ms: 1, outcome: "timeout", id: "1", method: "GET" };
  const calls = VENUES.map((venue) => ({
    ...call,
    ...more,
    source: `${venue}-candle`,
    requested_at: (gap?.from ?? 0) + 1,
    responded_at: (gap?.from ?? 0) + 2,
  }));
  await store.insert("source_call", calls, "calls");
  await buildWhole(inputAt(END + 1));
  const explained = (await frameOf(SNAPSHOTS.history("bitcoin", "candles", "15m")))?.meta.absent ?? [];
  t.ok(explained.some((range) => range.reason === "source_error" && range.from === gap?.from));
  const due = (await frameOf(SNAPSHOTS.history("bitcoin", "long_short", "15m")))?.meta.absent ?? [];
  for (const range of due.filter((r) => r.reason === "not_yet_due")) t.ok(range.to > END - 40 * minute);
});

t.test("frames brought forward from the tail equal frames built whole, byte for byte", async (t) => {
  await redis.flushall();
  await redis.hset(KEYS.listed("okx", "spot"), { bitcoin: "BTC-USDT" });
  const memo = Object.assign(new Map<string, string>(), { holder: { settled: null } });
  let now = END + 2;
  t.strictSame((await buildTails(inputAt(now), memo)).whole, TOKENS, "nothing to bring forward yet");
  await buildWhole(inputAt(now));
  let stored = 0;
  for (let step = 0; step < 12; step++) {
    const next = now + (step % 3 === 0 ? 3 * hour : 7 * minute);
    await insertAll(store, Math.ceil(now / (15 * minute)) * 15 * minute, next);
    now = next;
    const result = await buildTails(inputAt(now), memo);
    t.strictSame(result.whole, [], "the tail was enough");
    stored += result.stored;
  }
  t.ok(stored > 12);
  t.ok(memo.holder.settled, "what was settled was not read again");
  const tails = await redis.mgetBuffer(NAMES.map(KEYS.snapshot));
  await redis.del(KEYS.snapshotVersions);
  await buildWhole(inputAt(now));
  const wholes = await redis.mgetBuffer(NAMES.map(KEYS.snapshot));
  for (const [at, name] of NAMES.entries()) {
    const [tail, whole] = [tails[at], wholes[at]].map((bytes) => bytes?.toString() ?? "");
    const body = (text: string | undefined) => text?.replace(/"version":\d+/, "");
    if (tail?.includes(`"version":${now}`)) t.equal(body(tail), body(whole), name);
    else t.strictSame(tail?.split("\n").slice(1), whole?.split("\n").slice(1), `${name} did not change`);
  }
});

t.test("a frame that is too old, or that lacks a venue of the tail, is built whole", async (t) => {
  const now = END + 3 * day;
  t.strictSame((await buildTails(inputAt(now), new Map())).whole, TOKENS);
  await redis.flushall();
  await buildWhole(inputAt(now));
  const fresh = { ...base("bitcoin", "kraken"), at: tailStart(now) + 6 * hour, retrieved_at: now };
  await store.insert("open_interest", [{ ...fresh, open_interest_native: 1, open_interest_usd: 5 }], "kraken");
  t.strictSame((await buildTails(inputAt(now + 1), new Map())).whole, ["bitcoin"]);
  t.equal(await publishFrames(redis, []), 0);
});

t.test("flows of a token on two chains are no row while one of them is not read", async (t) => {
  const from = tailStart(END) - 6 * hour;
  const flow = {
    ...{ token: "pepe", exchange: "okx", window_s: 900, inflow_native: 1, outflow_native: 2, outflow_usd: 1 },
    ...{ transfers: 3, label_set: "v1", provider: "test:chain" },
  };
  const windows = Array.from({ length: 12 }, (_, n) => from + n * 15 * minute);
  const rows = (chain: string, usd: number, isRead: (n: number) => boolean) =>
    windows.flatMap((at, n) =>
      isRead(n) ? [{ ...flow, chain, at, inflow_usd: usd, retrieved_at: at + 20 * minute }] : [],
    );
  // The second chain is read from the third window on, fails in the seventh and eighth, and is late in the last.
  const second = rows("bsc", 7, (n) => n >= 2 && n !== 6 && n !== 7 && n !== 11);
  await store.insert("exchange_flow", [...rows("eth", 3, () => true), ...second], "two-chains");
  await buildWhole(inputAt((windows[11] ?? 0) + 40 * minute, ["pepe"]));
  const frame = await frameOf(SNAPSHOTS.history("pepe", "exchange_netflow", "15m"));
  t.strictSame(
    rowsOf(frame),
    windows.flatMap((at, n) =>
      [0, 1, 6, 7, 11].includes(n) ? [] : [[toTime(at), "okx", 8, 10, 2, 15, toTime(at + 15 * minute)]],
    ),
    "nor before it was read for the first time",
  );
  const summed = async (resolution: BucketResolution) =>
    rowsOf(await frameOf(SNAPSHOTS.history("pepe", "exchange_netflow", resolution)));
  const endOf = (n: number) => toTime((windows[n] ?? 0) + 15 * minute);
  t.strictSame(
    await summed("1h"),
    [
      [toTime(from), "okx", 16, 20, 4, 30, endOf(3)],
      [toTime(from + hour), "okx", 16, 20, 4, 30, endOf(5)],
      [toTime(from + 2 * hour), "okx", 24, 30, 6, 45, endOf(10)],
    ],
    "a longer bucket sums the windows that were read, and says over how many minutes",
  );
  t.strictSame(await summed("6h"), [[toTime(from), "okx", 56, 70, 14, 105, endOf(10)]]);
  const gaps = frame?.meta.absent.filter(({ reason }) => reason === "gap") ?? [];
  t.ok(
    gaps.some((range) => range.from === windows[6] && range.to === windows[7] && range.count === 2),
    "the coverage certificate counts them",
  );
});
