// What became of each call at each horizon.
import { own } from "../analysts.ts";
import { real, realOrNull, TOKEN, text, time, timeOrNull, whole, word } from "../column.ts";
import { dataset, LAST_STORED, type Row } from "../dataset.ts";
import { FOR_GOOD } from "../keep.ts";

export const outcome = dataset({
  name: "outcome",
  about: "What became of each call after 1 hour, 24 hours and 7 days; a correction is a further row with its reason.",
  columns: {
    kind: word("Kind of the call: evaluation, signal or brief."),
    id: text("Id of the call."),
    horizon_h: whole(16, "How long after issuance: 1, 24 or 168. Hours."),
    revision: whole(16, "0 as first settled; the count of corrections before and with this row. Without a unit."),
    subkind: word("As in the call."),
    token: TOKEN,
    issued_at: time("When the call was issued. UTC."),
    due_at: time("When the horizon ended. UTC."),
    verdict: word("As in the call."),
    direction: word("As in the call."),
    severity: whole(8, "As in the call; without a unit."),
    definition: word("As in the call."),
    sampled: whole(
      8,
      "1 where it enters the rates: evaluations by the fixed sample, everything else always. Without a unit.",
    ),
    p_right: real("Probability of being right given at issuance for this horizon; fraction of 1."),
    entry_at: timeOrNull("The first close after issuance; null where there was none in time. UTC."),
    price_0: realOrNull("Median over venues of that close. USD."),
    settled_at: timeOrNull("The first close at or after due_at; null where there was none in time. UTC."),
    price_h: realOrNull("Median over venues of that close. USD."),
    return_pct: realOrNull("price_h against price_0. Percentage points."),
    excess_pct: realOrNull(
      "Return less the median return of all tracked tokens over the same time. Percentage points.",
    ),
    worst_pct: realOrNull("Lowest close within the horizon against price_0. Percentage points."),
    best_pct: realOrNull("Highest close within the horizon against price_0. Percentage points."),
    sigma_pct: realOrNull("Deviation of returns over the horizon, as of issuance. Percentage points."),
    band_pct: realOrNull("Noise band: moves within it are neither right nor wrong. Percentage points."),
    result: word("right, wrong, push, not_scored or unassessed."),
    reason: word("Why it is unassessed; empty where it is not."),
    correction: word("Why this row corrects the one before; empty for revision 0."),
    scoring: word("Version of the scoring rules."),
    is_simulated: whole(8, "1 where the call rests on simulated data; without a unit."),
    scored_at: time("When it was settled. UTC."),
  },
  rows: LAST_STORED,
  order: ["issued_at", "kind", "id", "horizon_h", "revision"],
  partition: "toYYYYMM(issued_at)",
  analysts: {
    view: "outcome",
    about: "What became of each call after 1 hour, 24 hours and 7 days; a correction is a further row with its reason.",
    shows: {
      ...own("kind", "id", "horizon_h"),
      revision: "0 as first settled; the count of corrections before and with this row; without a unit.",
      ...own("subkind", "token", "issued_at", "due_at", "verdict", "direction", "severity", "definition"),
      sampled: "1 where it enters the rates: evaluations by the fixed sample, everything else always; without a unit.",
      p_right: "Probability of being right given at issuance for this horizon; without a unit.",
      ...own(
        "entry_at",
        "price_0",
        "settled_at",
        "price_h",
        "return_pct",
        "excess_pct",
        "worst_pct",
        "best_pct",
        "sigma_pct",
        "band_pct",
        "result",
        "reason",
        "correction",
        "scoring",
        "is_simulated",
        "scored_at",
      ),
    },
  },
  keep: FOR_GOOD,
});

export type OutcomeRow = Row<typeof outcome>;
