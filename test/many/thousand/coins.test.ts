// More tracked tokens than a directory answers of in one call: each of them is read.
import t from "tap";

// The list is made once, when its module is loaded.
process.env.SANDBOX_TOKENS = "1002";
const { closeCalls, pullSource } = await import("../../../ingest/pull.ts");
const { TRACKED } = await import("../../../schema/token/tracked.ts");
const { startIngestGround } = await import("../../support/ingest.ts");

t.test("market data of a thousand and two tokens come in five calls, of each token once", async (t) => {
  const { deps, sandbox, sql } = await startIngestGround(t);
  sandbox.setTime({ frozenMs: Date.parse("2026-11-20T12:00:00Z") });
  const result = await pullSource(deps, "coingecko-coin-market", { slot: deps.clock.now() });
  t.same(result.errors, []);
  t.equal(TRACKED.length, 1002);
  t.same(await sql("SELECT toUInt32(count()) AS rows, toUInt32(uniqExact(token)) AS tokens FROM coin_market"), [
    { rows: 1002, tokens: 1002 },
  ]);
  await closeCalls(deps);
  t.same(await sql("SELECT toUInt32(count()) AS calls FROM source_call WHERE source = 'coingecko-coin-market'"), [
    { calls: 5 },
  ]);
});
