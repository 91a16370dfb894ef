// Quotes of the other aggregators: what each body says, what a refusal means, and a pull of each from its protocol.
import t from "tap";
import { pullSource } from "../../../ingest/pull.ts";
import { openCallLog } from "../../../ingest/run/call.ts";
import type { Connections } from "../../../ingest/run/connection.ts";
import { PROBES } from "../../../ingest/trial/probe-list.ts";
import { jupiterSwapQuote, parseQuote } from "../../../ingest/venue/jupiter/swap-quote.ts";
import { parseEstimate } from "../../../ingest/venue/minswap/swap-quote.ts";
import { parsePrices } from "../../../ingest/venue/velora/swap-quote.ts";
import { DAY_MS } from "../../../schema/duration.ts";
import type { Env } from "../../../schema/env.ts";
import { systemRandom } from "../../../schema/io/random.ts";
import { startAnswering } from "../../support/answering.ts";
import { BASE } from "../../support/base.ts";
import { startIngestGround } from "../../support/ingest.ts";
import { copyOf } from "../../support/redis.ts";

const NOON = Math.floor(BASE / DAY_MS) * DAY_MS - 43_200_000;

t.test("Velora: the amount before the partner's fee, exchanges from the nested route", async (t) => {
  const body = {
    priceRoute: {
      srcAmount: "1000",
      destAmount: "500",
      destAmountAfterFee: "499",
      bestRoute: [{ swaps: [{ swapExchanges: [{ exchange: "UniswapV3" }, { exchange: "CurveV1" }] }] }],
    },
  };
  t.same(parsePrices(body, 7), { in: "1000", out: "500", at: 7, route: "UniswapV3,CurveV1" });
  t.throws(() => parsePrices({ error: "anything" }, 7), /priceRoute/);
});

t.test("Jupiter: its own price impact is not used", async (t) => {
  const routePlan = [{ swapInfo: { label: "Raydium CLMM" }, percent: 60 }, { swapInfo: { label: "Meteora DLMM" } }];
  const body = { inAmount: "1000000000", outAmount: "150000000", priceImpactPct: "0", routePlan };
  t.same(parseQuote(body, 7), { in: "1000000000", out: "150000000", at: 7, route: "Raydium CLMM,Meteora DLMM" });
  t.throws(() => parseQuote({ error: "x" }, 7), /routePlan/);
});

t.test(
  "Jupiter: a quote of version 2, from pools alone and without anything to sign; no route is no error",
  async (t) => {
    const asked: URL[] = [];
    const told = { status: 400, body: { requestId: "r", error: "Failed to get quotes" } as object };
    const { origin, http } = await startAnswering(t, (request, response) => {
      asked.push(new URL(request.url ?? "", "http://localhost"));
      response.writeHead(told.status, { "content-type": "application/json" }).end(JSON.stringify(told.body));
    });
    const connections = {
      http,
      pace: { take: async () => {}, pause: async () => {} },
      origin: () => origin,
    } as unknown as Connections;
    const context = { about: { source: "test", provider: "jupiter" }, log: openCallLog(systemRandom) };
    const [pair] = jupiterSwapQuote.pairs;
    if (!pair) throw new Error("Jupiter quotes nothing");
    const ask = () =>
      jupiterSwapQuote.ask({ connections, context, env: {} as Env }, pair, pair.counter, pair.coin, "1000000");
    t.equal(await ask(), null, "the documented refusal");
    Object.assign(told, { status: 200, body: { routePlan: [] } });
    t.equal(await ask(), null, "a quote without a route");
    const [inputMint, outputMint] = [pair.counter.address, pair.coin.address];
    const routePlan = [{ swapInfo: { label: "Raydium CLMM" } }];
    told.body = { inputMint, outputMint, inAmount: "1000000", outAmount: "5", routePlan, transaction: null };
    t.match(await ask(), { in: "1000000", out: "5", route: "Raydium CLMM" });
    for (const { pathname, searchParams } of asked) {
      t.equal(pathname, "/swap/v2/order");
      t.equal(searchParams.get("excludeRouters"), "jupiterz,dflow,okx");
      t.notOk(searchParams.has("taker"));
    }
  },
);

t.test("Minswap: smallest units as asked", async (t) => {
  const paths = [[{ protocol: "MinswapV2" }, { protocol: "SundaeSwapV3" }], [{ protocol: "MinswapV2" }]];
  const body = { amount_in: "1000000", amount_out: "377", avg_price_impact: 0.2, paths };
  t.same(parseEstimate(body, 7), { in: "1000000", out: "377", at: 7, route: "MinswapV2,SundaeSwapV3" });
  t.throws(() => parseEstimate({ message: "x" }, 7), /paths/);
});

t.test("each aggregator is pulled from its own protocol", async (t) => {
  const { deps, sandbox, sql } = await startIngestGround(t);
  sandbox.setTime({ frozenMs: NOON + 20_000 });
  for (const venue of ["binance", "okx"]) await pullSource(deps, `${venue}-candle-1m`, { slot: NOON });
  const expected = { velora: ["bsc", "eth"], jupiter: ["sol"], minswap: ["ada"] } as const;
  let now = NOON + 100_000;
  for (const [venue, chains] of Object.entries(expected)) {
    await t.test(`${venue}: three sizes a side, dearer the larger, on its chains`, async (t) => {
      for (const _ of [1, 2]) {
        sandbox.setTime({ frozenMs: now });
        const result = await pullSource(deps, `${venue}-swap-quote`, { slot: Math.floor(now / 300_000) * 300_000 });
        t.same([result.errors, result.refused], [[], 0]);
        now += 300_000;
        // Minswap's two coins are quoted in the first two parts of an hour.
        if (venue === "minswap") now = Math.ceil(now / 3_600_000) * 3_600_000 + 20_000;
      }
      const rows = await sql<{ chain: string; side: string; size: number; impact: number; route: string }>(
        `SELECT chain, token, side, size_usd AS size, impact_pct AS impact, route FROM swap_quote
         WHERE venue = '${venue}' ORDER BY token, chain, at, side, size`,
      );
      t.ok(rows.length > 0, `${rows.length} rows`);
      for (const [index, row] of rows.entries()) {
        t.ok(
          (chains as readonly string[]).includes(row.chain) && row.impact >= 0 && row.impact < 100 && row.route !== "",
        );
        const before = rows[index - 1];
        if (before && row.size > before.size) t.ok(row.impact > before.impact);
      }
      t.same(await sql(`SELECT DISTINCT provider FROM swap_quote WHERE venue = '${venue}'`), [
        { provider: `sandbox:${venue}` },
      ]);
    });

    await t.test(`${venue}: one that limits us is left alone, one that answers rubbish brings nothing`, async (t) => {
      // Every pair is due again.
      now += 3_600_000;
      sandbox.setTime({ frozenMs: now });
      for (const [kind, outcome] of [
        ["html", "bad_body"],
        ["429", "rate_limited"],
      ] as const) {
        const id = sandbox.setFault({ provider: venue, kind, retry_after_s: 1 });
        const slot = Math.floor(now / 300_000) * 300_000;
        const result = await pullSource(deps, `${venue}-swap-quote`, { slot });
        t.match(result, { rows: 0, errors: [{ outcome }] }, kind);
        sandbox.clearFaults({ id });
      }
      now = Math.ceil(now / 3_600_000) * 3_600_000 + 20_000;
    });
  }
});

t.test(
  "Jupiter is asked at its documented host, with its key in a header, and says which setting it lacks",
  async (t) => {
    const { deps, sandbox } = await startIngestGround(t);
    sandbox.setTime({ frozenMs: NOON + 20_000 });
    for (const venue of ["binance", "okx"]) await pullSource(deps, `${venue}-candle-1m`, { slot: NOON });
    const seen: (string | undefined)[] = [];
    const { origin: jupiter } = await startAnswering(t, (request, response) => {
      const key = request.headers["x-api-key"];
      seen.push(typeof key === "string" ? key : undefined);
      response.writeHead(401, { "content-type": "application/json" }).end('{"code":401,"message":"Unauthorized"}');
    });
    const origins = JSON.stringify({ ...sandbox.origins, jupiter });
    const pullWith = (env: object) => {
      const redis = copyOf(deps.redis);
      t.teardown(() => redis.disconnect());
      const anew = { ...deps, redis, env: { ...deps.env, SANDBOX_ORIGINS: origins, ...env } };
      return pullSource(anew, "jupiter-swap-quote", { slot: NOON });
    };
    const without = await pullWith({});
    t.match(without.errors, [{ outcome: "not_configured", message: /JUPITER_API_KEY is not set/ }]);
    t.equal(without.errors.length, 1, "nobody asks on without it");
    t.same(seen.splice(0), [undefined]);
    const refused = await pullWith({ JUPITER_API_KEY: "wrong" });
    t.match(refused.errors[0], { outcome: "http_error", message: /401/ });
    t.ok(seen.length > 0 && seen.every((key) => key === "wrong"));
    const probe = new URL(PROBES.jupiter?.calls[0]?.url ?? "");
    t.equal(`${probe.host}${probe.pathname}`, "api.jup.ag/swap/v2/order", "hosts and paths of old are gone");
  },
);
