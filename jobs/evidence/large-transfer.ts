// Builds the evidence large_transfer: the largest single transfers of the window and the hours before.
import { derive } from "../measure/gap.ts";
import { roundPct } from "../number/round.ts";
import { readNumber } from "../state/read-number.ts";
import { rarityOf } from "./against-past.ts";
import { type EvidenceBuilder, eventsOf, needed, say } from "./builder.ts";

const TOLD = 3;

export const largeTransfer: EvidenceBuilder<"large_transfer"> = {
  draft({ state, window }) {
    const volume = needed(readNumber(state, "market", "volume_24h_usd"));
    return eventsOf(window, "large_transfer")
      .toSorted((a, b) => b.data.value_usd - a.data.value_usd || (a.id < b.id ? -1 : 1))
      .slice(0, TOLD)
      .map(({ at, data, source }) => ({
        asOf: Date.parse(at),
        sources: [
          {
            ...{ dataset: "large_transfer" as const, provider: source.provider, venue: null, at: Date.parse(at) },
            ...{ retrievedAt: Date.parse(source.retrieved_at ?? at), token: state.token.id, past: true as const },
          },
        ],
        members: {
          tx_hash: data.tx_hash,
          chain: data.chain,
          value_usd: data.value_usd,
          share_of_volume_24h_pct: derive([volume], (traded) => roundPct((data.value_usd / traded) * 100)),
          ...rarityOf(data.value_usd, window.pastTransfersUsd),
          from_label: data.from_label,
          to_label: data.to_label,
          towards: data.towards,
          at,
        },
      }));
  },
  say: (data, symbol) =>
    `${say(data.value_usd, "usd_short")} of ${symbol} from ${data.from_label ?? "an unlabelled address"} to ${data.to_label ?? "an unlabelled address"} on ${data.chain}`,
};
