// Builder of the market section flows: money towards and away from labelled exchange wallets, stablecoins and funds.
import { group } from "../draft/draft.ts";
import { derive, gap, isGap } from "../measure/gap.ts";
import { measureStableSupply } from "../measure/stable-supply.ts";
import { roundUsd } from "../number/round.ts";
import { readNumber } from "../state/read-number.ts";
import { fundSources, measureFundFlow } from "./fund-flow.ts";
import { type MarketBuilder, sourcesOf } from "./market-builder.ts";
import { supplySources } from "./supply-source.ts";
import {
  capsOf,
  inOrder,
  type Known,
  known,
  lastCapsOf,
  oldest,
  readAll,
  tokensLeftOut,
  weightedSum,
  weightShare,
  whyNone,
} from "./token-value.ts";

const SHOWN = 5;

const toTop = ({ token, value }: Known) => ({ token: token.id, symbol: token.symbol, netflow_24h_usd: value });

export const flows: MarketBuilder<"flows"> = (input) => {
  const supply = measureStableSupply(input.facts);
  const funds = measureFundFlow(input);
  const all = readAll(input, "onchain", "exchange_netflow_24h_usd");
  // A token whose chains nobody reads is no part of the sum; one whose chain was not read lately is.
  const covered = all.filter(({ value }) => !(isGap(value) && value.gap === "no_source"));
  const stable = covered.filter(({ token }) => token.stablecoin);
  const measured = known(covered);
  const [capOf, weightOf] = [capsOf(input), lastCapsOf(input)];
  const one = (id: string) => {
    const value = readNumber(input.states.get(id), "onchain", "exchange_netflow_24h_usd");
    return value === null ? gap("no_source") : value;
  };
  const top = (of: readonly Known[], first: "highest" | "lowest") =>
    measured.length === 0 ? whyNone(all) : inOrder(of, first, capOf).slice(0, SHOWN).map(toTop);
  return {
    asOf: oldest(input, measured),
    sources: [...sourcesOf(input, "onchain"), ...supplySources(input), ...fundSources(funds)],
    // The weight that the sum is judged by: market cap.
    weight: weightShare(covered, weightOf),
    partial: [
      ...tokensLeftOut("/exchange_netflow_24h_usd/tracked", covered),
      ...tokensLeftOut("/exchange_netflow_24h_usd/stablecoins", stable),
    ],
    members: {
      exchange_netflow_24h_usd: group({
        btc: one("bitcoin"),
        eth: one("ethereum"),
        stablecoins: derive([weightedSum(stable, weightOf)], roundUsd),
        tracked: derive([weightedSum(covered, weightOf)], roundUsd),
      }),
      stablecoin_supply_change_24h_usd: derive([supply.change24hUsd], roundUsd),
      stablecoin_supply_change_7d_usd: derive([supply.change7dUsd], roundUsd),
      etf_netflow_1d_usd: derive([funds], ({ netflowUsd }) => roundUsd(netflowUsd)),
      top_inflows: top(
        measured.filter(({ value }) => value > 0),
        "highest",
      ),
      top_outflows: top(
        measured.filter(({ value }) => value < 0),
        "lowest",
      ),
    },
  };
};
