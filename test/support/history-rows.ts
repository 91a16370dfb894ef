// Rows of every history series: holes, late rows, venues that differ; the same at every run.
import type { Store } from "../../schema/io/clickhouse.ts";

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
/** Near enough to be younger than the tables keep rows; what happens at an offset from it is the same on every day. */
export const START = Math.floor(Date.now() / day) * day - 8 * day;
export const END = START + 2 * day + 7 * hour + 11 * minute;
export const TOKENS = ["bitcoin", "ethereum"];
export const VENUES = ["binance", "bybit", "okx"];

/** Deterministic noise in [0, 1). */
const noise = (...parts: (string | number)[]): number => {
  let hash = 2_166_136_261;
  for (const char of parts.join("|")) hash = Math.imul(hash ^ char.charCodeAt(0), 16_777_619) >>> 0;
  return hash / 4_294_967_296;
};

export const base = (token: string, venue: string) => ({ token, venue, symbol: "X", provider: `test:${venue}` });

/** Minute and hour candles with holes, and some received twice with another close. */
function candleRows(from: number, to: number): object[] {
  const rows: object[] = [];
  for (const token of TOKENS) {
    for (const venue of token === "ethereum" ? VENUES.slice(0, 2) : VENUES) {
      for (let open = from; open < to; open += minute) {
        const hole = noise(token, venue, "hole", Math.floor((open - START) / (40 * minute))) < 0.15;
        if (hole || noise(token, venue, open - START) < 0.1) continue;
        const close = 100 + 10 * noise(token, venue, "close", open - START);
        const row = { ...base(token, venue), market: "spot", interval_s: 60, open_at: open, open: close, high: close };
        const full = {
          ...row,
          low: close,
          close,
          volume_native: 3,
          volume_usd: 3 * close,
          retrieved_at: open + 61_000,
        };
        rows.push(full);
        if (noise(token, venue, "twice", open - START) < 0.1) {
          rows.push({ ...full, close: close + 1, retrieved_at: open + 90_000 });
        }
      }
      for (let open = Math.ceil(from / hour) * hour; open + hour <= to; open += hour) {
        const row = {
          ...base(token, venue),
          market: "spot",
          interval_s: 3_600,
          open_at: open,
          open: 1,
          high: 2,
          low: 1,
        };
        rows.push({ ...row, close: 1.5, volume_native: 9, volume_usd: 9, retrieved_at: open + hour + 5_000 });
      }
    }
  }
  return rows;
}

function perpRows(from: number, to: number) {
  const interest: object[] = [];
  const funding: object[] = [];
  const longShort: object[] = [];
  for (const venue of VENUES) {
    const about = base("bitcoin", venue);
    for (let at = from; at < to; at += 5 * minute) {
      if (noise(venue, "oi", at - START) < 0.4) continue;
      const usd = 1e9 * noise(venue, "usd", at - START);
      interest.push({ ...about, at, open_interest_native: 1, open_interest_usd: usd, retrieved_at: at + 900 });
      const hours = venue === "okx" ? null : venue === "bybit" ? 4 : 8;
      const rate = (noise(venue, "rate", at - START) - 0.5) / 1_000;
      const row = {
        ...about,
        at,
        rate,
        interval_hours: hours,
        next_funding_at: null,
        mark_price: null,
        index_price: null,
      };
      funding.push({ ...row, kind: "current", retrieved_at: at + 900 });
      if (at % (8 * hour) === 0) funding.push({ ...row, kind: "settled", rate: rate / 2, retrieved_at: at + 100 });
      const ratio = { ...about, at, ratio: 1 + noise(venue, "ls", at - START), long_pct: 55.5, short_pct: 44.5 };
      longShort.push({ ...ratio, kind: "global_account", retrieved_at: at + 900 });
      longShort.push({ ...ratio, kind: "top_account", ratio: 9, retrieved_at: at + 950 });
    }
  }
  return { interest, funding, longShort };
}

function flowRows(from: number, to: number): object[] {
  const rows: object[] = [];
  for (let at = from; at < to; at += 15 * minute) {
    for (const exchange of ["binance", "kraken"]) {
      const unknown = noise(exchange, "price", at - START) < 0.2;
      rows.push({
        token: "bitcoin",
        chain: "btc",
        exchange,
        at,
        window_s: 900,
        inflow_native: 1,
        outflow_native: 2,
        inflow_usd: unknown ? null : 1e6 * noise(exchange, "in", at - START),
        outflow_usd: unknown ? null : 1e6 * noise(exchange, "out", at - START),
        transfers: 3,
        label_set: "v1",
        provider: "test:btc",
        retrieved_at: at + 20 * minute,
      });
    }
  }
  return rows;
}

/** What directories tell by the hour. */
function hourRows(from: number, to: number) {
  const hours = Array.from(
    { length: Math.ceil((to - from) / hour) },
    (_, n) => Math.ceil(from / hour) * hour + n * hour,
  );
  const kept = hours.filter((at) => at < to && noise("hour", at - START) > 0.2);
  const by = (token: string, at: number) => ({
    token,
    at: at + 7 * minute,
    provider: "test:llama",
    retrieved_at: at + hour,
  });
  const value = (...parts: string[]) => 1e9 * noise(...parts);
  return {
    tvl: kept.flatMap((at) =>
      ["eth", "bsc"].map((chain) => ({
        ...{ ...by("ethereum", at), chain, tvl_usd: value(chain, `${at - START}`) },
        ...{ change_24h_pct: null, neutral_change_pct: null },
      })),
    ),
    reserves: kept.flatMap((at) =>
      TOKENS.map((token) => ({
        ...{
          ...by(token, at),
          exchange: "okx",
          reserve_native: value(token, `${at - START}`) / 1_000,
          reserve_usd: null,
        },
      })),
    ),
  };
}

/** Stores rows of every series between two instants, epoch ms. */
export async function insertAll(store: Store, from: number, to: number): Promise<void> {
  const perp = perpRows(from, to);
  await store.insert("candle", candleRows(from, to), `candle~${from}`);
  await store.insert("open_interest", perp.interest, `oi~${from}`);
  await store.insert("funding", perp.funding, `funding~${from}`);
  await store.insert("long_short", perp.longShort, `ls~${from}`);
  await store.insert("exchange_flow", flowRows(from, to), `flow~${from}`);
  await store.insert("token_tvl", hourRows(from, to).tvl, `tvl~${from}`);
  await store.insert("exchange_reserve", hourRows(from, to).reserves, `reserve~${from}`);
}
