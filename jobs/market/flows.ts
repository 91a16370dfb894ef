// Builder of the market section flows: money towards and away from labelled exchange wallets, stablecoins and funds.
import type { MarketSectionOf } from "../../schema/market/index.ts";
import { derive, gap, isGap } from "../measure/gap.ts";
import { measureStableSupply } from "../measure/stable-supply.ts";
import { roundUsd } from "../number/round.ts";
import {
  type Known,
  known,
  lacksOf,
  type MarketBuilder,
  oldest,
  readAll,
  readMember,
  sourcesOf,
  weightedSum,
  weightShare,
} from "./draft.ts";
import { fundSources, measureFundFlow } from "./fund-flow.ts";
import { supplySources } from "./supply-source.ts";

const SHOWN = 5;

const toTop = ({ token, value }: Known) => ({ token: token.id, symbol: token.symbol, netflow_24h_usd: value });

export const flows: MarketBuilder<MarketSectionOf<"flows">> = (input) => {
  const supply = measureStableSupply(input.facts);
  const funds = measureFundFlow(input);
  const all = readAll(input, "onchain", "exchange_netflow_24h_usd");
  // A token whose chains nobody reads is no part of the sum; one whose chain was not read lately is.
  const covered = all.filter(({ value }) => !(isGap(value) && value.gap === "no_source"));
  const measured = known(covered);
  const lacks = lacksOf("/exchange_netflow_24h_usd/tracked", covered);
  const capOf = (id: string) => {
    const cap = readMember(input.states.get(id), "market", "market_cap_usd");
    return typeof cap === "number" ? cap : 0;
  };
  const one = (id: string) => {
    const value = readMember(input.states.get(id), "onchain", "exchange_netflow_24h_usd");
    return value === null ? gap("no_source") : value;
  };
  const ties = (a: Known, b: Known) => capOf(b.token.id) - capOf(a.token.id) || (a.token.id < b.token.id ? -1 : 1);
  const inflows = measured.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value || ties(a, b));
  const outflows = measured.filter(({ value }) => value < 0).sort((a, b) => a.value - b.value || ties(a, b));
  const none = measured.length === 0 ? (all.map(({ value }) => value).find(isGap) ?? gap("no_source")) : null;
  return {
    asOf: oldest(input, measured),
    sources: [...sourcesOf(input, "onchain"), ...supplySources(input), ...fundSources(funds)],
    // The weight that the sum is judged by: market cap.
    weight: weightShare(covered, capOf),
    lacks,
    members: {
      exchange_netflow_24h_usd: {
        btc: one("bitcoin"),
        eth: one("ethereum"),
        stablecoins: derive(
          [
            weightedSum(
              covered.filter(({ token }) => token.stablecoin),
              capOf,
            ),
          ],
          roundUsd,
        ),
        tracked: derive([weightedSum(covered, capOf)], roundUsd),
      },
      stablecoin_supply_change_24h_usd: derive([supply.change24hUsd], roundUsd),
      stablecoin_supply_change_7d_usd: derive([supply.change7dUsd], roundUsd),
      etf_netflow_1d_usd: derive([funds], ({ netflowUsd }) => roundUsd(netflowUsd)),
      top_inflows: none ?? inflows.slice(0, SHOWN).map(toTop),
      top_outflows: none ?? outflows.slice(0, SHOWN).map(toTop),
    },
  };
};
