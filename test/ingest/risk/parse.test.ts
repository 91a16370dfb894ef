import t from "tap";
import { type Contract, UNKNOWN_SCAN } from "../../../ingest/risk/contract.ts";
import { parseHolders } from "../../../ingest/risk/holder.ts";
import { parseFearGreed } from "../../../ingest/venue/alternative/fear-greed.ts";
import { parseGoplus } from "../../../ingest/venue/goplus/parse-risk.ts";
import { parseHoneypot } from "../../../ingest/venue/honeypot/contract-risk.ts";
import { isHttpError } from "../../../schema/io/http.ts";

const EVM: Contract = { token: "uniswap", chain: "eth", address: "0x1f9840a85d5af5bf1d1762f925bdaddc4201f984" };
const SOL: Contract = { token: "bonk", chain: "sol", address: "DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263" };
const evm = (row: object, code = 1) => parseGoplus({ code, message: "OK", result: { [EVM.address]: row } }, EVM);
const sol = (row: object) => parseGoplus({ code: 1, message: "OK", result: { [SOL.address]: row } }, SOL);

/** As documented in 2026-10: flags as "0"/"1", taxes as fractions, members that do not apply left out. */
const WHOLE = {
  token_symbol: "UNI",
  is_open_source: "1",
  is_proxy: "0",
  is_mintable: "1",
  can_take_back_ownership: "0",
  owner_change_balance: "0",
  hidden_owner: "0",
  selfdestruct: "0",
  external_call: "0",
  buy_tax: "0.05",
  sell_tax: "1",
  cannot_buy: "0",
  cannot_sell_all: "0",
  slippage_modifiable: "0",
  personal_slippage_modifiable: "1",
  is_honeypot: "0",
  transfer_pausable: "0",
  is_blacklisted: "1",
  is_whitelisted: "0",
  is_anti_whale: "0",
  trading_cooldown: "0",
  owner_address: "0x41653c7d61609d856f29355e404f310ec4142cfb",
  owner_percent: "0.012",
  creator_percent: "0.000123",
  holder_count: "383000",
  lp_holders: [
    { address: "0xa", is_locked: 1, percent: "0.25" },
    { address: "0xb", is_locked: 0, percent: "0.5" },
    { address: "0xc", is_locked: 1, percent: "0.125" },
  ],
  trust_list: "1",
  note: "",
  other_potential_risks: "Can\u202e freeze\nall",
};

t.test("goplus: 1 is true, 0 is false, taxes and shares are fractions, a list member is only ever true", (t) => {
  t.match(evm(WHOLE), {
    partial: 0,
    open_source: 1,
    proxy: 0,
    mintable: 1,
    blacklist_function: 1,
    whitelist_function: 0,
    per_address_tax: 1,
    tax_modifiable: 0,
    honeypot: 0,
    buy_tax_pct: 5,
    sell_tax_pct: 100,
    owner_address: WHOLE.owner_address,
    owner_pct: 1.2,
    creator_pct: 0.0123,
    holders_count: 383_000,
    lp_locked_pct: 37.5,
    trust_listed: 1,
    other_risks: "Can freeze all",
  });
  t.equal(evm({ ...WHOLE, trust_list: "0" }).trust_listed, null);
  t.end();
});

t.test("goplus: absent, null and empty are unknown, never safe", (t) => {
  t.same(evm({}), UNKNOWN_SCAN);
  const blank = Object.fromEntries(Object.keys(WHOLE).map((name) => [name, name === "lp_holders" ? [] : ""]));
  t.same(evm(blank), { ...UNKNOWN_SCAN, owner_address: "" }, "an empty owner is none; everything else is unknown");
  t.same(evm(Object.fromEntries(Object.keys(WHOLE).map((name) => [name, null]))), UNKNOWN_SCAN);
  t.same(evm({ is_honeypot: "yes", is_proxy: "2", is_mintable: {} }), UNKNOWN_SCAN, "words it never uses");
  t.equal(evm({ owner_address: `0x${"0".repeat(40)}` }).owner_address, "", "given-up ownership has no owner");
  t.end();
});

t.test("goplus: what a holder of the liquidity does not say is unknown, and one odd row costs itself", (t) => {
  const locked = (...lp_holders: unknown[]) => evm({ ...WHOLE, lp_holders }).lp_locked_pct;
  t.equal(locked({ percent: "0.4", is_locked: 1 }, { percent: "0.6" }), null, "one of them does not say");
  t.equal(locked({ percent: "0.4", is_locked: 1 }, null, { percent: "0.5", is_locked: 0 }), 40);
  t.equal(locked(null), null);
  t.equal(
    parseHolders({ code: 1, result: { [EVM.address]: { holders: [null, { percent: "0.1" }] } } }, EVM).top10_pct,
    10,
  );
  t.end();
});

t.test("goplus: an imitation may be a flag or an object", (t) => {
  t.equal(evm({ fake_token: "1" }).fake_token, 1);
  t.equal(evm({ fake_token: { value: 1, true_token_address: "0x1" } }).fake_token, 1);
  t.end();
});

t.test("goplus: code 2 is partial, 4029 is the limit with status 200, other codes are errors", (t) => {
  t.match(evm({ is_open_source: "1" }, 2), { partial: 1, open_source: 1, honeypot: null });
  t.same(parseGoplus({ code: 1, result: {} }, EVM), UNKNOWN_SCAN, "a contract it does not know");
  t.same(parseGoplus({ code: 2, result: null }, EVM), { ...UNKNOWN_SCAN, partial: 1 });
  const kind = (body: unknown) => {
    try {
      parseGoplus(body, EVM);
    } catch (error) {
      return isHttpError(error) ? error.kind : error;
    }
    return null;
  };
  t.equal(kind({ code: 4029, message: "too many requests", result: null }), "rate_limited");
  t.equal(kind({ code: 5000, message: "system error" }), "http_error");
  t.equal(kind([]), "bad_body");
  t.equal(kind({ code: 1, result: [] }), "bad_body");
  t.end();
});

t.test(
  "goplus solana: authorities, frozen and bound accounts; a fee is a ratio, and no holder says that it is locked",
  (t) => {
    const on = { status: "1", authority: [{ address: "x", malicious_address: 0 }] };
    const off = { status: "0", authority: [] };
    const row = {
      mintable: on,
      freezable: on,
      closable: off,
      balance_mutable_authority: off,
      transfer_fee_upgradable: off,
      default_account_state: "1",
      non_transferable: "0",
      transfer_fee: {},
      transfer_hook: [],
      holder_count: "12345",
      trusted_token: 1,
      lp_holders: [{ token_account: "x", tag: "", balance: "1", percent: "0.4" }],
    };
    t.match(sol(row), {
      open_source: null,
      honeypot: null,
      cannot_sell_all: 0,
      mintable: 1,
      blacklist_function: 1,
      selfdestruct: 0,
      owner_change_balance: 0,
      tax_modifiable: 0,
      external_call: 0,
      buy_tax_pct: 0,
      sell_tax_pct: 0,
      tax_unit_unknown: 0,
      trust_listed: 1,
      holders_count: 12_345,
      lp_locked_pct: null,
    });
    t.match(sol({ ...row, non_transferable: "1" }), { honeypot: 1, cannot_sell_all: 1 });
    t.match(sol({ ...row, default_account_state: "2" }), { honeypot: null, cannot_sell_all: 1 });
    t.match(sol({ ...row, transfer_hook: [{}] }), { external_call: 1 });
    const fee = (rate: unknown, ...later: unknown[]) => {
      const scheduled_fee_rate = later.map((fee_rate) => ({ fee_rate, epoch: "1" }));
      return sol({
        ...row,
        transfer_fee: { current_fee_rate: { fee_rate: rate, maximum_fee: "1" }, scheduled_fee_rate },
      });
    };
    t.match(fee("0.02"), { buy_tax_pct: 2, sell_tax_pct: 2, tax_unit_unknown: 0 }, "0.02 means 2 %");
    t.match(fee("0.02", "0.02"), { sell_tax_pct: 2, tax_unit_unknown: 0 });
    t.match(fee("5"), { sell_tax_pct: null, tax_unit_unknown: 1 }, "more than the whole is no ratio");
    t.match(fee("0", "0.5"), { sell_tax_pct: null, tax_unit_unknown: 1 }, "another one is announced");
    t.same(sol({}), UNKNOWN_SCAN);
    t.end();
  },
);

t.test("honeypot.is: percent taxes; a simulation that failed says nothing", (t) => {
  const body = {
    token: { name: "UNI", symbol: "UNI", decimals: 18, totalHolders: 77 },
    summary: { risk: "low", riskLevel: 1, flags: [] },
    simulationSuccess: true,
    honeypotResult: { isHoneypot: false },
    simulationResult: { buyTax: 1.5, sellTax: 3, transferTax: 0, buyGas: "1", sellGas: "2" },
    contractCode: { openSource: true, isProxy: false, hasProxyCalls: false },
  };
  const scan = { ...UNKNOWN_SCAN, open_source: 1, proxy: 0, holders_count: 77 };
  t.same(parseHoneypot(body), { ...scan, honeypot: 0, buy_tax_pct: 1.5, sell_tax_pct: 3 });
  t.same(parseHoneypot({ ...body, simulationSuccess: false }), scan);
  t.same(parseHoneypot({ ...body, simulationSuccess: undefined }), scan);
  t.equal(parseHoneypot({ ...body, honeypotResult: { isHoneypot: true } }).honeypot, 1);
  t.same(parseHoneypot({}), UNKNOWN_SCAN);
  t.end();
});

t.test("fear and greed: texts in seconds become numbers in milliseconds; a foreign word is left for admission", (t) => {
  const data = [
    { value: "40", value_classification: "Fear", timestamp: "1551157200", time_until_update: "68499" },
    { value: "x", value_classification: "Very Scared", timestamp: "1551070800" },
  ];
  const body = { name: "Fear and Greed Index", data, metadata: { error: null } };
  t.match(parseFearGreed(body, "alternative", 1), [
    { token: "", at: 1_551_157_200_000, value: 40, label: "Fear", provider: "alternative", retrieved_at: 1 },
    { value: Number.NaN, label: "" },
  ]);
  t.throws(() => parseFearGreed({ data: null }, "alternative", 1));
  t.end();
});
