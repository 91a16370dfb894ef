// OKX v5 REST market data as www.okx.com speaks it; everything here is simulated.
import type { Budget } from "../limit.ts";
import type { Model } from "../model/model.ts";
import { json, type Provider, settle } from "../provider.ts";
import { okxMarketRoutes } from "./okx-market.ts";
import { okxPublicRoutes } from "./okx-public.ts";
import { okxRubikRoutes } from "./okx-rubik.ts";

const WINDOW_MS = 2000;
const REQUESTS_MAX: readonly (readonly [prefix: string, perWindow: number])[] = [
  ["/api/v5/market/candles", 40],
  ["/api/v5/market/books-full", 10],
  ["/api/v5/market/books", 40],
  ["/api/v5/market/", 20],
  ["/api/v5/rubik/stat/contracts/open-interest-history", 10],
  ["/api/v5/rubik/", 5],
  ["/api/v5/public/funding-rate", 10],
  ["/api/v5/public/", 20],
];

export const createOkx = (model: Model, budget: Budget): Provider => {
  const routes = { ...okxMarketRoutes(model), ...okxPublicRoutes(model), ...okxRubikRoutes(model) };
  return {
    id: "okx",
    answer: (ask) => {
      const route = routes[ask.path];
      if (!route) return json({ code: "404", msg: "Not Found", data: [] }, 404);
      const perWindow = REQUESTS_MAX.find(([prefix]) => ask.path.startsWith(prefix))?.[1] ?? 20;
      const { used } = budget.spend(ask.path, 1, WINDOW_MS, ask.wallMs);
      if (budget.enforced && used > perWindow) return json({ code: "50011", msg: "Too Many Requests", data: [] }, 429);
      return settle(route, ask);
    },
  };
};
