// Gate v4 contract_stats: open interest, ratios and totals of forced closures by window, the running one included.
import { MINUTE_MS } from "../../../schema/duration.ts";
import type { Market } from "../model/market.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, json } from "../provider.ts";
import { gateFailure, gateMarketOf, gatePosition, gateWindows } from "./gate-shared.ts";

const FRAMES: Readonly<Record<string, number>> = { "5m": 5, "15m": 15, "30m": 30, "1h": 60, "4h": 240, "1d": 1_440 };

/** Forced closures of a window by side, those after `nowMs` left out: contracts, coins and USDT at their own prices. */
const closures = (model: Model, market: Market, startMs: number, frame: number, nowMs: number) => {
  const sums = { long: { coins: 0, usd: 0 }, short: { coins: 0, usd: 0 } };
  const end = Math.min(startMs + frame * MINUTE_MS, nowMs + 1);
  for (let minute = startMs / MINUTE_MS; minute * MINUTE_MS < end; minute++)
    for (const one of model.derivatives.liquidations(market, minute)) {
      if (one.timeMs >= end) continue;
      const side = sums[one.position];
      side.coins += one.amount;
      side.usd += one.amount * one.price;
    }
  return sums;
};

export const gateContractStats = (model: Model, ask: Ask): Answer => {
  const market = gateMarketOf(model, ask);
  const frame = FRAMES[ask.query.get("interval") ?? "5m"];
  if (frame === undefined) throw gateFailure("INVALID_PARAM_VALUE", "Invalid request parameter `interval` value");
  const { derivatives } = model;
  const ratio = (kind: Parameters<typeof derivatives.ratio>[1], at: number): number =>
    Number(derivatives.ratio(market, kind, at).toFixed(6));
  return json(
    gateWindows(ask, frame).map((start) => {
      const at = Math.min(start + frame * MINUTE_MS, ask.nowMs);
      const mark = derivatives.markPrice(market, at);
      const { long, short } = closures(model, market, start, frame, ask.nowMs);
      const size = (coins: number): number => Number((coins / market.contractSize).toFixed(2));
      const position = gatePosition(model, market, at);
      const taker = model.series.candles(market, "trade", frame, start, 1, ask.nowMs)[0];
      const bought = taker?.takerVolume ?? 0;
      const sold = (taker?.volume ?? 0) - bought;
      return {
        time: start / 1_000,
        lsr_taker: sold === 0 ? 0 : Number((bought / sold).toFixed(6)),
        lsr_account: ratio("accounts", at),
        long_liq_size: `${size(long.coins)}`,
        long_liq_amount: long.coins,
        long_liq_usd: long.usd,
        long_liq_usd_new: size(long.coins) * market.contractSize * mark,
        short_liq_size: `${size(short.coins)}`,
        short_liq_amount: short.coins,
        short_liq_usd: short.usd,
        short_liq_usd_new: size(short.coins) * market.contractSize * mark,
        open_interest: `${position}`,
        open_interest_usd: position * market.contractSize * mark,
        top_lsr_account: ratio("top-accounts", at),
        top_lsr_size: `${ratio("top-positions", at)}`,
        mark_price: mark,
        long_taker_size: `${bought}`,
        short_taker_size: `${sold}`,
        long_users: Math.round(1_000 * ratio("accounts", at)),
        short_users: 1_000,
      };
    }),
  );
};
