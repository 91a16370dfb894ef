// The analysts' views: as desired, documented, true to the rows behind them, and open to reading only.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { openStore, type Store } from "../../schema/io/clickhouse.ts";
import { migrate, readViews } from "../../schema/io/migrate.ts";
import { insertBriefs } from "../recompute/chain-rows.ts";
import { BASE } from "../support/base.ts";
import { startFilledStore } from "../support/market/filled-store.ts";
import { startTestStore } from "../support/store.ts";
import { ROOT, readText } from "../support/tree.ts";

const files = readdirSync(join(ROOT, "schema/analyst")).sort();
/** Those of drawers and those of files. */
const views = (await readViews()).map(({ name }) => name.slice("analyst.".length));
const read = <R>(store: Store, sql: string) => store.query({ name: "test", sql }, {}) as Promise<R[]>;
const UNIT =
  /(USD|coins|Percent|Percentage points|Long over short|Basis points|Seconds|Milliseconds|Hours|Bytes|UTC|[Uu]nit|0 or 1|[Ii]ndex points)/;
const UNITLESS = /^(id|severity|block|log_index|rank|.*_ratio|.*_count|is_simulated|contracts)$/;

t.test("every view's file makes that view, and every view and column says what it holds", async (t) => {
  const { store } = await startTestStore(t);
  const migrated = await read<{ name: string; comment: string }>(
    store,
    "SELECT name, comment FROM system.tables WHERE database = 'analyst' ORDER BY name",
  );
  t.same(
    migrated.map(({ name }) => name),
    views,
    "each view is made, and no other",
  );
  for (const file of files) {
    t.match(
      readText(`schema/analyst/${file}`),
      new RegExp(`^CREATE OR REPLACE VIEW analyst\\.${file.slice(0, -4)}\\n`),
      `${file} is named as its view`,
    );
  }
  t.same(
    migrated.filter(({ comment }) => !/\.$/.test(comment)).map(({ name }) => name),
    [],
    "every view has a comment",
  );
  const columns = await read<{ at: string; name: string; type: string; comment: string }>(
    store,
    "SELECT concat(table, '.', name) AS at, name, type, comment FROM system.columns WHERE database = 'analyst'",
  );
  t.same(
    columns.filter(({ comment }) => !/\.$/.test(comment)).map(({ at }) => at),
    [],
    "every column has a comment",
  );
  t.same(
    columns
      .filter(({ name, type }) => /Float|Int|DateTime/.test(type) && !UNITLESS.test(name))
      .filter(({ comment }) => !UNIT.test(comment))
      .map(({ at, comment }) => `${at}: ${comment}`),
    [],
    "every number has a unit",
  );
});

t.test("a view whose file has changed is made again, and one that has not is left alone", async (t) => {
  const { engine, store } = await startTestStore(t);
  const options = { url: engine.url, user: "default", password: engine.token, process: "test", database: "default" };
  const admin = openStore(options);
  t.teardown(() => admin.close());
  t.same(await migrate(admin, store, "assay"), [], "nothing is new");
  await store.command("CREATE OR REPLACE VIEW analyst.book_hour AS SELECT 1 AS old");
  await store.insert("migration", [{ name: "analyst.book_hour", digest: "of an older file" }], "older");
  t.same(await migrate(admin, store, "assay"), ["analyst views"]);
  const [made] = await read<{ create: string }>(
    store,
    "SELECT create_table_query AS create FROM system.tables WHERE database = 'analyst' AND name = 'book_hour'",
  );
  t.match(made?.create, /spread_bps/);
  t.same(await migrate(admin, store, "assay"), [], "and that once");
  await store.command("CREATE OR REPLACE VIEW analyst.book_hour AS SELECT 1 AS changed");
  t.same(await migrate(admin, store, "assay"), ["analyst views"], "one that was changed in the store");
  await store.command("DROP VIEW analyst.book_hour");
  t.same(await migrate(admin, store, "assay"), ["analyst views"], "one that was dropped there");
  t.same(await migrate(admin, store, "assay"), []);
});

t.test("over a whole market every view has rows, of the types it promises", async (t) => {
  const { engine, store, asOf } = await startFilledStore(t);
  await store.command(insertBriefs(asOf, ["bitcoin", "ethereum", "solana"]));
  for (const view of views) {
    const [counted] = await read<{ n: number }>(store, `SELECT count() AS n FROM (SELECT * FROM analyst.${view})`);
    t.ok((counted?.n ?? 0) > 0, `${view} has rows`);
    const types = await read<{ name: string; type: string }>(store, `DESCRIBE (SELECT * FROM analyst.${view})`);
    const promised = await read<{ name: string; type: string }>(
      store,
      `SELECT name, type FROM system.columns WHERE database = 'analyst' AND table = '${view}' ORDER BY position`,
    );
    const pick = (rows: typeof types) => rows.map(({ name, type }) => `${name} ${type}`);
    t.same(pick(types), pick(promised), `${view} is as documented`);
  }

  t.test("columns of the panel agree with the views of one subject", async (t) => {
    const differing = (subject: string, panel: string, join: string) =>
      read<{ n: number; all: number }>(
        store,
        `SELECT countIf(NOT (abs(p.${panel} - s.x) <= 1e-9 * greatest(abs(s.x), 1))) AS n, count(p.${panel}) AS all
         FROM analyst.token_hour AS p JOIN (${join}) AS s ON s.token = p.token AND s.hour = p.hour`,
      ).then(([row]) => {
        t.ok((row?.all ?? 0) > 10, `${subject}: hours to compare`);
        t.equal(row?.n, 0, `${subject}: all equal`);
      });
    const sum = (view: string, column: string) =>
      `SELECT token, hour, sum(${column}) AS x FROM analyst.${view} GROUP BY token, hour`;
    await differing("open interest", "open_interest_usd", sum("open_interest_hour", "open_interest_usd"));
    await differing("liquidations", "liquidation_long_usd", sum("liquidation_hour", "long_usd"));
    await differing("netflow", "netflow_usd", sum("exchange_flow_hour", "netflow_usd"));
    await differing(
      "price",
      "price_usd",
      "SELECT token, toStartOfHour(at - INTERVAL 1 MINUTE) AS hour, price_usd AS x, venue_count FROM analyst.price_minute WHERE toMinute(at) = 0 AND venue_count = 3 AND token IN ('bitcoin')",
    );
  });

  t.test("a token and an hour asked of the panel reach the index of every table behind it", async (t) => {
    const plan = await read<{ explain: string }>(
      store,
      "EXPLAIN indexes = 1 SELECT * FROM analyst.hour_live WHERE token = 'bitcoin' AND hour >= now() - INTERVAL 1 DAY",
    );
    const lines = plan.map(({ explain }) => explain);
    const reads = lines.filter((line) => line.includes("ReadFromMergeTree"));
    const cut = lines.filter((line) => /Condition: .*toStartOfHour.*token in \['bitcoin'/.test(line));
    t.ok(reads.length >= 11, "every table is read");
    t.equal(cut.length, reads.length, "and none of them whole");
  });

  t.test("the read-only credential reads the views and changes nothing", async (t) => {
    const ask = async (sql: string) => {
      const response = await fetch(`${engine.url}/?database=analyst`, {
        method: "POST",
        headers: { "X-ClickHouse-User": "analyst", "X-ClickHouse-Key": engine.readonlyToken },
        body: sql,
      });
      return { status: response.status, text: await response.text() };
    };
    t.match(await ask("SELECT count() > 0 FROM token_hour"), { status: 200, text: "1\n" });
    for (const sql of [
      "DROP VIEW token_hour",
      "INSERT INTO assay.candle (token) VALUES ('x')",
      "CREATE OR REPLACE VIEW token_hour AS SELECT 1",
      "SET max_execution_time = 0",
    ])
      t.match(await ask(sql), { status: /^(403|500)$/, text: /READONLY/ }, sql);
  });
});

t.test(
  "a value that was not measured is null, a row read twice counts once, and simulated rows are marked",
  async (t) => {
    const { store } = await startTestStore(t);
    const hour = Math.floor(BASE / 3_600_000) * 3_600_000 - 6 * 3_600_000;
    const candle = (venue: string, backH: number, close: number, provider = venue, retrieved = 0) => ({
      ...{
        token: "bitcoin",
        venue,
        market: "spot",
        symbol: "BTCUSDT",
        interval_s: 3_600,
        open_at: hour - backH * 3_600_000,
      },
      ...{
        open: close,
        high: close,
        low: close,
        close,
        volume_native: 1,
        volume_usd: close,
        provider,
        retrieved_at: hour + retrieved,
      },
    });
    await store.insert(
      "candle",
      [
        candle("binance", 1, 100),
        candle("okx", 1, 102),
        candle("binance", 0, 110),
        candle("okx", 0, 112),
        candle("bybit", 0, 120),
      ],
      "a",
    );
    await store.insert("candle", [candle("bybit", 0, 111, "sandbox:bybit", 5_000)], "b");
    const funding = (venue: string, rate: number, interval_hours: number | null, mark_price: number | null) => ({
      ...{ token: "bitcoin", venue, symbol: "BTCUSDT", at: BASE - 60_000, kind: "current", rate, interval_hours },
      ...{ next_funding_at: null, mark_price, index_price: 100, provider: venue, retrieved_at: BASE },
    });
    await store.insert(
      "funding",
      [funding("binance", 0.0001, 8, 101), funding("okx", 0.0001, 4, null), funding("bybit", 0.01, null, 99)],
      "c",
    );

    const panel = await read<Record<string, number | null>>(
      store,
      `SELECT price_usd, price_before_usd, return_1h_pct, venue_count, spot_volume_usd, open_interest_usd, liquidation_long_usd, is_simulated
     FROM analyst.hour_live WHERE token = 'bitcoin' AND price_usd IS NOT NULL ORDER BY hour`,
    );
    t.same(panel, [
      {
        price_usd: 101,
        price_before_usd: null,
        return_1h_pct: null,
        venue_count: 2,
        spot_volume_usd: 202,
        open_interest_usd: null,
        liquidation_long_usd: null,
        is_simulated: 0,
      },
      {
        price_usd: 111,
        price_before_usd: 101,
        return_1h_pct: (111 / 101 - 1) * 100,
        venue_count: 3,
        spot_volume_usd: 333,
        open_interest_usd: null,
        liquidation_long_usd: null,
        is_simulated: 1,
      },
    ]);
    const rates = await read<Record<string, number | null>>(
      store,
      "SELECT venue, round(rate_8h_pct, 9) AS h8, round(apr_pct, 9) AS apr, round(median_8h_pct, 9) AS median, round(off_median_8h_pct, 9) AS off, round(basis_bps, 6) AS basis FROM analyst.funding_latest ORDER BY venue",
    );
    t.same(rates, [
      { venue: "binance", h8: 0.01, apr: 10.95, median: 0.015, off: -0.005, basis: 100 },
      { venue: "bybit", h8: null, apr: null, median: 0.015, off: null, basis: -100 },
      { venue: "okx", h8: 0.02, apr: 21.9, median: 0.015, off: 0.005, basis: null },
    ]);
  },
);

t.test(
  "what followed a signal is known when its time is over, from the newest minute by then, and never before",
  async (t) => {
    const { store } = await startTestStore(t);
    const now = Math.floor(BASE / 60_000) * 60_000;
    const HOUR = 3_600_000;
    const fired = { late: now - 30 * 60_000, day: now - 25 * HOUR, week: now - 170 * HOUR };
    const candle = (closedAt: number, venue: string, close: number) => ({
      ...{ token: "solana", venue, market: "spot", symbol: "SOLUSDT", interval_s: 60, open_at: closedAt - 60_000 },
      ...{ open: close, high: close, low: close, close, volume_native: 1, volume_usd: close },
      ...{ provider: venue, retrieved_at: closedAt + 2_000 },
    });
    const minute = (at: number, close: number) =>
      [0, -1, 1].map((off, index) => candle(at, ["binance", "okx", "bybit"][index] ?? "", close + off));
    await store.insert(
      "candle",
      [
        ...minute(fired.late, 100),
        ...minute(now, 150),
        ...minute(fired.day - 4 * 60_000, 100),
        ...minute(fired.day + 60_000, 500),
        ...minute(fired.day + HOUR, 101),
        ...minute(fired.day + 24 * HOUR - 5 * 60_000, 500),
        ...minute(fired.day + 24 * HOUR + 60_000, 500),
        ...minute(fired.week, 100),
        ...minute(fired.week + 168 * HOUR, 90),
      ],
      "c",
    );
    const row = (id: number, at: number, direction: string) => ({
      ...{ token: "solana", at, key: `k${id}`, id, kind: "price_move", direction, severity: 1, value: 2, ratio: 1 },
      ...{ details: '{"unit":"pct"}', status: "open", expires_at: at + 24 * HOUR, closed_at: null, rules: "sig-1" },
      ...{ changed_at: at },
    });
    await store.insert(
      "signal",
      [row(1, fired.late, "bullish"), row(2, fired.day, "bearish"), row(3, fired.week, "bearish")],
      "s",
    );
    await store.insert("signal", [row(4, fired.week, "neutral")], "t");
    const rows = await read<Record<string, unknown>>(
      store,
      `SELECT id, price_usd, round(return_1h_pct, 6) AS h, round(return_24h_pct, 6) AS d, round(return_7d_pct, 6) AS w, is_right_1h, is_right_24h, is_right_7d
     FROM analyst.signal_outcome ORDER BY id`,
    );
    const nothing = { h: null, d: null, w: null, is_right_1h: null, is_right_24h: null, is_right_7d: null };
    t.same(rows, [
      { ...nothing, id: 1, price_usd: 100 },
      { ...nothing, id: 2, price_usd: 100, h: 1, is_right_1h: 0 },
      { ...nothing, id: 3, price_usd: 100, w: -10, is_right_7d: 1 },
      { ...nothing, id: 4, price_usd: 100, w: -10 },
    ]);
  },
);
