// The worked queries, number by number: shares lie in their range, and a plain second computation of the rows agrees.
import t from "tap";
import { DAY_MS, HOUR_MS } from "../../../schema/duration.ts";
import type { Place } from "../../../scripts/connect.ts";
import { ask } from "../../../scripts/sql/ask.ts";
import { listQueries } from "../../../scripts/sql/command.ts";
import { splitText } from "../../../scripts/sql/split.ts";
import { startFilledStore } from "../../support/market/filled-store.ts";
import { COMPUTED } from "../../support/worked-computation.ts";
import { differences, mean, median, num, type Row } from "../../support/worked-query.ts";

/** What a column in percent, or a coefficient, can be: a share of a whole, a balance, or a change without a bound. */
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  ...{
    right_pct: [0, 100],
    given_pct: [0, 100],
    ok_pct: [0, 100],
    scanned_pct: [0, 100],
    attainment_24h_pct: [0, 100],
  },
  ...{ worst_minute_pct: [0, 100], share_of_longs_pct: [0, 100], mean_taker_buy_pct: [0, 100], right_1h_pct: [0, 100] },
  ...{ right_24h_pct: [0, 100], mean_imbalance_pct: [-100, 100], correlation: [-1, 1], circulating_pct: [0, Infinity] },
  volatility_year_pct: [0, Infinity],
};
const CHANGES =
  /^(mean_(return|worst)(_\w+)?_pct|return_24h_pct|next_hour_pct|open_interest_pct|price_pct|(mean|highest|apart)_(8h|apr)_pct|mean_funding_8h_pct|beta)$/;

const { engine, store, now: filledNow } = await startFilledStore(t);
const place: Place = {
  ...{ url: engine.url, user: "default", password: engine.readonlyToken, facts: "assay", guarded: false },
  ...{ readsFacts: false, about: "test", stop: async () => undefined },
};
const linesOf = (text: string): Row[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Row);
type Worked = {
  readonly question: string;
  readonly sql: string;
  readonly rows: Row[] /** Between these it was asked. */;
  readonly at: readonly [number, number];
};
const worked = new Map<string, Worked>();
for (const { name, question, sql } of await listQueries()) {
  const from = filledNow();
  const body = await ask(place, splitText(sql)[0] ?? "", { format: "JSONEachRow" });
  worked.set(name, { question, sql, rows: linesOf(await new Response(body).text()), at: [from, filledNow()] });
}
const askedAt = (name: string): number => worked.get(name)?.at[0] ?? Number.NaN;
const answerOf = (name: string): Row[] => worked.get(name)?.rows ?? [];
const rowsOf = (sql: string) => store.query({ name: "test", sql }, {}) as Promise<Row[]>;
const near = (a: unknown, b: number, by: number) => Math.abs(num(a) - b) <= by;

t.test("every worked query answers its question over a whole market, with the read-only credential", async (t) => {
  t.ok(worked.size >= 12, "a dozen at least");
  for (const [name, { question, sql, rows }] of worked) {
    t.match(question, /^[A-Z].{20,}\?$/, `${name} begins with its question`);
    t.equal(splitText(sql).length, 1, `${name} is one statement`);
    t.ok(rows.length > 0, `${name} has rows`);
    const empty = Object.keys(rows[0] ?? {}).filter((column) => rows.every((row) => row[column] === null));
    t.same(empty, [], `${name} has no column that is always null`);
  }
});

t.test(
  "every share of every worked query lies in its range, and every column in percent says which it is",
  async (t) => {
    for (const [name, { rows }] of worked) {
      for (const column of Object.keys(rows[0] ?? {}).filter((one) => /_pct$|^(correlation|beta)$/.test(one))) {
        const range = RANGES[column];
        if (range === undefined) {
          t.match(column, CHANGES, `${name}: ${column} is a change`);
          continue;
        }
        const beyond = rows
          .map((row) => row[column])
          .filter((x) => x !== null && !(num(x) >= range[0] && num(x) <= range[1]));
        t.same(beyond, [], `${name}: ${column}`);
      }
    }
  },
);

/** Spot price of a token at the end of each hour: the median over venues of the hourly candles, each its latest reading. */
async function readPrices(): Promise<Map<string, Map<number, number>>> {
  const rows = await rowsOf(
    "SELECT token, venue, toUnixTimestamp(open_at) * 1000 AS at, close, toUnixTimestamp64Milli(retrieved_at) AS got FROM candle WHERE market = 'spot' AND interval_s = 3600",
  );
  const latest = new Map<string, Row>();
  for (const row of rows) {
    const key = `${row.token}~${row.venue}~${row.at}`;
    if (num(latest.get(key)?.got ?? -1) < num(row.got)) latest.set(key, row);
  }
  const closes = new Map<string, Map<number, number[]>>();
  for (const { token, at, close } of latest.values()) {
    const ofToken = closes.get(String(token)) ?? new Map<number, number[]>();
    ofToken.set(num(at), [...(ofToken.get(num(at)) ?? []), num(close)]);
    closes.set(String(token), ofToken);
  }
  return new Map(
    [...closes].map(([token, hours]) => [token, new Map([...hours].map(([at, all]) => [at, median(all)]))]),
  );
}

t.test("prices: volatility, correlation and movers follow from hourly closes", async (t) => {
  const prices = await readPrices();
  const now = askedAt("volatility");
  const returnsOf = (token: string) => {
    const hours = prices.get(token) ?? new Map<number, number>();
    const found = [...hours].filter(([at]) => at > now - 30 * DAY_MS && at <= now && hours.has(at - HOUR_MS));
    return new Map(found.map(([at, price]) => [at, price / (hours.get(at - HOUR_MS) ?? Number.NaN)]));
  };
  const covar = (xs: readonly number[], ys: readonly number[]) =>
    mean(xs.map((x, i) => (x - mean(xs)) * ((ys[i] ?? 0) - mean(ys)))) * (xs.length / (xs.length - 1));
  for (const row of answerOf("volatility")) {
    const logs = [...returnsOf(String(row.token)).values()].map(Math.log);
    t.equal(num(row.hours), logs.length, `${row.token}: hours`);
    t.ok(
      near(row.volatility_year_pct, Math.sqrt(covar(logs, logs) * 24 * 365) * 100, 0.011),
      `${row.token}: volatility`,
    );
  }
  const bitcoin = returnsOf("bitcoin");
  for (const row of answerOf("correlation")) {
    const pairs = [...returnsOf(String(row.token))].flatMap(([at, x]) =>
      bitcoin.has(at) ? [[x, bitcoin.get(at) ?? 0] as const] : [],
    );
    const [xs, ys] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)];
    t.equal(num(row.hours), pairs.length);
    t.ok(
      near(row.correlation, covar(xs, ys) / Math.sqrt(covar(xs, xs) * covar(ys, ys)), 0.0011),
      `${row.token}: correlation`,
    );
    t.ok(near(row.beta, covar(xs, ys) / covar(ys, ys), 0.0011), `${row.token}: beta`);
  }
  const newest = Math.max(...[...prices.values()].flatMap((hours) => [...hours.keys()].filter((at) => at <= now)));
  for (const row of answerOf("movers")) {
    const hours = prices.get(String(row.token));
    const [first, last] = [hours?.get(newest - DAY_MS) ?? 0, hours?.get(newest) ?? 0];
    t.ok(near(row.return_24h_pct, (last / first - 1) * 100, 0.011), `${row.token}: a day's move`);
  }
});

t.test("flows: net flow and scanned time by chain add up from the windows", async (t) => {
  const end = Math.floor(askedAt("exchange-flows") / HOUR_MS) * HOUR_MS;
  const rows = await rowsOf(
    `SELECT token, chain, exchange, inflow_native AS i, outflow_native AS o, window_s, transfers FROM exchange_flow FINAL
     WHERE at >= fromUnixTimestamp64Milli(toInt64(${end - 7 * DAY_MS}), 'UTC') AND at < fromUnixTimestamp64Milli(toInt64(${end}), 'UTC')`,
  );
  const answers = answerOf("exchange-flows");
  t.ok(answers.length > 0);
  for (const row of answers) {
    const own = rows.filter((one) => ["token", "chain", "exchange"].every((name) => one[name] === row[name]));
    const sum = (value: (one: Row) => number) => own.reduce((total, one) => total + value(one), 0);
    const what = `${row.token} ${row.chain} ${row.exchange}`;
    t.ok(
      near(
        row.netflow_native,
        sum(({ i, o }) => num(i) - num(o)),
        1e-3,
      ),
      `${what}: net flow`,
    );
    t.equal(
      num(row.transfers),
      sum(({ transfers }) => num(transfers)),
      `${what}: transfers`,
    );
    t.ok(near(row.scanned_pct, (sum(({ window_s }) => num(window_s)) / (7 * 86_400)) * 100, 0.051), `${what}: scanned`);
  }
});

t.test("funding and forced closures add up from single rows", async (t) => {
  const settled = await rowsOf(
    "SELECT token, venue, rate FROM funding FINAL WHERE kind = 'settled' AND at > now() - INTERVAL 30 DAY",
  );
  for (const row of answerOf("funding-paid")) {
    const own = settled.filter(({ token, venue }) => token === row.token && venue === row.venue);
    t.equal(num(row.settlements), own.length);
    t.ok(
      near(row.paid_usd, own.reduce((sum, { rate }) => sum + num(rate), 0) * 10_000, 0.011),
      `${row.token} ${row.venue}`,
    );
  }
  const closed = await rowsOf(
    "SELECT token, formatDateTime(toStartOfHour(at), '%F %T') AS hour, side, value_usd AS usd FROM liquidation FINAL",
  );
  for (const row of answerOf("liquidations")) {
    const own = closed.filter(({ token, hour }) => token === row.token && hour === row.hour);
    const total = own.reduce((sum, { usd }) => sum + num(usd), 0);
    const longs = own.filter(({ side }) => side === "long").reduce((sum, { usd }) => sum + num(usd), 0);
    t.ok(near(row.closed_usd, total, 0.51), `${row.token} ${row.hour}`);
    t.ok(near(row.share_of_longs_pct, (longs / total) * 100, 0.051));
  }
});

/** Compared by the tests above. */
const ABOVE = ["volatility", "correlation", "movers", "exchange-flows", "funding-paid", "liquidations"];

t.test("every other worked query answers what its rows add up to", async (t) => {
  t.same(
    [...worked.keys()].sort(),
    [...ABOVE, ...Object.keys(COMPUTED)].sort(),
    "none is without a second computation",
  );
  for (const [name, compute] of Object.entries(COMPUTED)) {
    const { sql = "", rows = [], at = [0, 0] } = worked.get(name) ?? {};
    t.ok(rows.length > 0, `${name} answers something`);
    // What it called now lies between the two.
    const [early, late] = [await compute(rowsOf, at[0]), await compute(rowsOf, at[1])].map((due) =>
      differences(sql, rows, due),
    );
    t.same(early?.length === 0 ? early : late, [], name);
  }
});
