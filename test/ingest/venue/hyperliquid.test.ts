// Hyperliquid through its real class against the sandbox: coins of one side, the hour's funding, thousands under a k.
import t from "tap";
import { pullSource } from "../../../ingest/pull.ts";
import { DAY_MS, MINUTE_MS } from "../../../schema/duration.ts";
import { BASE } from "../../support/base.ts";
import { startIngestGround } from "../../support/ingest.ts";

const NOW = Math.floor(BASE / DAY_MS) * DAY_MS - 12 * 60 * MINUTE_MS + 200_000;
const isNear = (a: number, b: number, share = 1e-3) => Math.abs(a - b) <= share * Math.max(Math.abs(a), Math.abs(b));

type Row = { symbol: string; token: string; native: number; usd: number };
type Derivative = Record<"open_interest_tokens" | "open_interest_usdt" | "mark_price" | "funding_rate_running", number>;

t.test("hyperliquid", async (t) => {
  const { deps, sandbox, sql } = await startIngestGround(t);
  sandbox.setTime({ frozenMs: NOW });
  const truth = async (symbol: string) => {
    const asked = `venue=hyperliquid&symbol=${symbol}&at=${NOW}`;
    return (await (await fetch(`${sandbox.origins.control}/sandbox/truth/derivative?${asked}`)).json()) as Derivative;
  };

  await t.test("open interest of all perpetuals comes with one call", async (t) => {
    const result = await pullSource(deps, "hyperliquid-open-interest", { slot: NOW });
    t.same(result.errors, []);
    t.equal(result.refused, 0);
    t.ok(result.rows > 70, `${result.rows} perpetuals`);
    const rows = await sql<Row>(
      `SELECT token, symbol, open_interest_native AS native, open_interest_usd AS usd FROM open_interest
       WHERE token IN ('bitcoin', 'pepe') ORDER BY token`,
    );
    t.match(rows, [{ symbol: "BTC" }, { token: "pepe", symbol: "kPEPE" }]);
    for (const row of rows) {
      const real = await truth(row.symbol);
      t.ok(isNear(row.native, real.open_interest_tokens) && isNear(row.usd, real.open_interest_usdt), row.symbol);
    }
  });

  await t.test("a rate is of one hour and settles on the next", async (t) => {
    t.same((await pullSource(deps, "hyperliquid-funding", { slot: NOW })).errors, []);
    const rows = await sql<{ symbol: string; rate: number; hours: number; next: number; mark: number }>(
      `SELECT symbol, rate, interval_hours AS hours, toUnixTimestamp64Milli(assumeNotNull(next_funding_at)) AS next,
         assumeNotNull(mark_price) AS mark FROM funding WHERE token IN ('bitcoin', 'pepe') ORDER BY token`,
    );
    t.equal(rows.length, 2);
    for (const row of rows) {
      const real = await truth(row.symbol);
      t.match(row, { hours: 1, next: Math.ceil(NOW / 3_600_000) * 3_600_000 });
      t.ok(isNear(row.rate, real.funding_rate_running) && isNear(row.mark, real.mark_price), row.symbol);
    }
  });

  await t.test("names and numbers that do not belong together are refused whole", async (t) => {
    sandbox.setFault({ provider: "hyperliquid", kind: "truncated" });
    const result = await pullSource(deps, "hyperliquid-funding", { slot: NOW + MINUTE_MS });
    t.match(result, { rows: 0, errors: [{ outcome: "bad_body" }] });
  });
});
