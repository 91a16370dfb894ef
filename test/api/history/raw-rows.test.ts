// resolution=raw on the real engine: every stored row, once, in order, as the buckets would round it.
import { createHash } from "node:crypto";
import t from "tap";
import { RAW_SERIES } from "../../../api/history/raw-rows.ts";
import { DAY_MS, MINUTE_MS } from "../../../schema/duration.ts";
import { FRESHNESS } from "../../../schema/freshness.ts";
import { SERIES, type SeriesId } from "../../../schema/series/index.ts";
import type { Source } from "../../../schema/shape/source.ts";
import { toTime } from "../../../schema/shape/time.ts";
import { ask, startTestApi } from "../../support/api/api.ts";
import { frames } from "../../support/rows/frames.ts";
import { startTestStore } from "../../support/store.ts";

const AT = Date.parse("2026-11-20T12:00:30.000Z");
const END = Math.floor(AT / MINUTE_MS) * MINUTE_MS;
const seen = { provider: "sandbox:x", retrieved_at: AT };

/** Closed minutes of three venues; okx lacks every fifth, so that medians of two and three both occur. */
const CANDLES = 1_900;
const candles = Array.from({ length: CANDLES }, (_, k) => END - (k + 1) * MINUTE_MS).flatMap((open_at, k) =>
  ["binance", "bybit", "okx"].flatMap((venue, v) =>
    v === 2 && k % 5 === 0
      ? []
      : [
          {
            ...seen,
            token: "bitcoin",
            venue,
            market: "spot",
            symbol: "BTCUSDT",
            interval_s: 60,
            open_at,
            open: 1,
            high: 9,
            low: 1,
            close: 5 + v + k / 1e4,
            volume_native: 2,
            volume_usd: 12,
          },
        ],
  ),
);
const base = { ...seen, token: "bitcoin", symbol: "BTCUSDT" };
const oi = [5, 10].map((m) => ({
  ...base,
  venue: "binance",
  at: END - m * MINUTE_MS,
  open_interest_native: 1,
  open_interest_usd: 1234.567,
}));
const rate = { ...base, venue: "okx", rate: 0.00012345, next_funding_at: null, mark_price: null, index_price: null };
const funding = [
  { ...rate, at: END - 60 * MINUTE_MS, kind: "settled", interval_hours: 4 },
  { ...rate, at: END - 5 * MINUTE_MS, kind: "current", interval_hours: null },
];
const ls = { ...base, venue: "bybit", ratio: 1.23456789, long_pct: 55.24, short_pct: 44.76 };
const longShort = ["global_account", "top_account"].map((kind) => ({ ...ls, kind, at: END - 15 * MINUTE_MS }));
const flow = {
  ...seen,
  token: "bitcoin",
  exchange: "binance",
  window_s: 900,
  inflow_native: 1,
  outflow_native: 1,
  transfers: 1,
  label_set: "l1",
};
const flows = [
  { ...flow, chain: "bitcoin", at: END - 15 * MINUTE_MS, inflow_usd: 100.004, outflow_usd: 30 },
  { ...flow, chain: "ethereum", at: END - 15 * MINUTE_MS, inflow_usd: 1, outflow_usd: 2 },
  { ...flow, chain: "bitcoin", at: END - 30 * MINUTE_MS, inflow_usd: null, outflow_usd: 2 },
];

const tvl = [2, 1].map((hours) => ({
  ...seen,
  token: "bitcoin",
  chain: "btc",
  at: END - hours * 30 * MINUTE_MS,
  tvl_usd: 5.001e9,
  change_24h_pct: null,
  neutral_change_pct: null,
}));
const held = { ...seen, token: "bitcoin", exchange: "okx", reserve_native: 12.5, reserve_usd: null };
const reserves = [60, 30].map((minutes) => ({ ...held, at: END - minutes * MINUTE_MS }));

/** A call of each dataset that was answered when its rows were received the second time, and one of another time. */
const CALLS = [...new Set(Object.values(RAW_SERIES).map(({ dataset }) => dataset))].flatMap((dataset) =>
  [AT, AT + 1].map((responded_at) => ({
    ...{ id: `${dataset}~${responded_at}`, provider: "sandbox:x" },
    source: `x-${FRESHNESS[dataset].kinds?.[0] ?? dataset.replaceAll("_", "-")}`,
    ...{ endpoint: `x.${dataset}`, token: "bitcoin", url: `https://x.invalid/${dataset}`, requested_at: AT - 50 },
    ...{ responded_at, outcome: "ok", http_status: 200, bytes: 9, rows: 2, latency_ms: 50, parts: [], method: "GET" },
    raw_sha256: createHash("sha256").update(`${dataset} ${responded_at}`).digest("hex"),
  })),
);

type Series = {
  rows: [string, ...unknown[]][];
  sources: string[];
  truncated: boolean;
  reason: string | null;
  next_cursor: string | null;
  coverage: object;
};

t.test("raw rows", async (t) => {
  const { store } = await startTestStore(t);
  for (const [table, rows] of Object.entries({
    candle: candles,
    open_interest: oi,
    funding,
    long_short: longShort,
    exchange_flow: flows,
    token_tvl: tvl,
    exchange_reserve: reserves,
  })) {
    await store.insert(table, rows, `test~${table}`);
    // A second reading of the same rows must not show twice.
    await store.insert(
      table,
      rows.map((row) => ({ ...row, retrieved_at: AT + 1 })),
      `test~again~${table}`,
    );
  }
  await store.insert("source_call", CALLS, "test~calls");
  const { app } = await startTestApi(t, AT, frames(AT), store);
  const readPath = async (id: SeriesId, query: string) => {
    const { answer, status, body } = await ask(t, app, `/v1/history/BTC?${query}`);
    t.equal(status, 200, query);
    t.ok(answer.headers.some(([name, value]) => name === "cache-control" && value === "no-store"));
    return (body.data as { series: Record<string, Series> }).series[id] as Series;
  };
  const read = (id: SeriesId, since: number) => readPath(id, `series=${id}&resolution=raw&since=${toTime(since)}`);

  for (const id of Object.keys(RAW_SERIES) as SeriesId[]) {
    t.test(`${id} has rows of its columns, ascending, and names its sources`, async (t) => {
      const { rows, sources, coverage } = await read(id, END - 120 * MINUTE_MS);
      t.ok(rows.length > 0);
      t.match(coverage, { expected: "unassessed", absent: { gap: "unassessed" } }, "it is not counted what is owed");
      t.ok(rows.every((row) => row.length === Object.keys(SERIES[id].columns).length));
      t.same(
        rows.map(([time]) => time),
        rows.map(([time]) => time).sort(),
      );
      t.ok(sources.length > 0);
    });

    t.test(`${id} names the call of the newest row of each line, by its digest`, async (t) => {
      const query = `series=${id}&resolution=raw&since=${toTime(END - 120 * MINUTE_MS)}`;
      const { body } = await ask(t, app, `/v1/history/BTC?${query}&sources=full`);
      const { dataset } = RAW_SERIES[id];
      const call = CALLS.find((one) => one.endpoint === `x.${dataset}` && one.responded_at === AT + 1);
      const sources = body.sources as Source[];
      t.ok(sources.length > 0);
      for (const source of sources) {
        t.match(source, { endpoint: call?.endpoint, raw_sha256: call?.raw_sha256, url: call?.url, status: "ok" });
        t.equal(source.retrieved_at, toTime(AT + 1));
      }
    });
  }

  t.test("every series is walked by cursor, each row once, while rows come in and are read again", async (t) => {
    // Of the series with a row a minute and more, small pages walk a shorter time: sixteen of each, the quarter of an hour among them, tell what hundreds would.
    const minutesOf = (id: SeriesId, limit: number) =>
      id === "candles" || id === "price" ? Math.min(120, 17 * limit) : 120;
    // A minute and a quarter of an hour that open at once at one venue differ by the tie alone.
    const quarter = candles.find(({ open_at }) => open_at === END - 15 * MINUTE_MS);
    await store.insert("candle", [{ ...quarter, interval_s: 900 }], "quarter");
    for (const id of Object.keys(RAW_SERIES) as SeriesId[]) {
      for (const limit of [1, 2, 7]) {
        const since = END - minutesOf(id, limit) * MINUTE_MS;
        const kept = (await read(id, since)).rows.map((row) => JSON.stringify(row));
        const found: string[] = [];
        let query = `series=${id}&resolution=raw&since=${toTime(since)}`;
        for (let page = 0; query !== "" && page < 400; page++) {
          const { rows, next_cursor, truncated } = await readPath(id, `${query}&limit=${limit}`);
          t.equal(truncated, next_cursor !== null);
          t.ok(rows.length <= limit && (rows.length > 0 || next_cursor === null));
          found.push(...rows.map((row) => JSON.stringify(row)));
          query = next_cursor === null ? "" : `cursor=${next_cursor}`;
          if (page !== 3 || id !== "candles") continue;
          // A minute that closes meanwhile belongs to the next walk, and one that is read again is no second row.
          const late = { ...candles[0], venue: "kraken", open_at: AT + MINUTE_MS };
          await store.insert("candle", [late, { ...candles[0], retrieved_at: AT + 2 + limit }], `late~${limit}`);
        }
        t.strictSame(found, kept, `${id} by ${limit}`);
      }
    }
  });

  t.test("candles beyond a page come page by page without a loss or a repeat", async (t) => {
    const found = new Set<string>();
    let count = 0;
    let query = `series=candles&resolution=raw&since=${toTime(END - 10 * DAY_MS)}`;
    for (let pages = 0; query !== ""; pages++) {
      const page = await readPath("candles", query);
      t.ok(page.rows.length <= 5_000 && pages < 3);
      count += page.rows.length;
      for (const [time, venue] of page.rows) found.add(`${time} ${venue}`);
      query = page.next_cursor === null ? "" : `cursor=${page.next_cursor}`;
    }
    t.equal(found.size, candles.length);
    t.equal(count, candles.length + 1, "the quarter of an hour beside its minute");
  });

  t.test("a row's time is the opening of its candle; since includes it, until does not", async (t) => {
    const path = (since: number, until: number) =>
      `series=candles&resolution=raw&since=${toTime(since)}&until=${toTime(until)}`;
    for (const [since, until, rows] of [
      [END - MINUTE_MS, END, 2],
      [END - MINUTE_MS + 1, END, 0],
      [END - 2 * MINUTE_MS, END - MINUTE_MS, 3],
    ] as const) {
      const series = await readPath("candles", path(since, until));
      t.equal(series.rows.length, rows);
      t.equal(series.reason === null, rows > 0, "an empty series says why");
      for (const row of series.rows) t.match([row[0], row[2], row.at(-1)], [toTime(until - MINUTE_MS), 60, 1]);
    }
  });

  t.test("price is the median of the closes of a minute: the middle one, or the mean of the two", async (t) => {
    const { rows } = await read("price", END - 2 * MINUTE_MS);
    t.same(rows, [
      [toTime(END - 2 * MINUTE_MS), 6.0001, toTime(END - MINUTE_MS)],
      [toTime(END - MINUTE_MS), 5.5, toTime(END)],
    ]);
  });

  t.test("funding keeps the venue's interval, and a rate whose interval is unknown has no unit", async (t) => {
    const { rows } = await read("funding", END - 120 * MINUTE_MS);
    t.same(
      rows.map((row) => row.slice(1)),
      [
        ["okx", 0.0123, 4, 0.0247, toTime(END - 60 * MINUTE_MS)],
        ["okx", "unassessed", "unassessed", "unassessed", toTime(END - 5 * MINUTE_MS)],
      ],
    );
  });

  t.test("long/short is of all accounts; open interest in cents", async (t) => {
    t.same(
      (await read("long_short", END - 120 * MINUTE_MS)).rows.map((r) => r.slice(1)),
      [["bybit", 1.234568, 55.24, 44.76, toTime(END - 15 * MINUTE_MS)]],
    );
    t.same(
      (await read("open_interest", END - 120 * MINUTE_MS)).rows.map((r) => r[2]),
      [1234.57, 1234.57],
    );
  });

  t.test("flows are summed over chains, and one unknown chain makes the sum unknown", async (t) => {
    const { rows } = await read("exchange_netflow", END - 120 * MINUTE_MS);
    t.same(
      rows.map((r) => r.slice(1)),
      [
        ["binance", "unassessed", "unassessed", 2, 15, toTime(END - 15 * MINUTE_MS)],
        ["binance", 69, 101, 32, 15, toTime(END)],
      ],
    );
  });
});
