import t from "tap";
import { DAY_MS, HOUR_MS } from "../../../../schema/duration.ts";
import { LABELS, labelOf } from "../../../../schema/label/index.ts";
import { createEvmLedger } from "../../../../scripts/sandbox/chain/evm-ledger.ts";
import { createModel } from "../../../../scripts/sandbox/model/model.ts";
import { profileOf } from "../../../../scripts/sandbox/risk/profile.ts";
import { startSandbox } from "../../../../scripts/sandbox/start-sandbox.ts";
import { NOW_MS } from "../exchange.ts";

const sandbox = await startSandbox({ seed: 1, now: () => NOW_MS });
t.teardown(() => sandbox.stop());

type Reply = { jsonrpc: string; id: number | null; result?: unknown; error?: { code: number; message: string } };
const post = async (body: unknown): Promise<Reply & Reply[]> =>
  (await (
    await fetch(sandbox.origins.eth, { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) })
  ).json()) as Reply & Reply[];
const call = async <T>(method: string, ...params: unknown[]): Promise<T> => {
  const reply = await post({ jsonrpc: "2.0", id: 7, method, params });
  if (reply.error) throw new Error(`${reply.error.code} ${reply.error.message}`);
  return reply.result as T;
};

type Log = {
  address: string;
  topics: string[];
  data: string;
  blockNumber: string;
  transactionHash: string;
  logIndex: string;
  blockHash: string;
  removed: boolean;
};
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const USDT = "0xdac17f958d2ee523a2206206994597c13d831ec7";
const pad = (address: string): string => `0x${address.slice(2).padStart(64, "0")}`;
const unpad = (topic = ""): string => `0x${topic.slice(26)}`;
const labels = LABELS.eth.map(({ address }) => pad(address));
const hex = (value: number): string => `0x${value.toString(16)}`;

t.test("blocks lie on a twelve-second grid, chain by hash, and none is ahead of the clock", async (t) => {
  t.equal(await call("eth_chainId"), "0x1");
  const head = Number(await call<string>("eth_blockNumber"));
  type Block = { number: string; hash: string; parentHash: string; timestamp: string; transactions: string[] };
  const block = await call<Block>("eth_getBlockByNumber", "latest", false);
  const parent = await call<Block>("eth_getBlockByNumber", hex(head - 1), false);
  t.equal(Number(block.number), head);
  t.equal(block.parentHash, parent.hash);
  t.equal(Number(block.timestamp) - Number(parent.timestamp), 12);
  t.ok(Number(block.timestamp) * 1000 <= NOW_MS && Number(block.timestamp) * 1000 > NOW_MS - 12_000);
  t.equal(await call("eth_getBlockByNumber", hex(head + 1), false), null);
  t.strictSame(await call("eth_getBlockByHash", block.hash, false), block);
  t.ok(Number((await call<Block>("eth_getBlockByNumber", "finalized", false)).number) < head);
});

t.test("Transfer logs are filtered by contract, sender and receiver as a node does", async (t) => {
  const head = Number(await call<string>("eth_blockNumber"));
  const range = { fromBlock: hex(head - 999), toBlock: hex(head) };
  const all = await call<Log[]>("eth_getLogs", { ...range, topics: [TRANSFER] });
  const out = await call<Log[]>("eth_getLogs", { ...range, topics: [TRANSFER, labels] });
  const into = await call<Log[]>("eth_getLogs", { ...range, topics: [TRANSFER, null, labels] });
  t.strictSame(
    out,
    all.filter((log) => labelOf("eth", unpad(log.topics[1]))),
  );
  t.strictSame(
    into,
    all.filter((log) => labelOf("eth", unpad(log.topics[2]))),
  );
  t.ok(out.length > 200 && into.length > 200 && all.length > out.length);
  const tether = await call<Log[]>("eth_getLogs", {
    ...range,
    address: USDT,
    topics: [[TRANSFER], labels[0] ?? "", null],
  });
  t.strictSame(
    tether,
    out.filter((log) => log.address === USDT && log.topics[1] === labels[0]),
  );
  for (const log of all) {
    t.ok(log.topics.length === 3 && log.data.length === 66 && log.removed === false && BigInt(log.data) > 0n);
    t.ok(Number(log.blockNumber) > head - 1000 && Number(log.blockNumber) <= head);
  }
  t.equal(new Set(all.map((log) => log.transactionHash + log.logIndex)).size, all.length, "no log comes twice");
  t.strictSame(await call("eth_getLogs", { ...range, topics: [`0x${"11".repeat(32)}`] }), []);
  const one = all[0];
  t.ok(
    one &&
      (await call<Log[]>("eth_getLogs", { blockHash: one.blockHash })).some(
        (log) => log.transactionHash === one.transactionHash,
      ),
  );
});

t.test("a range too wide, a malformed request and an unknown method fail as on a node", async (t) => {
  const head = Number(await call<string>("eth_blockNumber"));
  await t.rejects(call("eth_getLogs", { fromBlock: hex(head - 5000), toBlock: hex(head) }), /-32005/);
  await t.rejects(call("eth_getLogs", { fromBlock: hex(head), toBlock: hex(head - 5) }), /-32000/);
  await t.rejects(call("eth_getLogs", { fromBlock: "12", toBlock: "latest" }), /-32602/);
  await t.rejects(call("eth_nothing"), /-32601/);
  t.equal((await post("{")).error?.code, -32700);
  const batch = await post([
    { jsonrpc: "2.0", id: 1, method: "eth_chainId" },
    { jsonrpc: "2.0", id: 2, method: "eth_blockNumber" },
  ]);
  t.strictSame(
    batch.map(({ id }) => id),
    [1, 2],
  );
});

t.test("token calls and balances answer", async (t) => {
  t.equal(Number(await call<string>("eth_call", { to: USDT, data: "0x313ce567" }, "latest")), 6);
  const symbol = await call<string>("eth_call", { to: USDT, data: "0x95d89b41" }, "latest");
  t.match(Buffer.from(symbol.slice(2), "hex").toString("latin1"), "USDT");
  const held = await call<string>("eth_call", { to: USDT, data: `0x70a08231${labels[0]?.slice(2)}` }, "latest");
  t.ok(BigInt(held) > 10n ** 12n);
  t.ok(BigInt(await call<string>("eth_getBalance", LABELS.eth[0]?.address, "latest")) > 10n ** 18n);
});

t.test("sums over the logs equal the truth, and plausibly sized against turnover", async (t) => {
  const to = Math.floor(NOW_MS / HOUR_MS) * HOUR_MS;
  const from = to - 6 * HOUR_MS;
  type Truth = { flows: Record<string, { deposit: number; withdrawal: number; internal: number; cross: number }> };
  const truth = (await (
    await fetch(`${sandbox.origins.control}/sandbox/truth/flows?chain=eth&from=${from}&to=${to}`)
  ).json()) as Truth;
  const head = Number(await call<string>("eth_blockNumber"));
  const stampOf = async (height: number): Promise<number> =>
    1000 * Number((await call<{ timestamp: string }>("eth_getBlockByNumber", hex(height), false)).timestamp);
  const headMs = await stampOf(head);
  const first = head - Math.floor((headMs - from) / 12_000);
  const last = head - Math.floor((headMs - to) / 12_000) - 1;
  let deposit = 0;
  for (let at = first; at <= last; at += 900) {
    const logs = await call<Log[]>("eth_getLogs", {
      fromBlock: hex(at),
      toBlock: hex(Math.min(last, at + 899)),
      address: [USDT],
      topics: [TRANSFER, null, labels],
    });
    for (const log of logs) if (!labelOf("eth", unpad(log.topics[1]))) deposit += Number(BigInt(log.data)) / 1e6;
  }
  const expected = truth.flows.tether?.deposit ?? 0;
  t.ok(expected > 0 && Math.abs(deposit / expected - 1) < 1e-9, `${deposit} and ${expected}`);
  const asset = sandbox.model.assets.find(({ token }) => token.id === "tether");
  t.ok(deposit < ((asset?.volumeDayUsd ?? 0) * 6 * HOUR_MS) / DAY_MS);
});

t.test("falling prices bring coins onto exchanges, rising ones take them off", async (t) => {
  const days = Array.from({ length: 12 }, (_, i) => Math.floor(NOW_MS / DAY_MS) * DAY_MS - (i + 1) * DAY_MS);
  const eth = sandbox.model.assets.find(({ token }) => token.id === "ethereum");
  if (!eth) throw new Error("ethereum is tracked");
  let product = 0;
  for (const from of days) {
    const url = `${sandbox.origins.control}/sandbox/truth/flows?chain=eth&from=${from}&to=${from + DAY_MS}`;
    const { flows } = (await (await fetch(url)).json()) as {
      flows: Record<string, { deposit: number; withdrawal: number }>;
    };
    const { deposit = 0, withdrawal = 0 } = flows.ethereum ?? {};
    product += ((deposit - withdrawal) / (deposit + withdrawal)) * sandbox.model.basis.change(eth, from + DAY_MS, 36);
  }
  t.ok(product < 0, `${product}`);
});

t.test("transfers of named tokens are those of all that name them, planted ones as well", async (t) => {
  const [from, to] = [NOW_MS - HOUR_MS, NOW_MS];
  const planted = ["dai", "uniswap"].map((token) => ({ what: "flow" as const, token, from, to, usd: 5e6, parts: 40 }));
  const ledger = createEvmLedger(createModel(1, planted), "eth");
  const named = new Set(["dai", "tether"]);
  const heights = Array.from({ length: 300 }, (_, index) => ledger.heightAt(from) + index);
  const found = heights.map((height) => ledger.transfersOf(height, named));
  t.strictSame(
    found,
    heights.map((height) => ledger.transfers(height).filter(({ token }) => named.has(token.asset.token.id))),
  );
  const tokens = found.flat().map(({ token }) => token.asset.token.id);
  t.ok(tokens.filter((id) => id === "dai").length >= 40 && tokens.includes("tether"));
});

t.test("a token's node and its scanner agree whether its code stands behind a proxy", async (t) => {
  const { model } = sandbox;
  const ledger = createEvmLedger(model, "eth");
  const contracts = ledger.tokens.flatMap(({ contract }) => contract ?? []);
  const told = contracts.map((address) => profileOf(model, address) === "proxy");
  t.same(
    contracts.map((address) => ledger.implementationOf(address) !== null),
    told,
  );
  t.ok(told.includes(true) && told.includes(false));
});
