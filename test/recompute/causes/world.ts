// A quiet window of the simulated market as the explainer reads it: prices, forced closures and open positions of the model, and what else goes on by itself.
import type { Close, WindowRows } from "../../../jobs/evidence/builder.ts";
import { sharpestByHour } from "../../../jobs/evidence/sharpest-move.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import type { Asset } from "../../../scripts/sandbox/model/asset.ts";
import { createModel, type Model } from "../../../scripts/sandbox/model/model.ts";
import { AS_OF } from "../../support/rows/facts.ts";
import { closures, news, transfer, windowOf } from "../../support/rows/window.ts";

export type Draw = (from?: number, to?: number) => number;
export const TO = Math.floor(AS_OF / MINUTE_MS) * MINUTE_MS;
const HOURS = 2;
const FROM = TO - HOURS * HOUR_MS;
/** What is traded in a day in these windows: transfers and flows are drawn against it. */
export const VOLUME_USD = 1e9;
const TOKENS = ["ethereum", "uniswap", "aave", "maker"];
const PAST_HOURS = 336;
const WEEK_HOURS = 168;
const QUARTER_MS = 15 * MINUTE_MS;
const LEAD_HOURS = 3;
/** Of headlines that name a token, so many an hour. */
const NAMED_MAX = 0.5;

export type World = {
  readonly token: string;
  readonly beta: number;
  readonly window: WindowRows;
  readonly openInterest: { readonly hour: number; readonly four: number };
  readonly change24hPct: number;
};

/** Mulberry32: seeded numbers in 0..1, or between two. */
export function drawFrom(seed: number): Draw {
  let state = seed | 0;
  return (from = 0, to = 1) => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return from + (((x ^ (x >>> 14)) >>> 0) / 4294967296) * (to - from);
  };
}

/** `end` is the model's own minute that becomes the window's end. */
function closesOf(model: Model, asset: Asset, end: number, hours: number): Close[] {
  return Array.from({ length: hours * 60 + 1 }, (_, back) => {
    const at = hours * 60 - back;
    return { at: TO - at * MINUTE_MS, price: Math.exp(model.paths.logAt(asset, (end - at) * MINUTE_MS)) };
  });
}

type Closed = { readonly at: number; readonly long: number; readonly short: number };

function closedBy(model: Model, asset: Asset, end: number): Closed[] {
  const markets = (["binance", "bybit", "okx"] as const).flatMap((venue) =>
    model.markets(venue, "linear", end * MINUTE_MS).filter((market) => market.asset === asset),
  );
  const found: Closed[] = [];
  for (let back = (WEEK_HOURS + HOURS + 1) * 60; back > 0; back -= 1)
    for (const market of markets)
      for (const { position, price, amount } of model.derivatives.liquidations(market, end - back)) {
        const usd = price * amount;
        const [long, short] = position === "long" ? [usd, 0] : [0, usd];
        found.push({ at: TO - back * MINUTE_MS, long, short });
      }
  return found;
}

function hourly<R extends { readonly at: number }>(rows: readonly R[], fold: (inside: readonly R[]) => number) {
  return Array.from({ length: WEEK_HOURS }, (_, hour) => {
    const to = FROM - (WEEK_HOURS - 1 - hour) * HOUR_MS;
    return fold(rows.filter(({ at }) => at >= to - HOUR_MS && at < to));
  });
}

const total = (rows: readonly Closed[]) => rows.reduce((sum, { long, short }) => sum + long + short, 0);
const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Transfers of a tenth of a per cent of the day's volume and more, seldom large; headlines at a rate of the token's own. */
function drawBeside(draw: Draw) {
  const rate = draw(0, NAMED_MAX) ** 2;
  const hours = WEEK_HOURS + HOURS + LEAD_HOURS;
  const events = Array.from({ length: hours }, (_, back) => {
    const at = () => TO - Math.floor((back + draw()) * HOUR_MS);
    const worth = (VOLUME_USD / 1_000) * Math.min(60, (1 - draw()) ** -0.7);
    const [from, to] = draw() < 0.5 ? ([null, "Bank"] as const) : (["Bank", null] as const);
    const sent = draw() < 0.7 ? [transfer(at(), worth, from, to)] : [];
    return [...sent, ...(draw() < rate ? [news(at(), "Something was said")] : [])];
  }).flat();
  const told = events.map((event) => ({ event, at: Date.parse(event.at) }));
  const worthOf = (data: object) => ("value_usd" in data ? Number(data.value_usd) : 0);
  return {
    events: told.filter(({ at }) => at >= FROM - LEAD_HOURS * HOUR_MS).map(({ event }) => event),
    pastTransfersUsd: hourly(told, (inside) => Math.max(0, ...inside.map(({ event }) => worthOf(event.data)))),
    pastHeadlines: hourly(told, (inside) => (inside.some(({ event }) => event.kind === "headline") ? 1 : 0)),
  };
}

function quartersOf(rows: readonly Closed[]) {
  const quarters = new Map<number, { long: number; short: number }>();
  for (const { at, long, short } of rows) {
    if (at < FROM - QUARTER_MS) continue;
    const start = Math.floor(at / QUARTER_MS) * QUARTER_MS;
    const sum = quarters.get(start) ?? { long: 0, short: 0 };
    quarters.set(start, { long: sum.long + long, short: sum.short + short });
  }
  return [...quarters].map(([at, { long, short }]) => closures(at, long, short));
}

/** Windows in whose last three hours the model planted no shock. */
export function makeWorlds(seed: number, count: number): World[] {
  const model = createModel(seed);
  const draw = drawFrom(seed);
  const bitcoin = model.assets.find(({ token }) => token.id === "bitcoin");
  const worlds: World[] = [];
  for (let tries = 0; worlds.length < count && tries < count * 20; tries += 1) {
    const asset = model.assets.find(({ token }) => token.id === TOKENS[tries % TOKENS.length]);
    if (!asset || !bitcoin) throw new Error("the model lacks a token");
    const end = Math.floor(draw(20_000, 20_600) * 1_440);
    const shocks = [asset, null].flatMap((one) => model.paths.shocks(one, end - 180, end));
    if (shocks.length > 0) continue;
    const past = closesOf(model, asset, end, PAST_HOURS + HOURS);
    const closes = past.filter(({ at }) => at >= FROM);
    const closed = closedBy(model, asset, end);
    const pastClosuresUsd = hourly(closed, total);
    const market = model.market("binance", "linear", `${asset.token.symbol}USDT`, end * MINUTE_MS);
    const interest = (back: number) => (market ? model.derivatives.openInterest(market, (end - back) * MINUTE_MS) : 1);
    const { events, ...beside } = drawBeside(draw);
    const priceAt = (at: number) => past.findLast((close) => close.at <= at)?.price ?? 1;
    worlds.push({
      token: asset.token.id,
      beta: asset.marketBeta,
      openInterest: { hour: (interest(0) / interest(60) - 1) * 100, four: (interest(0) / interest(240) - 1) * 100 },
      change24hPct: (priceAt(TO) / priceAt(TO - DAY_MS) - 1) * 100,
      window: {
        ...windowOf(TO, { hours: HOURS }),
        ...{ closes, pastMoves: sharpestByHour(past, FROM, PAST_HOURS) },
        bitcoin: closesOf(model, bitcoin, end, HOURS),
        ...{ pastClosuresUsd, usualLiquidationsUsd: medianOf(pastClosuresUsd), ...beside },
        events: [...events, ...quartersOf(closed)],
      },
    });
  }
  return worlds;
}
