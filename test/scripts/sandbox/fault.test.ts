import t from "tap";
import { MINUTE_MS } from "../../../schema/duration.ts";
import { FAULT_KINDS } from "../../../scripts/sandbox/fault.ts";
import { startSandbox } from "../../../scripts/sandbox/start-sandbox.ts";
import { NOW_MS, openExchange } from "./exchange.ts";

let clock = NOW_MS;
const sandbox = await startSandbox({ seed: 1, now: () => clock });
t.teardown(() => sandbox.stop());
t.afterEach(() => {
  sandbox.clearFaults();
});

const control = async (
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: Record<string, unknown> }> => {
  const response = await fetch(`${sandbox.origins.control}${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const klines = (): Promise<Response> =>
  fetch(`${sandbox.origins.binance}/api/v3/klines?symbol=BTCUSDT&interval=1m&limit=8`);

type Check = (t: Tap, response: Response, text: string) => void;
type Tap = Pick<typeof t, "equal" | "ok" | "throws" | "notSame">;

const EXPECTED: Record<Exclude<(typeof FAULT_KINDS)[number], "gone" | "latency" | "stale" | "gap">, Check> = {
  "429": (t, response) => {
    t.equal(response.status, 429);
    t.equal(response.headers.get("retry-after"), "7");
  },
  "418": (t, response) => {
    t.equal(response.status, 418);
    t.equal(response.headers.get("retry-after"), "7");
  },
  "5xx": (t, response) => t.equal(response.status, 503),
  html: (t, response, text) => {
    t.equal(response.status, 200);
    t.ok(text.startsWith("<!DOCTYPE html>"));
  },
  empty: (t, response, text) => {
    t.equal(response.status, 200);
    t.equal(text, "");
  },
  truncated: (t, response, text) => {
    t.equal(response.status, 200);
    t.throws(() => JSON.parse(text));
  },
  nan: (t, response, text) => {
    t.equal(response.status, 200);
    const rows = JSON.parse(text) as (string | number | null)[][];
    t.ok(rows.some((row) => row[1] === "NaN"));
    t.ok(rows.some((row) => row[1] === null));
    t.ok(rows.some((row) => Number(row[4]) < 0));
    t.ok(rows.some((row) => Number(row[2]) > 0 && Number(row[2]) < Number(row[3])));
    t.ok(rows.every((row) => Number(row[0]) > 1e12));
  },
  void: (t, response, text) => {
    t.equal(response.status, 200);
    const rows = JSON.parse(text) as (string | number | null)[][];
    t.ok(rows.every((row) => Number(row[0]) > 1e12 && row[1] === "NaN" && row[4] === "NaN"));
  },
  country: (t, response, text) => {
    t.equal(response.status, 403);
    t.ok(text.includes("your country"));
  },
};

for (const [kind, check] of Object.entries(EXPECTED))
  t.test(`fault ${kind} spoils answers as described and ends when cleared`, async (t) => {
    const set = await control("POST", "/sandbox/fault", { provider: "binance", kind, retry_after_s: 7 });
    t.equal(set.status, 201);
    const response = await klines();
    check(t, response, await response.text());
    t.equal((await fetch(`${sandbox.origins.okx}/api/v5/public/time`)).status, 200, "other providers are untouched");
    t.strictSame((await control("DELETE", `/sandbox/fault?id=${set.body.id}`)).body, { cleared: 1 });
    t.equal(((await (await klines()).json()) as unknown[]).length, 8);
  });

t.test("fault gone cuts the connection", async (t) => {
  sandbox.setFault({ provider: "binance", kind: "gone" });
  await t.rejects(klines());
});

t.test("fault latency delays by what it says", async (t) => {
  sandbox.setFault({ provider: "binance", kind: "latency", latency_ms: 300 });
  const began = performance.now();
  t.equal((await klines()).status, 200);
  t.ok(performance.now() - began >= 290);
});

t.test("fault stale answers as of the instant it was set while the clock goes on", async (t) => {
  sandbox.setFault({ provider: "binance", kind: "stale" });
  clock += 10 * MINUTE_MS;
  const last = ((await (await klines()).json()) as number[][]).at(-1);
  t.equal(last?.[0], Math.floor(NOW_MS / MINUTE_MS) * MINUTE_MS);
  sandbox.clearFaults();
  t.equal(((await (await klines()).json()) as number[][]).at(-1)?.[0], Math.floor(clock / MINUTE_MS) * MINUTE_MS);
  clock = NOW_MS;
});

t.test(
  "fault gap leaves out a span of candles on every venue until it is cleared, as a venue that repairs late",
  async (t) => {
    const to_ms = Math.floor(NOW_MS / MINUTE_MS) * MINUTE_MS - 2 * MINUTE_MS;
    const from_ms = to_ms - 3 * MINUTE_MS;
    sandbox.setFault({ provider: "*", kind: "gap", from_ms, to_ms });
    for (const [id, symbol] of [
      ["binance", "BTC/USDT"],
      ["bybit", "BTC/USDT"],
      ["okx", "BTC/USDT"],
    ] as const) {
      const exchange = await openExchange(sandbox, id);
      await exchange.loadMarkets();
      const times = async (): Promise<number[]> =>
        (await exchange.fetchOHLCV(symbol, "1m", from_ms - 2 * MINUTE_MS, 7)).map(([time]) => Number(time));
      const holed = await times();
      t.equal(holed.length, 4, id);
      t.ok(holed.every((time) => time < from_ms || time >= to_ms));
      sandbox.clearFaults();
      t.equal((await times()).length, 7, id);
      sandbox.setFault({ provider: "*", kind: "gap", from_ms, to_ms });
    }
  },
);

t.test("spoiled chain answers stay protocol answers", async (t) => {
  sandbox.setFault({ provider: "*", kind: "nan" });
  const request = {
    jsonrpc: "2.0",
    id: 1,
    method: "eth_getLogs",
    params: [{ fromBlock: "0x1946200", toBlock: "0x1946210" }],
  };
  const logs = await fetch(sandbox.origins.eth, { method: "POST", body: JSON.stringify(request) });
  const { result } = (await logs.json()) as { result: { data: string }[] };
  t.ok(result.length > 0 && result.every(({ data }) => data === "0x"));
  t.match(await (await fetch(`${sandbox.origins.btc}/blocks/tip/hash`)).text(), /^[0-9a-f]{64}$/);
});

t.test("a fault can strike a share of the requests only", async (t) => {
  sandbox.setFault({ provider: "binance", kind: "5xx", share: 0.4 });
  const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await klines()).status));
  const failed = statuses.filter((status) => status === 503).length;
  t.ok(failed > 8 && failed < 45, `${failed} of 60`);
});

t.test("a fault can be held to one path and to a time", async (t) => {
  sandbox.setFault({ provider: "binance", kind: "5xx", path: "/fapi/v1/openInterest", for_s: 0.2 });
  t.equal((await klines()).status, 200);
  const interest = (): Promise<Response> => fetch(`${sandbox.origins.binance}/fapi/v1/openInterest?symbol=BTCUSDT`);
  t.equal((await interest()).status, 503);
  await new Promise((resolve) => setTimeout(resolve, 250));
  t.equal((await interest()).status, 200);
});

t.test("every kind is known to the control and nonsense is refused", async (t) => {
  for (const kind of FAULT_KINDS)
    t.equal((await control("POST", "/sandbox/fault", { provider: "*", kind })).status, 201, kind);
  t.equal((await control("DELETE", "/sandbox/fault")).body.cleared, FAULT_KINDS.length);
  for (const body of [
    {},
    { provider: "nobody", kind: "html" },
    { provider: "okx", kind: "fire" },
    { provider: "okx", kind: "html", for_s: "x" },
    3,
  ])
    t.equal((await control("POST", "/sandbox/fault", body)).status, 400, JSON.stringify(body));
});

t.test("the real ccxt classes see the faults as their own error families", async (t) => {
  const binance = await openExchange(sandbox, "binance");
  await binance.loadMarkets();
  const name = async (): Promise<string> => {
    try {
      await binance.fetchOHLCV("BTC/USDT", "1m", undefined, 5);
      return "none";
    } catch (error) {
      return error instanceof Error ? error.constructor.name : "?";
    }
  };
  sandbox.setFault({ provider: "binance", kind: "429" });
  t.equal(await name(), "DDoSProtection");
  sandbox.clearFaults();
  sandbox.setFault({ provider: "binance", kind: "5xx" });
  t.equal(await name(), "ExchangeNotAvailable");
  sandbox.clearFaults();
  sandbox.setFault({ provider: "binance", kind: "gone" });
  t.match(await name(), /NetworkError|ExchangeNotAvailable|RequestTimeout/);
});
