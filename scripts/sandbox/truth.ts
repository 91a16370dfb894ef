// What the simulated market really did, as plain numbers for tests to compare stored facts with.
import { HOUR_MS, MINUTE_MS } from "../../schema/duration.ts";
import { type MarketKind, VENUES, type VenueId } from "./model/market.ts";
import type { Model } from "./model/model.ts";
import { type Answer, type Ask, json, whole } from "./provider.ts";

const ROWS_MAX = 200_000;

const bad = (message: string): Answer => json({ error: message }, 400);

const venueOf = (ask: Ask): VenueId | undefined => VENUES.find((venue) => venue === ask.query.get("venue"));
const kindOf = (ask: Ask): MarketKind => (ask.query.get("kind") === "linear" ? "linear" : "spot");

/** Closed candles in [from, to): `[ms, open, high, low, close, volume in base coins, turnover in USDT, trades]`. */
export const truthCandles = (model: Model, ask: Ask): Answer => {
  const venue = venueOf(ask);
  const from = whole(ask.query, "from");
  const to = whole(ask.query, "to");
  const frame = whole(ask.query, "frame") ?? 1;
  if (!venue || from === undefined || to === undefined || !(frame >= 1))
    return bad("venue, symbol, from and to are needed");
  const market = model.market(venue, kindOf(ask), ask.query.get("symbol") ?? "", ask.nowMs);
  if (!market) return bad("no such instrument");
  const step = frame * MINUTE_MS;
  const start = Math.ceil(from / step) * step;
  const end = Math.min(to, Math.floor(ask.nowMs / step) * step);
  const count = Math.max(0, Math.min(ROWS_MAX, Math.ceil((end - start) / step)));
  const rows = count === 0 ? [] : model.series.candles(market, "trade", frame, start, count, ask.nowMs);
  const digits = market.priceDecimals;
  const price = (ticks: number): number => Number((ticks * market.tick).toFixed(digits));
  return json({
    simulated: true,
    venue,
    kind: market.kind,
    symbol: market.symbol,
    token: market.asset.token.id,
    candles: rows.map((candle) => [
      candle.openMs,
      price(candle.open),
      price(candle.high),
      price(candle.low),
      price(candle.close),
      Number((candle.volume * market.lot).toPrecision(15)),
      candle.turnover / 1e4,
      candle.trades,
    ]),
  });
};

/** Every instrument of a venue and kind, with the token it belongs to and its units. */
export const truthMarkets = (model: Model, ask: Ask): Answer => {
  const venue = venueOf(ask);
  if (!venue) return bad("venue is needed");
  return json({
    simulated: true,
    markets: model.markets(venue, kindOf(ask), ask.nowMs).map((market) => ({
      symbol: market.symbol,
      token: market.asset.token.id,
      multiplier: market.multiplier,
      contract_size: market.contractSize,
      funding_hours: market.kind === "linear" ? market.fundingHours : null,
      listed_ms: market.listedMs,
    })),
  });
};

/** The scheduled shocks of the market or of one token in a span. */
export const truthShocks = (model: Model, ask: Ask): Answer => {
  const from = whole(ask.query, "from");
  const to = whole(ask.query, "to");
  if (from === undefined || to === undefined) return bad("from and to are needed");
  const id = ask.query.get("token");
  const asset = model.assets.find((one) => one.token.id === id) ?? null;
  return json({
    simulated: true,
    shocks: model.paths.shocks(asset, Math.floor(from / MINUTE_MS), Math.floor(to / MINUTE_MS)),
  });
};

/** A perpetual at an instant in plain units: open interest single-sided in tokens, prices per token, ratios long to short. */
export const truthDerivative = (model: Model, ask: Ask): Answer => {
  const venue = venueOf(ask);
  const at = whole(ask.query, "at") ?? ask.nowMs;
  if (!venue || !(at <= ask.nowMs)) return bad("venue and symbol are needed, at must not be ahead");
  const market = model.market(venue, "linear", ask.query.get("symbol") ?? "", ask.nowMs);
  if (!market) return bad("no such instrument");
  const { derivatives } = model;
  const next = derivatives.nextFundingMs(market, at);
  const settled = next - market.fundingHours * HOUR_MS;
  const mark = derivatives.markPrice(market, at);
  const amount = derivatives.openInterest(market, at);
  return json({
    simulated: true,
    venue,
    symbol: market.symbol,
    token: market.asset.token.id,
    at_ms: at,
    mark_price: mark / market.multiplier,
    index_price: derivatives.indexPrice(market, at) / market.multiplier,
    open_interest_tokens: amount * market.multiplier,
    open_interest_usdt: amount * mark,
    funding_interval_hours: market.fundingHours,
    funding_rate_settled: derivatives.fundingRate(market, settled, settled),
    funding_rate_running: derivatives.fundingRate(market, next, at),
    next_funding_ms: next,
    long_short_accounts: derivatives.ratio(market, "accounts", at),
    long_short_top_accounts: derivatives.ratio(market, "top-accounts", at),
    long_short_top_positions: derivatives.ratio(market, "top-positions", at),
  });
};

/** Forced closures of a perpetual in [from, to), in tokens and USDT by the side that lost. */
export const truthLiquidations = (model: Model, ask: Ask): Answer => {
  const venue = venueOf(ask);
  const from = whole(ask.query, "from");
  const to = whole(ask.query, "to");
  if (!venue || from === undefined || to === undefined) return bad("venue, symbol, from and to are needed");
  const market = model.market(venue, "linear", ask.query.get("symbol") ?? "", ask.nowMs);
  if (!market) return bad("no such instrument");
  const sums = { long: { tokens: 0, usdt: 0, count: 0 }, short: { tokens: 0, usdt: 0, count: 0 } };
  const end = Math.min(to, ask.nowMs + 1);
  for (let minute = Math.floor(from / MINUTE_MS); minute * MINUTE_MS < end; minute++)
    for (const one of model.derivatives.liquidations(market, minute)) {
      if (one.timeMs < from || one.timeMs >= end) continue;
      const side = sums[one.position];
      side.tokens += one.amount * market.multiplier;
      side.usdt += one.amount * one.price;
      side.count++;
    }
  return json({ simulated: true, venue, symbol: market.symbol, liquidations: sums });
};
