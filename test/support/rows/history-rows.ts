// Rows of every history series: holes, late rows, venues that differ; the same at every run.
import type { Store } from "../../../schema/io/clickhouse.ts";
import { BASE } from "../base.ts";

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
/** Near enough to be younger than the tables keep rows; what happens at an offset from it is the same on every day. */
export const START = Math.floor(BASE / day) * day - 8 * day;
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

type Minute = { open: number; high: number; low: number; close: number; native: number; usd: number };

/** What happened in one minute, whether it is stored or not: candles of every length tell of the same trades. */
export function minuteOf(token: string, venue: string, openAt: number): Minute {
  const of = (what: string) => noise(token, venue, what, openAt - START);
  const [open, close] = [100 + 10 * of("open"), 100 + 10 * of("close")];
  const native = Math.round(1e6 * of("native")) / 1e6;
  const high = Math.max(open, close) + of("high");
  const low = Math.min(open, close) - of("low");
  return { open, high, low, close, native, usd: Math.round(native * close * 100) / 100 };
}

/** The candle that a venue would tell of these minutes. */
export function candleOf(token: string, venue: string, openAt: number, minutes: number): Minute {
  const [first, ...rest] = Array.from({ length: minutes }, (_, n) => minuteOf(token, venue, openAt + n * minute));
  if (first === undefined) throw new Error("no minutes");
  return rest.reduce(
    (a, b) => ({
      open: a.open,
      high: Math.max(a.high, b.high),
      low: Math.min(a.low, b.low),
      close: b.close,
      native: a.native + b.native,
      usd: a.usd + b.usd,
    }),
    first,
  );
}

/** The share of candles of each length that is not stored: minutes come with holes, hours for a day only. */
const isStored = (token: string, venue: string, openAt: number, minutes: number): boolean => {
  if (minutes === 60) return openAt < START + day ? noise(token, venue, "hour", openAt - START) > 0.3 : false;
  if (minutes === 15) return venue === "okx" && noise(token, venue, "quarter", openAt - START) > 0.5;
  const hole = noise(token, venue, "hole", Math.floor((openAt - START) / (40 * minute))) < 0.15;
  return !hole && noise(token, venue, openAt - START) >= 0.1;
};

/** Candles of a minute, a quarter and an hour, with holes; some are received twice, first with another close. */
function candleRows(from: number, to: number): object[] {
  const rows: object[] = [];
  for (const token of TOKENS) {
    for (const venue of token === "ethereum" ? VENUES.slice(0, 2) : VENUES) {
      for (const minutes of [1, 15, 60]) {
        const length = minutes * minute;
        for (let open_at = Math.ceil(from / length) * length; open_at + length <= to; open_at += length) {
          if (!isStored(token, venue, open_at, minutes)) continue;
          const { native, usd, ...prices } = candleOf(token, venue, open_at, minutes);
          const about = { ...base(token, venue), market: "spot", interval_s: length / 1_000, open_at };
          const row = { ...about, ...prices, volume_native: native, volume_usd: usd };
          const isTwice = noise(token, venue, "twice", open_at - START) < 0.1;
          if (isTwice) rows.push({ ...row, close: prices.low, retrieved_at: open_at + length + 1_000 });
          rows.push({ ...row, retrieved_at: open_at + length + 30_000 });
        }
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
