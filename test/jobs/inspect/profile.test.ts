// A profile from what was read: every member with a value and without one, labels, order and what large moves are worth.
import t from "tap";
import { IMPLEMENTATION_SLOT } from "../../../ingest/chain/evm/inspect.ts";
import { scanSpans } from "../../../ingest/chain/scan-span.ts";
import type { AddressMove, AddressReading } from "../../../ingest/inspect-address.ts";
import { type ProfileInput, profileOf } from "../../../jobs/inspect/profile.ts";
import { compile } from "../../../schema/check.ts";
import { HOUR_MS } from "../../../schema/duration.ts";
import { type AddressProfileData, AddressProfileData as Shape } from "../../../schema/object/address-profile.ts";
import { keccak256 } from "../../../schema/proof/curve.ts";
import { UNASSESSED } from "../../../schema/shape/quantity.ts";
import { BASE } from "../../support/base.ts";

const isProfile = compile(Shape);
const GAP = { gap: { reason: "source_error", detail: "The node did not answer it." } } as const;

const move = (given: Partial<AddressMove> = {}): AddressMove => ({
  ...{ tx: "0xa", at: BASE - HOUR_MS, block: 90, token: "chainlink", units: -2_000n, decimals: 0 },
  ...{ direction: "out", counterparty: "0xb", ...given },
});
const reading: AddressReading = {
  kind: { value: "contract" },
  contract: {
    name: { value: "Vault\u0000 of many" },
    symbol: "VLT",
    isToken: true,
    token: null,
    isProxy: { value: true },
  },
  block: { number: 100, hash: "0xh", at: BASE },
  ...{ pinned: true, slots: null, confirmations: 1, safe: false },
  holdings: {
    value: [
      { token: "chainlink", contract: "0xl", symbol: null, units: 3_000n, decimals: 0 },
      { token: null, contract: "0xs", symbol: "SCAM", units: 5n, decimals: 2 },
      { token: "ethereum", contract: null, symbol: null, units: 5n * 10n ** 17n, decimals: 18 },
      { token: "tether", contract: "0xt", symbol: null, units: 9_000_000n, decimals: 6 },
    ],
  },
  holdsAll: true,
  count: { value: 7 },
  countsOutgoing: true,
  firstSeenAt: { value: BASE - 9 * HOUR_MS },
  lastSeenAt: { value: BASE },
  moves: [
    move(),
    move({ tx: "0xc", units: 10n, direction: "in" }),
    move({ tx: "0xd", token: "tether", units: 2_000n }),
  ],
  spans: [{ assets: "all", from: BASE - 168 * HOUR_MS, to: BASE }],
  moveGaps: [],
  holdingGaps: [],
  isSeen: true,
};
const asOf = "2026-11-18T12:06:40.000Z";
const input: ProfileInput = {
  ...{ chain: "eth", address: "0xAddress", reading, label: null, labelSet: "labels-1", thresholdUsd: 1_000 },
  prices: new Map([
    ["ethereum", { usd: 3_000, asOf }],
    ["chainlink", { usd: 20, asOf }],
    ["tether", { usd: 1, asOf }],
  ]),
  pricesGap: { reason: "stale", detail: "We have no price of it that is new enough." },
  pastPrice: (token) => (token === "chainlink" ? 10 : null),
  scanned: { moves: [], spans: [], gaps: [] },
  verified: { value: true },
  exchangeOf: (address) => (address === "0xb" ? "binance" : null),
  node: { provider: "eth", method: "JSON-RPC" },
};
const profile = (given: Partial<Omit<ProfileInput, "reading">> = {}, read: Partial<AddressReading> = {}) => {
  const data = profileOf({ ...input, ...given, reading: { ...reading, ...read } });
  t.ok(isProfile(data), JSON.stringify(isProfile.errors()));
  return data;
};
/** Members with their values, lists by their first. */
const members = (data: AddressProfileData) => {
  const [balance] = data.balances === UNASSESSED ? [] : data.balances;
  const [large] = data.recent_large_moves === UNASSESSED ? [] : data.recent_large_moves;
  const { name, verified, proxy } = data.contract ?? {};
  return { ...data, ...{ value: balance?.value_usd, move_value: large?.value_usd, name, verified, proxy } };
};

t.test("all that was read has its value, cleaned, in order, at prices of its time", async (t) => {
  const data = profile();
  t.match(data, {
    ...{ label: "contract", type: "contract", balance_total_usd: 61_509, transaction_count: 7, balances_scope: "all" },
    contract: { name: "Vault of many", verified: true, token: { id: null, symbol: "VLT" }, proxy: true },
  });
  const balances = data.balances === UNASSESSED ? [] : data.balances;
  t.same(
    balances.map(({ asset, symbol, amount, value_usd }) => [asset, symbol, amount, value_usd]),
    [
      ["ethereum", "ETH", "0.5", 1_500],
      ["chainlink", "LINK", "3000", 60_000],
      ["tether", "USDT", "9", 9],
      ["0xs", "SCAM", "0.05", UNASSESSED],
    ],
  );
  t.same(
    data.recent_large_moves === UNASSESSED
      ? []
      : data.recent_large_moves.map((one) => [
          one.tx_hash,
          one.direction,
          one.amount,
          one.value_usd,
          one.counterparty_label,
        ]),
    [
      ["0xa", "out", "2000", 20_000, "binance"],
      ["0xd", "out", "2000", 2_000, "binance"],
    ],
    "what was too small then is left out",
  );
  t.same(
    data.unassessed.map(({ path, reason }) => [path, reason]),
    [["/balances/3/value_usd", "not_tracked"]],
  );
  t.same(profile(), data, "the same input gives the same");
});

t.test("what was not read is unassessed with its reason, and nothing else changes", async (t) => {
  const whole = members(profile());
  const without = members(
    profile(
      { verified: GAP, prices: new Map(), pastPrice: () => null },
      {
        ...{ kind: GAP, count: GAP, firstSeenAt: GAP, lastSeenAt: GAP },
        contract: reading.contract && { ...reading.contract, name: GAP, isProxy: GAP },
      },
    ),
  );
  const gone = ["type", "transaction_count", "first_seen_at", "last_seen_at", "balance_total_usd"] as const;
  for (const member of [...gone, "value", "move_value", "name", "verified", "proxy"] as const) {
    t.not(whole[member], UNASSESSED, member);
    t.equal(without[member], UNASSESSED, member);
  }
  for (const member of gone)
    t.ok(
      without.unassessed.some(({ path }) => path === `/${member}`),
      member,
    );
  const blind = profile({}, { holdings: GAP, spans: [], moves: [], moveGaps: [GAP.gap] });
  t.match(blind, { balances: UNASSESSED, balance_total_usd: UNASSESSED, recent_large_moves: UNASSESSED });
  t.same(blind.large_moves_read, []);
  const part = profile({}, { holdingGaps: [GAP.gap] });
  t.same([part.balances, part.balance_total_usd], [profile().balances, profile().balance_total_usd]);
  for (const path of ["/balances", "/balance_total_usd"])
    t.match(
      part.unassessed.find((one) => one.path === path),
      GAP.gap,
      `${path} says what it lacks`,
    );
  const quiet = profile({}, { moves: [] });
  t.same(quiet.recent_large_moves, [], "a week that was read and had none is none");
});

t.test(
  "a list is empty only where all of it was read: else it is unassessed, with the reason and what was read",
  async (t) => {
    for (const reason of ["no_source", "insufficient_coverage", "source_error"] as const) {
      const part = { reason, detail: "Not all of it was read." };
      const byNode = profile({}, { moves: [], moveGaps: [part] });
      const byScan = profile({ scanned: { ...input.scanned, gaps: [part] } }, { moves: [] });
      for (const { recent_large_moves: moves, large_moves_read: spans, unassessed } of [byNode, byScan]) {
        t.equal(moves, UNASSESSED, reason);
        t.equal(spans.length, 1);
        t.match(
          unassessed.find(({ path }) => path === "/recent_large_moves"),
          part,
        );
      }
      const some = profile({}, { moveGaps: [part] });
      t.same(some.recent_large_moves, profile().recent_large_moves, "what was found is told");
      const none = profile({}, { holdings: { value: [] }, holdingGaps: [part] });
      t.same([none.balances, none.balance_total_usd], [UNASSESSED, UNASSESSED]);
    }
  },
);

t.test("a chain's own coin that is not tracked has its symbol, and no price for that reason", async (t) => {
  const coin = { token: "nobody-tracks-it", contract: null, symbol: null, units: 10n ** 18n, decimals: 18 };
  const data = profile({ chain: "bsc" }, { holdings: { value: [coin] } });
  t.match(data.balances, [{ symbol: "BNB", value_usd: UNASSESSED }]);
  t.equal(data.balance_total_usd, UNASSESSED);
  t.same(
    data.unassessed.map(({ path, reason }) => [path, reason]).filter(([path]) => path?.startsWith("/balance")),
    [
      ["/balance_total_usd", "not_tracked"],
      ["/balances/0/value_usd", "not_tracked"],
    ],
  );
});

t.test("labels: exchanges by the set, burn addresses, code, and nothing", async (t) => {
  const label = { exchange: "kraken", source: "graphsense-tagpacks" };
  const named = { label: "exchange", label_name: "kraken", label_source: "graphsense-tagpacks", label_set: "labels-1" };
  t.match(profile({ label }), named);
  const burn = "0x000000000000000000000000000000000000dEaD";
  t.match(profile({ address: burn }), { label: "burn", label_name: null });
  t.match(profile({}, { kind: { value: "eoa" }, contract: null }), { label: "unlabelled", contract: null });
  t.match(profile({}, { kind: GAP }), { label: "contract", type: UNASSESSED }, "its code is there, whatever it is of");
});

t.test("our scans tell of a wallet as far back as they reach without a hole, the own coin less far", async (t) => {
  const row = (from: number, to: number, readAt = BASE) => ({
    ...{ at: BASE - from * HOUR_MS, to_at: BASE - to * HOUR_MS, to_block: 1, block_hash: "0x", read_at: readAt },
  });
  const week = BASE - 168 * HOUR_MS;
  const rows = [row(200, 100), row(90, 40), row(40, 20), row(20, 0)];
  t.same(scanSpans("btc", "live", rows, week), [{ assets: "all", from: BASE - 90 * HOUR_MS, to: BASE }]);
  t.same(scanSpans("eth", "live", rows, week), [
    { assets: "tokens", from: BASE - 90 * HOUR_MS, to: BASE },
    { assets: "native", from: BASE - 20 * HOUR_MS, to: BASE },
  ]);
  t.same(scanSpans("sol", "live", [], week), []);
});

t.test("a proxy's code is looked for where ERC-1967 says", async (t) => {
  const hash = Buffer.from(keccak256(Buffer.from("eip1967.proxy.implementation"))).toString("hex");
  t.equal(IMPLEMENTATION_SLOT, `0x${(BigInt(`0x${hash}`) - 1n).toString(16).padStart(64, "0")}`);
});
