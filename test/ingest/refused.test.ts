// A source whose every row is refused has failed, says so with the reason, and does not ask for the same past for ever.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import t, { type Test } from "tap";
import { openSourcePart } from "../../api/surface/source-part.ts";
import { pullSource } from "../../ingest/pull.ts";
import { missingWindows } from "../../ingest/run/gap.ts";
import type { GridSource } from "../../ingest/source/define-source.ts";
import type { Listing } from "../../ingest/source/market.ts";
import { sourceOf } from "../../ingest/sources.ts";
import { fillEnded, fillWindow, sweepGaps } from "../../ingest/window.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../schema/duration.ts";
import { KEYS } from "../../schema/key.ts";
import { statusReject } from "../../schema/query/service/status-reject.ts";
import {
  isFailing,
  isRefusedLastingly,
  parseSourceHealth,
  type SourceHealth,
} from "../../schema/source/source-health.ts";
import { BASE } from "../support/base.ts";
import { startIngestGround } from "../support/ingest.ts";
import { copyOf } from "../support/redis.ts";

const NOON = Math.floor(BASE / DAY_MS) * DAY_MS - 12 * HOUR_MS;
const HISTORY = "bybit-open-interest-history";
const TOKENS = ["bitcoin", "pepe"];
/** Three hours by five minutes. */
const NEWEST = 36 * TOKENS.length;

/** The sandbox's provider with what `spoil` makes of its answers. */
async function spoilt(t: Test, origin: string, spoil: (body: never) => unknown): Promise<string> {
  const server = createServer(async (request, response) => {
    const answer = await fetch(`${origin}${request.url}`);
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(JSON.stringify(spoil((await answer.json()) as never)));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  t.teardown(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

t.test("rows that admission refuses, all of them", async (t) => {
  const { deps, sandbox, sql } = await startIngestGround(t);
  let now = NOON + 20_000;
  sandbox.setTime({ frozenMs: now });
  const pass = (ms: number) => {
    now += ms;
    sandbox.setTime({ frozenMs: now });
  };
  const pull = (source: string) => pullSource(deps, source, { slot: now, tokens: TOKENS });
  const callsOf = async (source: string) =>
    (
      await sql<{ n: number }>(
        `SELECT count() AS n FROM source_call WHERE source = '${source}' AND empty(parts) AND endpoint NOT IN ('markets', 'time')`,
      )
    )[0]?.n ?? 0;
  const callsDuring = async (source: string, work: () => Promise<unknown>) => {
    const before = await callsOf(source);
    await work();
    return (await callsOf(source)) - before;
  };
  const health = async (source: string) =>
    parseSourceHealth(await deps.redis.hgetall(KEYS.sourceHealth)).get(source) ?? t.fail(source);

  await t.test("the run failed, with what was wrong and how often; the calls say so too", async (t) => {
    sandbox.setFault({ provider: "bybit", kind: "void", path: "open-interest" });
    const result = await pull(HISTORY);
    t.equal(result.rows, 0);
    t.ok(result.refused > 1_400, `${result.refused} rows`);
    t.match(result.errors, [{ token: "", outcome: "rows_refused", message: `not_finite (${result.refused})` }]);
    t.match(result.errors[0]?.message, /^bybit-open-interest-history kept none of \d+ rows/);
    const failing = await health(HISTORY);
    t.match(failing, { successAt: null, outcome: "rows_refused", error: /not_finite/ });
    t.ok(failing !== undefined && isFailing(failing as never));
    const outcomes = await sql(
      `SELECT outcome, count() AS n FROM source_call WHERE source = '${HISTORY}' AND endpoint = 'bybit.openInterest'
       GROUP BY outcome`,
    );
    t.same(outcomes, [{ outcome: "rows_refused", n: 10 }]);
  });

  await t.test("readiness names the source as a failing part until rows are kept again", async (t) => {
    const part = await openSourcePart(deps.redis)();
    t.match(part, { status: "failing", count: 1, why: /^bybit-open-interest-history kept none of \d+ rows/ });
  });

  await t.test(
    "one row refused in a quiet hour is told by the status, and degrades nothing until it lasts",
    async (t) => {
      const one: SourceHealth = { successAt: 1, errorAt: 2, error: "kept none of 1 rows", outcome: "rows_refused" };
      t.ok(isFailing(one));
      t.notOk(isRefusedLastingly({ ...one, refusedRuns: 1, refusedRows: 1 }));
      t.notOk(isRefusedLastingly({ ...one, refusedRuns: 2, refusedRows: 19 }));
      t.ok(isRefusedLastingly({ ...one, refusedRuns: 3, refusedRows: 3 }));
      t.ok(isRefusedLastingly({ ...one, refusedRuns: 1, refusedRows: 20 }));
      t.ok(
        isRefusedLastingly({ ...one, outcome: "bad_body", refusedRuns: 3 }),
        "answers of something else are no better",
      );
      t.notOk(isRefusedLastingly({ ...one, outcome: "network", refusedRuns: 3 }), "who is away may come back");
      t.notOk(isRefusedLastingly({ ...one, successAt: 3, refusedRuns: 3, refusedRows: 3 }));
    },
  );

  await t.test("a past of which nothing was kept is not asked for again, only the newest rows are", async (t) => {
    for (const hour of [1, 2, 3]) {
      pass(HOUR_MS);
      const asked = await callsDuring(HISTORY, () => pull(HISTORY));
      t.equal(asked, 2 * TOKENS.length, `hour ${hour}: readings and marks, once a token`);
    }
  });

  await t.test("once the newest rows are kept again, the past comes with the next pull", async (t) => {
    sandbox.clearFaults();
    pass(HOUR_MS);
    t.match(await pull(HISTORY), { rows: NEWEST, errors: [] });
    t.same(await openSourcePart(deps.redis)(), { status: "ok" });
    pass(HOUR_MS);
    const { rows, errors } = await pull(HISTORY);
    t.same(errors, []);
    t.ok(rows > TOKENS.length * 30 * 24, `${rows} rows`);
    pass(HOUR_MS);
    t.match(await pull(HISTORY), { rows: NEWEST, errors: [] });
    const [off] = await sql<{ share: number }>(
      `SELECT max(abs(ratio / usual - 1)) AS share FROM (
         SELECT open_interest_usd / open_interest_native AS ratio, median(ratio) OVER (PARTITION BY token) AS usual
         FROM open_interest FINAL WHERE replaced_at = 0 AND venue = 'bybit')`,
    );
    t.ok((off?.share ?? 1) < 1, "every value is coins at a price of the coin");
  });

  await t.test("refused minutes do not hold back the minutes after them", async (t) => {
    const source = "bybit-candle-1m";
    await pull(source);
    sandbox.setFault({ provider: "bybit", kind: "void", path: "kline" });
    pass(5 * MINUTE_MS);
    t.match(await pull(source), { rows: 0, errors: [{ outcome: "rows_refused" }] });
    sandbox.clearFaults();
    pass(MINUTE_MS);
    const { rows } = await pull(source);
    t.equal(rows, 3 * TOKENS.length, "the newest and the two before it, for every token");
  });

  await t.test("a hole whose rows are all refused is asked for once, then left for hours", async (t) => {
    const source = "bybit-candle-1m";
    const day = { ...deps, env: { ...deps.env, BACKFILL_DAYS: 1 } };
    const mine = async (slot: number) =>
      (await sweepGaps(day, slot)).filter((one) => one.source === source && one.token === "bitcoin");
    sandbox.setFault({ provider: "bybit", kind: "void", path: "kline" });
    const wanted = await mine(1);
    t.ok(wanted.length > 0);
    for (const window of wanted) {
      t.match((await fillWindow(day, window)).errors, [{ outcome: "rows_refused" }]);
      await fillEnded(day, window, false);
    }
    sandbox.clearFaults();
    const left = await mine(2);
    const settled = Math.floor(now / MINUTE_MS) * MINUTE_MS - 2 * HOUR_MS;
    t.ok(
      left.every(({ to }) => to > settled - MINUTE_MS),
      "only what the venue may still be writing is asked for again",
    );
    pass(7 * HOUR_MS);
    t.ok(
      (await mine(3)).some(({ from }) => from < settled),
      "hours later it is asked for once more",
    );
  });

  await t.test(
    "a page of nothing but nulls fills no hole, and says nothing for days of what the venue has",
    async (t) => {
      const source = "bybit-candle-1m";
      const nulls = await spoilt(t, sandbox.origins.bybit ?? "", (body: { result?: { list?: unknown[] } }) =>
        body.result?.list?.every(Array.isArray) ? { ...body, result: { ...body.result, list: [null, null] } } : body,
      );
      const redis = copyOf(deps.redis);
      t.teardown(() => redis.disconnect());
      const origins = JSON.stringify({ ...sandbox.origins, bybit: nulls });
      const spoiltDeps = { ...deps, redis, env: { ...deps.env, SANDBOX_ORIGINS: origins } };
      const from = Math.floor(now / MINUTE_MS) * MINUTE_MS - 5 * DAY_MS;
      const old = { source, token: "bitcoin", from, to: from + 10 * MINUTE_MS };
      t.match(await fillWindow(spoiltDeps, old), { rows: 0, refused: 2, errors: [{ outcome: "rows_refused" }] });
      const long = { ...deps, env: { ...deps.env, BACKFILL_DAYS: 6 } };
      const grid = sourceOf(source) as GridSource;
      const listing = { token: "bitcoin", symbol: "BTCUSDT", listedAt: null } as Listing;
      const isAsked = async () =>
        (await missingWindows(long, grid, [listing], Math.floor(now / MINUTE_MS) * MINUTE_MS)).some(
          (one) => one.from < old.to && one.to > old.from,
        );
      t.notOk(await isAsked(), "not at once");
      pass(7 * HOUR_MS);
      t.ok(await isAsked(), "but hours later, not days");
    },
  );

  await t.test(
    "a member of a list that is no row costs itself alone, and is counted and shown beside them",
    async (t) => {
      sandbox.clearFaults();
      pass(HOUR_MS);
      const whole = await pullSource(deps, "binance-funding", { slot: now });
      const { alternative = "", binance = "" } = sandbox.origins;
      const origins = {
        ...sandbox.origins,
        alternative: await spoilt(t, alternative, ({ data }: { data: unknown[] }) => ({
          data: [null, ...data, 7, "x"],
        })),
        binance: await spoilt(t, binance, (body: unknown) =>
          Array.isArray(body) ? [...body.slice(0, 3), null, ...body.slice(3)] : body,
        ),
      };
      const redis = copyOf(deps.redis);
      t.teardown(() => redis.disconnect());
      const anew = { ...deps, redis, env: { ...deps.env, SANDBOX_ORIGINS: JSON.stringify(origins) } };

      const mood = await pullSource(anew, "alternative-fear-greed", { slot: now });
      t.same([mood.errors, mood.refused], [[], 3], "null, a number and a word");
      t.ok(mood.rows > 0);
      const funding = await pullSource(anew, "binance-funding", { slot: now + 60_000 });
      t.same(funding.errors, []);
      t.equal(funding.tokens.length, whole.tokens.length, "no other row is lost");
      t.equal(
        funding.refused,
        whole.refused + 2,
        "one a list, the rates' and the intervals', whoever reads them again",
      );

      t.same(await sql("SELECT reason, source, row FROM reject WHERE source LIKE 'alternative%' ORDER BY row"), [
        { reason: "no_row", source: "alternative-fear-greed", row: '{"token":"","member":"x"}' },
        { reason: "no_row", source: "alternative-fear-greed", row: '{"token":"","member":7}' },
        { reason: "no_row", source: "alternative-fear-greed", row: '{"token":"","member":null}' },
      ]);
      const nothing = {
        ...sandbox.origins,
        alternative: await spoilt(t, alternative, (body: object) => ({ ...body, data: [null] })),
      };
      const other = copyOf(deps.redis);
      t.teardown(() => other.disconnect());
      const quiet = { ...deps, redis: other, env: { ...deps.env, SANDBOX_ORIGINS: JSON.stringify(nothing) } };
      const none = await pullSource(quiet, "alternative-fear-greed", { slot: now + 120_000 });
      t.match(
        [none.rows, none.refused, none.errors],
        [0, 1, [{ outcome: "rows_refused", message: /kept none of 1 rows: no_row \(1\)/ }]],
        "a null beside rows is no row and no failure; where there is nothing else the answer has failed",
      );

      const shown = await deps.store.query(statusReject, { asOf: now + 60_000 });
      t.equal(
        shown.find(({ provider, reason }) => provider === "sandbox:alternative" && reason === "no_row")?.count_24h,
        4,
      );
    },
  );
});
