// One node of the simulated oracle network: its key, how it behaves, and how it reads a number again by itself.
import { createHash } from "node:crypto";
import { MINUTE_MS } from "../../../schema/duration.ts";
import { addressOfSecret } from "../../../schema/proof/curve.ts";
import type { Ask, Provider } from "../provider.ts";

export const BEHAVIOURS = ["honest", "slow", "silent", "lying", "splitting"] as const;
/** slow: signs late; silent: never; lying: signs what is not so; splitting: signs another root for the same size. */
type Behaviour = (typeof BEHAVIOURS)[number];

export type OracleNode = {
  readonly address: string;
  readonly secret: Buffer;
  /** The exchange it asks. */
  readonly venue: Provider;
  behaviour: Behaviour;
};

const BEFORE_MS = 3 * MINUTE_MS;
const AFTER_MS = 5 * MINUTE_MS;
const TOLERANCE = 0.005;
const [HIGH, LOW] = [2, 3];

export function createNode(seed: number, index: number, venue: Provider): OracleNode {
  const secret = createHash("sha256").update(`sandbox oracle ${seed} ${index}`).digest();
  return { address: addressOfSecret(secret), secret, venue, behaviour: "honest" };
}

type Claim = { readonly symbol: string; readonly price: number; readonly at: number };

/** The number an object rests on; null where it states none. */
export function claimOf(canonical: string): Claim | null {
  const { as_of: asOf, data } = JSON.parse(canonical) as {
    as_of: string;
    data: { price_usd?: unknown; token?: { symbol?: unknown } };
  };
  const [price, symbol] = [data.price_usd, data.token?.symbol];
  return typeof price === "number" && typeof symbol === "string" ? { symbol, price, at: Date.parse(asOf) } : null;
}

function readCandles(venue: Provider, symbol: string, ask: Ask, from: number, to: number): number[][] {
  const [path, query] =
    venue.id === "bybit"
      ? ["/v5/market/kline", { category: "spot", interval: "1", start: from, end: to }]
      : ["/api/v3/klines", { interval: "1m", startTime: from, endTime: to }];
  const said = Object.entries({ symbol, ...query }).map(([name, value]): [string, string] => [name, `${value}`]);
  const answer = venue.answer({ ...ask, method: "GET", path, query: new URLSearchParams(said), body: "" });
  if (answer.status !== 200) return [];
  const body = JSON.parse(answer.body) as { result?: { list?: string[][] } } | (string | number)[][];
  const rows = Array.isArray(body) ? body : (body.result?.list ?? []);
  return rows.map((row) => row.map(Number));
}

/** Whether the node's own exchange traded at about that price at about that time. */
export function confirms(node: OracleNode, { symbol, price, at }: Claim, ask: Ask): boolean {
  const candles = readCandles(node.venue, `${symbol}USDT`, ask, at - BEFORE_MS, at + AFTER_MS);
  const near = candles.some(
    (candle) => price >= (candle[LOW] ?? 0) * (1 - TOLERANCE) && price <= (candle[HIGH] ?? 0) * (1 + TOLERANCE),
  );
  return node.behaviour === "lying" ? !near : near;
}
