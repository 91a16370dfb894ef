import t from "tap";
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
