// Builds the evidence onchain_flows: a day of flows to and from labelled exchange wallets.
import { derive, gap, isGap } from "../measure/gap.ts";
import { roundPct, roundRatio, roundUsd } from "../number/round.ts";
import { sourcesAs } from "../state/built-state.ts";
import { readMember, readNumber } from "../state/read-number.ts";
import { type EvidenceBuilder, instantOf, needed, say } from "./builder.ts";

const DAY_H = 24;
const WEEK_DAYS = 7;

export const onchainFlows: EvidenceBuilder<"onchain_flows"> = {
  words: "exchange flows",
  draft({ state }) {
    const { onchain } = state.sections;
    const net = needed(readNumber(state, "onchain", "exchange_netflow_24h_usd"));
    const week = needed(readNumber(state, "onchain", "exchange_netflow_7d_usd"));
    const volume = needed(readNumber(state, "market", "volume_24h_usd"));
    return [
      {
        asOf: instantOf(onchain),
        sources: [
          ...sourcesAs(state, "onchain", "exchange_flow"),
          ...(isGap(net) || isGap(volume) ? [] : sourcesAs(state, "market", "candle", "ticker")),
        ],
        members: {
          netflow_usd: net,
          inflow_usd: needed(readNumber(state, "onchain", "exchange_inflow_24h_usd")),
          outflow_usd: needed(readNumber(state, "onchain", "exchange_outflow_24h_usd")),
          netflow_1h_usd: needed(readNumber(state, "onchain", "exchange_netflow_1h_usd")),
          window_h: DAY_H,
          usual_day_usd: derive([week], (sum) => roundUsd(sum / WEEK_DAYS)),
          ratio: derive([net, week], (day, sum) =>
            sum === 0
              ? gap("insufficient_history", "A week of flows comes to nothing.")
              : roundRatio(Math.abs(day) / Math.abs(sum / WEEK_DAYS)),
          ),
          share_of_volume_pct: derive([net, volume], (day, traded) => roundPct((day / traded) * 100)),
          label_set: readMember(state, "onchain", "label_set"),
          chains: derive([readMember(state, "onchain", "chains_covered")], (chains) =>
            chains.filter(({ covered }) => covered).map(({ chain }) => chain),
          ),
        },
      },
    ];
  },
  say: (data) =>
    `Labelled exchange wallets: ${say(data.inflow_usd, "usd_short")} in and ${say(data.outflow_usd, "usd_short")} out over a day, net ${say(data.netflow_usd, "usd_short")}`,
};
