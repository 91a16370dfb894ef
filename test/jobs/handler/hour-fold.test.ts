// The stored hourly panel: the same numbers as the readings give, at a fraction of the rows, also where some came late.
import t from "tap";
import { rangesOf } from "../../../jobs/handler/hour-fold.ts";
import { DAY_MS, HOUR_MS } from "../../../schema/duration.ts";
import type { Store } from "../../../schema/io/clickhouse.ts";
import { foldHours, startFilledStore } from "../../support/market/filled-store.ts";

const read = <R>(store: Store, sql: string) => store.query({ name: "test", sql }, {}) as Promise<R[]>;

/** Hours begun before `until` in which the panel and the readings differ; a sum may be added up in another order. */
async function readDifferences(store: Store, until: number): Promise<unknown[]> {
  const columns = await read<{ name: string; type: string }>(
    store,
    "SELECT name, type FROM system.columns WHERE database = 'analyst' AND table = 'token_hour' ORDER BY position",
  );
  const same = columns
    .filter(({ name }) => !["token", "hour", "folded_at"].includes(name))
    .map(
      ({ name }) =>
        `((isNull(p.${name}) AND isNull(l.${name})) OR abs(p.${name} - l.${name}) <= 1e-9 * greatest(1, abs(l.${name})))`,
    );
  return read(
    store,
    `SELECT l.token AS token, p.token AS stored, l.hour AS hour FROM (SELECT *, 1 AS here FROM analyst.hour_live) AS l
     FULL JOIN (SELECT *, 1 AS here FROM analyst.token_hour) AS p ON p.token = l.token AND p.hour = l.hour
     WHERE greatest(l.hour, p.hour) < fromUnixTimestamp64Milli(toInt64(${until}), 'UTC') AND (l.here = 0 OR p.here = 0 OR NOT ifNull(${same.join(" AND ")}, 0)) LIMIT 5`,
  );
}

t.test("neighbouring hours are folded together, a day at most", async (t) => {
  const hours = Array.from({ length: 30 }, (_, n) => n * HOUR_MS);
  t.same(rangesOf([...hours, 40 * HOUR_MS]), [
    { from: 0, to: DAY_MS },
    { from: DAY_MS, to: 30 * HOUR_MS },
    { from: 40 * HOUR_MS, to: 41 * HOUR_MS },
  ]);
  t.same(rangesOf([]), []);
});

t.test("over a whole market", async (t) => {
  const { engine, store, asOf, now: filledNow } = await startFilledStore(t);
  let now = filledNow() + 60_000;
  const countRows = async () =>
    (await read<{ n: number }>(store, "SELECT count() AS n FROM token_hour WHERE at < now() - INTERVAL 3 HOUR"))[0]
      ?.n ?? 0;
  t.same(await readDifferences(store, asOf), [], "what is stored is what the readings give");

  t.test("a look at the panel reads one row a token and hour, whatever the readings are", async (t) => {
    const headers = { "X-ClickHouse-Key": engine.readonlyToken };
    const body = "SELECT token, hour, return_1h_pct FROM token_hour FORMAT JSON";
    const answer = (await (await fetch(engine.url, { method: "POST", headers, body })).json()) as {
      rows: number;
      statistics: { rows_read: number };
    };
    t.ok(answer.rows > 500, "hours to read");
    t.ok(answer.statistics.rows_read <= answer.rows * 1.1 + 100, `${answer.statistics.rows_read} for ${answer.rows}`);
  });

  t.test("a fold that finds nothing new stores nothing; a reading that came late is folded again", async (t) => {
    now += HOUR_MS;
    await foldHours(store, now);
    const before = await countRows();
    now += 60_000;
    await foldHours(store, now);
    t.equal(await countRows(), before);
    const candle = { token: "bitcoin", venue: "late", market: "spot", symbol: "X", interval_s: 3_600 };
    const values = { open: 9, high: 9, low: 9, close: 9, volume_native: 1, volume_usd: 9, provider: "late" };
    const late = (backH: number) => ({
      ...candle,
      ...values,
      open_at: Math.floor(now / HOUR_MS) * HOUR_MS - backH * HOUR_MS,
      retrieved_at: now,
    });
    await store.insert("candle", [late(100), late(24 * 40)], "late");
    t.equal(
      (await readDifferences(store, now)).length,
      3,
      "the readings of two hours, and of the one after one, are ahead",
    );
    const written = now;
    // The run of the full hour itself may have met one that waited, and is then left out.
    now = (Math.floor(now / HOUR_MS) + 1) * HOUR_MS + 5 * 60_000;
    await foldHours(store, now);
    t.same(await readDifferences(store, now), []);
    t.same(
      await read(
        store,
        `SELECT toUnixTimestamp64Milli(folded_at) = ${now} AS is_of_this_fold, count() AS n FROM analyst.token_hour
         WHERE token = 'bitcoin' AND hour = toStartOfHour(fromUnixTimestamp64Milli(toInt64(${written}), 'UTC')) - INTERVAL 100 HOUR
         GROUP BY is_of_this_fold`,
      ),
      [{ is_of_this_fold: 1, n: 1 }],
      "each row says when it was made",
    );
  });

  t.test("days are made of hours, and open interest is compared like for like", async (t) => {
    const [day] = await read<Record<string, number>>(
      store,
      `SELECT countIf(NOT abs(d.spot_volume_usd - h.volume) <= 1e-6 * h.volume) AS volumes, count() AS days,
         countIf(NOT abs(d.return_pct - (h.last / h.first - 1) * 100) <= 1e-9) AS returns
       FROM analyst.token_day AS d JOIN (SELECT token, toDate(hour) AS day, sum(spot_volume_usd) AS volume, argMax(price_usd, hour) AS last,
         argMin(price_before_usd, hour) AS first FROM analyst.hour_live GROUP BY token, day HAVING count(price_before_usd) = 24) AS h
       ON h.token = d.token AND h.day = d.day WHERE d.day < today()`,
    );
    t.match(day, { volumes: 0, returns: 0 });
    t.ok((day?.days ?? 0) > 10, "days to compare");
    const reading = (venue: string, backH: number, usd: number) => ({
      ...{ token: "monero", venue, symbol: "X", at: filledNow() - backH * HOUR_MS - 60_000, open_interest_native: 1 },
      ...{ open_interest_usd: usd, provider: "test", retrieved_at: filledNow() },
    });
    const rows = [reading("a", 0, 110), reading("a", 24, 100), reading("b", 0, 1_000), reading("c", 24, 5)];
    await store.insert("open_interest", rows, "like");
    t.same(
      await read(
        store,
        "SELECT span_h, open_interest_usd AS usd, round(change_pct, 9) AS change_pct, venues FROM analyst.open_interest_change WHERE token = 'monero'",
      ),
      [{ span_h: 24, usd: 110, change_pct: 10, venues: ["a"] }],
      "a venue that came or went is in neither end",
    );
  });
});
