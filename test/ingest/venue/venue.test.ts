// Venues that close a hole, through their real classes against the sandbox: tickers, books and settlements are what the market did.
import t from "tap";
import { pullSource } from "../../../ingest/pull.ts";
import { SOURCES } from "../../../ingest/sources.ts";
import { loadFacts } from "../../../jobs/fact/load-facts.ts";
import { isGap } from "../../../jobs/measure/gap.ts";
import { measureOpenInterest } from "../../../jobs/measure/perp.ts";
import { measureLiquidations, measureTakers } from "../../../jobs/measure/positioning.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import { KEYS } from "../../../schema/key.ts";
import { BASE } from "../../support/base.ts";
import { startIngestGround } from "../../support/ingest.ts";

const NOW = Math.floor(BASE / DAY_MS) * DAY_MS - 12 * HOUR_MS + 20_000;
const isNear = (a: number, b: number, share = 1e-6) => Math.abs(a - b) <= share * Math.max(Math.abs(a), Math.abs(b));

type Candles = { candles: number[][] };
type Derivative = { funding_rate_running: number };

t.test("venues", async (t) => {
  const { deps, sandbox, sql } = await startIngestGround(t);
  sandbox.setTime({ frozenMs: NOW });
  const truth = async <R>(path: string) =>
    (await (await fetch(`${sandbox.origins.control}/sandbox/truth/${path}`)).json()) as R;
  const pull = (source: string, tokens?: string[], slot = NOW) => pullSource(deps, source, { slot, tokens });

  for (const [venue, most] of [
    ["coinbase", 70],
    ["kucoin", 90],
    ["gate", 90],
  ] as const) {
    await t.test(`${venue}: one call brings the day of every spot market in coins and USD`, async (t) => {
      const result = await pull(`${venue}-ticker`);
      t.match(result, { refused: 0, errors: [] });
      t.ok(result.rows >= most, `${result.rows} markets`);
      const calls = await sql<{ n: number }>(
        `SELECT count() AS n FROM source_call WHERE source = '${venue}-ticker' AND empty(parts) AND endpoint NOT IN ('markets', 'time')`,
      );
      t.equal(calls[0]?.n, 1);
      const rows = await sql<{ symbol: string; price: number; high: number; low: number; coins: number; usd: number }>(
        `SELECT symbol, price, high_24h AS high, low_24h AS low, volume_24h_native AS coins, volume_24h_usd AS usd
         FROM ticker WHERE venue = '${venue}' AND token IN ('bitcoin', 'pepe', 'chainlink') ORDER BY token`,
      );
      t.equal(rows.length, 3);
      for (const row of rows) {
        const asked = `venue=${venue}&kind=spot&symbol=${row.symbol}&frame=1&from=${NOW - DAY_MS + MINUTE_MS - 20_000}&to=${NOW}`;
        const { candles } = await truth<Candles>(`candles?${asked}`);
        const sum = (column: number) => candles.reduce((all, candle) => all + (candle[column] ?? 0), 0);
        // The running minute is in the ticker and not yet in the candles.
        t.ok(isNear(row.coins, sum(5), 0.01), `${row.symbol}: ${row.coins} coins of ${sum(5)}`);
        t.ok(isNear(row.usd, sum(6), venue === "coinbase" ? 0.2 : 0.01), `${row.symbol}: ${row.usd} USD of ${sum(6)}`);
        t.ok(row.low <= row.price && row.price <= row.high, row.symbol);
      }
    });
  }

  for (const [venue, tokens] of [
    ["gate", ["bitcoin", "pepe"]],
    ["kraken", ["bitcoin", "pepe"]],
    ["hyperliquid", ["bitcoin", "hyperliquid"]],
  ] as const) {
    await t.test(`${venue}: spot books carry spread and bands around the market's price`, async (t) => {
      t.match(await pull(`${venue}-order-book`, [...tokens]), { rows: 2, refused: 0, errors: [] });
      const rows = await sql<{ symbol: string; market: string; bid: number; ask: number; one: number; two: number }>(
        `SELECT symbol, market, bid, ask, bid_1_usd AS one, bid_2_usd AS two FROM order_book
         WHERE venue = '${venue}' ORDER BY token`,
      );
      t.equal(rows.length, 2);
      for (const row of rows) {
        const asked = `venue=${venue}&kind=spot&symbol=${row.symbol}&frame=1&from=${NOW - 10 * MINUTE_MS}&to=${NOW}`;
        const { candles } = await truth<Candles>(`candles?${asked}`);
        const last = candles.at(-1)?.[4] ?? Number.NaN;
        t.match(row, { market: "spot" });
        t.ok(row.bid < row.ask && isNear((row.bid + row.ask) / 2, last, 0.01), `${row.symbol}: ${row.bid}, ${last}`);
        t.ok(row.one > 0 && row.two >= row.one, `${row.symbol}: ${row.one} of ${row.two} USD`);
      }
    });
  }

  await t.test("hyperliquid's spot side is read for bridged coins only, by the number of their market", async (t) => {
    const listed = await deps.redis.hgetall(KEYS.listed("hyperliquid", "spot"));
    t.same(listed, { bitcoin: "@142", ethereum: "@151", solana: "@156", hyperliquid: "@107" });
  });

  for (const [venue, tokens, hours] of [
    ["gate", ["bitcoin", "berachain-bera"], { bitcoin: 8, "berachain-bera": 1 }],
    ["hyperliquid", ["bitcoin", "pepe"], { bitcoin: 1, pepe: 1 }],
  ] as const) {
    await t.test(`${venue}: the first pull brings ninety-five days of settlements without a hole`, async (t) => {
      t.match(await pull(`${venue}-funding-settled`, [...tokens]), { refused: 0, errors: [] });
      const rows = await sql<{ token: string; symbol: string; at: number; rate: number; hours: number | null }>(
        `SELECT token, symbol, toUnixTimestamp64Milli(f.at) AS at, rate, interval_hours AS hours FROM funding AS f FINAL
         WHERE f.replaced_at = 0 AND venue = '${venue}' AND kind = 'settled' ORDER BY token, at`,
      );
      for (const token of tokens) {
        const mine = rows.filter((row) => row.token === token);
        const every = (hours as Record<string, number>)[token] ?? 0;
        t.ok(mine.length >= Math.floor((95 * 24) / every), `${token}: ${mine.length} settlements`);
        t.ok(
          mine.every(({ at }, i) => i === 0 || at - (mine[i - 1]?.at ?? 0) === every * HOUR_MS),
          `${token}: no hole`,
        );
        t.ok(mine.slice(1).every((row) => row.hours === every));
        const last = mine.at(-1);
        const settled = Math.floor(NOW / (every * HOUR_MS)) * every * HOUR_MS;
        t.equal(last?.at, settled);
        const real = await truth<Derivative>(`derivative?venue=${venue}&symbol=${last?.symbol}&at=${settled - 1}`);
        t.ok(isNear(last?.rate ?? 0, real.funding_rate_running, 0.2), `${last?.rate} ${real.funding_rate_running}`);
      }
    });
  }

  await t.test("hyperliquid: who is up to date costs no call; an hour later one brings what was settled", async (t) => {
    t.match(await pull("hyperliquid-funding-settled", ["bitcoin", "pepe"], NOW + 900_000), { rows: 0, errors: [] });
    sandbox.setTime({ frozenMs: NOW + HOUR_MS });
    const later = await pull("hyperliquid-funding-settled", ["bitcoin"], NOW + HOUR_MS);
    t.match(later, { tokens: ["bitcoin"], refused: 0, errors: [] });
    const [row] = await sql<{ at: number }>(
      "SELECT toUnixTimestamp64Milli(max(at)) AS at FROM funding WHERE venue = 'hyperliquid' AND token = 'bitcoin'",
    );
    t.equal(row?.at, Math.floor((NOW + HOUR_MS) / HOUR_MS) * HOUR_MS);
  });

  const CLOSURES = "okx-liquidation";
  const closuresOf = (token: string) =>
    sql<{ id: string; at: number; usd: number }>(
      `SELECT id, toUnixTimestamp64Milli(at) AS at, value_usd AS usd FROM liquidation FINAL WHERE replaced_at = 0 AND token = '${token}' ORDER BY at, id`,
    );
  const dayOf = async (asOf: number) => {
    const facts = await loadFacts(deps.store, { asOf, tokens: ["bitcoin", "bonk"], market: "sandbox" });
    return (token: string) => {
      const rows = facts.tokens.get(token);
      if (!rows) throw new Error("no facts");
      return measureLiquidations(facts, rows, measureOpenInterest(rows, asOf), "24h");
    };
  };
  const real = async (symbol: string, from: number, to: number) => {
    type Sums = { liquidations: Readonly<Record<"long" | "short", { usdt: number; count: number }>> };
    const asked = `liquidations?venue=okx&symbol=${symbol}-USDT-SWAP&from=${from}&to=${to}`;
    const { long, short } = (await truth<Sums>(asked)).liquidations;
    return { usd: long.usdt + short.usdt, count: long.count + short.count };
  };

  await t.test(
    "okx closures: at the first pull the day is read back page by page, of a busy token as of a quiet one",
    async (t) => {
      sandbox.setTime({ frozenMs: NOW });
      t.match(await pull("okx-open-interest", ["bitcoin", "bonk"]), { refused: 0, errors: [] });
      t.match(await pull(CLOSURES, ["bitcoin", "bonk"]), { refused: 0, errors: [] });
      const asOf = deps.clock.now() + 1_000;
      const measured = await dayOf(asOf);
      for (const [token, symbol] of [
        ["bitcoin", "BTC"],
        ["bonk", "BONK"],
      ] as const) {
        const { usd, count } = await real(symbol, asOf - DAY_MS + 1, NOW + 1);
        const told = measured(token);
        t.match(told, { count: Number }, `${token} has its day at once`);
        if (isGap(told)) continue;
        t.equal(told.count, count, `${token}: ${told.count} closures of ${count}`);
        t.ok(isNear(told.totalUsd, usd, 0.01), `${token}: ${told.totalUsd} of ${usd} USD`);
      }
      t.ok((await closuresOf("bitcoin")).length > 100, "that is more than one page");
    },
  );

  await t.test("okx closures: after the first pull only what is new is asked for, and none is missed", async (t) => {
    const first = await closuresOf("bitcoin");
    sandbox.setTime({ frozenMs: NOW + 2 * HOUR_MS });
    const later = await pull(CLOSURES, ["bitcoin"], NOW + 2 * HOUR_MS);
    const all = await closuresOf("bitcoin");
    const added = all.length - first.length;
    t.ok(added > 0 && later.rows < 100, `${later.rows} rows came, ${added} of them new`);
    const late = first.filter(({ at }) => at > (first.at(-1)?.at ?? 0) - 5 * MINUTE_MS).length;
    t.equal(later.rows, added + late + 1, "what may be told late is read once more, and the stretch is kept");
    await deps.redis.del(KEYS.cursor(CLOSURES));
    await pull(CLOSURES, ["bitcoin"], NOW + 2 * HOUR_MS + MINUTE_MS);
    t.same(await closuresOf("bitcoin"), all, "the whole day tells of no other");
  });

  await t.test(
    "okx closures: hours that the venue did not deliver for a token are no hours without closures",
    async (t) => {
      const later = NOW + 9 * HOUR_MS;
      sandbox.setTime({ frozenMs: later });
      // The other token was read throughout; of this one the newest page was told and what lies behind it was lost.
      await pull(CLOSURES, ["bonk"], later);
      await pull("okx-open-interest", ["bitcoin", "bonk"], later);
      await sql(`SELECT throwIf(count() = 0) FROM liquidation_watch WHERE token = 'bitcoin'`);
      await deps.store.command("ALTER TABLE liquidation DELETE WHERE token = 'bitcoin' SETTINGS mutations_sync = 1");
      await deps.store.command(
        "ALTER TABLE liquidation_watch DELETE WHERE token = 'bitcoin' SETTINGS mutations_sync = 1",
      );
      await deps.redis.hset(KEYS.cursor(CLOSURES), "bitcoin", later - HOUR_MS);
      t.match(await pull(CLOSURES, ["bitcoin"], later), { errors: [] });
      const asOf = deps.clock.now() + 1_000;
      const measured = await dayOf(asOf);
      const { count } = await real("BTC", asOf - DAY_MS + 1, later + 1);
      t.ok((await closuresOf("bitcoin")).length < count, "the rows are not the day");
      t.match(
        measured("bitcoin"),
        { gap: "insufficient_history", retryAfterS: Number },
        "so its sum is not told, and when it will be is",
      );
      t.match(measured("bonk"), { count: Number }, "the other token's is");
      sandbox.setTime({ frozenMs: NOW });
    },
  );

  await t.test("taker volume: the first pull brings the last hour whole, later ones what came since", async (t) => {
    sandbox.setTime({ frozenMs: NOW + 9 * HOUR_MS });
    await pull("okx-open-interest", ["bitcoin"], NOW + 9 * HOUR_MS);
    for (const venue of ["binance", "okx"]) {
      const id = `${venue}-taker-volume`;
      t.ok((await pull(id, ["bitcoin"], NOW + 9 * HOUR_MS)).rows >= 12, venue);
      sandbox.setTime({ frozenMs: NOW + 9 * HOUR_MS + 11 * MINUTE_MS });
      const { rows } = await pull(id, ["bitcoin"], NOW + 9 * HOUR_MS + 11 * MINUTE_MS);
      t.ok(rows >= 2 && rows <= 4, `${venue}: ${rows} windows after eleven minutes`);
      sandbox.setTime({ frozenMs: NOW + 9 * HOUR_MS });
    }
    const asOf = deps.clock.now() + 1_000;
    const facts = await loadFacts(deps.store, { asOf, tokens: ["bitcoin"], market: "sandbox" });
    const rows = facts.tokens.get("bitcoin");
    t.type(
      rows && measureTakers(rows, measureOpenInterest(rows, asOf), asOf),
      "number",
      "so its ratio is told at once",
    );
    sandbox.setTime({ frozenMs: NOW });
  });

  for (const venue of ["coinbase", "kucoin", "gate", "kraken", "hyperliquid"] as const) {
    await t.test(`${venue} out of order: its own sources name the fault, the other venues bring rows`, async (t) => {
      sandbox.setTime({ frozenMs: NOW + 2 * HOUR_MS });
      const slot = NOW + 2 * HOUR_MS;
      const mine = Object.keys(SOURCES).filter((id) => id.startsWith(`${venue}-`) && /ticker|order-book/.test(id));
      t.ok(mine.length > 0);
      sandbox.setFault({ provider: venue, kind: "html" });
      for (const id of mine) {
        const result = await pull(id, ["bitcoin"], slot);
        t.match(result, { rows: 0, errors: [{ outcome: "bad_body" }] }, id);
      }
      const other = venue === "kucoin" ? "coinbase-ticker" : "kucoin-ticker";
      t.match(await pull(other, ["bitcoin"], slot), { tokens: ["bitcoin"], errors: [] });
      sandbox.clearFaults();
    });
  }
});
