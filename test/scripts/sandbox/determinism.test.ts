import t from "tap";
import { HOUR_MS } from "../../../schema/duration.ts";
import { LABELS } from "../../../schema/label/index.ts";
import { type OriginId, type Sandbox, startSandbox } from "../../../scripts/sandbox/start-sandbox.ts";
import { NOW_MS } from "./exchange.ts";

const since = Math.floor(NOW_MS / HOUR_MS) * HOUR_MS - 30 * HOUR_MS;
const wallet = LABELS.btc[3]?.address;
const REQUESTS: readonly (readonly [OriginId, string, unknown?])[] = [
  ["binance", "/api/v3/exchangeInfo"],
  ["binance", `/api/v3/klines?symbol=BTCUSDT&interval=1m&startTime=${since}&limit=200`],
  ["binance", "/fapi/v1/klines?symbol=1000PEPEUSDT&interval=4h&limit=20"],
  ["binance", "/api/v3/ticker/24hr"],
  ["binance", "/fapi/v1/premiumIndex"],
  ["binance", "/fapi/v1/depth?symbol=SOLUSDT&limit=100"],
  ["binance", "/futures/data/topLongShortPositionRatio?symbol=ADAUSDT&period=1h&limit=12"],
  ["bybit", "/v5/market/kline?category=linear&symbol=ETHUSDT&interval=15&limit=40"],
  ["bybit", "/v5/market/tickers?category=linear"],
  ["bybit", "/v5/market/open-interest?category=linear&symbol=XRPUSDT&intervalTime=1h&limit=20"],
  ["okx", "/api/v5/market/candles?instId=BTC-USDT-SWAP&bar=1H&limit=40"],
  ["okx", "/api/v5/market/books?instId=LINK-USDT&sz=100"],
  ["okx", "/api/v5/public/funding-rate?instId=ANY"],
  ["okx", "/api/v5/public/liquidation-orders?instType=SWAP&uly=DOGE-USDT&state=filled"],
  ["coingecko", "/api/v3/coins/markets?vs_currency=usd&price_change_percentage=24h"],
  [
    "eth",
    "/",
    { jsonrpc: "2.0", id: 1, method: "eth_getLogs", params: [{ fromBlock: "0x1946200", toBlock: "0x1946240" }] },
  ],
  ["eth", "/", { jsonrpc: "2.0", id: 1, method: "eth_getBlockByNumber", params: ["latest", true] }],
  ["bsc", "/", { jsonrpc: "2.0", id: 1, method: "eth_getBlockByNumber", params: ["latest", true] }],
  [
    "sol",
    "/",
    { jsonrpc: "2.0", id: 1, method: "getSignaturesForAddress", params: [LABELS.sol[1]?.address, { limit: 9 }] },
  ],
  ["ada", "/address_info", { _addresses: [LABELS.ada[0]?.address] }],
  ["ada", "/blocks?select=block_height,block_time,tx_count&order=block_height.desc&limit=40"],
  ["sol", "/", { jsonrpc: "2.0", id: 1, method: "getVoteAccounts", params: [] }],
  ["blockchain", "/charts/n-unique-addresses?timespan=7days&format=json&sampled=false"],
  ["coinmetrics", "/v4/timeseries/asset-metrics?assets=ada,eth&metrics=AdrActCnt,TxCnt&frequency=1d"],
  ["btc", "/blocks"],
  ["btc", `/address/${wallet}`],
  ["btc", `/address/${wallet}/txs`],
  ["goplus", "/api/v1/token_security/1?contract_addresses=0x1f9840a85d5af5bf1d1762f925bdaddc4201f984"],
  ["goplus", "/api/v1/solana/token_security?contract_addresses=JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN"],
  ["honeypot", "/v2/IsHoneypot?address=0x1f9840a85d5af5bf1d1762f925bdaddc4201f984&chainID=1"],
  ["coindesk", "/arc/outboundfeeds/rss/"],
  ["cointelegraph", "/rss"],
  ["decrypt", "/feed"],
  ["alternative", "/fng/?limit=30"],
];

const answers = async (sandbox: Sandbox, order: readonly number[]): Promise<string[]> => {
  const texts: string[] = [];
  for (const index of order) {
    const [id, path, body] = REQUESTS[index] ?? ["control", "/sandbox/time"];
    const post = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    texts[index] = await (await fetch(sandbox.origins[id] + path, post)).text();
  }
  return texts;
};

const open = (seed: number): Promise<Sandbox> => startSandbox({ seed, now: () => NOW_MS });

t.test("two sandboxes of one seed and time send the same bytes, in whatever order they are asked", async (t) => {
  const [one, two, other] = [await open(3), await open(3), await open(4)];
  t.teardown(() => Promise.all([one.stop(), two.stop(), other.stop()]));
  const forward = REQUESTS.map((_, index) => index);
  const first = await answers(one, forward);
  const second = await answers(two, [...forward].reverse());
  const again = await answers(one, forward);
  const different = await answers(other, forward);
  REQUESTS.forEach(([id, path], index) => {
    t.ok((first[index] ?? "").length > 100, `${id} ${path} answers`);
    t.equal(second[index], first[index], `${id} ${path} in another order`);
    t.equal(again[index], first[index], `${id} ${path} asked twice`);
    if (!path.includes("exchangeInfo")) t.not(different[index], first[index], `${id} ${path} under another seed`);
  });
});
