// What the gate agents make of the public fixtures: each is read as its provider's answer is, and judged as a run is.
import { parseAddressFlags, parseContractStanding } from "../../../ingest/address-risk.ts";
import { parseGoplus } from "../../../ingest/venue/goplus/parse-risk.ts";
import { parseHoneypot } from "../../../ingest/venue/honeypot/contract-risk.ts";
import { judge } from "../../../jobs/agent/judge.ts";
import type { WalletFacts, WalletProfile } from "../../../jobs/agent/read-wallet.ts";
import { gateOf, tradeGatekeeper, unbuyableOf } from "../../../jobs/agent/trade-gatekeeper.ts";
import { walletGuard } from "../../../jobs/agent/wallet-guard.ts";
import { citedSources } from "../../../jobs/evaluate/evaluate.ts";
import { evaluateOrder } from "../../../jobs/evaluate/evaluate-order.ts";
import { liquidityOf, orderOf } from "../../../jobs/evaluate/order.ts";
import { gap, isGap } from "../../../jobs/measure/gap.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import type { Evaluation } from "../../../schema/object/evaluation.ts";
import type { GateRow } from "../../../schema/object/gates.ts";
import { toTime } from "../../../schema/shape/time.ts";
import { ADDRESS_FLAG_IDS } from "../../../schema/token/address-flag.ts";
import { trackedById } from "../../../schema/token/tracked.ts";
import { soothe } from "../../support/calm-metrics.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";
import { cleanScan } from "../../support/rows/outside-rows.ts";
import { ORDERS, type OrderFixture, WALLETS, type WalletFixture } from "./fixtures.ts";

const TOKEN = "maker";
const SMALL_USD = 1_000;
const DAY_S = 86_400;
const rows = wholeRows();
const DEPTHS = ["bid_0_5_usd", "ask_0_5_usd", "bid_1_usd", "ask_1_usd", "bid_2_usd", "ask_2_usd"] as const;
const NO_QUOTES = { quotes: null, chain: null, sources: [], calls: [] };

/** A clean contract as GoPlus documents it. */
const CLEAN: Readonly<Record<string, unknown>> = {
  ...{ is_open_source: "1", is_proxy: "0", is_mintable: "0", can_take_back_ownership: "0", owner_change_balance: "0" },
  ...{ hidden_owner: "0", selfdestruct: "0", external_call: "0", is_in_dex: "1", buy_tax: "0", sell_tax: "0" },
  ...{ cannot_buy: "0", cannot_sell_all: "0", slippage_modifiable: "0", personal_slippage_modifiable: "0" },
  ...{ is_honeypot: "0", transfer_pausable: "0", is_blacklisted: "0", is_whitelisted: "0", is_anti_whale: "0" },
  ...{ trading_cooldown: "0", is_airdrop_scam: "0" },
};
const SOLD: Readonly<Record<string, unknown>> = {
  ...{ simulationSuccess: true, honeypotResult: { isHoneypot: false } },
  ...{ simulationResult: { buyTax: 0, sellTax: 0 }, contractCode: { openSource: true, isProxy: false } },
};

function scansOf({ goplus = {}, honeypot = {} }: OrderFixture) {
  const contracts = Object.entries(trackedById(TOKEN)?.contracts ?? {});
  return contracts.flatMap(([chain, address]) => {
    const result =
      goplus === null ? {} : { [address.toLowerCase()]: { ...CLEAN, ...(goplus === "away" ? {} : goplus) } };
    const first = parseGoplus({ code: 1, message: "OK", result }, { token: TOKEN, chain, address });
    const second = honeypot === null ? null : parseHoneypot({ ...SOLD, ...(honeypot === "away" ? {} : honeypot) });
    const row = (by: "goplus" | "honeypot", scan: object) => ({
      ...cleanScan(TOKEN, chain, address, by, AS_OF),
      ...scan,
    });
    return [
      ...(goplus === "away" ? [] : [row("goplus", first)]),
      ...(honeypot === "away" || second === null ? [] : [row("honeypot", second)]),
    ];
  });
}

function judgeOrder(fixture: OrderFixture, sizeUsd: number) {
  const { bookShare = 1, noBooks, side = "buy" } = fixture;
  const books = rows.books
    .filter(({ token }) => token !== TOKEN || noBooks !== true)
    .map((book) =>
      book.token === TOKEN
        ? {
            ...book,
            ...Object.fromEntries(DEPTHS.map((depth) => [depth, book[depth] * bookShare])),
            bid_native: book.bid_native.map((coins) => coins * bookShare),
            ask_native: book.ask_native.map((coins) => coins * bookShare),
          }
        : book,
    );
  const own = [...rows.contracts.filter(({ token }) => token !== TOKEN), ...scansOf(fixture)];
  const state = soothe(buildState(factsOf({ ...rows, books, contracts: own }), TOKEN));
  const order = orderOf({ side, size_usd: sizeUsd }, state.sections.market.price_usd);
  if (isGap(order)) throw new Error("no price");
  const data = evaluateOrder(state, order, liquidityOf(state, books, order, AS_OF), NO_QUOTES, AS_OF);
  const { sources, calls } = citedSources(state, data);
  const about = { hash: "0".repeat(64), verify_url: "http://localhost:8080/v1/verify/x" };
  const evaluation: Evaluation = {
    ...{ object: "evaluation", id: `eval_${"0".repeat(26)}`, as_of: toTime(AS_OF), sources: [...sources] },
    data: { ...data, ...about },
  };
  const unbuyable = side === "sell" ? null : unbuyableOf(state);
  const { facts } = gateOf(evaluation, calls, [], unbuyable);
  const judged = judge(tradeGatekeeper.card, tradeGatekeeper.read(facts, {}));
  return { judged, safeUsd: order && data.order ? data.order.largest_safe_size_usd : null };
}

/** What GoPlus scans of the code of a contract that is approved. */
const CODE_CLEAN = {
  ...{ privilege_withdraw: 0, withdraw_missing: 0, blacklist: 0, selfdestruct: 0, approval_abuse: 0 },
};
const AWAY = gap("source_error", "It did not answer.");
const PLAIN = { reason: "no_source", detail: "Nobody tells." } as const;

function walletOf({ is = "wallet", transactions = 40, ...fixture }: WalletFixture): WalletFacts {
  const { flags = {}, contract = {}, chain = "eth", intent = "send", misspelt } = fixture;
  const isCode = is === "contract" || is === "token";
  const profile: WalletProfile = {
    ...{ label: is === "exchange" ? "exchange" : is === "burn" ? "burn" : isCode ? "contract" : "unlabelled" },
    ...{ label_name: null, type: is === "token" ? "token" : isCode ? "contract" : "eoa" },
    contract: isCode ? { name: null, verified: "unassessed", token: null, proxy: false } : null,
    block: { number: 1, hash: "0xh", time: toTime(AS_OF) },
    ...{ transaction_count: transactions, transaction_count_of: "outgoing_nonce", first_seen_at: "unassessed" },
    ...{
      balance_total_usd: 1,
      recent_large_moves: [],
      unassessed: [
        { path: "/first_seen_at", ...PLAIN },
        { path: "/contract/verified", ...PLAIN },
      ],
    },
  };
  const told = Object.fromEntries(
    [...ADDRESS_FLAG_IDS, "number_of_malicious_contracts_created"].map((id) => [id, "0"]),
  );
  const { days = 365, code = {}, ...members } = contract === "away" ? {} : (contract as Record<string, unknown>);
  const deployed = AS_OF / 1_000 - Number(days) * DAY_S;
  const published = {
    ...{ is_contract: 1, is_open_source: 1, is_proxy: 0, doubt_list: 0, malicious_behavior: [] },
    ...{ deployed_time: deployed, risky_approval: { value: 0, risk: "" } },
    contract_scan: {
      ...{
        owner: { owner_name: "owner", owner_address: "0x1", owner_type: "eoa" },
        ...CODE_CLEAN,
        ...(code as object),
      },
    },
  };
  return {
    ...{ chain, address: "0x0", intent, amountUsd: null, movesFromUsd: 100_000, token: null, isTokenElsewhere: null },
    spelling: misspelt ? { fault: "checksum", problem: "A letter is wrong." } : null,
    ...{ isBurn: is === "burn", profile: is === "away" ? AWAY : is === "nobody" ? null : profile, asOf: AS_OF },
    flags:
      chain === "btc"
        ? gap("no_source", "No scanner knows the chain.")
        : flags === "away"
          ? AWAY
          : parseAddressFlags({ code: 1, message: "ok", result: { ...told, ...flags } }),
    contract: !isCode
      ? null
      : contract === "away"
        ? AWAY
        : parseContractStanding({ code: 1, result: { ...published, ...members } }),
    from: { node: [], flags: [], contract: [] },
  };
}

type Met = { readonly name: string; readonly wanted: string; readonly verdict: string; readonly class: string };

export function meetOrders(): Met[] {
  return ORDERS.map((fixture) => {
    const { judged, safeUsd } = judgeOrder(fixture, fixture.sizeUsd ?? SMALL_USD);
    // A smaller size that is told is one that goes through.
    const isSafe =
      judged.verdict !== "REDUCE" ||
      (typeof safeUsd === "number" && judgeOrder(fixture, safeUsd).judged.verdict === "ALLOW");
    const verdict = isSafe ? judged.verdict : `${judged.verdict} to a size that does not pass`;
    return { name: fixture.name, wanted: fixture.wanted, verdict, class: isSafe ? judged.class : "proceed" };
  });
}

export const meetWallets = (): Met[] =>
  WALLETS.map((fixture) => {
    const { verdict, class: grade } = judge(walletGuard.card, walletGuard.read(walletOf(fixture), {}));
    return { name: fixture.name, wanted: fixture.wanted, verdict, class: grade };
  });

/** What goes through and must not, and what is stopped or held up and need not be. */
function rowOf(agent: string, version: string, met: readonly Met[]): GateRow {
  const of = (wanted: string) => met.filter((one) => one.wanted === wanted);
  const isFalseAllow = (one: Met) => one.class === "proceed" && one.wanted !== "pass";
  const isFalseBlock = (one: Met) =>
    (one.wanted === "pass" && one.class !== "proceed") || (one.wanted === "smaller" && one.class === "avoid");
  return {
    ...{ agent, version, fixtures: met.length },
    ...{ to_pass: of("pass").length, to_stop: of("stop").length, to_reduce: of("smaller").length },
    false_allow: met.filter(isFalseAllow).length,
    false_block: met.filter(isFalseBlock).length,
    wrong: met
      .filter((one) => isFalseAllow(one) || isFalseBlock(one))
      .map(({ name, verdict }) => `${name}: ${verdict}`),
  };
}

export const measureGates = (): GateRow[] => [
  rowOf("trade-gatekeeper", tradeGatekeeper.card.version, meetOrders()),
  rowOf("wallet-guard", walletGuard.card.version, meetWallets()),
];
