// Builds the evidence market_context: the market around the token, and bitcoin over the very minutes of its sharpest move.
import { derive, gap, isGap } from "../measure/gap.ts";
import { roundPct } from "../number/round.ts";
import { sourcesAs } from "../state/built-state.ts";
import { readMember, readNumber } from "../state/read-number.ts";
import { type EvidenceBuilder, type EvidenceInput, instantOf, needed, say } from "./builder.ts";
import { closeAt, measureMove } from "./sharpest-move.ts";

const BITCOIN = "bitcoin";
const NO_MINUTES = gap("insufficient_coverage", "Bitcoin's minutes of that time are not stored.");
const NO_SECTOR = gap("no_source", "The token has no sector.");

/** Null for bitcoin itself, and where there is no move. */
function bitcoinMove(input: EvidenceInput) {
  if (input.state.token.id === BITCOIN) return null;
  const beta = needed(readNumber(input.state, "market", "btc_beta_30d"));
  return derive([measureMove(input.window), beta], (move, times) => {
    if (move === null) return null;
    const from = closeAt(input.window.bitcoin, move.from.at);
    const to = closeAt(input.window.bitcoin, move.to.at);
    if (!from || !to) return NO_MINUTES;
    const changePct = roundPct((to.price / from.price - 1) * 100);
    const own = roundPct(move.changePct);
    if (own === 0) return null;
    return { change_pct: changePct, share_pct: roundPct(((times * changePct) / own) * 100) };
  });
}

export const marketContext: EvidenceBuilder<"market_context"> = {
  words: "the market around it",
  draft(input) {
    const { state } = input;
    const { context } = state.sections;
    const sector = readMember(state, "identity", "sector");
    const around = (
      name:
        | "btc_change_24h_pct"
        | "eth_change_24h_pct"
        | "total_market_cap_change_24h_pct"
        | "relative_strength_24h_pct"
        | "breadth_up_24h_pct"
        | "sector_change_24h_pct",
    ) => needed(readNumber(state, "context", name));
    return [
      {
        asOf: instantOf(context),
        // Sectors are of our own list.
        sources: sourcesAs(state, "context", "candle", "candle_24h", "global_market", "fear_greed"),
        members: {
          btc_change_24h_pct: around("btc_change_24h_pct"),
          eth_change_24h_pct: around("eth_change_24h_pct"),
          total_change_24h_pct: around("total_market_cap_change_24h_pct"),
          relative_strength_24h_pct: around("relative_strength_24h_pct"),
          breadth_up_24h_pct: around("breadth_up_24h_pct"),
          sector,
          sector_change_24h_pct: isGap(sector) || sector !== null ? around("sector_change_24h_pct") : NO_SECTOR,
          regime: readMember(state, "context", "regime"),
          fear_greed: derive([readMember(state, "context", "fear_greed")], ({ value, label }) => ({ value, label })),
          btc_move: bitcoinMove(input),
        },
      },
    ];
  },
  say: (data) =>
    `Over a day bitcoin ${say(data.btc_change_24h_pct, "pct1")}, ether ${say(data.eth_change_24h_pct, "pct1")}, ${say(data.breadth_up_24h_pct, "share1")} of tracked tokens higher`,
};
