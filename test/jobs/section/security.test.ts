import fc from "fast-check";
import t from "tap";
import { buildState } from "../../../jobs/state/build-state.ts";
import { DAY_MS } from "../../../schema/duration.ts";
import type { ContractLatestRow } from "../../../schema/query/chain/contract-latest.ts";
import { CONTRACT_FLAG_IDS, CONTRACT_FLAGS, RISK_LEVELS } from "../../../schema/token/contract-flag.ts";
import { assertProperty } from "../../support/property.ts";
import { AS_OF, factsOf, rowsAbout } from "../../support/rows/facts.ts";
import { cleanScan } from "../../support/rows/outside-rows.ts";

const TOKEN = "maker";
const ADDRESS = "0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2";
const WHOLE = rowsAbout([TOKEN, "uniswap", "bitcoin", "chiliz", "snek", "optimism"]);
const first = (change: Partial<ContractLatestRow> = {}): ContractLatestRow => ({
  ...cleanScan(TOKEN, "eth", ADDRESS, "goplus", AS_OF),
  trust_listed: null,
  ...change,
});
const second = (change: Partial<ContractLatestRow> = {}): ContractLatestRow => ({
  ...cleanScan(TOKEN, "eth", ADDRESS, "honeypot", AS_OF),
  ...change,
});

type Call = (typeof WHOLE.calls)[number];
const failing = (outcome: string): Call => ({
  ...(WHOLE.calls[0] as Call),
  provider: "sandbox:goplus",
  source: "goplus-contract-risk",
  token: TOKEN,
  last_outcome: outcome,
  ok_at: 0,
  kept_at: 0,
});

function secure(scans: readonly ContractLatestRow[], calls: readonly Call[] = []) {
  const contracts = [...WHOLE.contracts.filter(({ token }) => token !== TOKEN), ...scans];
  const { security } = buildState(factsOf({ ...WHOLE, contracts, calls: [...WHOLE.calls, ...calls] }), TOKEN).sections;
  const why = new Map(security.unassessed.map(({ path, reason }) => [path, reason]));
  const list = security.contracts === "unassessed" ? [] : security.contracts;
  const flags = security.flags === "unassessed" ? [] : security.flags;
  return { ...security, why, contract: list[0] as Record<string, unknown> | undefined, raised: flags };
}

const MEMBERS: readonly string[] = CONTRACT_FLAG_IDS.filter((flag) => flag !== "fake_token");

t.test("a clean contract is low, every member has its value and no flag is raised", (t) => {
  const { contract_risk, contract, raised, why } = secure([first(), second()]);
  t.equal(contract_risk, "low");
  t.same(raised, []);
  for (const flag of MEMBERS) t.equal(contract?.[flag], flag === "open_source", flag);
  t.notOk("fake_token" in (contract ?? {}), "scanners name counterfeits alone: it is a flag and no member");
  t.match(contract, { buy_tax_pct: 0, owner_pct: 1.5, creator_pct: 0.5, holders_count: 1_000, lp_locked_pct: 60 });
  t.same([...why], [["/contracts/0/trust_listed", "no_source"]], "the list only ever says yes");
  t.end();
});

for (const flag of CONTRACT_FLAG_IDS) {
  const { severity } = CONTRACT_FLAGS[flag];
  t.test(`${flag}: a set flag alone gives ${RISK_LEVELS[severity]}, an unknown one is unassessed`, (t) => {
    if (flag === "open_source") {
      t.match(secure([first({ open_source: 0 }), second({ open_source: 0 })]), { contract_risk: "high" });
    } else {
      const agreed = ["proxy", "honeypot"].includes(flag) ? [second({ [flag]: 1 })] : [second()];
      const set = secure([first({ [flag]: 1 }), ...agreed]);
      t.equal(set.contract_risk, RISK_LEVELS[severity]);
      if (MEMBERS.includes(flag)) t.equal(set.contract?.[flag], true);
      t.same(
        set.raised.map(({ code }) => code),
        severity > 0 ? [flag] : [],
      );
      t.same(
        set.raised.map((one) => one.severity),
        severity > 0 ? [severity] : [],
      );
    }
    const unknown = secure([first({ [flag]: null }), second({ [flag]: null })]);
    if (MEMBERS.includes(flag)) {
      t.equal(unknown.contract?.[flag], "unassessed");
      t.equal(unknown.why.get(`/contracts/0/${flag}`), "no_source");
    }
    t.end();
  });
}

t.test("taxes: 5 is medium, selling at 10 high, at 50 critical; a point of difference is agreement", (t) => {
  const level = (buy: number, sell: number) =>
    secure([first({ buy_tax_pct: buy, sell_tax_pct: sell }), second({ buy_tax_pct: buy, sell_tax_pct: sell })])
      .contract_risk;
  t.same(
    [level(4.99, 4.99), level(5, 0), level(60, 0), level(0, 9.99), level(0, 10), level(0, 49.9), level(0, 50)],
    ["low", "medium", "medium", "medium", "high", "high", "critical"],
  );
  t.equal(secure([first({ sell_tax_pct: 3 }), second({ sell_tax_pct: 3.9 })]).contract?.sell_tax_pct, 3);
  const apart = secure([first({ sell_tax_pct: 3 }), second({ sell_tax_pct: 12 })]);
  t.equal(apart.why.get("/contracts/0/sell_tax_pct"), "disagreement");
  t.equal(apart.contract_risk, "unassessed", "the worse opinion would be high");
  const harmless = secure([first({ buy_tax_pct: 0 }), second({ buy_tax_pct: 2 })]);
  t.equal(harmless.contract_risk, "low", "either opinion gives the same level");
  t.equal(secure([first({ sell_tax_pct: null }), second({ sell_tax_pct: 6 })]).contract?.sell_tax_pct, 6);
  t.end();
});

t.test("a dispute never hides a danger that is known", (t) => {
  const both = secure([first({ selfdestruct: 1 }), second({ honeypot: 1 })]);
  t.equal(both.contract_risk, "critical");
  t.equal(both.why.get("/contracts/0/honeypot"), "disagreement");
  t.end();
});

t.test("a known token is medium at most, unless it cannot be sold or imitates another", (t) => {
  const trusted = (change: Partial<ContractLatestRow>) => secure([first({ trust_listed: 1, ...change })]).contract_risk;
  t.equal(trusted({ blacklist_function: 1, transfer_pausable: 1, mintable: 1 }), "medium");
  t.equal(trusted({ selfdestruct: 1, hidden_owner: 1, open_source: 0 }), "medium");
  t.equal(trusted({}), "low");
  for (const flag of ["honeypot", "cannot_sell_all", "fake_token"]) t.equal(trusted({ [flag]: 1 }), "critical", flag);
  const soft = secure([first({ trust_listed: 1, owner_change_balance: 1 })]);
  t.match(soft.raised, [{ code: "owner_change_balance", severity: 1 }]);
  t.end();
});

t.test("owner: an address, none, or not known; suppressed members carry the reason", (t) => {
  t.equal(secure([first({ owner_address: "" })]).contract?.owner_address, null);
  const unknown = secure([first({ owner_address: null })]);
  t.equal(unknown.contract?.owner_address, "unassessed");
  const shut = secure([first({ open_source: 0, mintable: 0, owner_address: null, honeypot: null })]);
  t.equal(shut.contract?.mintable, "unassessed", "a clean bill without the source is no bill");
  for (const path of ["mintable", "selfdestruct", "owner_address", "honeypot"]) {
    t.equal(shut.why.get(`/contracts/0/${path}`), "source_unverified", path);
  }
  const proxy = secure([first({ proxy: 1, mintable: null, hidden_owner: 1, airdrop_scam: null })]);
  t.equal(proxy.why.get("/contracts/0/mintable"), "proxy");
  t.equal(proxy.why.get("/contracts/0/airdrop_scam"), "no_source");
  t.equal(proxy.contract?.hidden_owner, true, "what was read stays");
  t.end();
});

t.test("without what decides, there is no level; reasons follow the provider", (t) => {
  const bare = { honeypot: null, sell_tax_pct: null, open_source: null };
  t.equal(secure([first(bare)]).contract_risk, "unassessed");
  t.equal(secure([first({ ...bare, open_source: 1 })]).contract_risk, "low");
  const risk = (scans: readonly ContractLatestRow[], calls: readonly Call[]) =>
    secure(scans, calls).why.get("/contract_risk");
  t.equal(risk([], []), "pending");
  t.equal(risk([], [failing("timeout")]), "source_error");
  t.equal(risk([], [failing("rate_limited")]), "source_rate_limited");
  t.equal(risk([first({ read_at: AS_OF - 8 * DAY_MS })], []), "stale");
  const opinion = secure([second()]);
  t.equal(opinion.contract?.honeypot, false, "the second opinion stands alone");
  t.equal(opinion.why.get("/contracts/0/mintable"), "pending");
  t.equal(opinion.provider, "sandbox:honeypot");
  t.end();
});

t.test("of several contracts the worst counts; an unknown one hides everything but a known danger", (t) => {
  const uniswap = (eth: Partial<ContractLatestRow>, bsc: Partial<ContractLatestRow> | null) => {
    const scan = (chain: string, change: Partial<ContractLatestRow>) => {
      const known = WHOLE.contracts.find((row) => row.token === "uniswap" && row.chain === chain);
      return { ...(known as ContractLatestRow), trust_listed: null, ...change };
    };
    const contracts = [scan("eth", eth), ...(bsc ? [scan("bsc", bsc)] : [])];
    const { security } = buildState(factsOf({ ...WHOLE, contracts }), "uniswap").sections;
    return security.contract_risk;
  };
  t.equal(uniswap({}, { mintable: 1 }), "medium");
  t.equal(uniswap({ hidden_owner: 1 }, {}), "high");
  t.equal(uniswap({ mintable: 1 }, null), "unassessed");
  t.equal(uniswap({ hidden_owner: 1 }, null), "high");
  t.end();
});

t.test("a native coin has none to assess; a wrapped one is assessed where it is a contract", (t) => {
  const state = (token: string) => buildState(factsOf(WHOLE), token).sections.security;
  t.match(state("bitcoin"), { applicable: false, contract_risk: null, provider: null, contracts: [], flags: [] });
  t.match(state("chiliz"), { applicable: true, contracts: [{ chain: "eth" }] });
  t.match(state("snek"), { applicable: true, contract_risk: "unassessed" });
  t.match(state("optimism"), { applicable: true, contract_risk: "unassessed" });
  t.end();
});

t.test("whatever the scans leave out, no level is invented and every gap has its reason", (t) => {
  const names = [...CONTRACT_FLAG_IDS, "buy_tax_pct", "sell_tax_pct", "owner_address", "holders_count", "owner_pct"];
  const gapped = fc.subarray(names).map((gone) => Object.fromEntries(gone.map((name) => [name, null])));
  assertProperty(
    fc.property(gapped, gapped, (one, other) => {
      const section = secure([first(one), second(other)]);
      for (const [name, value] of Object.entries(section.contract ?? {})) {
        if (value === "unassessed" && !section.why.has(`/contracts/0/${name}`)) throw new Error(`${name}: no reason`);
      }
      for (const name of Object.keys(one)) {
        const value = section.contract?.[name];
        if (value === false && !["open_source", "proxy", "honeypot"].includes(name))
          throw new Error(`${name} is false`);
      }
      return section.contract_risk === "low" || section.contract_risk === "unassessed";
    }),
    { numRuns: 60 },
  );
  t.pass("60 scans");
  t.end();
});
