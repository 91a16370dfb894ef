// Deribit through the sandbox: options in coins, puts and calls by name, dollar-settled ones left out; the volatility index.
import t from "tap";
import { pullSource } from "../../../ingest/pull.ts";
import { newestIndex } from "../../../ingest/venue/deribit/implied-volatility.ts";
import { sumOptions } from "../../../ingest/venue/deribit/option-interest.ts";
import { startIngestGround } from "../../support/ingest.ts";

t.test("puts and calls are told apart by name; what is not an option of the coin is left out", async (t) => {
  const row = (instrument_name: string, open_interest: number) => ({
    instrument_name,
    open_interest,
    underlying_price: 10,
  });
  const result = [
    row("BTC-10MAR26-7750-C", 4),
    row("BTC-10MAR26-7750-P", 3),
    row("BTC_USDC-10MAR26-7750-P", 100),
    row("BTC-PERPETUAL", 100),
  ];
  t.same(sumOptions({ result }, "BTC"), { put_native: 3, call_native: 4, put_usd: 30, call_usd: 40, options_count: 2 });
  t.throws(() => sumOptions({ result: [] }, "BTC"), /no option/);
});

t.test("one row a coin is stored, and a failing coin does not stop the other", async (t) => {
  const { deps, sandbox, sql } = await startIngestGround(t);
  const now = deps.clock.now();
  t.match(await pullSource(deps, "deribit-option-interest", { slot: now }), { rows: 2, refused: 0, errors: [] });
  const rows = await sql<{ token: string; ratio: number; n: number }>(
    "SELECT token, put_usd / call_usd AS ratio, options_count AS n FROM option_interest ORDER BY token",
  );
  t.same(
    rows.map(({ token, n }) => [token, n]),
    [
      ["bitcoin", 156],
      ["ethereum", 156],
    ],
  );
  t.ok(rows.every(({ ratio }) => ratio > 0.2 && ratio < 2));
  sandbox.setFault({ provider: "deribit", kind: "html", path: "currency=BTC" });
  t.match(await pullSource(deps, "deribit-option-interest", { slot: now + 900_000 }), {
    rows: 1,
    errors: [{ token: "bitcoin", outcome: "bad_body" }],
  });
});

t.test("the index is the close of the newest minute, which may still run; no reading is no row", async (t) => {
  const data = [
    [120_000, 40, 44, 39, 43],
    [60_000, 41, 42, 40, 40],
  ];
  t.same(newestIndex({ result: { data } }, 150_000), { at: 150_000, pct: 43 });
  t.same(newestIndex({ result: { data } }, 999_000), { at: 180_000, pct: 43 }, "an old minute says how old it is");
  const odd = [null, [Number.NaN, 1, 1, 1, 1], ["later", 1, 1, 1, 1], [0, 1, 1, 1, 1], [9e9, 1, 1, 1, 1]];
  t.same(newestIndex({ result: { data: [...odd, ...data] } }, 150_000), { at: 150_000, pct: 43 }, "what has no time");
  t.throws(() => newestIndex({ result: { data: odd } }, 150_000), /no reading/);
  t.throws(() => newestIndex({ result: { data: [] } }, 0), /no reading/);
  t.throws(() => newestIndex({ error: { code: 1 } }, 0), /result/);
});

t.test("the index of each coin is stored; a failing coin does not stop the other", async (t) => {
  const { deps, sandbox, sql } = await startIngestGround(t);
  const now = deps.clock.now();
  t.match(await pullSource(deps, "deribit-implied-volatility", { slot: now }), { rows: 2, refused: 0, errors: [] });
  const rows = await sql<{ token: string; pct: number; age: number }>(
    `SELECT token, volatility_30d_pct AS pct, ${now} - toUnixTimestamp64Milli(at) AS age FROM implied_volatility ORDER BY token`,
  );
  t.match(rows, [{ token: "bitcoin" }, { token: "ethereum" }]);
  t.ok(rows.every(({ pct, age }) => pct > 10 && pct < 300 && age < 60_000));
  sandbox.setFault({ provider: "deribit", kind: "html", path: "currency=BTC" });
  t.match(await pullSource(deps, "deribit-implied-volatility", { slot: now + 300_000 }), {
    rows: 1,
    errors: [{ token: "bitcoin", outcome: "bad_body" }],
  });
});
