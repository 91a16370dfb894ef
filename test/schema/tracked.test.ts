import t from "tap";
import { alikeTo, simulatedTokens } from "../../schema/token/simulated-token.ts";
import { KNOWN } from "../../schema/token/token-list.ts";
import { TRACKED, trackedById } from "../../schema/token/tracked.ts";

const CHAIN_ADDRESS: Record<string, RegExp> = {
  eth: /^0x[0-9a-f]{40}$/,
  bsc: /^0x[0-9a-f]{40}$/,
  sol: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  ada: /^[0-9a-f]{56,120}$/,
};

t.test("exactly one hundred tokens are tracked, each id and each symbol once", async (t) => {
  t.equal(TRACKED.length, 100);
  t.equal(new Set(TRACKED.map((token) => token.id)).size, 100);
  t.equal(new Set(TRACKED.map((token) => token.symbol)).size, 100);
});

t.test("every token is completely described", async (t) => {
  for (const token of TRACKED) {
    t.match(token.id, /^[a-z0-9-]+$/, token.id);
    t.match(token.symbol, /^[A-Z0-9]{1,10}$/, token.id);
    t.ok(token.name.length > 0 && token.sector.length > 0, token.id);
    t.ok(
      token.categories.every((category) => /^[a-z0-9-]+$/.test(category)),
      token.id,
    );
    t.ok(
      token.native !== null || Object.keys(token.contracts).length > 0 || ["optimism", "zksync"].includes(token.id),
      `${token.id} is native somewhere or has a contract`,
    );
    t.equal(token.stablecoin, token.sector === "stablecoin", token.id);
  }
});

t.test("every contract address has the form of its chain, known decimals, and one owner", async (t) => {
  const owners = new Set<string>();
  for (const token of TRACKED) {
    for (const [chain, address] of Object.entries(token.contracts)) {
      t.match(address, CHAIN_ADDRESS[chain] ?? /^$/, `${token.id} on ${chain}`);
      const decimals = token.decimals[chain];
      t.ok(decimals !== undefined && Number.isInteger(decimals) && decimals >= 0 && decimals <= 18, token.id);
      t.notOk(owners.has(`${chain}:${address}`), `${address} is owned once`);
      owners.add(`${chain}:${address}`);
    }
  }
});

t.test("a tracked token is found by its id and an unknown id is not", async (t) => {
  t.equal(trackedById("bitcoin")?.symbol, "BTC");
  t.equal(trackedById("no-such-coin"), undefined);
});

t.test(
  "a simulated market has as many tokens as are asked for, each like a known one and with no other's names",
  async (t) => {
    t.same(simulatedTokens(KNOWN, 100), [], "none beside a hundred");
    const more = simulatedTokens(KNOWN, 10_000);
    const all = [...KNOWN, ...more];
    t.equal(all.length, 10_000);
    for (const name of ["id", "symbol", "name"] as const)
      t.equal(new Set(all.map((token) => token[name])).size, 10_000, name);
    const addresses = all.flatMap(({ contracts }) =>
      Object.entries(contracts).map(([chain, address]) => `${chain} ${address}`),
    );
    t.equal(new Set(addresses).size, addresses.length, "and no other's contract");
    for (const { id, symbol, stablecoin, contracts } of more) {
      if (!/^sim-\d+$/.test(id) || !/^Q[A-Z]{3}$/.test(symbol) || stablecoin) t.fail(id);
      if (Object.entries(contracts).some(([chain, address]) => !CHAIN_ADDRESS[chain]?.test(address))) t.fail(id);
    }
    const like = KNOWN[alikeTo(KNOWN, 150)];
    t.match(more[50], { sector: like?.sector, categories: like?.categories });
    t.equal(alikeTo(KNOWN, 7), 7);
  },
);
