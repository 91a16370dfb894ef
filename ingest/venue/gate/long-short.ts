// Long/short ratios from Gate: all accounts, the largest accounts, and the positions of the largest.
import { longShortRow } from "../../parse/ratio.ts";
import { asNumber } from "../../source/body.ts";
import { tokenSource } from "../../source/define-source.ts";
import { gateStats, gateStatsCall } from "./stats.ts";

const KINDS = [
  ["global_account", "lsr_account"],
  ["top_account", "top_lsr_account"],
  ["top_position", "top_lsr_size"],
] as const;

export const gateLongShort = tokenSource({
  id: "gate-long-short",
  venue: "gate",
  market: "perp",
  calls: ({ symbol }) => [gateStatsCall(symbol, 2)],
  parse: (body, about) =>
    gateStats(body).flatMap(({ at, row }) =>
      KINDS.map(([kind, member]) => longShortRow(about, kind, at, asNumber(row[member]))),
    ),
});
