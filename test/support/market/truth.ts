// Compares stored candles with what the simulated market really did.
import type { IngestGround } from "../ingest.ts";

type Stored = {
  token: string;
  venue: string;
  market: string;
  symbol: string;
  interval_s: number;
  open_ms: number;
  numbers: number[];
};
type Series = Pick<Stored, "token" | "venue" | "market" | "symbol" | "interval_s">;
type Ask = {
  /** The control origin of the sandbox. */
  readonly control: string;
  sql<R>(text: string): Promise<R[]>;
  /** Epoch milliseconds, half-open: every closed candle inside must be stored. Absent: only what is stored is compared. */
  readonly whole?: { readonly from: number; readonly to: number };
  /** SQL condition on the table candle. */
  readonly where?: string;
};

const DIFFERENCES_MAX = 20;
const keyOf = (s: Series) => [s.venue, s.market, s.symbol, s.interval_s].join("|");
const isClose = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b), 1e-12);

async function read<T>(url: string): Promise<T> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Units of a contract by venue, market and symbol: 1000PEPE is a thousand coins. */
async function readMultipliers(control: string): Promise<Map<string, number>> {
  const all = new Map<string, number>();
  for (const venue of ["binance", "bybit", "okx", "kraken"]) {
    for (const [market, kind] of [
      ["spot", "spot"],
      ["perp", "linear"],
    ]) {
      const { markets } = await read<{ markets: { symbol: string; multiplier: number }[] }>(
        `${control}/sandbox/truth/markets?venue=${venue}&kind=${kind}`,
      );
      for (const { symbol, multiplier } of markets) all.set(`${venue}|${market}|${symbol}`, multiplier);
    }
  }
  return all;
}

/** Differences between the table and the truth, as lines; empty when there are none. */
export async function compareCandles(ask: Ask): Promise<string[]> {
  const { control, sql, whole, where = "1" } = ask;
  const multipliers = await readMultipliers(control);
  const rows = await sql<Stored>(
    `SELECT token, venue, market, symbol, interval_s, toUnixTimestamp64Milli(open_at) AS open_ms,
       [open, high, low, close, volume_native, volume_usd] AS numbers
     FROM candle FINAL WHERE ${where} ORDER BY venue, market, symbol, interval_s, open_at`,
  );
  const groups = new Map<string, Stored[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  const differences: string[] = [];
  for (const [key, stored] of groups) {
    const [first, last] = [stored[0], stored.at(-1)];
    if (!first || !last) continue;
    const from = whole ? whole.from : first.open_ms;
    const to = whole ? whole.to : last.open_ms + 1;
    const kind = first.market === "perp" ? "linear" : "spot";
    const { candles } = await read<{ candles: number[][] }>(
      `${control}/sandbox/truth/candles?venue=${first.venue}&kind=${kind}&symbol=${first.symbol}&frame=${first.interval_s / 60}&from=${from}&to=${to}`,
    );
    const multiplier = multipliers.get(`${first.venue}|${first.market}|${first.symbol}`) ?? 1;
    const truth = new Map(
      candles.map(([ms = 0, o = 0, h = 0, l = 0, c = 0, volume = 0, turnover = 0]) => [
        ms,
        [o / multiplier, h / multiplier, l / multiplier, c / multiplier, volume * multiplier, turnover],
      ]),
    );
    const inside = stored.filter((row) => row.open_ms >= from && row.open_ms < to);
    if (new Set(inside.map((row) => row.open_ms)).size !== inside.length) differences.push(`${key}: doubled`);
    if (whole && inside.length !== truth.size) differences.push(`${key}: ${inside.length} stored of ${truth.size}`);
    for (const row of inside) {
      const real = truth.get(row.open_ms);
      if (real?.every((value, i) => isClose(value, row.numbers[i] ?? Number.NaN))) continue;
      differences.push(`${key} ${new Date(row.open_ms).toISOString()}: ${row.numbers} is not ${real}`);
      if (differences.length >= DIFFERENCES_MAX) return differences;
    }
  }
  return differences;
}

/** The same over the ground of an ingest test. */
export const compareWithTruth = (ground: IngestGround): Promise<string[]> =>
  compareCandles({ control: ground.sandbox.origins.control, sql: ground.sql });
