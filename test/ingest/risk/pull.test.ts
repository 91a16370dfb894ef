import t from "tap";
import { pullSource } from "../../../ingest/pull.ts";
import { contractsOn } from "../../../ingest/risk/contract.ts";
import { sourceOf } from "../../../ingest/sources.ts";
import { measureScan } from "../../../jobs/detect/measure-contract.ts";
import type { Facts } from "../../../jobs/fact/fact.ts";
import { loadFacts } from "../../../jobs/fact/load-facts.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { DAY_MS } from "../../../schema/duration.ts";
import { KEYS } from "../../../schema/key.ts";
import { contractPrevious } from "../../../schema/query/chain/contract-previous.ts";
import { trackedById } from "../../../schema/token/tracked.ts";
import { setProfile } from "../../../scripts/sandbox/risk/profile.ts";
import { citedBy } from "../../support/api/cited.ts";
import { BASE } from "../../support/base.ts";
import { startIngestGround } from "../../support/ingest.ts";

const NOW = Math.floor(BASE / DAY_MS) * DAY_MS - 12 * 3_600_000;

const TOKENS = ["uniswap", "aave", "maker", "lido-dao", "pendle", "ethena", "ether-fi", "yearn-finance", "bonk"].concat(
  ["tether", "usd-coin"],
);
const LOOKED_AT = [...TOKENS, "bitcoin", "snek", "optimism"];
const mine = ({ token }: { token: string }) => TOKENS.includes(token);

t.test("every tracked contract on the scanned chains has a source, and none is asked for twice", (t) => {
  const all = contractsOn(["eth", "bsc", "sol"]);
  t.equal(all.length, 84);
  t.equal(new Set(all.map(({ chain, address }) => `${chain}|${address}`)).size, all.length);
  t.same(sourceOf("goplus-contract-risk")?.everyS, 300);
  t.end();
});

t.setTimeout(120_000);
t.test("contract risk, headlines and mood from the provider's answer to the state", async (t) => {
  const ground = await startIngestGround(t);
  const { deps, sandbox, sql } = ground;
  sandbox.setTime({ frozenMs: NOW });
  /** Of everything that is stored, until something is read again. */
  let known: { readonly at: number; readonly facts: Promise<Facts> } | null = null;
  const pull = (source: string, at = NOW) => {
    known = null;
    return pullSource(deps, source, { slot: at, tokens: TOKENS });
  };
  const address = (token: string, chain: string) => trackedById(token)?.contracts[chain] ?? "";
  const security = async (token: string, at = NOW) => {
    if (known?.at !== at)
      known = { at, facts: loadFacts(deps.store, { asOf: at, tokens: LOOKED_AT, market: "sandbox" }) };
    const facts = await known.facts;
    const { sections, sources } = buildState(facts, token);
    return { ...sections.security, named: citedBy({ sources }, sections.security) };
  };
  const reasonOf = (section: { unassessed: readonly { path: string; reason: string }[] }, path: string) =>
    section.unassessed.find((entry) => entry.path === path)?.reason;
  for (const [token, chain, profile] of [
    ["uniswap", "eth", "honeypot"],
    ["aave", "eth", "disputed"],
    ["maker", "eth", "closed-source"],
    ["lido-dao", "eth", "proxy"],
    ["pendle", "eth", "partial"],
    ["ethena", "eth", "unknown"],
    ["ether-fi", "eth", "clean"],
    ["yearn-finance", "eth", "sparse"],
    ["bonk", "sol", "taxed"],
  ] as const) {
    setProfile(sandbox.model, address(token, chain), profile);
  }

  await t.test("every contract is asked for once a day, one address a call, and stored with its digest", async (t) => {
    const first = await pull("goplus-contract-risk");
    t.same(first.errors, []);
    const contracts = contractsOn(["eth", "bsc", "sol"]).filter(mine).length;
    t.equal(first.rows, 2 * contracts, "flags and holders");
    t.equal((await pull("honeypot-contract-risk")).rows, contractsOn(["eth", "bsc"]).filter(mine).length);
    const calls = await sql<{ n: number; longest: number }>(
      "SELECT count() AS n, max(length(splitByString('%2C', url))) AS longest FROM source_call WHERE source = 'goplus-contract-risk' AND endpoint LIKE '%token_security'",
    );
    t.same(calls, [{ n: contracts, longest: 1 }]);
    t.same(await sql("SELECT countIf(length(raw_sha256) != 64) AS n, uniqExact(provider) AS p FROM contract_scan"), [
      { n: 0, p: 2 },
    ]);
    sandbox.setTime({ frozenMs: NOW + 300_000 });
    t.equal((await pull("goplus-contract-risk", NOW + 300_000)).rows, 2, "only what came in part is asked again");
    t.equal((await pull("honeypot-contract-risk", NOW + 300_000)).rows, 0);
    sandbox.setTime({ frozenMs: NOW });
  });

  await t.test("a honeypot is critical, and says why", async (t) => {
    const section = await security("uniswap");
    t.equal(section.contract_risk, "critical");
    t.equal(section.provider, "sandbox:goplus");
    const flags = section.flags === "unassessed" ? [] : section.flags;
    t.match(flags[0], { code: "honeypot", severity: 3, chain: "eth" });
    t.same([...new Set(section.named.map(({ provider }) => provider))].sort(), ["sandbox:goplus", "sandbox:honeypot"]);
    t.ok(section.named.every((one) => /^[0-9a-f]{64}$/.test(one.raw_sha256 ?? "") && one.status === "ok"));
  });

  await t.test("two providers that contradict each other leave the member and the level open", async (t) => {
    const section = await security("aave");
    const contracts = section.contracts === "unassessed" ? [] : section.contracts;
    t.match(contracts[0], { chain: "eth", honeypot: "unassessed", sell_tax_pct: "unassessed", open_source: true });
    t.equal(reasonOf(section, "/contracts/0/honeypot"), "disagreement");
    t.equal(reasonOf(section, "/contracts/0/sell_tax_pct"), "disagreement");
    t.equal(section.contract_risk, "unassessed");
    t.equal(reasonOf(section, "/contract_risk"), "disagreement");
  });

  await t.test("closed source and proxies suppress what cannot be read, with their own reasons", async (t) => {
    const shut = await security("maker");
    t.equal(shut.contract_risk, "high");
    for (const path of ["mintable", "proxy", "hidden_owner", "transfer_pausable"]) {
      t.equal(reasonOf(shut, `/contracts/0/${path}`), "source_unverified", path);
    }
    const proxy = await security("lido-dao");
    t.equal(proxy.contract_risk, "medium");
    for (const path of ["mintable", "owner_change_balance", "selfdestruct"]) {
      t.equal(reasonOf(proxy, `/contracts/0/${path}`), "proxy", path);
    }
    t.equal(reasonOf(await security("yearn-finance"), "/contracts/0/mintable"), "no_source");
  });

  await t.test("known tokens with the powers of an issuer are medium at most; clean ones are low", async (t) => {
    t.equal((await security("tether")).contract_risk, "medium");
    t.equal((await security("usd-coin")).contract_risk, "medium");
    t.equal((await security("ether-fi")).contract_risk, "low");
    t.equal((await security("bitcoin")).contract_risk, null);
    t.equal((await security("bitcoin")).applicable, false);
    t.equal(reasonOf(await security("snek"), "/contract_risk"), "no_source");
    t.equal(reasonOf(await security("optimism"), "/contract_risk"), "no_source");
    t.equal(reasonOf(await security("ethena"), "/contract_risk"), "no_source", "nobody knows the contract");
    const bonk = await security("bonk");
    const at = bonk.contracts === "unassessed" ? -1 : bonk.contracts.findIndex(({ chain }) => chain === "sol");
    t.match(bonk.contracts[at], { sell_tax_pct: 6 }, "a fee of 0.06 is six in a hundred");
  });

  await t.test("over the limit with status 200 is a limit: everybody pauses, nothing is stored", async (t) => {
    const later = NOW + DAY_MS + 60_000;
    sandbox.setTime({ frozenMs: later });
    sandbox.setFault({ provider: "goplus", kind: "429" });
    const result = await pull("goplus-contract-risk", later);
    t.match(result, { rows: 0, errors: [{ outcome: "rate_limited" }] });
    t.equal(result.errors.length, 1, "it stops at once");
    t.ok((await deps.redis.pttl(KEYS.pause("goplus"))) > 0);
    t.same(await sql("SELECT outcome FROM source_call ORDER BY id DESC LIMIT 1"), [{ outcome: "rate_limited" }]);
    t.equal((await security("ether-fi", later)).contract_risk, "low", "yesterday's scan still counts");
    t.equal(reasonOf(await security("ether-fi", NOW + 8 * DAY_MS), "/contract_risk"), "stale");
    sandbox.clearFaults();
    await deps.redis.del(KEYS.pause("goplus"));
    sandbox.setTime({ frozenMs: NOW });
  });

  await t.test("a contract that turned into a trap since yesterday is told with both readings", async (t) => {
    const later = NOW + DAY_MS + 90_000;
    sandbox.setTime({ frozenMs: later });
    setProfile(sandbox.model, address("ether-fi", "eth"), "honeypot");
    const only = { slot: later, tokens: ["ether-fi"] };
    t.equal((await pullSource(deps, "goplus-contract-risk", only)).rows, 2);
    t.equal((await pullSource(deps, "honeypot-contract-risk", only)).rows, 1);
    const facts = await loadFacts(deps.store, { asOf: later, tokens: ["ether-fi"], market: "sandbox" });
    const before = await deps.store.query(contractPrevious, { asOf: later, tokens: ["ether-fi"] });
    const rows = facts.tokens.get("ether-fi");
    t.match(rows && measureScan(rows, before, later), {
      now: { at: later, contract_risk: "critical", sell_tax_pct: 100 },
      previous: { at: NOW, contract_risk: "low", sell_tax_pct: 0 },
    });
    sandbox.setTime({ frozenMs: NOW });
  });

  await t.test("broken answers store nothing and name the provider's failure", async (t) => {
    const later = NOW + DAY_MS + 120_000;
    sandbox.setTime({ frozenMs: later });
    for (const [provider, source] of [
      ["honeypot", "honeypot-contract-risk"],
      ["decrypt", "decrypt-headline"],
      ["alternative", "alternative-fear-greed"],
    ] as const) {
      for (const kind of provider === "honeypot" ? (["html"] as const) : (["html", "empty", "truncated"] as const)) {
        sandbox.setFault({ provider, kind });
        const result = await pull(source, later);
        t.match(result, { rows: 0 }, `${source} ${kind}`);
        t.ok(result.errors.length > 0 && result.errors.every(({ outcome }) => outcome === "bad_body"), kind);
        sandbox.clearFaults();
      }
    }
    sandbox.setTime({ frozenMs: NOW });
  });

  await t.test("headlines are stored once, clean, with safe addresses, marked as simulated", async (t) => {
    for (const newsroom of ["coindesk", "cointelegraph", "decrypt"]) {
      const result = await pull(`${newsroom}-headline`);
      t.same(result.errors, []);
      t.ok(result.rows >= 20, `${newsroom} ${result.rows}`);
      t.equal((await pull(`${newsroom}-headline`)).rows, 0, "read again, nothing is new");
    }
    const rows = await sql<{ title: string; url: string; provider: string }>(
      "SELECT title, url, provider FROM headline",
    );
    for (const { title, url, provider } of rows) {
      t.match(title, /^\[simulated\] /);
      t.ok([...title].length <= 160);
      t.match(url, /^https:\/\/sandbox\.invalid\/[a-z]+\/\d+$/);
      t.match(provider, /^sandbox:/);
    }
    const facts = await loadFacts(deps.store, { asOf: NOW, tokens: ["bitcoin"], market: "sandbox" });
    const { context } = buildState(facts, "bitcoin").sections;
    t.ok(Array.isArray(context.headlines) && context.headlines.length > 0);
    const before = await loadFacts(deps.store, { asOf: NOW - DAY_MS, tokens: ["bitcoin"], market: "sandbox" });
    t.equal(before.allHeadlines.length, 0, "what was not known then is not told of then");
  });

  await t.test("the mood: today's value, its word, and the change in a week", async (t) => {
    t.equal((await pull("alternative-fear-greed")).rows, 10);
    const facts = await loadFacts(deps.store, { asOf: NOW, tokens: ["bitcoin"], market: "sandbox" });
    const today = Math.floor(NOW / DAY_MS) * DAY_MS;
    t.match(facts.fearGreed[0], { read_at: today, provider: "sandbox:alternative" });
    const { fear_greed: mood } = buildState(facts, "bitcoin").sections.context;
    t.match(mood, { value: facts.fearGreed[0]?.value, as_of: new Date(today).toISOString() });
  });
});
