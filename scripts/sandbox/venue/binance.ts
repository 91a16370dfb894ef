// Binance on one origin: spot, USDⓈ-M futures, futures data; everything here is simulated.
import type { Budget } from "../limit.ts";
import type { Model } from "../model/model.ts";
import { json, type Provider, settle } from "../provider.ts";
import { binanceDataRoutes } from "./binance-data.ts";
import { binanceFuturesRoutes } from "./binance-futures.ts";
import { binanceSpotRoutes } from "./binance-spot.ts";

export const createBinance = (model: Model, budget: Budget): Provider => {
  const routes = {
    ...binanceSpotRoutes(model, budget),
    ...binanceFuturesRoutes(model, budget),
    ...binanceDataRoutes(model, budget),
  };
  return {
    id: "binance",
    answer: (ask) => {
      const route = routes[ask.path];
      return route
        ? settle(route, ask)
        : json({ code: -5000, msg: `Path ${ask.path}, Method ${ask.method} is invalid` }, 404);
    },
  };
};
