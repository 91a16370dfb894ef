// OKX v5 /rubik/stat: open interest history, account and position ratios, taker volume; rows newest first.
import type { RatioKind } from "../model/derivative.ts";
import type { Market } from "../model/market.ts";
import type { Model } from "../model/model.ts";
import type { Ask, Route } from "../provider.ts";
import { okxOpenInterest } from "./okx-public.ts";
import { data, failure, marketOf, rubikInstants } from "./okx-shared.ts";

const coinOf = (model: Model, ask: Ask): Market => {
  const coin = ask.query.get("ccy") ?? "";
  if (coin === "") throw failure("50014", "Parameter ccy can not be empty", 400);
  return marketOf(model, ask, `${coin}-USDT-SWAP`);
};

/** Taker sells and buys of the period that begins at an instant, up to now, in lots and turnover. */
const takers = (model: Model, market: Market, startMs: number, frame: number, nowMs: number) => {
  const [candle] = model.series.candles(market, "trade", frame, startMs, 1, nowMs);
  const volume = candle?.volume ?? 0;
  const turnover = candle?.turnover ?? 0;
  return {
    buyLots: candle?.takerVolume ?? 0,
    sellLots: volume - (candle?.takerVolume ?? 0),
    buyUsd: (candle?.takerTurnover ?? 0) / 1e4,
    sellUsd: (turnover - (candle?.takerTurnover ?? 0)) / 1e4,
    usd: turnover / 1e4,
  };
};

export const okxRubikRoutes = (model: Model): Record<string, Route> => {
  const ratio =
    (kind: RatioKind, of: (ask: Ask) => Market): Route =>
    (ask) => {
      const market = of(ask);
      const { instants } = rubikInstants(ask, 100);
      return data(instants.map((at) => [`${at}`, model.derivatives.ratio(market, kind, at).toFixed(4)]));
    };
  const byInstrument = (ask: Ask): Market => marketOf(model, ask);
  const byCoin = (ask: Ask): Market => coinOf(model, ask);
  const stat = "/api/v5/rubik/stat";
  return {
    [`${stat}/contracts/open-interest-history`]: (ask) => {
      const market = marketOf(model, ask);
      const { instants } = rubikInstants(ask, 100);
      return data(
        instants.map((at) => {
          const { contracts, coins, usd } = okxOpenInterest(model, market, at);
          return [`${at}`, contracts.toFixed(2), coins.toFixed(6), usd.toFixed(4)];
        }),
      );
    },
    // Per coin over all its contracts, in USD; the swap is the only contract here.
    [`${stat}/contracts/open-interest-volume`]: (ask) => {
      const market = coinOf(model, ask);
      const { instants, frame } = rubikInstants(ask, 100);
      return data(
        instants.map((at) => [
          `${at}`,
          okxOpenInterest(model, market, at).usd.toFixed(4),
          takers(model, market, at, frame, ask.nowMs).usd.toFixed(4),
        ]),
      );
    },
    [`${stat}/contracts/long-short-account-ratio`]: ratio("accounts", byCoin),
    [`${stat}/contracts/long-short-account-ratio-contract`]: ratio("accounts", byInstrument),
    [`${stat}/contracts/long-short-account-ratio-contract-top-trader`]: ratio("top-accounts", byInstrument),
    [`${stat}/contracts/long-short-position-ratio-contract-top-trader`]: ratio("top-positions", byInstrument),
    // Sells come before buys; the unit is contracts unless asked for coins (0) or USDT (2).
    [`${stat}/taker-volume-contract`]: (ask) => {
      const market = marketOf(model, ask);
      const unit = ask.query.get("unit") ?? "1";
      const { instants, frame } = rubikInstants(ask, 100);
      return data(
        instants.map((at) => {
          const { sellLots, buyLots, sellUsd, buyUsd } = takers(model, market, at, frame, ask.nowMs);
          if (unit === "2") return [`${at}`, sellUsd.toFixed(4), buyUsd.toFixed(4)];
          const scale = unit === "0" ? market.lot : 0.01;
          return [`${at}`, (sellLots * scale).toFixed(4), (buyLots * scale).toFixed(4)];
        }),
      );
    },
    [`${stat}/taker-volume`]: (ask) => {
      const type = ask.query.get("instType");
      const coin = ask.query.get("ccy") ?? "";
      const market = type === "SPOT" ? marketOf(model, ask, `${coin}-USDT`) : coinOf(model, ask);
      const { instants, frame } = rubikInstants(ask, 100);
      return data(
        instants.map((at) => {
          const { sellLots, buyLots, sellUsd, buyUsd } = takers(model, market, at, frame, ask.nowMs);
          const sell = type === "SPOT" ? (sellLots * market.lot).toFixed(4) : sellUsd.toFixed(4);
          return [`${at}`, sell, type === "SPOT" ? (buyLots * market.lot).toFixed(4) : buyUsd.toFixed(4)];
        }),
      );
    },
  };
};
