// Plants by what they come to: moves and open interest of a size that makes a token's day what a scenario needs, whatever the seed gives beside.
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import type { Asset } from "../../../scripts/sandbox/model/asset.ts";
import { VENUES } from "../../../scripts/sandbox/model/market.ts";
import { createModel, type Model } from "../../../scripts/sandbox/model/model.ts";
import { createPlan, type Planted } from "../../../scripts/sandbox/model/plan.ts";

/** A planted rise of open interest goes back over a day. */
const leftOf = (ms: number): number => 1 - ms / DAY_MS;

type Level = {
  /** What is moved: the market, of which bitcoin is measured, or a token. */
  readonly of: "market" | { readonly token: string };
  /** When it is moved. */
  readonly at: number;
  /** The end of the day that is measured. */
  readonly until: number;
  /** What that day comes to. */
  readonly pct: number;
};

type InterestLevel = Omit<Level, "of"> & { readonly token: string; readonly hours: number };

function assetOf({ assets }: Model, token: string): Asset {
  const found = assets.find((one) => one.token.id === token);
  if (found === undefined) throw new Error(`no ${token}`);
  return found;
}

/** Open interest of a token over the venues, USD. */
function interestAt(model: Model, token: string, ms: number): number {
  const perps = VENUES.flatMap((venue) => model.markets(venue, "linear", ms)).filter(
    ({ asset }) => asset.token.id === token,
  );
  return perps.reduce(
    (all, perp) => all + model.derivatives.openInterest(perp, ms) * model.derivatives.markPrice(perp, ms),
    0,
  );
}

/** Collects plants; each is sized in the market that those before it made. */
export function openPlants(seed: number) {
  const planted: Planted[] = [];
  return {
    planted,
    put: (...more: readonly Planted[]) => {
      planted.push(...more);
    },
    /** A move after which the price is so much above that of a day before. */
    day({ of, at, until, pct }: Level): void {
      const model = createModel(seed, planted);
      const asset = assetOf(model, of === "market" ? "bitcoin" : of.token);
      const one = createPlan([{ what: "move", of, at, logSize: 1 }]);
      const [from, to] = [until - DAY_MS, until].map((ms) => one.displaced(asset, ms / MINUTE_MS)) as [number, number];
      const given = model.paths.logUsdAt(asset, until) - model.paths.logUsdAt(asset, until - DAY_MS);
      planted.push({ what: "move", of, at, logSize: (Math.log(1 + pct / 100) - given) / (to - from) });
    },
    /** Open interest that at an instant is so much above that of some hours before. */
    interest({ token, at, until, hours, pct }: InterestLevel): void {
      const model = createModel(seed, planted);
      const given = interestAt(model, token, until) / interestAt(model, token, until - hours * HOUR_MS);
      planted.push({ what: "interest", token, at, pct: (((1 + pct / 100) / given - 1) * 100) / leftOf(until - at) });
    },
  };
}
