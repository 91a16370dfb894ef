// OKX v5 /public: instruments, funding, open interest, mark prices, liquidations.
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import type { Market } from "../model/market.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, decimal, type Route, trimmed } from "../provider.ts";
import { data, failure, limitOf, marketOf, numberOf, pageOf } from "./okx-shared.ts";

/** The document speaks of the last day. */
const LIQUIDATIONS_KEPT_MS = DAY_MS;
const LIQUIDATION_MINUTES_MAX = 3000;

const instrument = (market: Market): Record<string, unknown> => {
  const swap = market.kind === "linear";
  const lot = decimal(1, market.lotDecimals);
  return {
    alias: "",
    baseCcy: swap ? "" : market.base,
    category: "1",
    ctMult: swap ? "1" : "",
    ctType: swap ? "linear" : "",
    ctVal: swap ? trimmed(market.contractSize, 8) : "",
    ctValCcy: swap ? market.base : "",
    expTime: "",
    instFamily: swap ? `${market.base}-USDT` : "",
    instId: market.symbol,
    instIdCode: 10_000 + market.index,
    instType: swap ? "SWAP" : "SPOT",
    lever: swap ? "50" : "10",
    listTime: `${market.listedMs}`,
    lotSz: lot,
    maxIcebergSz: "99999999999999",
    maxLmtAmt: "20000000",
    maxLmtSz: "99999999999999",
    maxMktAmt: "1000000",
    maxMktSz: "1000000",
    minSz: lot,
    optType: "",
    quoteCcy: swap ? "" : "USDT",
    ruleType: "normal",
    settleCcy: swap ? "USDT" : "",
    state: "live",
    stk: "",
    tickSz: decimal(1, market.priceDecimals),
    uly: swap ? `${market.base}-USDT` : "",
  };
};

const funding = (model: Model, market: Market, nowMs: number): Record<string, string> => {
  const step = market.fundingHours * HOUR_MS;
  const next = model.derivatives.nextFundingMs(market, nowMs);
  const settled = model.derivatives.fundingRate(market, next - step, next - step);
  return {
    formulaType: "withRate",
    // fundingTime is the settlement ahead, nextFundingTime the one after it.
    fundingRate: model.derivatives.fundingRate(market, next, nowMs).toFixed(10),
    fundingTime: `${next}`,
    impactValue: "20000",
    instId: market.symbol,
    instType: "SWAP",
    interestRate: (0.0001 * (market.fundingHours / 8)).toFixed(10),
    maxFundingRate: "0.02",
    method: "current_period",
    minFundingRate: "-0.02",
    nextFundingRate: "",
    nextFundingTime: `${next + step}`,
    premium: model.basis.premium(market, Math.floor(nowMs / HOUR_MS)).toFixed(10),
    settFundingRate: settled.toFixed(10),
    settState: "settled",
    ts: `${nowMs}`,
  };
};

const fundingHistory = (model: Model, ask: Ask): Answer => {
  const market = marketOf(model, ask);
  const step = market.fundingHours * HOUR_MS;
  const newest = Math.floor(ask.nowMs / step) * step;
  const oldest = Math.max(market.listedMs + step, newest - 93 * DAY_MS);
  return data(
    pageOf(ask, newest, Math.ceil(oldest / step) * step, step, limitOf(ask, 100, 400)).map((at) => {
      const rate = model.derivatives.fundingRate(market, at, at);
      return {
        formulaType: "withRate",
        // The rate announced before the settlement differs a little from the one realised.
        fundingRate: model.derivatives.fundingRate(market, at, at - HOUR_MS).toFixed(10),
        fundingTime: `${at}`,
        instId: market.symbol,
        instType: "SWAP",
        method: "current_period",
        realizedRate: rate.toFixed(10),
      };
    }),
  );
};

const swapsOf = (model: Model, ask: Ask): Market[] => {
  if (ask.query.get("instType") !== "SWAP") {
    if (["FUTURES", "OPTION"].includes(ask.query.get("instType") ?? "")) return [];
    throw failure("51000", "Parameter instType error", 400);
  }
  if (ask.query.get("instId")) return [marketOf(model, ask)];
  const uly = ask.query.get("uly") ?? ask.query.get("instFamily");
  return model.markets("okx", "linear", ask.nowMs).filter((market) => !uly || market.symbol === `${uly}-SWAP`);
};

export const okxOpenInterest = (
  model: Model,
  market: Market,
  timeMs: number,
): { contracts: number; coins: number; usd: number } => {
  const coins = model.derivatives.openInterest(market, timeMs);
  const contracts = Math.round((coins / market.contractSize) * 100) / 100;
  return {
    contracts,
    coins: contracts * market.contractSize,
    usd: contracts * market.contractSize * model.derivatives.markPrice(market, timeMs),
  };
};

/** Newest first, at most 100, strictly inside (before, after); walks back minute by minute to a bounded depth. */
const liquidations = (model: Model, ask: Ask): Answer => {
  if (ask.query.get("instType") !== "SWAP") throw failure("51000", "Parameter instType error", 400);
  const uly = ask.query.get("uly") ?? ask.query.get("instFamily");
  if (!uly) throw failure("50014", "Parameter uly or instFamily can not be empty", 400);
  if (ask.query.get("state") !== "filled") return data([]);
  const market = marketOf(model, ask, `${uly}-SWAP`);
  const limit = limitOf(ask, 100, 100);
  const after = numberOf(ask, "after") ?? Number.POSITIVE_INFINITY;
  const floor = Math.max(numberOf(ask, "before") ?? 0, ask.nowMs - LIQUIDATIONS_KEPT_MS);
  const details: Record<string, string>[] = [];
  let minute = Math.floor(Math.min(after, ask.nowMs) / MINUTE_MS);
  for (let steps = 0; steps < LIQUIDATION_MINUTES_MAX && details.length < limit; steps++, minute--) {
    if ((minute + 1) * MINUTE_MS <= floor) break;
    for (const one of model.derivatives.liquidations(market, minute).reverse()) {
      if (one.timeMs > ask.nowMs || one.timeMs >= after || one.timeMs <= floor || details.length >= limit) continue;
      details.push({
        bkLoss: "0",
        bkPx: one.price.toFixed(market.priceDecimals),
        ccy: "",
        posSide: one.position,
        side: one.position === "long" ? "sell" : "buy",
        sz: decimal(Math.max(1, Math.round((one.amount / market.contractSize) * 100)), 2),
        time: `${one.timeMs}`,
        ts: `${one.timeMs}`,
      });
    }
  }
  return data([{ details, instFamily: uly, instId: market.symbol, instType: "SWAP", totalLoss: "0", uly }]);
};

export const okxPublicRoutes = (model: Model): Record<string, Route> => ({
  "/api/v5/public/time": (ask) => data([{ ts: `${ask.nowMs}` }]),
  "/api/v5/public/instruments": (ask) => {
    const type = ask.query.get("instType");
    if (type === "FUTURES" || type === "OPTION" || type === "MARGIN") return data([]);
    if (type !== "SPOT" && type !== "SWAP") throw failure("51000", "Parameter instType error", 400);
    const one = ask.query.get("instId");
    const markets = model.markets("okx", type === "SPOT" ? "spot" : "linear", ask.nowMs);
    return data(markets.filter((market) => one === null || market.symbol === one).map(instrument));
  },
  "/api/v5/public/funding-rate": (ask) => {
    const all = ask.query.get("instId") === "ANY";
    const markets = all ? model.markets("okx", "linear", ask.nowMs) : [marketOf(model, ask)];
    return data(markets.map((market) => funding(model, market, ask.nowMs)));
  },
  "/api/v5/public/funding-rate-history": (ask) => fundingHistory(model, ask),
  "/api/v5/public/open-interest": (ask) =>
    data(
      swapsOf(model, ask).map((market) => {
        const { contracts, coins, usd } = okxOpenInterest(model, market, ask.nowMs);
        return {
          instId: market.symbol,
          instType: "SWAP",
          oi: contracts.toFixed(2),
          oiCcy: trimmed(coins, 6),
          oiUsd: usd.toFixed(4),
          ts: `${ask.nowMs}`,
        };
      }),
    ),
  "/api/v5/public/mark-price": (ask) =>
    data(
      swapsOf(model, ask).map((market) => ({
        instId: market.symbol,
        instType: "SWAP",
        markPx: model.derivatives.markPrice(market, ask.nowMs).toFixed(market.priceDecimals),
        ts: `${ask.nowMs}`,
      })),
    ),
  "/api/v5/public/liquidation-orders": (ask) => liquidations(model, ask),
});
