// One row of Bybit's tickers, spot and linear.
import type { Market } from "../model/market.ts";
import type { Model } from "../model/model.ts";
import { decimal, trimmed } from "../provider.ts";

const DAY_MINUTES = 1440;

export const bybitTicker = (model: Model, market: Market, nowMs: number): Record<string, string> => {
  const day = model.series.rolling(market, nowMs, DAY_MINUTES);
  const book = model.books.book(market, nowMs, 1);
  const price = (ticks = 0): string => decimal(ticks, market.priceDecimals);
  const lots = (count = 0): string => decimal(count, market.lotDecimals);
  const shared = {
    symbol: market.symbol,
    bid1Price: price(book.bids[0]?.[0]),
    bid1Size: lots(book.bids[0]?.[1]),
    ask1Price: price(book.asks[0]?.[0]),
    ask1Size: lots(book.asks[0]?.[1]),
    lastPrice: price(day.close),
    prevPrice24h: price(day.open),
    price24hPcnt: (day.close / day.open - 1).toFixed(6),
    highPrice24h: price(day.high),
    lowPrice24h: price(day.low),
    turnover24h: decimal(day.turnover, 4),
    volume24h: lots(day.volume),
  };
  const { derivatives } = model;
  const index = derivatives.indexPrice(market, nowMs);
  if (market.kind === "spot") return { ...shared, usdIndexPrice: index.toFixed(market.priceDecimals) };
  const mark = derivatives.markPrice(market, nowMs);
  const single = derivatives.openInterest(market, nowMs);
  const next = derivatives.nextFundingMs(market, nowMs);
  return {
    ...shared,
    indexPrice: index.toFixed(market.priceDecimals),
    markPrice: mark.toFixed(market.priceDecimals),
    prevPrice1h: price(model.series.rolling(market, nowMs, 60).open),
    openInterest: (2 * single).toFixed(market.lotDecimals),
    openInterestValue: (2 * single * mark).toFixed(2),
    singleOpenInterest: single.toFixed(market.lotDecimals),
    singleOpenInterestValue: (single * mark).toFixed(2),
    fundingRate: trimmed(derivatives.fundingRate(market, next, nowMs), 8),
    nextFundingTime: `${next}`,
    fundingIntervalHour: `${market.fundingHours}`,
    fundingCap: "0.02",
    predictedDeliveryPrice: "",
    basisRate: "",
    basis: "",
    deliveryFeeRate: "",
    deliveryTime: "0",
    preOpenPrice: "",
    preQty: "",
    curPreListingPhase: "",
  };
};
