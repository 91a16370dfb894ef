import t from "tap";
import { transfersOf } from "../../../ingest/chain/btc.ts";
import { flowRows, largeRows } from "../../../ingest/chain/fold.ts";
import { missingStretches } from "../../../ingest/chain/scan.ts";
import { decimalText, type Transfer } from "../../../ingest/chain/transfer.ts";
import { LABELS } from "../../../ingest/labels/index.ts";
import { pullSource } from "../../../ingest/pull.ts";
import { CHAIN_IDS } from "../../../schema/chain.ts";
import { startIngestGround } from "../../support/ingest.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 12 * HOUR;

const transfer = (given: Partial<Transfer>): Transfer => ({
  token: "chainlink",
  block: 1,
  at: NOON,
  tx: "0x1",
  index: 0,
  from: "0xa",
  to: "0xb",
  fromExchange: null,
  toExchange: null,
  native: 10,
  amount: "10",
  ...given,
});
const about = { chain: "eth", provider: "p", labelSet: "l", retrievedAt: 1 };
const prices = { at: (token: string) => (token === "chainlink" ? 200_000 : null) };

t.test(
  "flows: inflow, outflow, cross-exchange at both sides once, internal ignored, zero where nothing moved",
  async (t) => {
    const transfers = [
      transfer({ toExchange: "binance" }),
      transfer({ fromExchange: "okx", native: 4 }),
      transfer({ fromExchange: "okx", toExchange: "binance", native: 1 }),
      transfer({ fromExchange: "binance", toExchange: "binance", native: 1_000 }),
    ];
    const stretch = { from: NOON, to: NOON + 30 * MINUTE };
    const given = {
      ...about,
      transfers,
      prices,
      stretch,
      tokens: ["chainlink"],
      exchanges: ["binance", "kraken", "okx"],
    };
    t.match(
      flowRows(given).map((row) => [
        row.exchange,
        row.at,
        row.inflow_native,
        row.outflow_native,
        row.inflow_usd,
        row.transfers,
      ]),
      [
        ["binance", NOON, 11, 0, 2_200_000, 2],
        ["kraken", NOON, 0, 0, 0, 0],
        ["okx", NOON, 0, 5, 0, 2],
        ["binance", NOON + 15 * MINUTE, 0, 0, 0, 0],
        ["kraken", NOON + 15 * MINUTE, 0, 0, 0, 0],
        ["okx", NOON + 15 * MINUTE, 0, 0, 0, 0],
      ],
    );
    const unpriced = flowRows({ ...given, tokens: ["aave"] });
    t.ok(
      unpriced.every((row) => row.inflow_usd === null && row.inflow_native === 0),
      "no price is null, not zero",
    );
  },
);

t.test("large transfers: a million USD and up, never internal, never without a price", async (t) => {
  const rows = largeRows({
    ...about,
    prices,
    kinds: new Map([["0xc", "contract"]]),
    transfers: [
      transfer({ toExchange: "binance", native: 5 }),
      transfer({ toExchange: "binance", native: 4.9 }),
      transfer({ fromExchange: "okx", to: "0x000000000000000000000000000000000000dead", native: 50 }),
      transfer({ fromExchange: "okx", toExchange: "okx", native: 50 }),
      transfer({ token: "aave", toExchange: "okx", native: 1e9 }),
      transfer({ fromExchange: "okx", to: "0xc", native: 50 }),
      transfer({ fromExchange: "okx", to: "0xd", native: 50 }),
    ],
  });
  t.match(rows, [
    { towards: "exchange", value_usd: 1_000_000, from_label: null, to_label: "binance" },
    { towards: "burn", from_label: "okx" },
    { towards: "contract", from_label: "okx" },
    { towards: "unknown", from_label: "okx" },
  ]);
  t.equal(rows.length, 4);
});

t.test("bitcoin: change returns to the sender and is no flow", async (t) => {
  const [label] = LABELS.btc;
  if (!label) throw new Error("no label");
  const tx = {
    id: "t",
    block: 1,
    at: NOON,
    inputs: [{ address: label.address, sats: 100 }],
    outputs: [
      { address: "bc1qstranger", sats: 60 },
      { address: label.address, sats: 30 },
    ],
  };
  t.match(transfersOf(tx), [
    { fromExchange: label.exchange, toExchange: null, native: 0.0000006, amount: "0.0000006" },
  ]);
  t.equal(transfersOf(tx).length, 1);
});

t.test("amounts are exact decimal texts", async (t) => {
  t.equal(decimalText(1_234_500_000n, 6), "1234.5");
  t.equal(decimalText(1n, 18), "0.000000000000000001");
  t.equal(decimalText(0n, 18), "0");
  t.equal(decimalText(7n, 0), "7");
});

t.test("missing stretches are cut on a fixed grid, newest first", async (t) => {
  t.same(missingStretches({ from: 0, to: 50 }, [{ from: 20, to: 25 }], 20), [
    { from: 40, to: 50 },
    { from: 25, to: 40 },
    { from: 0, to: 20 },
  ]);
});

const TOKENS_MIN = { eth: 40, bsc: 25, btc: 1, sol: 15, ada: 2 };
type Sums = { deposit: number; withdrawal: number; cross: number };

t.test("scanned flows of every chain are what really flowed, and a second scan adds nothing", async (t) => {
  const { deps: base, sandbox, sql } = await startIngestGround(t);
  const deps = { ...base, env: { ...base.env, BACKFILL_DAYS: 1 } };
  sandbox.setTime({ frozenMs: NOON + 20_000 });
  const slot = NOON;
  t.equal(
    (await pullSource(deps, "eth-exchange-flow", { slot })).rows,
    0,
    "without prices nothing is valued, so nothing is scanned",
  );
  for (const venue of ["binance", "bybit", "okx"]) await pullSource(deps, `${venue}-candle-1h`, { slot });
  await pullSource(deps, "coingecko-coin-market", { slot });

  for (const chain of CHAIN_IDS) {
    const startedAt = Date.now();
    const result = await pullSource(deps, `${chain}-exchange-flow`, { slot });
    t.match(result.errors, []);
    t.comment(`${chain}: ${result.rows} rows in ${Date.now() - startedAt} ms`);
    const [span] = await sql<{ a: number; b: number }>(
      `SELECT toUnixTimestamp64Milli(min(at)) AS a, toUnixTimestamp64Milli(max(to_at)) AS b FROM chain_scan FINAL WHERE chain = '${chain}'`,
    );
    t.ok(span && span.b - span.a >= 23 * HOUR, "a whole day was scanned");
    const asked = `chain=${chain}&from=${span?.a}&to=${span?.b}`;
    const truth = (await (await fetch(`${sandbox.origins.control}/sandbox/truth/flows?${asked}`)).json()) as {
      flows: Record<string, Sums>;
    };
    const sums = () =>
      sql<{ token: string; i: number; o: number }>(
        `SELECT token, sum(inflow_native) AS i, sum(outflow_native) AS o FROM exchange_flow FINAL WHERE chain = '${chain}' GROUP BY token ORDER BY token`,
      );
    const stored = await sums();
    t.ok(stored.length >= TOKENS_MIN[chain], `${chain}: ${stored.length} tokens`);
    for (const { token, i, o } of stored) {
      const { deposit = 0, withdrawal = 0, cross = 0 } = truth.flows[token] ?? {};
      const near = (actual: number, wanted: number) => Math.abs(actual - wanted) <= 1e-9 * Math.max(1, wanted);
      if (!near(i, deposit + cross) || !near(o, withdrawal + cross))
        t.fail(`${chain} ${token}: ${i} ${o} for ${deposit + cross} ${withdrawal + cross}`);
    }
    t.equal((await pullSource(deps, `${chain}-exchange-flow`, { slot })).rows, 0, "nothing is left to scan");
    t.same(await sums(), stored);
  }
  const large = await sql<{ n: number; least: number; unlabelled: number }>(
    `SELECT count() AS n, min(value_usd) AS least, countIf(from_label IS NULL AND to_label IS NULL) AS unlabelled FROM large_transfer FINAL`,
  );
  t.ok((large[0]?.n ?? 0) > 0 && (large[0]?.least ?? 0) >= 1_000_000);
  t.equal(large[0]?.unlabelled, 0);
});
