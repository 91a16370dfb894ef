// Builds the evidence large_transfer: the largest single transfers before the window's sharpest move that push its way, then the largest of all.
import type { HistoryEventOf } from "../../schema/object/history.ts";
import { derive } from "../measure/gap.ts";
import { roundPct } from "../number/round.ts";
import { readNumber } from "../state/read-number.ts";
import { rarityOf } from "./against-past.ts";
import { type EvidenceBuilder, eventBehind, eventsOf, needed, say, type WindowRows } from "./builder.ts";
import { beforeMove, isBeforeMove } from "./sharpest-move.ts";

const TOLD = 3;

type Transfer = HistoryEventOf<"large_transfer">;
type Ends = { readonly towards: string; readonly from_label: string | null };

/** To an exchange it pushes down, from one up; between others it says nothing. */
export const pushOf = ({ towards, from_label: from }: Ends): -1 | 0 | 1 =>
  towards === "exchange" ? (from === null ? -1 : 0) : from !== null ? 1 : 0;

/** What came after a move, or pushes the other way, would crowd out what may have moved it. */
function toldOf(window: WindowRows): Transfer[] {
  const move = beforeMove(window);
  const all = eventsOf(window, "large_transfer").toSorted(
    (a, b) => b.data.value_usd - a.data.value_usd || (a.id < b.id ? -1 : 1),
  );
  const mayPush = ({ at, data }: Transfer) => isBeforeMove(move, at) && pushOf(data) === move?.sign;
  const [pushing, others] = [all.filter(mayPush), all.filter((one) => !mayPush(one))];
  return [...pushing, ...others].slice(0, TOLD);
}

export const largeTransfer: EvidenceBuilder<"large_transfer"> = {
  words: "large transfers",
  draft({ state, window }) {
    const volume = needed(readNumber(state, "market", "volume_24h_usd"));
    return toldOf(window).map(({ at, data, source }) => ({
      asOf: Date.parse(at),
      sources: [eventBehind("large_transfer", { at, source }, state.token.id)],
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
