import t from "tap";
import { pullSource } from "../../ingest/pull.ts";
import { VENUES } from "../../ingest/source/venue.ts";
import { DAY_MS, MINUTE_MS } from "../../schema/duration.ts";
import { KEYS } from "../../schema/key.ts";
import { parseSourceHealth } from "../../schema/source/source-health.ts";
import { FAULT_KINDS, type FaultKind } from "../../scripts/sandbox/fault.ts";
import { BASE } from "../support/base.ts";
import { startIngestGround } from "../support/ingest.ts";

/** Yesterday at noon, frozen: old enough to be past, young enough for the tables to keep it. */
const START = Math.floor(BASE / DAY_MS) * DAY_MS - 12 * 3_600_000 + 20_000;
const TOKENS = ["bitcoin", "ethereum", "solana"];
const VENUE_IDS = ["binance", "bybit", "okx"] as const;

/** How each switch must end: what the run calls it, or null where it brings rows all the same. */
const OUTCOMES: Readonly<Record<FaultKind, string | null>> = {
  latency: null,
  "429": "rate_limited",
  "418": "rate_limited",
  "5xx": "http_error",
  html: "bad_body",
  empty: "bad_body",
  truncated: "bad_body",
  nan: null,
  stale: null,
  gone: "refused",
  void: "rows_refused",
  country: "blocked_country",
  gap: null,
};

t.test("every way a provider can fail", async (t) => {
  const { deps, sandbox, sql } = await startIngestGround(t);
  let now = START;
  const slot = () => Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const pull = (source: string) => pullSource(deps, source, { slot: slot(), tokens: TOKENS });
  const pass = (minutes: number) => {
    now += minutes * MINUTE_MS;
    sandbox.setTime({ frozenMs: now });
  };
  sandbox.setTime({ frozenMs: now });
  for (const venue of VENUE_IDS) await pull(`${venue}-candle-1m`);

  for (const kind of FAULT_KINDS) {
    await t.test(`${kind}: no run fails as a whole, nothing false is stored, other venues go on`, async (t) => {
      const [first] = VENUE_IDS;
      pass(1);
      sandbox.setFault({ provider: first, kind, latency_ms: 50, retry_after_s: 1, at_ms: now - 10 * MINUTE_MS });
      const before =
        (await sql<{ n: number }>("SELECT count() AS n FROM candle FINAL WHERE replaced_at = 0"))[0]?.n ?? 0;
      const result = await pull(`${first}-candle-1m`);
      const wanted = OUTCOMES[kind];
      if (wanted === null) t.match(result.errors, [], "no error");
      else
        t.ok(
          result.errors.length > 0 && result.errors.every((error) => error.outcome === wanted),
          JSON.stringify(result.errors[0]),
        );
      if (wanted !== null || kind === "stale") t.equal(result.rows, 0, "no row from a fault");
      if (wanted !== null) {
        const health = parseSourceHealth(await deps.redis.hgetall(KEYS.sourceHealth)).get(`${first}-candle-1m`);
        t.match(health, { errorAt: now, outcome: wanted });
      }
      t.match(await pull("okx-candle-1m"), { errors: [], tokens: TOKENS }, "another venue is not touched");
      const wrong = await sql(
        `SELECT * FROM candle WHERE NOT (low > 0 AND low <= least(open, close) AND high >= greatest(open, close)
         AND volume_usd >= 0 AND isFinite(volume_usd) AND isFinite(close)) LIMIT 1`,
      );
      t.same(wrong, []);
      const after =
        (await sql<{ n: number }>("SELECT count() AS n FROM candle FINAL WHERE replaced_at = 0"))[0]?.n ?? 0;
      t.ok(after >= before);
      sandbox.clearFaults();
      await deps.redis.del(KEYS.pause(first));
      pass(1);
      const again = await pull(`${first}-candle-1m`);
      t.match(again, { errors: [], tokens: TOKENS }, "it comes back by itself");
    });
  }

  await t.test("refused values are kept with their reason", async (t) => {
    pass(1);
    sandbox.setFault({ provider: "bybit", kind: "nan" });
    const result = await pull("bybit-candle-1m");
    sandbox.clearFaults();
    t.ok(result.refused > 0);
    const kept = await sql<{ reason: string; provider: string; source: string; row: string }>(
      "SELECT reason, provider, source, row FROM reject WHERE source = 'bybit-candle-1m' LIMIT 1",
    );
    t.match(kept, [{ reason: /^[a-z_]+$/, provider: "sandbox:bybit", source: "bybit-candle-1m" }]);
    t.ok(JSON.parse(kept[0]?.row ?? "").token);
  });

  await t.test("while a venue is paused not one request reaches it", async (t) => {
    pass(1);
    sandbox.setFault({ provider: "bybit", kind: "429", retry_after_s: 60 });
    await pull("bybit-candle-1m");
    sandbox.clearFaults();
    const sent = async () => {
      const stats = (await (await fetch(`${sandbox.origins.control}/sandbox/stats`)).json()) as {
        origins: { bybit: { total: number } };
      };
      return stats.origins.bybit.total;
    };
    const before = await sent();
    for (const source of ["bybit-candle-1m", "bybit-order-book", "bybit-ticker"]) {
      t.match((await pull(source)).errors[0], { outcome: "rate_limited" }, source);
    }
    t.equal(await sent(), before);
    t.ok((await deps.redis.pttl(KEYS.pause("bybit"))) > 50_000);
    await deps.redis.del(KEYS.pause("bybit"));
    t.match(await pull("bybit-candle-1m"), { errors: [], tokens: TOKENS });
  });

  await t.test("a book that never changes is not the state of a market", async (t) => {
    t.match(await pull("binance-order-book"), { errors: [], tokens: TOKENS });
    sandbox.setFault({ provider: "binance", kind: "stale" });
    let last = await pull("binance-order-book");
    for (let i = 0; i < 5; i += 1) {
      pass(1);
      last = await pull("binance-order-book");
    }
    t.equal(last.rows, 0);
    t.match(last.errors[0], { outcome: "bad_body" });
    sandbox.clearFaults();
  });

  await t.test("a venue that is gone costs a few calls, not one a token", async (t) => {
    pass(1);
    sandbox.setFault({ provider: "okx", kind: "gone" });
    const all = await pullSource(deps, "okx-order-book", { slot: slot() });
    t.ok(all.errors.length <= 6 + VENUES.okx.concurrency, `${all.errors.length} errors for a hundred tokens`);
    sandbox.clearFaults();
  });
});
