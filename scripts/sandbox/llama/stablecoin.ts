// Simulated stablecoins as DefiLlama lists them: coins, chains and the daily total.
import { DAY_MS } from "../../../schema/duration.ts";
import type { Asset } from "../model/asset.ts";
import { noise } from "../model/hash.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, json } from "../provider.ts";

const CHART_DAYS = 100;
const CHAINS: Readonly<Record<string, number>> = {
  Ethereum: 0.52,
  Tron: 0.26,
  Solana: 0.06,
  BSC: 0.055,
  Base: 0.03,
  Arbitrum: 0.03,
  Avalanche: 0.012,
  Polygon: 0.012,
  Cardano: 0.0004,
};
/** A coin of another peg that nobody tracks: it is part of the whole at its price. */
const EURO = { units: 4.1e8, price: 1.08 };

type StablecoinRoutes = {
  list(ask: Ask): Answer;
  chains(ask: Ask): Answer;
  chart(ask: Ask): Answer;
};

export const createStablecoins = (model: Model): StablecoinRoutes => {
  const coins = model.assets.filter((asset) => asset.token.stablecoin);
  const supply = (asset: Asset, timeMs: number): number =>
    asset.circulating * Math.exp(0.012 * noise(asset.seed ^ 0x5c, timeMs / (5 * DAY_MS)));
  const dollars = (timeMs: number): number => coins.reduce((sum, asset) => sum + supply(asset, timeMs), 0);

  const pegged = (peg: string, at: (timeMs: number) => number, nowMs: number) => ({
    circulating: { [peg]: at(nowMs) },
    circulatingPrevDay: { [peg]: at(nowMs - DAY_MS) },
    circulatingPrevWeek: { [peg]: at(nowMs - 7 * DAY_MS) },
    circulatingPrevMonth: { [peg]: at(nowMs - 30 * DAY_MS) },
  });
  const rowOf = (asset: Asset, index: number, nowMs: number) => ({
    id: `${index + 1}`,
    name: asset.token.name,
    symbol: asset.token.symbol,
    gecko_id: asset.token.id,
    pegType: "peggedUSD",
    priceSource: "defillama",
    pegMechanism: "fiat-backed",
    ...pegged("peggedUSD", (timeMs) => supply(asset, timeMs), nowMs),
    chains: Object.keys(asset.token.contracts),
    price: Math.exp(model.paths.logUsdAt(asset, nowMs)),
  });

  return {
    list: ({ query, nowMs }) =>
      json({
        peggedAssets: [
          ...coins.map((asset, index) => rowOf(asset, index, nowMs)),
          {
            id: "50",
            name: "Simulated Euro",
            symbol: "SEUR",
            gecko_id: "simulated-euro",
            pegType: "peggedEUR",
            ...pegged("peggedEUR", () => EURO.units, nowMs),
            chains: ["Ethereum"],
            price: EURO.price,
          },
        ].map(({ price, ...row }) => (query.get("includePrices") === "true" ? { ...row, price } : row)),
      }),
    chains: ({ nowMs }) =>
      json(
        Object.entries(CHAINS).map(([name, share]) => ({
          gecko_id: null,
          totalCirculatingUSD: {
            peggedUSD: dollars(nowMs) * share,
            ...(name === "Ethereum" ? { peggedEUR: EURO.units * EURO.price } : {}),
          },
          tokenSymbol: null,
          name,
        })),
      ),
    chart: ({ nowMs }) => {
      const today = Math.floor(nowMs / DAY_MS);
      return json(
        Array.from({ length: CHART_DAYS }, (_, index) => {
          const timeMs = (today - CHART_DAYS + 1 + index) * DAY_MS;
          return {
            date: `${timeMs / 1_000}`,
            totalCirculating: { peggedUSD: dollars(timeMs), peggedEUR: EURO.units },
            totalCirculatingUSD: { peggedUSD: dollars(timeMs), peggedEUR: EURO.units * EURO.price },
          };
        }),
      );
    },
  };
};
