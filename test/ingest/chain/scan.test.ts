import t from "tap";
import { transfersOf } from "../../../ingest/chain/btc/btc.ts";
import { firstAt } from "../../../ingest/chain/evm/node.ts";
import { flowRows, largeRows } from "../../../ingest/chain/fold.ts";
import { priceSpan } from "../../../ingest/chain/price.ts";
import { isToBeRevised, missingStretches } from "../../../ingest/chain/scan.ts";
import type { Transfer } from "../../../ingest/chain/transfer.ts";
import { decimalText } from "../../../schema/decimal.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import { LABELS } from "../../../schema/label/index.ts";
import { BASE } from "../../support/base.ts";

const NOON = Math.floor(BASE / DAY_MS) * DAY_MS - 12 * HOUR_MS;

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
    const stretch = { from: NOON, to: NOON + 30 * MINUTE_MS };
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
        ["binance", NOON + 15 * MINUTE_MS, 0, 0, 0, 0],
        ["kraken", NOON + 15 * MINUTE_MS, 0, 0, 0, 0],
        ["okx", NOON + 15 * MINUTE_MS, 0, 0, 0, 0],
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

t.test("prices are read for all that is missing of a day at once, and for no more", async (t) => {
  const [early, late] = [
    { from: NOON - 90 * MINUTE_MS, to: NOON - HOUR_MS },
    { from: NOON, to: NOON + 15 * MINUTE_MS },
  ];
  const other = { from: NOON + 13 * HOUR_MS, to: NOON + 14 * HOUR_MS };
  t.same(priceSpan([other, late, early], late), { from: NOON - 2 * HOUR_MS, to: NOON + 15 * MINUTE_MS });
  t.same(priceSpan([other, late, early], other), { from: NOON + 13 * HOUR_MS, to: NOON + 14 * HOUR_MS });
});

t.test("what was read before it was settled is read once more when it is, and then stands", async (t) => {
  const chain = { settledAfterMs: 45 * MINUTE_MS };
  const early = { to_at: NOON, read_at: NOON + 5 * MINUTE_MS };
  t.equal(isToBeRevised(chain, early, NOON + 44 * MINUTE_MS), false, "not yet");
  t.equal(isToBeRevised(chain, early, NOON + 45 * MINUTE_MS), true);
  t.equal(isToBeRevised(chain, { ...early, read_at: NOON + 45 * MINUTE_MS }, NOON + HOUR_MS), false, "once");
  t.equal(isToBeRevised({}, early, NOON + HOUR_MS), false, "where blocks are settled when they are read");
});

t.test("the first block at a time is found in a few steps, however wrong the pace that is expected", async (t) => {
  const header = (number: number) => ({
    number,
    hash: `0x${number}`,
    at: Math.floor((number * 1_500) / 1_000) * 1_000,
  });
  let asked = 0;
  const headers = async (numbers: readonly number[]) => {
    asked += 1;
    return numbers.map(header);
  };
  const near = header(1_000_000);
  for (const usualMs of [150, 750, 1_500, 3_000, 12_000]) {
    for (const backS of [0, 1, 2, 30, 61, 90, 100, 149, 3_600, 86_400]) {
      const time = near.at - backS * 1_000;
      const found = await firstAt(headers, usualMs, time, near);
      t.ok(found.at >= time && header(found.number - 1).at < time, `${usualMs} ms, ${backS} s back`);
    }
  }
  t.ok(asked < 50 * 12, `${asked} calls`);
});
