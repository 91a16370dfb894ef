// What the worked queries cost the engine over 30 days of 100 tokens, against four bare scans of all candles of the run.
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { handleHourFold } from "../../jobs/handler/hour-fold.ts";
import { DAY_MS } from "../../schema/duration.ts";
import { openStore, type Store } from "../../schema/io/clickhouse.ts";
import { systemClock } from "../../schema/io/clock.ts";
import { openLog } from "../../schema/io/log.ts";
import { migrate } from "../../schema/io/migrate.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import { type Engine, startEngine } from "../start-engine.ts";
import { judge, median, readCpuS, say } from "./measure.ts";

const BAR = 4;
const RUNS = 3;
const QUERIES = new URL("../../docs/queries/", import.meta.url);

const VENUES = ["binance", "bybit", "okx"];
const list = (words: readonly string[]) => `[${words.map((word) => `'${word}'`).join(", ")}]`;

/** One row a token, venue and step of `stepS` seconds back over `days`; `x` is a number between 0 and 1, `p` a price. */
function series(tokens: readonly string[], days: number, stepS: number): string {
  const steps = Math.floor((days * 86_400) / stepS);
  return `(SELECT arrayJoin(arrayEnumerate(${list(tokens)})) AS i, ${list(tokens)}[i] AS token, arrayJoin(${list(VENUES)}) AS venue, k,
     toDateTime64(toStartOfInterval(now(), INTERVAL ${stepS} SECOND) - toIntervalSecond(toInt64(k + 1) * ${stepS}), 3, 'UTC') AS at,
     sipHash64(i, venue, k) % 1000 / 1000 AS x, (100 + i) * (1 + 0.05 * sin(k * ${stepS} / 90000 + i) + 0.002 * x) AS p
   FROM (SELECT number AS k FROM numbers(${steps})))`;
}

/** The statements that fill the tables the queries read most of, as a month of service would. */
function fillSql(tokens: readonly string[], days: number): string[] {
  const candle = (market: string, stepS: number) =>
    `INSERT INTO candle (* EXCEPT (stored_at, replaced_at)) SELECT token, venue, '${market}', upper(token), ${stepS}, at, p, p * 1.001, p * 0.999, p * (1 + 0.0005 * (x - 0.5)),
       1000 * x, 1000 * x * p, concat('sandbox:', venue), at + INTERVAL ${stepS + 2} SECOND FROM ${series(tokens, days, stepS)}`;
  const known = (stepS: number) =>
    `concat('sandbox:', venue), at + INTERVAL 2 SECOND FROM ${series(tokens, days, stepS)}`;
  return [
    candle("spot", 60),
    candle("perp", 60),
    candle("spot", 3_600),
    candle("perp", 3_600),
    `INSERT INTO open_interest (* EXCEPT (stored_at, replaced_at)) SELECT token, venue, upper(token), at, 1e4 * x, 1e4 * x * p, ${known(300)}`,
    `INSERT INTO funding (* EXCEPT (stored_at, replaced_at)) SELECT token, venue, upper(token), at, 'current', 1e-4 * x, 8, at, p, p, ${known(300)}`,
    `INSERT INTO funding (* EXCEPT (stored_at, replaced_at)) SELECT token, venue, upper(token), at, 'settled', 1e-4 * x, 8, NULL, NULL, NULL, ${known(28_800)}`,
    `INSERT INTO long_short (* EXCEPT (stored_at, replaced_at)) SELECT token, venue, upper(token), 'global_account', at, 1 + x, 50 + x, 50 - x, ${known(300)}`,
    `INSERT INTO taker_volume (* EXCEPT (stored_at, replaced_at)) SELECT token, venue, upper(token), at, 300, 10 * x, 10 * (1 - x), ${known(300)}`,
    `INSERT INTO liquidation (* EXCEPT (stored_at, replaced_at)) SELECT token, venue, upper(token), at, toString(k), if(x > 0.5, 'long', 'short'), p, x, x * p, ${known(7_200)}`,
    `INSERT INTO exchange_flow (* EXCEPT (stored_at, replaced_at)) SELECT token, 'eth', venue, at, 3600, x, 1 - x, x * p, (1 - x) * p, 3, 'l', ${known(3_600)}`,
    `INSERT INTO order_book (token, venue, market, symbol, at, bid, ask, spread_bps, bid_0_5_usd, ask_0_5_usd, bid_1_usd, ask_1_usd,
       bid_2_usd, ask_2_usd, truncated, provider, retrieved_at)
     SELECT token, venue, 'spot', upper(token), at, p, p, x, p, p, p * 2, p * 2, p * 3, p * 3, 0, ${known(120)}`,
  ];
}

async function fill(store: Store, tokens: readonly string[], days: number): Promise<void> {
  for (const sql of fillSql(tokens, days)) await store.command(`${sql} SETTINGS max_partitions_per_insert_block = 0`);
  const { token, ...signal } = { token: tokens[0] ?? "bitcoin", id: 1, kind: "price_move", direction: "bullish" };
  const at = Date.now() - 3 * DAY_MS;
  const rest = { severity: 1, value: 2, ratio: 1, details: '{"unit":"pct"}', status: "open", rules: "sig-1" };
  const times = { at, expires_at: at + DAY_MS, closed_at: null, changed_at: at };
  await store.insert("signal", [{ token, key: "a", ...signal, ...rest, ...times }], "bench");
  const deps = { store, clock: systemClock, log: openLog("bench", "error") };
  await handleHourFold(deps, { slot: 0 }, new AbortController().signal);
}

/** Statements shorter than what processor time is counted in are run until they took so long together. */
const LEAST_S = 0.3;
const RUNS_MAX = 30;

/** Processor seconds of the engine for a statement: the middle of a few runs, of short ones the mean of many. */
async function measure(engine: Engine, sql: string, password: string, params: Readonly<Record<string, string>>) {
  const url = new URL(engine.url);
  for (const [name, value] of Object.entries({ database: password === engine.token ? "assay" : "analyst", ...params }))
    url.searchParams.set(name === "database" ? name : `param_${name}`, value);
  const costs: number[] = [];
  const sum = () => costs.reduce((all, one) => all + one, 0);
  for (let run = 0; run < RUNS || (sum() < LEAST_S && run < RUNS_MAX); run++) {
    const before = await readCpuS(engine.pid ?? 0);
    const headers = { "X-ClickHouse-Key": password };
    const answer = await fetch(url, { method: "POST", headers, body: sql });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${sql.split("\n")[0]}: ${text}`);
    costs.push((await readCpuS(engine.pid ?? 0)) - before);
  }
  return costs.length > RUNS ? sum() / costs.length : median(costs);
}

/** Until the engine has merged what was written: its own work would be counted for a query's. */
async function untilQuiet(engine: Engine): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    const before = await readCpuS(engine.pid ?? 0);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    quiet = (await readCpuS(engine.pid ?? 0)) - before < 0.05 ? quiet + 1 : 0;
  }
}

type Month = {
  readonly tokens: readonly string[];
  /** Processor seconds of a statement; as an analyst, or with the owner's right to read tables. */
  cost(sql: string, as: "analyst" | "owner", params?: Readonly<Record<string, string>>): Promise<number>;
};

/** A month of `count` tokens in an engine of its own. */
export async function withMonth(count: number, run: (month: Month) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "assay-bench-"));
  const engine = await startEngine({ path: join(folder, "engine") });
  const place = { url: engine.url, user: "default", password: engine.token, process: "bench" };
  const [admin, store] = [openStore({ ...place, database: "default" }), openStore({ ...place, database: "assay" })];
  try {
    await migrate(admin, store, "assay");
    const tokens = TRACKED.slice(0, count).map(({ id }) => id);
    await fill(store, tokens, 30);
    await untilQuiet(engine);
    const secretOf = { analyst: engine.readonlyToken, owner: engine.token };
    await run({ tokens, cost: (sql, as, params = {}) => measure(engine, sql, secretOf[as], params) });
  } finally {
    await Promise.allSettled([admin.close(), store.close()]);
    await engine.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** `isQuick`: ten tokens, which finds a query that is out of all proportion. */
export async function queries({ isQuick }: { isQuick: boolean }): Promise<void> {
  await withMonth(isQuick ? 10 : 100, async ({ cost }) => {
    const scan = await cost("SELECT * FROM assay.candle FORMAT Null SETTINGS max_threads = 2", "owner");
    say(`  a bare scan of all candles: ${scan.toFixed(2)} s of processor`);
    const files = (await readdir(QUERIES)).filter((file) => file.endsWith(".sql"));
    for (const file of files.sort()) {
      const sql = (await readFile(new URL(file, QUERIES), "utf8")).replace(/;\s*$/, "");
      const spent = await cost(sql, "analyst");
      judge(`${file} (${spent.toFixed(2)} s), in scans`, spent / scan, BAR, "below");
    }
  });
}
