// Weeks of the sandbox market for a replay: its candles as rows, and at any instant the facts that states are built from.
import { assembleFacts, type FactRows } from "../../../jobs/fact/assemble-facts.ts";
import type { Facts } from "../../../jobs/fact/fact.ts";
import { median } from "../../../jobs/number/statistics.ts";
import type { CandleRow } from "../../../schema/dataset/trade/candle.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import type { Store } from "../../../schema/io/clickhouse.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import type { Market, VenueId } from "../../../scripts/sandbox/model/market.ts";
import type { Model } from "../../../scripts/sandbox/model/model.ts";
import { AS_OF, wholeRows } from "../rows/facts.ts";
import { pastRows } from "../rows/past.ts";

/** Three venues are enough for medians; more cost time only, and fewer less. */
const VENUES: readonly VenueId[] = ["binance", "bybit", "okx"];
const PAST_DAYS = 38;
const BOOK_LEVELS = 300;
const EVERY = TRACKED.map(({ id }) => id);

type Venue = {
  readonly market: Market;
  readonly perp: Market | undefined;
  /** Minute closes and values traded from a day before the start on, in USD. */
  readonly closes: Float64Array;
  readonly volumes: Float64Array;
  /** Hourly closes from `PAST_DAYS` before the start on. */
  readonly hours: Float64Array;
};

type ReplayMarket = {
  /** Stores every candle of the replay. */
  fill(store: Store): Promise<number>;
  /** Facts of the replayed tokens at an instant, epoch ms. */
  factsAt(asOf: number): Facts;
};

function readVenue(model: Model, venue: VenueId, token: string, startMs: number, endMs: number): Venue | null {
  const of = (kind: "spot" | "linear") =>
    model.markets(venue, kind, startMs - 90 * DAY_MS).find(({ asset }) => asset.token.id === token);
  const market = of("spot");
  if (!market) return null;
  const usd = (price: number) => (price * market.tick) / market.multiplier;
  const fromMs = startMs - DAY_MS;
  const count = (endMs - fromMs) / MINUTE_MS;
  const closes = new Float64Array(count);
  const volumes = new Float64Array(count);
  for (let at = 0; at < count; at += 1_440) {
    const some = Math.min(1_440, count - at);
    const candles = model.series.candles(market, "trade", 1, fromMs + at * MINUTE_MS, some, endMs + MINUTE_MS);
    for (const [index, { close, turnover }] of candles.entries()) {
      closes[at + index] = usd(close);
      volumes[at + index] = turnover / 1e4;
    }
  }
  const pastMs = startMs - PAST_DAYS * DAY_MS;
  const hours = new Float64Array((endMs - pastMs) / HOUR_MS);
  const past = model.series.candles(market, "trade", 60, pastMs, (PAST_DAYS - 1) * 24, fromMs);
  for (const [index, { close }] of past.entries()) hours[index] = usd(close);
  for (let index = (PAST_DAYS - 1) * 24; index < hours.length; index++)
    hours[index] = closes[(index - (PAST_DAYS - 1) * 24) * 60 + 59] ?? Number.NaN;
  return { market, perp: of("linear"), closes, volumes, hours };
}

const EPOCH_FROM = Date.UTC(2024, 0, 1);
const EPOCH_TO = Date.UTC(2030, 0, 1);

/** The same rows at another time: every number that is an instant moves along. */
function shift<T>(value: T, by: number): T {
  if (typeof value === "number") return (value > EPOCH_FROM && value < EPOCH_TO ? value + by : value) as T;
  if (Array.isArray(value)) return value.map((one) => shift(one, by)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shift(one, by)])) as T;
}

/** What the replay takes from the model instead. */
const REPLACED = [
  "minutes",
  "past",
  "days",
  "hours",
  "spotVenues",
  "tickers",
  "books",
  "openInterest",
  "funding",
] as const;
type Replaced = (typeof REPLACED)[number] | "longShort" | "coins" | "signals";

/** What stands in every row of the hand-made market and would be a reason against a token at every hour of weeks. */
const CALMED: Readonly<Record<string, object>> = {
  tvls: { usd: 1e9, usd_24h: 1e9, usd_7d: 1e9, change_24h_pct: 0, neutral_change_pct: 0 },
  transfers: { total_usd: 2e6, to_exchange_usd: 1e4, from_exchange_usd: 1e4 },
  unlocks: { amount: [1, 2, 3] },
};

function ownRows(tokens: readonly string[]): Omit<FactRows, Replaced> {
  const known = new Set([...tokens, "", "all", "tether"]);
  const rows = Object.entries(wholeRows()).filter(([name]) => !(REPLACED as readonly string[]).includes(name));
  const kept = rows.map(([name, list]) => {
    const own = (list as readonly { token?: string }[]).filter(({ token }) => token === undefined || known.has(token));
    return [name, CALMED[name] ? own.map((row) => ({ ...row, ...CALMED[name] })) : own];
  });
  return Object.fromEntries(kept) as unknown as Omit<FactRows, Replaced>;
}

const sum = (values: Float64Array, from: number, to: number): number => {
  let all = 0;
  for (let at = Math.max(0, from); at < to; at++) all += values[at] ?? 0;
  return all;
};
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

type ReplaySpan = {
  readonly tokens: readonly string[];
  /** How many venues. */
  readonly venues: number;
  /** Epoch ms. */
  readonly startMs: number;
  readonly endMs: number;
};

export function openReplayMarket(model: Model, span: ReplaySpan): ReplayMarket {
  const { tokens, startMs, endMs } = span;
  const venues = new Map(
    tokens.map((token) => [
      token,
      VENUES.slice(0, span.venues).flatMap((venue) => readVenue(model, venue, token, startMs, endMs) ?? []),
    ]),
  );
  const own = ownRows(tokens);
  const fromMs = startMs - DAY_MS;
  const pastMs = startMs - PAST_DAYS * DAY_MS;
  const each = <R>(fn: (token: string, venue: Venue) => R): R[] =>
    tokens.flatMap((token) => (venues.get(token) ?? []).map((venue) => fn(token, venue)));
  const about = (token: string, { market }: Venue, at: number) => ({
    ...{ token, venue: market.venue, provider: `sandbox:${market.venue}`, symbol: market.symbol },
    ...{ read_at: at, retrieved_ms: at + 500 },
  });

  const candle = (
    token: string,
    { market }: Venue,
    intervalS: number,
    openAt: number,
    close: number,
    usd: number,
  ): CandleRow => ({
    ...{ token, venue: market.venue, market: "spot", symbol: market.symbol, interval_s: intervalS, open_at: openAt },
    ...{ open: close, high: close, low: close, close, volume_native: usd / close, volume_usd: usd },
    ...{ provider: `sandbox:${market.venue}`, retrieved_at: openAt + intervalS * 1_000 + 2_000 },
  });

  async function fill(store: Store): Promise<number> {
    let stored = 0;
    const put = async (rows: CandleRow[], key: string) => {
      await store.insert("candle", rows, key);
      stored += rows.length;
    };
    for (const [token, all] of venues) {
      for (const venue of all) {
        const name = `${token}~${venue.market.venue}`;
        const { closes, volumes, hours } = venue;
        await put(
          [...hours].map((close, at) => candle(token, venue, 3_600, pastMs + at * HOUR_MS, close, 1e6)),
          `h~${name}`,
        );
        await put(
          [...closes].map((close, at) => candle(token, venue, 60, fromMs + at * MINUTE_MS, close, volumes[at] ?? 0)),
          `m~${name}`,
        );
      }
    }
    return stored;
  }

  function priceRows(asOf: number): Pick<FactRows, "minutes" | "past" | "days" | "hours" | "spotVenues" | "tickers"> {
    const last = Math.floor(asOf / MINUTE_MS) * MINUTE_MS;
    const i = (last - fromMs) / MINUTE_MS - 1;
    const hour = Math.floor((last - pastMs) / HOUR_MS);
    const hourly = (token: string, back: number) => {
      const closes = range(back).map((at) =>
        median((venues.get(token) ?? []).map(({ hours }) => hours[hour - back + at] ?? Number.NaN)),
      );
      return { at: range(back).map((at) => pastMs + (hour - back + at + 1) * HOUR_MS), close: closes };
    };
    return {
      minutes: each((token, venue) => {
        const day = venue.closes.slice(Math.max(0, i - 1_439), i + 1);
        return {
          ...about(token, venue, last),
          ...{ close_at: last, close: venue.closes[i] ?? Number.NaN, minutes: 1_440 },
          ...{
            high_24h: Math.max(...day),
            low_24h: Math.min(...day),
            hour_lags: range(24),
            hour_minutes: range(24).map(() => 60),
          },
          hour_volumes: range(24).map((lag) => sum(venue.volumes, i + 1 - (lag + 1) * 60, i + 1 - lag * 60)),
        };
      }),
      past: each((token, venue) =>
        pastRows(about(token, venue, last), last, {
          ...{ "1h": venue.closes[i - 60], "24h": venue.closes[i - 1_440] },
          ...{ "7d": venue.hours[hour - 168], "30d": venue.hours[hour - 720] },
        }),
      ).flat(),
      days: tokens.map((token) => ({ token, at: [], close: [] })),
      hours: tokens.map((token) => ({ token, ...hourly(token, 721) })),
      spotVenues: each((token, venue) => ({
        ...about(token, venue, last),
        volume_7d_usd: 7 * venue.market.volumeDayUsd,
        close_at: last,
      })),
      tickers: each((token, venue) =>
        ["perp", "spot"].map((market) => ({
          ...about(token, venue, asOf - 10_000),
          ...{ market, price: venue.closes[i] ?? Number.NaN, volume_24h_usd: sum(venue.volumes, i - 1_439, i + 1) },
        })),
      ).flat(),
    };
  }

  /** Prices of the tokens that are not replayed: breadth and sectors are of all. */
  function otherRows(asOf: number): Pick<FactRows, "minutes" | "past"> {
    const last = Math.floor(asOf / MINUTE_MS) * MINUTE_MS;
    const others = model.assets.filter(({ token }) => !venues.has(token.id));
    const usd = (asset: (typeof others)[number], at: number) => Math.exp(model.paths.logUsdAt(asset, at));
    const lags = range(24);
    return {
      minutes: others.map((asset) => ({
        ...{ token: asset.token.id, venue: "binance", provider: "sandbox:binance", symbol: asset.token.symbol },
        ...{ close_at: last, close: usd(asset, last), retrieved_ms: last + 900, minutes: 1_440 },
        ...{ high_24h: usd(asset, last), low_24h: usd(asset, last) },
        ...{ hour_lags: lags, hour_minutes: lags.map(() => 60), hour_volumes: lags.map(() => 1e6) },
      })),
      past: others.flatMap((asset) =>
        pastRows({ token: asset.token.id, venue: "binance", provider: "sandbox:binance" }, last, {
          ...{ "1h": usd(asset, last - HOUR_MS), "24h": usd(asset, last - DAY_MS) },
          ...{ "7d": usd(asset, last - 7 * DAY_MS), "30d": usd(asset, last - 30 * DAY_MS) },
        }),
      ),
    };
  }

  function bookOf(token: string, venue: Venue, asOf: number): FactRows["books"][number] {
    const { market } = venue;
    const { bids, asks } = model.books.book(market, asOf - 30_000, BOOK_LEVELS);
    const usd = (levels: typeof bids) =>
      levels.map(([price, size]) => ({
        price: (price * market.tick) / market.multiplier,
        native: size * market.lot * market.multiplier,
      }));
    const [down, up] = [usd(bids), usd(asks)];
    const [bid, ask] = [down[0]?.price ?? 1, up[0]?.price ?? 1];
    const mid = (bid + ask) / 2;
    const within = (levels: typeof down, pct: number) =>
      levels.reduce((all, { price, native }) => all + (Math.abs(price / mid - 1) * 100 <= pct ? price * native : 0), 0);
    return {
      ...about(token, venue, asOf - 30_000),
      ...{ spread_bps: ((ask - bid) / mid) * 10_000, truncated: 0 },
      ...{
        bid_0_5_usd: within(down, 0.5),
        ask_0_5_usd: within(up, 0.5),
        bid_1_usd: within(down, 1),
        ask_1_usd: within(up, 1),
      },
      ...{ bid_2_usd: within(down, 2), ask_2_usd: within(up, 2) },
      ...{
        bid_price: down.slice(0, 40).map(({ price }) => price),
        bid_native: down.slice(0, 40).map(({ native }) => native),
      },
      ...{
        ask_price: up.slice(0, 40).map(({ price }) => price),
        ask_native: up.slice(0, 40).map(({ native }) => native),
      },
    };
  }

  function perpRows(asOf: number): Pick<FactRows, "openInterest" | "funding" | "longShort"> {
    const at = asOf - 2 * MINUTE_MS;
    const { derivatives } = model;
    const perps = each((token, venue) => (venue.perp ? [{ token, venue, perp: venue.perp }] : [])).flat();
    const usd = (perp: Market, when: number) =>
      derivatives.openInterest(perp, when) * derivatives.markPrice(perp, when);
    return {
      openInterest: perps.map(({ token, venue, perp }) => ({
        ...about(token, venue, at),
        ...{
          usd: usd(perp, at),
          usd_1h: usd(perp, at - HOUR_MS),
          usd_4h: usd(perp, at - 4 * HOUR_MS),
          usd_24h: usd(perp, at - DAY_MS),
        },
        past_at: [HOUR_MS, 4 * HOUR_MS, DAY_MS].map((back) => at - back),
        past_retrieved_ms: [HOUR_MS, 4 * HOUR_MS, DAY_MS].map((back) => at - back),
        usd_mean_7d: usd(perp, at - 3 * DAY_MS),
        first_at: at - 7 * DAY_MS + MINUTE_MS,
      })),
      funding: perps.map(({ token, venue, perp }) => {
        const settle = asOf - (asOf % (perp.fundingHours * HOUR_MS));
        const price = derivatives.markPrice(perp, at) / perp.multiplier;
        return {
          ...about(token, venue, at),
          ...{ rate: derivatives.fundingRate(perp, settle, settle), interval_hours: perp.fundingHours },
          ...{ next_funding_ms: settle + perp.fundingHours * HOUR_MS, mark_price: price, index_price: price },
        };
      }),
      longShort: perps.flatMap(({ token, venue, perp }) =>
        (["global_account", "top_account", "top_position"] as const).map((kind) => ({
          ...about(token, venue, at),
          ...{ kind, ratio: derivatives.ratio(perp, "accounts", at) },
        })),
      ),
    };
  }

  function coinRows(asOf: number, prices: FactRows["minutes"]): FactRows["coins"] {
    const known = new Map(prices.map(({ token, close }) => [token, close]));
    return model.assets.flatMap((asset, rank) => {
      const token = asset.token.id;
      const price = known.get(token);
      if (price === undefined) return [];
      return {
        ...{
          token,
          provider: "sandbox:coingecko",
          read_at: asOf - 4 * MINUTE_MS,
          retrieved_ms: asOf - 4 * MINUTE_MS,
          rank: rank + 1,
        },
        ...{
          price_usd: price,
          circulating_native: asset.circulating,
          total_native: asset.circulating,
          max_native: null,
        },
        ...{ ath_usd: 10 * price, ath_ms: Date.UTC(2025, 0, 1), volume_24h_usd: null },
        circulating_30d_native: 0.999 * asset.circulating,
        ...{ past_provider: "sandbox:coingecko", past_at: asOf - 30 * DAY_MS, past_retrieved_ms: asOf - 30 * DAY_MS },
      };
    });
  }

  return {
    fill,
    factsAt(asOf) {
      const prices = priceRows(asOf);
      const others = otherRows(asOf);
      const rows = {
        ...shift(own, asOf - AS_OF),
        ...prices,
        books: each((token, venue) => bookOf(token, venue, asOf)),
        ...perpRows(asOf),
        coins: coinRows(asOf, [...prices.minutes, ...others.minutes]),
        opinion: [],
        perpOpinions: [],
        signals: [],
      };
      const all = { ...rows, minutes: [...rows.minutes, ...others.minutes], past: [...rows.past, ...others.past] };
      return assembleFacts({ asOf, market: "sandbox" }, all as FactRows, EVERY);
    },
  };
}
