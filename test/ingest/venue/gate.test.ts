// Gate through its real class against the sandbox: contracts to coins, seconds to milliseconds, totals by window.
import t from "tap";
import { pullSource } from "../../../ingest/pull.ts";
import { loadFacts } from "../../../jobs/fact/load-facts.ts";
import { measureOpenInterest } from "../../../jobs/measure/perp.ts";
import { measureLiquidations } from "../../../jobs/measure/positioning.ts";
import { DAY_MS, MINUTE_MS } from "../../../schema/duration.ts";
import { BASE } from "../../support/base.ts";
import { startIngestGround } from "../../support/ingest.ts";

const NOON = Math.floor(BASE / DAY_MS) * DAY_MS - 12 * 60 * MINUTE_MS;
const NOW = NOON + 3 * MINUTE_MS + 20_000;
const TOKENS = ["bitcoin", "pepe"];
const isNear = (a: number, b: number, share = 1e-6) => Math.abs(a - b) <= share * Math.max(Math.abs(a), Math.abs(b));

type Closures = { liquidations: { long: { usdt: number }; short: { usdt: number } } };
type Derivative = Record<"open_interest_tokens" | "open_interest_usdt" | "mark_price" | "funding_rate_running", number>;

t.test("gate", async (t) => {
  const { deps, sandbox, sql } = await startIngestGround(t);
  sandbox.setTime({ frozenMs: NOW });
  const pull = (source: string, slot = NOW) => pullSource(deps, source, { slot, tokens: TOKENS });
  const truth = async <R>(path: string) =>
    (await (await fetch(`${sandbox.origins.control}/sandbox/truth/${path}`)).json()) as R;

  await t.test("open interest is one side in coins and USD, whatever a contract holds", async (t) => {
    const result = await pullSource(deps, "gate-open-interest", { slot: NOW });
    t.same(result.errors, []);
    t.equal(result.refused, 0);
    t.ok(result.rows > 80, `${result.rows} contracts`);
    const rows = await sql<{ symbol: string; native: number; usd: number; provider: string }>(
      "SELECT symbol, open_interest_native AS native, open_interest_usd AS usd, provider FROM open_interest WHERE token IN ('bitcoin', 'pepe')",
    );
    t.equal(rows.length, 2);
    for (const row of rows) {
      const real = await truth<Derivative>(`derivative?venue=gate&symbol=${row.symbol}&at=${NOW}`);
      t.ok(isNear(row.native, real.open_interest_tokens, 1e-3), `${row.symbol}: ${row.native} coins`);
      t.ok(isNear(row.usd, real.open_interest_usdt, 1e-3), `${row.symbol}: ${row.usd} USD`);
      t.equal(row.provider, "sandbox:gate");
    }
  });

  await t.test("funding names its interval in hours and its next settlement in milliseconds", async (t) => {
    t.same((await pullSource(deps, "gate-funding", { slot: NOW })).errors, []);
    const rows = await sql<{ token: string; hours: number; rate: number; next: number; symbol: string }>(
      `SELECT token, symbol, interval_hours AS hours, rate, toUnixTimestamp64Milli(assumeNotNull(next_funding_at)) AS next FROM funding
       WHERE token IN ('bitcoin', 'berachain-bera') ORDER BY token`,
    );
    t.match(rows, [{ hours: 1 }, { hours: 8 }]);
    for (const row of rows) {
      t.ok(row.next > NOW && row.next - NOW <= row.hours * 60 * MINUTE_MS);
      const real = await truth<Derivative>(`derivative?venue=gate&symbol=${row.symbol}&at=${NOW}`);
      t.ok(isNear(row.rate, real.funding_rate_running));
    }
  });

  await t.test("volume is read in coins and USDT, not in contracts", async (t) => {
    t.same((await pull("gate-perp-ticker")).errors, []);
    const rows = await sql<{ native: number; usd: number; price: number }>(
      "SELECT volume_24h_native AS native, volume_24h_usd AS usd, price FROM ticker WHERE token = 'pepe'",
    );
    t.ok(rows.length === 1 && rows.every(({ native, usd, price }) => isNear(native * price, usd, 0.3)));
  });

  await t.test("the three ratios come with each window", async (t) => {
    t.same((await pull("gate-long-short")).errors, []);
    const rows = await sql<{ kind: string; share: number }>(
      "SELECT kind, any(long_pct + short_pct) AS share FROM long_short WHERE token = 'pepe' GROUP BY kind ORDER BY kind",
    );
    t.same(
      rows.map(({ kind }) => kind),
      ["global_account", "top_account", "top_position"],
    );
    t.ok(rows.every(({ share }) => isNear(share, 100)));
  });

  const windows = (token: string) =>
    sql<{ at: number; long: number; short: number }>(
      `SELECT toUnixTimestamp64Milli(w.at) AS at, long_usd AS long, short_usd AS short FROM liquidation_window AS w FINAL
       WHERE w.replaced_at = 0 AND token = '${token}' ORDER BY at`,
    );

  await t.test("a first pull brings a day of windows, each what was closed in it", async (t) => {
    const result = await pull("gate-liquidation-window");
    t.match(result, { tokens: TOKENS, refused: 0, errors: [] });
    const rows = await windows("bitcoin");
    t.ok(rows.length >= 299, `${rows.length} windows`);
    t.equal(rows.at(-1)?.at, NOON, "the running window is the last");
    t.ok(rows.every(({ at }, i) => i === 0 || at - (rows[i - 1]?.at ?? 0) === 300_000));
    for (const { at, long, short } of rows.slice(-30)) {
      const asked = `venue=gate&symbol=BTC_USDT&from=${at}&to=${Math.min(at + 300_000, NOW)}`;
      const real = (await truth<Closures>(`liquidations?${asked}`)).liquidations;
      // The venue values sizes at one mark a window.
      t.ok(isNear(long, real.long.usdt, 0.02) && isNear(short, real.short.usdt, 0.02), `${long} ${real.long.usdt}`);
    }
  });

  await t.test(
    "after an outage one call brings what was missed, and the window that was running is whole",
    async (t) => {
      const later = NOW + 33 * MINUTE_MS;
      sandbox.setTime({ frozenMs: later });
      const before = sandbox.origins.gate;
      t.ok(before);
      t.same((await pull("gate-liquidation-window", later)).errors, []);
      const rows = await windows("bitcoin");
      t.equal(rows.at(-1)?.at, NOON + 35 * MINUTE_MS);
      t.ok(
        rows.every(({ at }, i) => i === 0 || at - (rows[i - 1]?.at ?? 0) === 300_000),
        "no hole",
      );
      const closed = rows.find(({ at }) => at === NOON);
      const asked = `venue=gate&symbol=BTC_USDT&from=${NOON}&to=${NOON + 300_000}`;
      const real = (await truth<Closures>(`liquidations?${asked}`)).liquidations;
      t.ok(closed && isNear(closed.long + closed.short, real.long.usdt + real.short.usdt, 0.02));
      t.equal(
        (await sql("SELECT token FROM source_call WHERE source = 'gate-liquidation-window' AND token = 'bitcoin'"))
          .length,
        4,
      );
    },
  );

  await t.test("totals alone give sums of both spans, but neither a count nor a largest closure", async (t) => {
    const asOf = NOW + 33 * MINUTE_MS;
    await pull("gate-open-interest", asOf);
    const facts = await loadFacts(deps.store, { asOf, tokens: TOKENS, market: "sandbox" });
    const rows = facts.tokens.get("bitcoin");
    if (!rows) throw new Error("no facts");
    for (const [span, ms] of [
      ["1h", 60 * MINUTE_MS],
      ["24h", 1_440 * MINUTE_MS],
    ] as const) {
      const [sums] = await sql<{ usd: number }>(
        `SELECT sum(long_usd + short_usd) AS usd FROM liquidation_window FINAL WHERE replaced_at = 0 AND token = 'bitcoin'
         AND toUnixTimestamp64Milli(at) >= ${asOf - ms} AND toUnixTimestamp64Milli(at) <= ${asOf}`,
      );
      const measured = measureLiquidations(facts, rows, measureOpenInterest(rows, asOf), span);
      t.match(measured, { count: { gap: "no_source" }, largestUsd: { gap: "no_source" } });
      t.ok("totalUsd" in measured && isNear(measured.totalUsd, sums?.usd ?? -1));
    }
  });

  await t.test("the past of open interest is in the venue's own USD", async (t) => {
    t.same((await pull("gate-open-interest-history")).errors, []);
    const [row] = await sql<{ n: number; worst: number }>(
      `SELECT count() AS n, max(abs(open_interest_usd / open_interest_native / p - 1)) AS worst FROM open_interest
       CROSS JOIN (SELECT any(open_interest_usd / open_interest_native) AS p FROM open_interest WHERE token = 'pepe') AS x WHERE token = 'pepe'`,
    );
    t.ok(row && row.n >= 100 && row.worst < 0.5);
  });
});
