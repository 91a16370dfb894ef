import t from "tap";
import { closeCalls, listedTokens, pullSource } from "../../ingest/pull.ts";
import { forwardCursors, readCursors } from "../../ingest/run/cursor.ts";
import type { GridSource } from "../../ingest/source/define-source.ts";
import { sourceOf } from "../../ingest/sources.ts";
import { fillEnded, fillWindow, sweepGaps } from "../../ingest/window.ts";
import { DAY_MS, MINUTE_MS } from "../../schema/duration.ts";
import { KEYS } from "../../schema/key.ts";
import { parseSourceHealth } from "../../schema/source/source-health.ts";
import { BASE } from "../support/base.ts";
import { startIngestGround } from "../support/ingest.ts";

const NOON = Math.floor(BASE / DAY_MS) * DAY_MS - 12 * 60 * MINUTE_MS;
/** Market time of the test, frozen yesterday at noon: old enough to be past, young enough for the tables to keep it. */
const NOW = NOON + 20_000;
const TOKENS = ["bitcoin", "pepe"];
const SOURCE = "binance-candle-1m";

type Truth = { candles: [number, number, number, number, number, number, number, number][] };

t.test("candles from the venue's answer to the store", async (t) => {
  const ground = await startIngestGround(t);
  const { deps, sandbox, sql } = ground;
  sandbox.setTime({ frozenMs: NOW });
  const slotAt = (time: number) => Math.floor(time / MINUTE_MS) * MINUTE_MS;
  const pull = (time: number, source = SOURCE) => pullSource(deps, source, { slot: slotAt(time), tokens: TOKENS });
  const count = async () =>
    (await sql<{ n: number }>("SELECT count() AS n FROM candle FINAL WHERE replaced_at = 0"))[0]?.n;
  const stored = (symbol: string) =>
    sql<Record<string, number>>(
      `SELECT toUnixTimestamp64Milli(candle.open_at) AS at, open, high, low, close, volume_native, volume_usd
       FROM candle FINAL WHERE replaced_at = 0 AND symbol = '${symbol}' AND market = 'spot' AND interval_s = 60 ORDER BY at`,
    );
  const truth = async (symbol: string, from: number, to: number) => {
    const asked = `venue=binance&kind=spot&symbol=${symbol}&from=${from}&to=${to}`;
    const answer = await fetch(`${sandbox.origins.control}/sandbox/truth/candles?${asked}`);
    return ((await answer.json()) as Truth).candles;
  };

  await t.test("what is stored is what the market did, closed candles only", async (t) => {
    const result = await pull(NOW);
    t.match(result, { tokens: TOKENS, refused: 0, errors: [] });
    for (const symbol of ["BTCUSDT", "PEPEUSDT"]) {
      const rows = await stored(symbol);
      t.equal(rows.length, 240);
      const wanted = await truth(symbol, rows[0]?.at ?? 0, NOW);
      t.equal(rows.at(-1)?.at, Math.floor(NOW / MINUTE_MS) * MINUTE_MS - MINUTE_MS, "the running candle is not there");
      t.same(
        rows.map((row) => [row.at, row.open, row.high, row.low, row.close, row.volume_usd]),
        wanted.map(([at, open, high, low, close, , turnover]) => [at, open, high, low, close, turnover]),
      );
    }
    t.same(await sql("SELECT DISTINCT provider FROM candle"), [{ provider: "sandbox:binance" }]);
  });

  await t.test("calls are recorded with digest, size and rows; health says when it last worked", async (t) => {
    const calls = await sql<{ raw_sha256: string; bytes: number; rows: number; token: string; outcome: string }>(
      "SELECT raw_sha256, bytes, rows, token, outcome FROM source_call WHERE endpoint = 'binance.klines' ORDER BY token",
    );
    t.match(calls.at(0), { token: "bitcoin", rows: 240, outcome: "ok" });
    t.match(calls.at(1), { token: "pepe" });
    t.ok(calls.every((call) => /^[0-9a-f]{64}$/.test(call.raw_sha256) && call.bytes > 1_000));
    const health = parseSourceHealth(await deps.redis.hgetall(KEYS.sourceHealth));
    t.match(health.get(SOURCE), { successAt: NOW, errorAt: null });
  });

  await t.test("pulled twice, stored once", async (t) => {
    const before = await count();
    await deps.redis.del(KEYS.cursor(SOURCE));
    await pull(NOW);
    t.equal((await pull(NOW)).rows, 0, "nothing new has closed");
    t.equal(await count(), before);
  });

  await t.test(
    "killed between insert and cursor, the next worker stores nothing twice and misses nothing",
    async (t) => {
      sandbox.setTime({ frozenMs: NOW + 3 * MINUTE_MS });
      const cursor = await deps.redis.hgetall(KEYS.cursor(SOURCE));
      await pull(NOW + 3 * MINUTE_MS);
      const before = await count();
      // What a crash leaves: rows stored, cursor where it was.
      await deps.redis.del(KEYS.cursor(SOURCE));
      await deps.redis.hset(KEYS.cursor(SOURCE), cursor);
      const other = ground.another();
      await pullSource(other, SOURCE, { slot: slotAt(NOW + 3 * MINUTE_MS), tokens: TOKENS });
      t.equal(await count(), before);
      t.equal((await stored("BTCUSDT")).length, 243);
    },
  );

  await t.test("cursors only move forward, and are found again in the store when Redis lost them", async (t) => {
    const { bitcoin = "0" } = await deps.redis.hgetall(KEYS.cursor(SOURCE));
    await forwardCursors(deps.redis, SOURCE, new Map([["bitcoin", Number(bitcoin) - MINUTE_MS]]));
    t.equal(await deps.redis.hget(KEYS.cursor(SOURCE), "bitcoin"), bitcoin);
    await deps.redis.flushall();
    const found = await readCursors(deps, sourceOf(SOURCE) as GridSource);
    t.equal(found.get("bitcoin"), Number(bitcoin));
  });

  await t.test(
    "the sweep finds exactly what is missing, the fill brings it, and then nothing is missing",
    async (t) => {
      const day = { ...deps, env: { ...deps.env, BACKFILL_DAYS: 1 } };
      const until = Math.floor((NOW + 3 * MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
      // A hole in the middle of what is stored.
      const hole = { from: NOON - 120 * MINUTE_MS, to: NOON - 90 * MINUTE_MS };
      await deps.store.command(
        `ALTER TABLE candle DELETE WHERE token = 'bitcoin' AND open_at >= fromUnixTimestamp64Milli(${hole.from})
       AND open_at < fromUnixTimestamp64Milli(${hole.to}) SETTINGS mutations_sync = 2`,
      );
      const mine = (await sweepGaps(day, 1)).filter((one) => one.source === SOURCE && one.token === "bitcoin");
      t.same(mine[0], { source: SOURCE, token: "bitcoin", ...hole }, "newest first, nothing more than the hole");
      t.same(
        (await sweepGaps(day, 2)).filter((one) => one.source === SOURCE && one.token === "bitcoin"),
        [],
        "what was asked for is not asked for again",
      );
      for (const window of mine) {
        const result = await fillWindow(day, window);
        t.match(result.errors, []);
        await fillEnded(day, window, true);
      }
      t.equal(await deps.redis.hget(KEYS.backfill, "windows_done"), `${mine.length}`);
      t.equal(
        (await sweepGaps(day, 3)).filter((one) => one.source === SOURCE && one.token === "bitcoin").length,
        0,
        "nothing is missing",
      );
      const rows = await stored("BTCUSDT");
      t.ok(rows.length >= 1_440 - 5, "a whole day");
      const wanted = await truth("BTCUSDT", rows[0]?.at ?? 0, until);
      t.same(
        rows.map((row) => [row.at, row.close]),
        wanted.map(([at, , , , close]) => [at, close]),
      );
      const dirty = await deps.redis.hget(KEYS.historyDirty, "bitcoin");
      t.equal(dirty, `${Math.min(...mine.map((one) => one.from))}`, "history knows from when on it changed");
    },
  );

  await t.test("calls outlive a store that is away, and the end of their process", async (t) => {
    const stored = () =>
      sql<{ id: string }>(`SELECT id FROM source_call WHERE source = '${SOURCE}' AND endpoint = 'binance.klines'`);
    const known = (await stored()).length;
    const fill = { source: SOURCE, token: "bitcoin", from: NOON - 60 * MINUTE_MS, to: NOON - 55 * MINUTE_MS };
    const isShown = { ...fill, from: NOON - 5 * 60 * MINUTE_MS, to: NOON - 5 * 60 * MINUTE_MS + MINUTE_MS };
    t.match((await fillWindow(deps, isShown)).errors, []);
    const insert = () => Promise.reject(new Error("the store is away"));
    const away = { ...deps, store: { ...deps.store, insert } };
    await t.rejects(fillWindow(away, fill), /the store is away/);
    await closeCalls(deps);
    const left = await stored();
    t.equal(left.length - known, 2, "those of the run that ended and of the one that failed");
    t.equal(new Set(left.map(({ id }) => id)).size, left.length, "each once");
  });

  await t.test("what the venue does not have is confirmed once and not asked for again", async (t) => {
    const listed = NOON - 36 * 60 * MINUTE_MS;
    const window = { source: SOURCE, token: "bitcoin", from: listed, to: listed + 10 * MINUTE_MS };
    await deps.redis.hset(KEYS.emptyWindow(SOURCE), `bitcoin~${window.from}~${window.to}`, NOW);
    await deps.redis.del(KEYS.gapAsked);
    const asked = await sweepGaps({ ...deps, env: { ...deps.env, BACKFILL_DAYS: 2 } }, 4);
    t.notOk(
      asked.some(
        (one) => one.source === SOURCE && one.token === "bitcoin" && one.from < window.to && one.to > window.from,
      ),
    );
  });

  await t.test("what a venue does not list is known", async (t) => {
    const spot = await listedTokens(deps, SOURCE);
    t.equal(spot.get("bitcoin"), "BTCUSDT");
    t.notOk(spot.has("tether"));
    // The list of futures is loaded apart, by who needs it.
    await pull(NOW, "binance-perp-candle-1h");
    t.equal((await listedTokens(deps, "binance-perp-candle-1h")).get("pepe"), "1000PEPEUSDT");
  });
});
