// What is planted is told by the providers, each in its own protocol, and nothing else of the market changes.
import t from "tap";
import { HOUR_MS, MINUTE_MS } from "../../../../schema/duration.ts";
import { LABELS } from "../../../../schema/label/index.ts";
import { createEvmNode } from "../../../../scripts/sandbox/chain/evm.ts";
import { createBudget } from "../../../../scripts/sandbox/limit.ts";
import { createDefiLlama } from "../../../../scripts/sandbox/llama/defillama.ts";
import { createModel, type Model } from "../../../../scripts/sandbox/model/model.ts";
import type { Planted } from "../../../../scripts/sandbox/model/plan.ts";
import { createNewsroom } from "../../../../scripts/sandbox/news/newsroom.ts";
import type { Provider } from "../../../../scripts/sandbox/provider.ts";
import { createBinance } from "../../../../scripts/sandbox/venue/binance.ts";
import { createOkx } from "../../../../scripts/sandbox/venue/okx.ts";
import { BASE } from "../../../support/base.ts";

const NOW = Math.floor(BASE / HOUR_MS) * HOUR_MS + 37 * MINUTE_MS;
const AT = NOW - 40 * MINUTE_MS;
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

const planted: readonly Planted[] = [
  { what: "move", of: { token: "uniswap" }, at: AT, logSize: -0.05 },
  { what: "move", of: { sector: "gaming" }, at: AT, logSize: 0.04 },
  { what: "closures", token: "uniswap", at: AT + MINUTE_MS, position: "long", usd: 5e6 },
  { what: "interest", token: "uniswap", at: AT - HOUR_MS, pct: -12 },
  { what: "flow", token: "uniswap", from: AT - 10 * MINUTE_MS, to: AT, usd: 3e7, parts: 3 },
  { what: "headline", token: "uniswap", at: AT - 5 * MINUTE_MS },
  { what: "silence", token: "aave" },
  { what: "unlock", token: "ethena", at: NOW + 30 * HOUR_MS, share: 0.07 },
  { what: "withdrawn", token: "uniswap", at: AT - 2 * HOUR_MS, share: 0.4 },
];
const budget = createBudget();
const ask = (provider: Provider, path: string, query: Record<string, string> = {}, body = "") => {
  const answer = provider.answer({
    ...{ method: body === "" ? "GET" : "POST", path, query: new URLSearchParams(query), headers: {}, body },
    ...{ nowMs: NOW, wallMs: NOW },
  });
  t.equal(answer.status, 200, path);
  return answer.body;
};
const [plain, changed] = [createModel(7), createModel(7, planted)];
/** What a provider says of the market as its seed has it, and with what was planted. */
const both = <T>(tell: (model: Model) => T): readonly [T, T] => [tell(plain), tell(changed)];

t.test("prices move from their minute on, those of others do not", async (t) => {
  const closes = (symbol: string) => (model: Model) => {
    const query = { symbol, interval: "1m", startTime: String(AT - 10 * MINUTE_MS), limit: "40" };
    const rows = JSON.parse(ask(createBinance(model, budget), "/api/v3/klines", query)) as string[][];
    return rows.map((row) => Math.log(Number(row[4])));
  };
  for (const [symbol, size] of [
    ["UNIUSDT", -0.05],
    ["SANDUSDT", 0.04],
    ["AAVEUSDT", 0],
  ] as const) {
    const [before, after] = both(closes(symbol));
    const gone = before.map((one, at) => (after[at] ?? 0) - one);
    t.ok(gone.slice(0, 10).every((one) => Math.abs(one) < 1e-9));
    t.ok(Math.abs((gone[19] ?? 0) - size) < 0.002, `${symbol} ${gone[19]}`);
  }
});

t.test("forced closures and open interest", async (t) => {
  const closed = (model: Model) => {
    const query = { instType: "SWAP", uly: "UNI-USDT", state: "filled" };
    const { data } = JSON.parse(ask(createOkx(model, budget), "/api/v5/public/liquidation-orders", query));
    return (data[0].details as { ts: string; sz: string }[]).filter(({ ts }) => Number(ts) === AT + MINUTE_MS).length;
  };
  t.same(both(closed), [0, 1]);
  const interest = (model: Model) => {
    const query = {
      symbol: "UNIUSDT",
      period: "5m",
      startTime: String(AT - 80 * MINUTE_MS),
      endTime: String(AT),
      limit: "30",
    };
    const rows = JSON.parse(ask(createBinance(model, budget), "/futures/data/openInterestHist", query));
    return (rows as { sumOpenInterest: string }[]).map((row) => Number(row.sumOpenInterest));
  };
  const [usual, flushed] = both(interest);
  t.equal(flushed[0], usual[0]);
  t.ok(Math.abs((flushed.at(-1) ?? 0) / (usual.at(-1) ?? 1) - 0.885) < 0.01, "by a part of what fell back since");
});

t.test(
  "coins go to wallets that have labels, headlines name the token, and unlocks and deposits are as planted",
  async (t) => {
    const logs = (model: Model) => {
      const node = createEvmNode("eth")(model);
      const rpc = (method: string, ...params: unknown[]) =>
        JSON.parse(ask(node, "/", {}, JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }))).result;
      const head = Number(rpc("eth_blockNumber"));
      const contract = model.assets.find(({ token }) => token.id === "uniswap")?.token.contracts.eth ?? "";
      const range = { fromBlock: `0x${(head - 400).toString(16)}`, toBlock: `0x${head.toString(16)}` };
      const found = rpc("eth_getLogs", { address: contract, topics: [TRANSFER], ...range }) as {
        topics: string[];
        data: string;
      }[];
      const labelled = new Set(LABELS.eth.map(({ address }) => address.slice(2)));
      const price = Math.exp(
        model.paths.logUsdAt(
          model.assets.find(({ token }) => token.id === "uniswap") ?? (model.assets[0] as never),
          AT,
        ),
      );
      return found.filter(
        ({ topics, data }) => labelled.has((topics[2] ?? "").slice(26)) && (Number(data) / 1e18) * price > 9e6,
      ).length;
    };
    t.same(both(logs), [0, 3]);
    const news = (model: Model) => ask(createNewsroom("cointelegraph")(model, budget), "/rss");
    const [usual, told] = both(news);
    t.notMatch(usual, /Uniswap says/);
    t.match(told, /\[simulated\] Uniswap says that something happened/);
    t.notMatch(told, /Aave|AAVE/);
    const llama = (path: string) => (model: Model) => JSON.parse(ask(createDefiLlama(model, budget), path));
    const [, unlocks] = both(llama("/emissions/ethena"));
    t.same(
      unlocks.metadata.events.map(({ timestamp }: { timestamp: number }) => timestamp),
      [Math.floor((NOW + 30 * HOUR_MS) / 1_000)],
    );
    const total = (protocols: { slug: string; tvl: number }[]) =>
      protocols.filter(({ slug }) => slug.startsWith("uniswap")).reduce((sum, { tvl }) => sum + tvl, 0);
    const [held, left] = both((model) => total(llama("/protocols")(model)));
    t.ok(held > 0 && left / held < 0.62, `${left / held}`);
  },
);
