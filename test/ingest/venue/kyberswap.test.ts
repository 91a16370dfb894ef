// Swap quotes from the aggregator's protocol: a probe, then the sizes, in smallest units of each chain's tokens.
import t from "tap";
import { pullSource } from "../../../ingest/pull.ts";
import { openCallLog } from "../../../ingest/run/call.ts";
import type { Connections } from "../../../ingest/run/connection.ts";
import { impactPct, smallestUnits } from "../../../ingest/swap/quote.ts";
import { kyberswapSwapQuote, parseRoute } from "../../../ingest/venue/kyberswap/swap-quote.ts";
import { DAY_MS } from "../../../schema/duration.ts";
import { httpError } from "../../../schema/io/http.ts";
import { systemRandom } from "../../../schema/io/random.ts";
import { parseEnv } from "../../../schema/setting/read-settings.ts";
import { BASE } from "../../support/base.ts";
import { startIngestGround } from "../../support/ingest.ts";

const PERIOD = 300_000;
const NOON = Math.floor(BASE / DAY_MS) * DAY_MS - 43_200_000;

type Row = { token: string; chain: string; side: string; size: number; impact: number; amount: string; route: string };

t.test("amounts are whole smallest units of the token, whatever its decimals and size", async (t) => {
  t.equal(smallestUnits(1_000, 6), "1000000000");
  t.equal(smallestUnits(1_000, 18), "1000000000000000000000");
  t.equal(smallestUnits(0.000123456, 8), "12345");
  t.equal(smallestUnits(2.5e10, 18), "25000000000000000000000000000");
});

t.test("impact is what an order gets worse than a small one, not the fee that both pay", async (t) => {
  const quote = (paid: string, out: string) => ({ in: paid, out, at: 0, route: "" });
  t.equal(Math.round(impactPct(quote("1000", "900"), quote("100", "99.7")) * 100) / 100, 9.73);
  t.equal(impactPct(quote("1000", "997"), quote("100", "99.7")), 0);
  const body = {
    data: { routeSummary: { amountIn: "5", amountOut: "7", timestamp: 1_700_000_000, route: [[{ exchange: "uni" }]] } },
  };
  t.same(parseRoute(body, 1), { in: "5", out: "7", at: 1_700_000_000_000, route: "uni" });
  t.throws(() => parseRoute({ code: 0, data: {} }, 1), /routeSummary/);
});

t.test("whatever way it says that no pools bear an order, that order has no route and nothing failed", async (t) => {
  const pair = kyberswapSwapQuote.pairs[0];
  if (!pair) throw new Error("no pair");
  let code = 0;
  const refuse = async () => {
    const body = Buffer.from(JSON.stringify({ code, message: "route not found", details: null, requestId: "x" }));
    const answer = {
      outcome: "http_error",
      method: "GET",
      status: 400,
      bytes: body.length,
      headers: {},
      body,
    } as const;
    const times = { sha256: "", requestedAt: 0, respondedAt: 0 };
    throw httpError("http_error", "the provider answered 400", { status: 400, answer: { ...answer, ...times } });
  };
  const connections = { http: { send: refuse }, origin: () => "http://127.0.0.1:1" } as unknown as Connections;
  const context = { about: { source: "kyberswap-swap-quote", provider: "kyberswap" }, log: openCallLog(systemRandom) };
  const ask = () =>
    kyberswapSwapQuote.ask({ connections, context, env: parseEnv({}) }, pair, pair.counter, pair.coin, "1");
  for (code of [4008, 4009, 4010, 40010]) t.equal(await ask(), null, `${code}`);
  for (code of [4000, 4011]) await t.rejects(ask(), /answered 400/, `${code} is no word about pools`);
});

t.test("kyberswap", async (t) => {
  const { deps, sandbox, sql } = await startIngestGround(t);
  sandbox.setTime({ frozenMs: NOON + 20_000 });
  for (const venue of ["binance", "okx"]) await pullSource(deps, `${venue}-candle-1m`, { slot: NOON });
  // Prices of tokens are read again after a minute.
  sandbox.setTime({ frozenMs: NOON + 100_000 });

  await t.test("every pair that has no quote is asked, three sizes a side, dearer the larger", async (t) => {
    const result = await pullSource(deps, "kyberswap-swap-quote", { slot: NOON });
    t.same(result.errors, []);
    t.equal(result.refused, 0);
    t.ok(result.rows > 0);
    const rows = await sql<Row>(
      `SELECT token, chain, side, size_usd AS size, impact_pct AS impact, amount_in AS amount, route FROM swap_quote
       ORDER BY token, chain, side, size`,
    );
    for (const [index, row] of rows.entries()) {
      t.ok(row.impact >= 0 && row.impact < 100 && row.route !== "", `${row.token} ${row.chain} ${row.impact}`);
      const before = rows[index - 1];
      if (before && before.side === row.side && before.chain === row.chain && before.token === row.token)
        t.ok(row.impact > before.impact);
      if (row.side === "buy" && row.size === 1_000)
        t.equal(row.amount, row.chain === "eth" ? "1000000000" : "1000000000000000000000");
    }
    t.same(await sql("SELECT DISTINCT provider FROM swap_quote"), [{ provider: "sandbox:kyberswap" }]);
  });

  await t.test("a later pull asks a twelfth of them again, the ones that waited longest", async (t) => {
    const ages = "SELECT token, chain, max(q.at) AS last FROM swap_quote AS q GROUP BY token, chain";
    const pairs = await sql<{ n: number }>(`SELECT count() AS n FROM (${ages})`);
    t.ok((pairs[0]?.n ?? 0) > 24);
    const asked: string[] = [];
    for (const round of [1, 2]) {
      sandbox.setTime({ frozenMs: NOON + round * PERIOD + 20_000 });
      const result = await pullSource(deps, "kyberswap-swap-quote", { slot: NOON + round * PERIOD });
      t.same(result.errors, []);
      t.ok(result.tokens.length > 0 && result.tokens.length <= (pairs[0]?.n ?? 0) / 10, "a part of them");
      const since = `q.at >= fromUnixTimestamp64Milli(${NOON + round * PERIOD})`;
      const rows = await sql<{ pair: string }>(
        `SELECT DISTINCT concat(token, ' ', chain) AS pair FROM swap_quote AS q WHERE ${since}`,
      );
      asked.push(...rows.map(({ pair }) => pair));
    }
    t.equal(new Set(asked).size, asked.length, "others each time");
  });

  await t.test("an aggregator that limits us is left alone", async (t) => {
    sandbox.setTime({ frozenMs: NOON + 3 * PERIOD + 20_000 });
    sandbox.setFault({ provider: "kyberswap", kind: "429", retry_after_s: 1 });
    const result = await pullSource(deps, "kyberswap-swap-quote", { slot: NOON + 3 * PERIOD });
    t.match(result, { rows: 0, errors: [{ outcome: "rate_limited" }] });
    t.equal(result.errors.length, 1);
  });
});
