// wallet-guard over planted addresses: each documented flag, each rule, and that nothing which was not looked at is safe.
import t from "tap";
import { type AddressFlags, parseAddressFlags, parseContractStanding } from "../../../ingest/address-risk.ts";
import type { Gathered } from "../../../jobs/agent/agent.ts";
import { judge } from "../../../jobs/agent/judge.ts";
import type { WalletFacts, WalletProfile } from "../../../jobs/agent/read-wallet.ts";
import { walletGuard } from "../../../jobs/agent/wallet-guard.ts";
import { gap, isGap } from "../../../jobs/measure/gap.ts";
import { DAY_MS } from "../../../schema/duration.ts";
import { toTime } from "../../../schema/shape/time.ts";
import {
  ADDRESS_FLAG_IDS,
  ADDRESS_FLAGS,
  ALWAYS_TOLD,
  MALICIOUS_CONTRACTS,
  SPENDER_RISKS,
  type SpenderRisk,
} from "../../../schema/token/address-flag.ts";
import { BLAMES, SCANNED } from "../../../scripts/sandbox/risk/address.ts";
import { BASE } from "../../support/base.ts";
import { plantedRun } from "../../support/planted-run.ts";

/** As the vendor's document shows it: every member, as text. */
const CLEAN: Readonly<Record<string, string>> = {
  ...Object.fromEntries(ADDRESS_FLAG_IDS.map((id) => [id, "0"])),
  ...{ [MALICIOUS_CONTRACTS]: "0", contract_address: "0", data_source: "" },
};
const told = (change: Readonly<Record<string, unknown>> = {}): AddressFlags =>
  parseAddressFlags({ code: 1, message: "ok", result: { ...CLEAN, ...change } });

const AWAY = gap("source_error", "It did not answer.");
const NO_SOURCE = { reason: "no_source", detail: "Nobody tells." } as const;
const profile: WalletProfile = {
  ...{ label: "unlabelled", label_name: null, type: "eoa", contract: null },
  block: { number: 25_000_000, hash: "0xh", time: toTime(BASE) },
  ...{ transaction_count: 40, transaction_count_of: "outgoing_nonce", first_seen_at: "unassessed" },
  ...{ balance_total_usd: 1_200, recent_large_moves: [] },
  unassessed: [
    { path: "/first_seen_at", ...NO_SOURCE },
    { path: "/recent_large_moves", ...NO_SOURCE },
  ],
};
const contractProfile: WalletProfile = {
  ...{ ...profile, label: "contract", type: "contract" },
  contract: { name: "Vault", verified: "unassessed", token: null, proxy: false },
  unassessed: [...profile.unassessed, { path: "/contract/verified", ...NO_SOURCE }],
};
const UNHARMED = Object.fromEntries(SCANNED.map((id) => [id, 0]));
const standing = (change: Readonly<Record<string, unknown>> = {}) =>
  parseContractStanding({
    code: 1,
    result: {
      ...{ is_contract: 1, is_open_source: 1, is_proxy: 0, deployed_time: BASE / 1_000 - 90 * 86_400 },
      ...{ trust_list: 0, doubt_list: 0, malicious_behavior: [] },
      ...{ contract_scan: { owner: { owner_type: "eoa" }, ...UNHARMED }, risky_approval: { value: 0, risk: "" } },
      ...change,
    },
  });

const usual: WalletFacts = {
  ...{ chain: "eth", address: "0x28C6c06298d514Db089934071355E5743bf21d60", intent: "send", amountUsd: null },
  ...{ movesFromUsd: 100_000, token: null, isTokenElsewhere: null, spelling: null, isBurn: false },
  ...{ profile, flags: told(), contract: null, asOf: BASE },
  from: { node: ["S1"], flags: ["S2"], contract: [] },
};
const source = (id: string, provider: string) => ({ id, provider, endpoint: "x", as_of: toTime(BASE) });
const gathered = (change: Partial<WalletFacts>): Gathered<WalletFacts> => ({
  facts: { ...usual, ...change },
  sources: [source("S1", "sandbox:eth"), source("S2", "sandbox:goplus")],
  ...{ calls: [], asOf: BASE, build: BASE },
});
const run = (t: Parameters<typeof plantedRun>[0], change: Partial<WalletFacts>) =>
  plantedRun(t, walletGuard, { chain: "eth", address: usual.address }, gathered(change), BASE);

const inflow = (usd: number): WalletProfile => ({
  ...profile,
  recent_large_moves: [
    {
      ...{ tx_hash: "0xa", at: toTime(BASE - 3_600_000), block: 1, direction: "in", asset: "tether", amount: "1" },
      ...{ value_usd: usd, counterparty: "0xb", counterparty_label: "binance" },
    },
  ],
});

t.test("every verdict is reached, and says by what", async (t) => {
  const young = standing({ deployed_time: (BASE - 2 * DAY_MS) / 1_000 });
  const cases: readonly (readonly [Partial<WalletFacts>, string, string])[] = [
    [{}, "SAFE", "within_limits"],
    [
      { profile: { ...profile, label: "exchange", label_name: "binance", transaction_count: 0 } },
      "SAFE",
      "within_limits",
    ],
    [{ profile: contractProfile, contract: standing(), intent: "approve" }, "SAFE", "within_limits"],
    [{ amountUsd: 5_000, movesFromUsd: 500, profile: inflow(600) }, "SAFE", "within_limits"],
    [
      { spelling: { fault: "checksum", problem: "A letter is wrong." }, profile: AWAY, flags: AWAY },
      "DANGER",
      "address_misspelt",
    ],
    [{ isTokenElsewhere: true }, "DANGER", "wrong_chain"],
    [{ isBurn: true }, "DANGER", "burn_address"],
    [{ isBurn: true, profile: AWAY, flags: AWAY }, "DANGER", "burn_address"],
    [{ profile: { ...contractProfile, type: "token" }, contract: standing() }, "DANGER", "token_contract_paid"],
    [{ profile: { ...profile, transaction_count: 2 } }, "REVIEW", "hardly_used"],
    [{ profile: null }, "REVIEW", "new_address"],
    [{ profile: { ...profile, first_seen_at: toTime(BASE - 6 * DAY_MS) } }, "REVIEW", "new_address"],
    [{ profile: contractProfile, contract: young }, "REVIEW", "new_address"],
    [{ profile: contractProfile, contract: standing({ is_open_source: 0 }) }, "REVIEW", "code_unpublished"],
    [{ profile: contractProfile, contract: standing({ is_proxy: 1 }) }, "REVIEW", "code_replaceable"],
    [{ profile: contractProfile, contract: standing({ doubt_list: 1 }) }, "REVIEW", "flagged_suspect"],
    [
      { profile: contractProfile, contract: standing({ malicious_behavior: ["new_word"] }) },
      "REVIEW",
      "flagged_suspect",
    ],
    [{ profile: contractProfile, contract: standing({ malicious_behavior: ["reinit"] }) }, "REVIEW", "flagged_suspect"],
    [
      { profile: contractProfile, contract: standing({ malicious_behavior: ["stealing_attack"] }), flags: AWAY },
      "DANGER",
      "flagged_malicious",
    ],
    [{ intent: "approve" }, "REVIEW", "spender_is_wallet"],
    [{ amountUsd: 6_100, movesFromUsd: 600, profile: inflow(600) }, "REVIEW", "amount_unusual"],
    [{ flags: AWAY }, "REVIEW", "not_measured"],
    [{ flags: gap("no_source", "No scanner knows the chain.") }, "REVIEW", "not_measured"],
    [{ profile: AWAY }, "REVIEW", "not_measured"],
    [{ profile: contractProfile, contract: AWAY }, "REVIEW", "not_measured"],
    [{ flags: AWAY, profile: AWAY }, "INSUFFICIENT", "not_measured"],
  ];
  for (const [change, verdict, code] of cases) {
    const data = run(t, change);
    t.match(data, { verdict, reasons: [{ code }] }, `${verdict} by ${code}: ${data.summary}`);
    t.equal(data.charged, !(code === "address_misspelt" || (change.flags === AWAY && change.profile === AWAY)));
  }
});

t.test("every flag of the vendor's list leads to its verdict, and one that is not told is not clean", async (t) => {
  t.same([...BLAMES].toSorted(), [...ADDRESS_FLAG_IDS].toSorted(), "the simulated vendor tells the same list");
  for (const id of ADDRESS_FLAG_IDS) {
    const grave = ADDRESS_FLAGS[id];
    const verdict = grave === "malicious" ? "DANGER" : "REVIEW";
    const data = run(t, { flags: told({ [id]: "1" }) });
    t.match(data, { verdict, details: { flags: { [grave]: [id] } } }, id);
    for (const nothing of [undefined, "", null])
      t.equal(run(t, { flags: told({ [id]: nothing }) }).verdict, "REVIEW", id);
  }
  t.equal(run(t, { flags: told({ [MALICIOUS_CONTRACTS]: "2" }) }).verdict, "DANGER");
  for (const nothing of [undefined, null, "", "-1", -1, "many"]) {
    const data = run(t, { flags: told({ [MALICIOUS_CONTRACTS]: nothing }) });
    const flags = { malicious_contracts_created: "unassessed" };
    t.match(data, { verdict: "REVIEW", details: { flags } }, `contracts of malice: ${nothing}`);
    t.equal(run(t, { flags: told({ [MALICIOUS_CONTRACTS]: nothing, sanctioned: "1" }) }).verdict, "DANGER");
  }
  t.equal(run(t, { flags: told({ sanctioned: "1", mixer: "" }) }).verdict, "DANGER", "a flag that stands is enough");
  t.throws(() => parseAddressFlags({ code: 1, result: {} }), { name: "HttpError", kind: "bad_body" });
  t.throws(() => parseAddressFlags({ code: 4029, result: null }), { name: "HttpError", kind: "rate_limited" });
  t.throws(() => parseAddressFlags({ code: 2, result: CLEAN }), { name: "HttpError", kind: "http_error" });
  t.ok(ALWAYS_TOLD.length > 10);
});

/** An answer about a spender of whose risks one is told so. */
const risky = (id: SpenderRisk, value: unknown) =>
  id === "risky_approval"
    ? standing({ risky_approval: { value, risk: "" } })
    : standing({ contract_scan: { ...UNHARMED, [id]: value } });

t.test("every risk that is scanned of a spender wants a look, and one that is not told is not clean", async (t) => {
  t.same([...SCANNED, "risky_approval"].toSorted(), [...SPENDER_RISKS].toSorted(), "the simulated vendor tells them");
  const of = (contract: WalletFacts["contract"], intent: WalletFacts["intent"] = "approve") =>
    run(t, { profile: contractProfile, contract, intent });
  for (const id of SPENDER_RISKS) {
    for (const intent of ["send", "receive", "approve"] as const) {
      const data = of(risky(id, 1), intent);
      const details = { flags: { suspect: [id] }, contract: { risks: [id] } };
      t.match(data, { verdict: "REVIEW", reasons: [{ code: "flagged_suspect" }], details }, `${id} to ${intent}`);
    }
    t.equal(of(risky(id, "1")).verdict, "REVIEW", `${id} as text`);
    for (const nothing of [undefined, null, "", -1, "-1"]) {
      const data = of(risky(id, nothing));
      t.match(data, { verdict: "REVIEW", reasons: [{ code: "not_measured" }] }, `${id}: ${nothing}`);
      t.match(data.details, { contract: { risks: "unassessed" } }, `${id}: ${nothing}`);
    }
  }
  t.match(of(standing({ risky_approval: 1 })).details, { contract: { risks: ["risky_approval"] } });
  for (const nothing of [undefined, null, {}, [], "0"]) {
    t.equal(of(standing({ contract_scan: nothing })).verdict, "REVIEW", "no scan of the code");
  }
  for (const nothing of [undefined, null, {}]) t.equal(of(standing({ risky_approval: nothing })).verdict, "REVIEW");
  t.match(of(standing()), { verdict: "SAFE", details: { contract: { risks: [] } } });
});

t.test(
  "an amount is held against inflows that were read, and a read that was cut short says nothing well",
  async (t) => {
    const cut = (reason: "insufficient_coverage" | "no_source"): WalletProfile => ({
      ...profile,
      unassessed: [...profile.unassessed, { path: "/recent_large_moves", reason, detail: "Cut." }],
    });
    const of = (change: Partial<WalletFacts>) => run(t, { amountUsd: 50_000, movesFromUsd: 5_000, ...change });
    t.match(of({ profile: cut("insufficient_coverage") }), { verdict: "REVIEW", reasons: [{ code: "not_measured" }] });
    t.match(of({ profile: cut("no_source") }), { verdict: "SAFE", details: { largest_inflow_usd: "unassessed" } });
    const unassessed = profile.unassessed.filter(({ path }) => path === "/first_seen_at");
    const whole = { ...profile, unassessed };
    t.match(of({ profile: whole }), { verdict: "REVIEW", details: { largest_inflow_usd: 0 } });
    t.match(of({ profile: { ...inflow(5_000), unassessed } }), {
      verdict: "SAFE",
      details: { largest_inflow_usd: 5_000 },
    });
    const { details } = of({ profile: inflow(9_000) });
    t.match(details, { counterparties: [{ address: "0xb", label: "binance", moves: 1, in_usd: 9_000, out_usd: 0 }] });
  },
);

t.test("whatever is knocked out of an address, nothing that was not safe becomes so", async (t) => {
  const code = (change: Readonly<Record<string, unknown>>, seen: Partial<WalletProfile["contract"]> = {}) => ({
    ...{ contract: standing(change), intent: "approve" as const },
    profile: {
      ...contractProfile,
      contract: { name: "Vault", verified: "unassessed" as const, token: null, proxy: false, ...seen },
    },
  });
  const young = { deployed_time: (BASE - 2 * DAY_MS) / 1_000 };
  const bad: readonly Partial<WalletFacts>[] = [
    {},
    code({ is_proxy: 1 }),
    code({}, { proxy: true }),
    code({ is_open_source: 0 }, { verified: true }),
    code({}, { verified: false }),
    code(young),
    code({ doubt_list: 1 }),
    code({ malicious_behavior: ["fake_kyc"] }),
    code({ risky_approval: { value: 1, risk: "" } }),
    ...SCANNED.map((id) => code({ contract_scan: { ...UNHARMED, [id]: 1 } })),
    { flags: told({ [MALICIOUS_CONTRACTS]: "3" }) },
    { flags: told({ mixer: "1" }) },
    { isBurn: true },
    { profile: contractProfile, contract: standing({ is_open_source: 0 }) },
    { amountUsd: 6_100, movesFromUsd: 600, profile: inflow(600) },
  ];
  const lost: readonly Partial<WalletFacts>[] = [{ flags: AWAY }, { profile: AWAY }, { contract: AWAY }];
  const untold = ["is_open_source", "is_proxy", "deployed_time", "doubt_list", "malicious_behavior"] as const;
  const without = (facts: Partial<WalletFacts>): Partial<WalletFacts>[] => {
    const { contract, profile: node } = facts;
    if (contract == null || isGap(contract) || node == null || isGap(node) || node.contract === null) return [];
    const told = { is_open_source: "isOpenSource", is_proxy: "isProxy", deployed_time: "deployedAt" } as const;
    const more = { ...told, doubt_list: "isDoubted", malicious_behavior: "behaviours" } as const;
    const unassessed = [...node.unassessed, { path: "/contract/proxy", reason: "stale" as const, detail: "Old." }];
    const unseen = {
      ...{ ...node, contract: { ...node.contract, verified: "unassessed" as const } },
      unassessed: [{ path: "/contract/verified", reason: "pending" as const, detail: "Not yet." }],
    };
    const unscanned = SPENDER_RISKS.map((id) => ({
      contract: { ...contract, risks: contract.risks.filter((one) => one !== id), untoldRisks: [id] },
    }));
    const blind = { ...node, contract: { ...node.contract, proxy: "unassessed" as const }, unassessed };
    return [
      ...untold.map((id) => ({ contract: { ...contract, [more[id]]: null } })),
      { profile: blind },
      { profile: unseen },
      ...unscanned,
    ];
  };
  const classOf = (change: Partial<WalletFacts>) =>
    judge(walletGuard.card, walletGuard.read({ ...usual, ...change }, {})).class;
  const uncounted = ({ flags = usual.flags }: Partial<WalletFacts>): Partial<WalletFacts>[] =>
    isGap(flags) ? [] : [{ flags: { ...flags, maliciousContracts: null } }];
  for (const one of bad) {
    for (const gone of [...lost, ...without(one), ...uncounted(one)]) {
      const [before, after] = [classOf(one), classOf({ ...one, ...gone })];
      t.ok(
        before === "proceed" || after !== "proceed",
        `${JSON.stringify(one).slice(0, 60)} without ${Object.keys(gone)}`,
      );
    }
  }
});
