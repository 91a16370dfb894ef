// Real, unmodified ccxt classes pointed at a sandbox, for tests.
import type { Exchange } from "ccxt";
import type { Sandbox } from "../../../scripts/sandbox/start-sandbox.ts";

export type ExchangeId = "binance" | "bybit" | "okx";

/** A moment inside a minute and an hour, so that running candles exist at every length. */
export const NOW_MS = Date.UTC(2026, 10, 20, 13, 34, 29, 500);

const swapOrigins = (urls: unknown, origin: string): unknown => {
  if (typeof urls === "string") return urls.replace(/^https?:\/\/[^/]+/, origin);
  if (typeof urls !== "object" || urls === null) return urls;
  return Object.fromEntries(Object.entries(urls).map(([name, value]) => [name, swapOrigins(value, origin)]));
};

/** The class ccxt ships under the id, every api url moved to the sandbox and its own pacing off. */
export const openExchange = async (sandbox: Sandbox, id: ExchangeId): Promise<Exchange> => {
  const module = (await import(new URL(`src/${id}.js`, import.meta.resolve("ccxt")).href)) as {
    default: new (config: object) => Exchange;
  };
  const exchange = new module.default({ enableRateLimit: false });
  // The class chooses its paths by how long ago an instant is: its clock is the market's.
  exchange.milliseconds = () => NOW_MS;
  exchange.urls.api = swapOrigins(exchange.urls.api, sandbox.origins[id]) as never;
  return exchange;
};
