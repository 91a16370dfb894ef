// What chains say of their use and their supply: bodies, the day that is remembered, and a pull of each source.
import t from "tap";
import { readDay, sumDay } from "../../../ingest/chain/activity.ts";
import { activeStakeOf, countedAdaBlockOf } from "../../../ingest/chain/ada/koios.ts";
import { countedBlockOf } from "../../../ingest/chain/btc/esplora.ts";
import { joinUses, usesOf } from "../../../ingest/chain/evm/activity.ts";
import { activatedStakeOf } from "../../../ingest/chain/sol/node.ts";
import { burnedOf, readApart } from "../../../ingest/chain/supply.ts";
import type { CountedBlock } from "../../../ingest/client/counted-block.ts";
import { pullSource } from "../../../ingest/pull.ts";
import { activityRows, parseChart } from "../../../ingest/venue/blockchain/active-address.ts";
import { parseDays } from "../../../ingest/venue/coinmetrics/active-address.ts";
import { loadFacts } from "../../../jobs/fact/load-facts.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import { httpError, isHttpError } from "../../../schema/io/http.ts";
import { isCountedByTransfers } from "../../../schema/token/scanned-chain.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { createEvmLedger, type EvmChainId } from "../../../scripts/sandbox/chain/evm-ledger.ts";
import type { Model } from "../../../scripts/sandbox/model/model.ts";
import { citedBy } from "../../support/api/cited.ts";
import { BASE } from "../../support/base.ts";
import { startIngestGround } from "../../support/ingest.ts";

const NOON = Math.floor(BASE / DAY_MS) * DAY_MS - DAY_MS / 2;

const isBadBody = (error: unknown) => isHttpError(error) && error.kind === "bad_body";
const refuses = (read: () => unknown): boolean => {
  try {
    read();
  } catch (error) {
    return isBadBody(error);
  }
  return false;
};

t.test("blocks: height, time and how many transactions; anything else is no block", async (t) => {
  const esplora = { id: "00ab", height: 926_000, timestamp: 1_760_000_000, tx_count: 3_210, size: 1 };
  t.same(countedBlockOf(esplora), { height: 926_000, at: 1_760_000_000_000, transactions: 3_210 });
  const koios = { block_height: 12_500_000, block_time: 1_760_000_000, tx_count: 17 };
  t.same(countedAdaBlockOf(koios), { height: 12_500_000, at: 1_760_000_000_000, transactions: 17 });
  t.ok(refuses(() => countedBlockOf({ ...esplora, tx_count: null })));
  t.ok(refuses(() => countedAdaBlockOf({ ...koios, tx_count: "many" })));
});

t.test("stakes: of the epoch that was asked for, and of validators that are behind too", async (t) => {
  t.equal(activeStakeOf([{ epoch_no: 580, active_stake: "21654321000000000" }], 580), 21_654_321_000_000_000n);
  t.ok(refuses(() => activeStakeOf([{ epoch_no: 579, active_stake: "1" }], 580)));
  t.ok(
    refuses(() => activeStakeOf([{ epoch_no: 580, active_stake: null }], 580)),
    "no stake is not a stake of none",
  );
  const account = (activatedStake: unknown) => ({ votePubkey: "v", activatedStake, commission: 5 });
  t.equal(activatedStakeOf({ current: [account(7e9), account(3e9)], delinquent: [account(5e9)] }), 15_000_000_000n);
  t.ok(refuses(() => activatedStakeOf({ current: [], delinquent: [] })));
  t.ok(refuses(() => activatedStakeOf({ current: [account("much")], delinquent: [] })));
});

t.test("charts: days that are over, by when they ended; the newest counts, with or without the opinion", async (t) => {
  const day = Date.UTC(2026, 9, 20);
  const body = (values: unknown) => ({ status: "ok", name: "Unique Addresses Used", unit: "", period: "day", values });
  const values = [0, 1, 2].map((i) => ({ x: (day + i * DAY_MS) / 1_000, y: 600_000 + i }));
  const chart = parseChart(body(values), day + 2.5 * DAY_MS, "n-unique-addresses");
  t.same([...chart.keys()], [day + DAY_MS, day + 2 * DAY_MS], "the running day is no day yet");
  const about = { provider: "blockchain", retrievedAt: 7 };
  t.match(activityRows(chart, new Map([[day + 2 * DAY_MS, 4e5]]), about), [
    { token: "bitcoin", at: day + 2 * DAY_MS, active_addresses_count: 600_001, transactions_count: 4e5 },
  ]);
  t.match(activityRows(chart, null, about), [{ active_addresses_count: 600_001, transactions_count: null }]);
  t.same(activityRows(new Map(), chart, about), []);
  const undated = [null, "soon", 0, 1e300].map((x) => ({ x, y: 1 }));
  t.same(parseChart(body([null, ...undated, ...values]), day + 2.5 * DAY_MS, "n-unique-addresses"), chart);
  t.ok(
    refuses(() => parseChart(body([{ x: day / 1_000 + 60, y: 1 }]), day + DAY_MS, "n-unique-addresses")),
    "no UTC day",
  );
  t.ok(refuses(() => parseChart({ ...body(values), period: "week" }, day, "n-unique-addresses")));
  t.ok(refuses(() => parseChart({ error: "no" }, day, "n-unique-addresses")));
});

t.test("burned: the sum of all burn addresses, exact, and zero where they hold none", async (t) => {
  const balances = ["0x0", "0xdead"].map((address) => ({ token: "aave", address, units: 10n ** 18n, decimals: 18 }));
  t.same(burnedOf(["aave", "uniswap"], balances), [
    { token: "aave", burned_native: 2, staked_native: null },
    { token: "uniswap", burned_native: 0, staked_native: null },
  ]);
});

t.test("a contract that refuses to say costs its own row, a node that fails costs all", async (t) => {
  const failed: string[] = [];
  const run = { fail: (token: string) => void failed.push(token), halted: () => false };
  const read = (status: number) => async (some: readonly string[]) => {
    if (some.includes("odd")) throw httpError("http_error", "execution reverted", { status });
    return some.map((token) => ({ token }));
  };
  t.same(await readApart(run, ["aave", "odd", "uniswap"], read(200)), [{ token: "aave" }, { token: "uniswap" }]);
  t.same(failed, ["odd"]);
  await t.rejects(readApart(run, ["aave", "odd"], read(503)), /reverted/);
});

t.test("days of many chains: the newest that is over and told of each; its time is the day's start", async (t) => {
  const day = (asset: string, start: string, values: object) => ({
    asset,
    time: `${start}T00:00:00.000000000Z`,
    ...values,
  });
  const body = {
    data: [
      day("eth", "2026-10-17", { AdrActCnt: "500000", TxCnt: "1500000" }),
      day("eth", "2026-10-18", { AdrActCnt: "510000", TxCnt: null }),
      day("eth", "2026-10-19", { AdrActCnt: null, TxCnt: null }),
      day("eth", "2026-10-20", { AdrActCnt: "1", TxCnt: "1" }),
      day("xrp", "2026-10-18", { AdrActCnt: "48000" }),
      day("usdt", "2026-10-18", { AdrActCnt: "9", TxCnt: "9" }),
    ],
  };
  const rows = parseDays(body, Date.parse("2026-10-20T12:00:00Z"), "coinmetrics", 7);
  const told = { at: Date.parse("2026-10-19T00:00:00Z"), provider: "coinmetrics", retrieved_at: 7 };
  t.same(rows, [
    { token: "ethereum", chain: "eth", transactions_count: null, active_addresses_count: 510_000, ...told },
    { token: "ripple", chain: "xrp", transactions_count: null, active_addresses_count: 48_000, ...told },
  ]);
  t.same(parseDays({ data: [] }, NOON, "coinmetrics", 7), [], "nothing is given away any more");
  t.ok(refuses(() => parseDays({ data: [day("usdt", "2026-10-18", {})] }, NOON, "coinmetrics", 7)));
  t.ok(refuses(() => parseDays({ error: { type: "forbidden" } }, NOON, "coinmetrics", 7)));
});

const wallet = (last: string) => `0x${last.padStart(40, "0")}`;
const moved = (contract: string, tx: string, from: string, to: string) => ({
  contract,
  tx,
  from: wallet(from),
  to: wallet(to),
});

t.test("what moved a token: a transaction once, an address once in all hours, minting by nobody", async (t) => {
  const first = usesOf([
    moved("c", "t1", "a", "b"),
    moved("c", "t1", "b", "d"),
    moved("c", "t2", "", "a"),
    moved("other", "t2", "e", "f"),
  ]);
  const second = usesOf([moved("c", "t3", "a", "9")]);
  t.same(joinUses([first], "c"), { transactions: 2, addresses: 3 });
  t.same(joinUses([first, second], "c"), { transactions: 3, addresses: 4 });
  t.same(joinUses([second], "other"), { transactions: 0, addresses: 0 });
});

/** A chain of a block every ten minutes, ten a page, that remembers what was asked. */
function chainOf(tip: () => number, more = 0) {
  const asked: (number | null)[] = [];
  const block = (height: number): CountedBlock => ({
    height,
    at: height * 10 * MINUTE_MS,
    transactions: 100 + (height % 7) + more,
  });
  const read = async (from: number | null) => {
    asked.push(from);
    return Array.from({ length: 10 }, (_, i) => block((from ?? tip()) - i));
  };
  return { read, asked, block };
}

t.test("a day is read once: later only the newest page, and what a fork undid is replaced", async (t) => {
  let tip = 50_000;
  const { read, asked, block } = chainOf(() => tip);
  const first = await readDay(read, []);
  const wanted = (height: number) =>
    Array.from({ length: 144 }, (_, i) => block(height - i).transactions).reduce((a, b) => a + b, 0);
  t.same(sumDay(first), { at: tip * 10 * MINUTE_MS, transactions: wanted(tip) });
  t.ok(asked.length <= 16, `${asked.length} pages`);
  asked.length = 0;
  tip += 5;
  const second = await readDay(read, first);
  t.same(asked, [null], "one page");
  t.same(sumDay(second), { at: tip * 10 * MINUTE_MS, transactions: wanted(tip) });
  const forked = await readDay(chainOf(() => tip, 1).read, second);
  t.equal(sumDay(forked).transactions, wanted(tip) + 10, "the page's ten blocks are the other branch's");
  tip += 400;
  const late = await readDay(read, forked);
  t.same(
    sumDay(late),
    { at: tip * 10 * MINUTE_MS, transactions: wanted(tip) },
    "after a long pause nothing old is left",
  );
});

t.test("holes, no blocks and blocks without an end are a bad body", async (t) => {
  const { block } = chainOf(() => 0);
  await t.rejects(
    readDay(async () => [block(9), block(7)], []),
    /one after another/,
  );
  await t.rejects(
    readDay(async () => [], []),
    /no blocks/,
  );
  const still = (from: number | null) => ({ ...block(from ?? 9_999_999), at: DAY_MS });
  await t.rejects(
    readDay(async (from) => [still(from)], []),
    /more blocks/,
  );
});

/** The same by the simulator's own ledger: transactions and addresses of the day before `until`, by token. */
function ledgerDay(model: Model, chain: EvmChainId, until: number): Map<string, readonly [number, number]> {
  const ledger = createEvmLedger(model, chain);
  const counted = TRACKED.filter((token) => chain in token.contracts && isCountedByTransfers(token)).map(
    ({ id }) => id,
  );
  const wanted = new Set(counted);
  const found = new Map(counted.map((id) => [id, { transactions: 0, addresses: new Set<number>() }]));
  for (let height = ledger.heightAt(until - DAY_MS) - 2; ledger.timeOf(height) < until; height += 1) {
    if (ledger.timeOf(height) < until - DAY_MS) continue;
    for (const { token, from, to } of ledger.transfersOf(height, wanted)) {
      const use = found.get(token.asset.token.id);
      if (!use || token.contract === null) continue;
      use.transactions += 1;
      use.addresses.add(from).add(to);
    }
  }
  return new Map([...found].map(([id, use]) => [id, [use.transactions, use.addresses.size]]));
}

t.test("pulls", { timeout: 120_000 }, async (t) => {
  const { deps, sandbox, sql } = await startIngestGround(t);
  const at = (ms: number) => sandbox.setTime({ frozenMs: ms });
  at(NOON);
  const pull = (id: string, slot = NOON) => pullSource(deps, id, { slot });

  await t.test("transactions of a day by blocks; the second look asks for a page alone", async (t) => {
    for (const [id, most] of [
      ["btc-chain-activity", 18],
      ["ada-chain-activity", 6],
    ] as const) {
      t.match(await pull(id), { rows: 1, refused: 0, errors: [] });
      const calls = () =>
        sql<{ n: number }>(`SELECT toUInt32(count()) AS n FROM source_call WHERE source = '${id}' AND empty(parts)`);
      const [before] = await calls();
      t.ok(before && before.n > 2 && before.n <= most, `${id}: ${before?.n} calls`);
      at(NOON + 15 * MINUTE_MS);
      t.match(await pull(id, NOON + 15 * MINUTE_MS), { rows: 1, refused: 0, errors: [] });
      t.equal((await calls())[0]?.n, (before?.n ?? 0) + 1, id);
      at(NOON);
    }
    const rows = await sql<{ chain: string; n: number; age: number }>(
      `SELECT chain, transactions_count AS n, ${NOON} - toUnixTimestamp64Milli(at) AS age FROM chain_activity FINAL WHERE replaced_at = 0 AND at <= fromUnixTimestamp64Milli(${NOON}) ORDER BY chain`,
    );
    t.same(
      rows.map(({ chain }) => chain),
      ["ada", "btc"],
    );
    for (const { n, age, chain } of rows) t.ok(n > 1_000 && age >= 0 && age < 40 * MINUTE_MS, `${chain} ${n} ${age}`);
  });

  await t.test("the provider of days counts the same transactions as the blocks of the day", async (t) => {
    t.match(await pull("blockchain-active-address"), { rows: 1, refused: 0, errors: [] });
    const midnight = Math.floor(NOON / DAY_MS) * DAY_MS;
    const [day] = await sql<{ at: number; n: number; a: number }>(
      "SELECT toUnixTimestamp64Milli(at) AS at, transactions_count AS n, active_addresses_count AS a FROM chain_activity WHERE provider = 'sandbox:blockchain'",
    );
    t.equal(Number(day?.at), midnight);
    t.ok(day && day.a > day.n, "more addresses than transactions");
    at(midnight + 10 * MINUTE_MS);
    await pull("btc-chain-activity", midnight);
    const [own] = await sql<{ n: number }>(
      `SELECT argMin(transactions_count, abs(toUnixTimestamp64Milli(at) - ${midnight})) AS n FROM chain_activity WHERE provider = 'sandbox:btc'`,
    );
    t.ok(own && day && Math.abs(own.n / day.n - 1) < 0.03, `${own?.n} ${day?.n}`);
    at(NOON);
  });

  await t.test(
    "what moved the tokens of contracts is what the ledger holds; later only new hours are read",
    async (t) => {
      for (const [chain, id] of [
        ["eth", "eth-chain-activity"],
        ["bsc", "bsc-chain-activity"],
      ] as const) {
        const logs = async () => {
          const text = `SELECT toUInt32(count()) AS n FROM source_call WHERE source = '${id}' AND endpoint = 'eth_getLogs'`;
          return (await sql<{ n: number }>(text))[0]?.n ?? 0;
        };
        const told = async (until: number) => {
          const rows = await sql<{ token: string; n: number; a: number }>(
            `SELECT token, transactions_count AS n, active_addresses_count AS a FROM chain_activity FINAL WHERE replaced_at = 0 AND provider = 'sandbox:${chain}' AND at = fromUnixTimestamp64Milli(${until})`,
          );
          return new Map(rows.map(({ token, n, a }) => [token, [n, a] as const]));
        };
        const counted = ledgerDay(sandbox.model, chain, NOON - HOUR_MS);
        t.match(await pull(id), { rows: counted.size, refused: 0, errors: [] }, "the newest hour is not settled yet");
        const byToken = (all: Map<string, readonly [number, number]>) => [...all].sort(([a], [b]) => (a < b ? -1 : 1));
        t.same(byToken(await told(NOON - HOUR_MS)), byToken(counted));
        const before = await logs();
        t.match(await pull(id, NOON + MINUTE_MS), { rows: 0, errors: [] }, "the hour is told");
        t.equal(await logs(), before);
        at(NOON + 10 * MINUTE_MS);
        t.match(await pull(id, NOON + 10 * MINUTE_MS), { rows: counted.size, refused: 0, errors: [] });
        t.equal(await logs(), before + (chain === "eth" ? 1 : 5), "one hour");
        if (chain === "eth") t.same(byToken(await told(NOON)), byToken(ledgerDay(sandbox.model, chain, NOON)));
        at(NOON);
      }
    },
  );

  await t.test("days of chains, and no day apart from the blocks of it", async (t) => {
    t.match(await pull("coinmetrics-active-address"), { rows: 14, refused: 0, errors: [] });
    const midnight = Math.floor(NOON / DAY_MS) * DAY_MS;
    const rows = await sql<{ token: string; at: number; n: number; a: number }>(
      "SELECT token, toUnixTimestamp64Milli(at) AS at, transactions_count AS n, active_addresses_count AS a FROM chain_activity WHERE provider = 'sandbox:coinmetrics'",
    );
    for (const { token, at: end, n, a } of rows) t.ok(Number(end) === midnight && n > 1_000 && a > 1_000, token);
    at(midnight + 2 * MINUTE_MS);
    await pull("ada-chain-activity", midnight);
    const [own] = await sql<{ n: number }>(
      `SELECT argMin(transactions_count, abs(toUnixTimestamp64Milli(at) - ${midnight})) AS n FROM chain_activity WHERE provider = 'sandbox:ada'`,
    );
    const day = rows.find(({ token }) => token === "cardano");
    t.ok(own && day && Math.abs(own.n / day.n - 1) < 0.01, `${own?.n} ${day?.n}`);
    at(NOON);
  });

  await t.test("a chart that fails costs the opinion, not the addresses", async (t) => {
    sandbox.setFault({ provider: "blockchain", kind: "html", path: "/charts/n-transactions" });
    const { rows, errors } = await pull("blockchain-active-address");
    t.equal(rows, 1);
    t.equal(errors.length, 1);
    sandbox.clearFaults();
  });

  await t.test("burned on EVM chains and staked on the others, each below what circulates", async (t) => {
    for (const id of ["eth-chain-supply", "bsc-chain-supply", "sol-chain-supply", "ada-chain-supply"]) {
      t.match(await pull(id), { refused: 0, errors: [] }, id);
    }
    const rows = await sql<{ token: string; chain: string; burned: number | null; staked: number | null }>(
      "SELECT token, chain, burned_native AS burned, staked_native AS staked FROM chain_supply FINAL WHERE replaced_at = 0 ORDER BY chain, token",
    );
    const supplyOf = new Map(sandbox.model.assets.map((asset) => [asset.token.id, asset.total]));
    for (const { token, chain, burned, staked } of rows) {
      t.equal(burned === null, chain === "sol" || chain === "ada");
      t.equal(staked === null, burned !== null);
      const amount = burned ?? staked ?? -1;
      t.ok(amount >= 0 && amount < (supplyOf.get(token) ?? 0), `${token} on ${chain}: ${amount}`);
    }
    t.ok(rows.length > 70, `${rows.length} rows`);
    const shares = rows.flatMap(({ token, staked }) =>
      staked === null ? [] : [staked / (sandbox.model.assets.find((a) => a.token.id === token)?.circulating ?? 1)],
    );
    t.equal(shares.length, 2);
    for (const share of shares) t.ok(share > 0.5 && share < 0.75, `${share}`);
  });

  await t.test("what was read is what the states say, each with its source", async (t) => {
    t.match(await pull("coingecko-coin-market"), { errors: [] });
    const facts = await loadFacts(deps.store, {
      asOf: NOON + MINUTE_MS,
      tokens: ["bitcoin", "cardano", "solana", "aave"],
      market: "sandbox",
    });
    const built = (token: string) => buildState(facts, token);
    const of = (token: string) => built(token).sections;
    const { onchain, supply } = of("bitcoin");
    const { sources } = built("bitcoin");
    t.ok(Number(onchain.transactions_24h) > 1_000 && Number(onchain.active_addresses_24h) > 1_000);
    t.match(supply, { burned_native: "unassessed", staked_pct: null });
    const [days] = sources.filter(({ provider }) => provider === "sandbox:blockchain");
    t.ok(onchain.sources.some((id) => id === days?.id));
    // With the clock at rest, readings with and without the opinion beside them are of one instant.
    t.match(days, {
      endpoint: /n-unique-addresses|blockchain-active-address/,
      as_of: new Date(NOON - DAY_MS / 2).toISOString(),
      rows: 1,
    });
    t.match(days?.raw_sha256, /^[0-9a-f]{64}$/, "the very calls are named");
    t.ok(Number(of("cardano").onchain.transactions_24h) > 1_000);
    t.match(of("aave").onchain, { transactions_24h: Number, active_addresses_24h: Number });
    const use = citedBy(built("aave"), of("aave").onchain).map(({ endpoint }) => endpoint);
    for (const chain of ["eth", "bsc"]) t.ok(use.includes(`${chain}-chain-activity`), use.join());
    for (const token of ["cardano", "solana"]) t.ok(Number(of(token).supply.staked_pct) > 50, token);
    t.ok(Number(of("aave").supply.burned_native) > 0);
    const endpoints = citedBy(built("aave"), of("aave").supply).map(({ endpoint }) => endpoint);
    t.ok(endpoints.includes("eth-chain-supply"), endpoints.join());
  });

  await t.test("a chain that fails is named and stores nothing", async (t) => {
    for (const [provider, id] of [
      ["sol", "sol-chain-supply"],
      ["btc", "btc-chain-activity"],
      ["eth", "eth-chain-activity"],
    ] as const) {
      sandbox.setFault({ provider, kind: "html" });
      const { rows, errors } = await pull(id, NOON + DAY_MS / 24);
      t.equal(rows, 0);
      t.equal(errors.length, 1);
      sandbox.clearFaults();
    }
  });
});
