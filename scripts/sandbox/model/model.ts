// The whole simulated market under one seed: a pure function of (seed, time) behind a few caches.
import { type Asset, createAssets } from "./asset.ts";
import { type Basis, createBasis } from "./basis.ts";
import { type Books, createBooks } from "./book.ts";
import { createDerivatives, type Derivatives } from "./derivative.ts";
import { createMarkets, type Market, type MarketKind, type VenueId } from "./market.ts";
import { createPaths, type Paths } from "./path.ts";
import { createPlan, type Plan, type Planted } from "./plan.ts";
import { createSeries, type Series } from "./series.ts";

export type Model = {
  readonly seed: number;
  readonly assets: readonly Asset[];
  /** What was put into it beside what the seed gives. */
  readonly plan: Plan;
  readonly paths: Paths;
  readonly basis: Basis;
  readonly series: Series;
  readonly derivatives: Derivatives;
  readonly books: Books;
  /** Instruments of a venue that are listed by an instant. */
  markets(venue: VenueId, kind: MarketKind, nowMs: number): Market[];
  market(venue: VenueId, kind: MarketKind, symbol: string, nowMs: number): Market | undefined;
};

export const createModel = (seed: number, planted: readonly Planted[] = []): Model => {
  const assets = createAssets(seed);
  const plan = createPlan(planted);
  const paths = createPaths(seed, assets, plan);
  const basis = createBasis(paths, assets.length);
  const series = createSeries(paths, basis, assets.length);
  const all = createMarkets(seed, assets);
  const bySymbol = new Map(all.map((market) => [`${market.venue}/${market.kind}/${market.symbol}`, market]));
  return {
    seed,
    assets,
    plan,
    paths,
    basis,
    series,
    derivatives: createDerivatives(paths, basis, plan),
    books: createBooks(series, paths),
    markets: (venue, kind, nowMs) =>
      all.filter((market) => market.venue === venue && market.kind === kind && market.listedMs <= nowMs),
    market: (venue, kind, symbol, nowMs) => {
      const market = bySymbol.get(`${venue}/${kind}/${symbol}`);
      return market && market.listedMs <= nowMs ? market : undefined;
    },
  };
};
