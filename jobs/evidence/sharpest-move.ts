// Finds the sharpest move in a series of minute closes: of all stretches of a few lengths, the one that is largest against what is usual.
import { MINUTE_MS } from "../../schema/duration.ts";
import { derive, gap } from "../measure/gap.ts";
import { readNumber } from "../state/read-number.ts";
import { type Close, type EvidenceInput, NO_MINUTES, needed } from "./builder.ts";

export type Move = {
  readonly from: Close;
  readonly to: Close;
  /** Percentage points. */
  readonly changePct: number;
  /** Its size in deviations of returns of its length. */
  readonly sigmas: number;
};

/** Minutes; from shorter ones nobody tells a cause from noise. */
const SPANS = [5, 10, 15, 30, 60];
const HOUR_MINUTES = 60;
/** Beyond this a shorter stretch says as much of the move: it is the one that is told. */
const BETTER = 1.0001;

/** `sigma1hPct` is the deviation of hourly returns; null where no stretch is as long as the shortest. */
export function sharpestMove(closes: readonly Close[], sigma1hPct: number): Move | null {
  let best: Move | null = null;
  for (const span of SPANS) {
    const usual = sigma1hPct * Math.sqrt(span / HOUR_MINUTES);
    let first = 0;
    for (const to of closes) {
      while ((closes[first]?.at ?? to.at) < to.at - span * MINUTE_MS) first += 1;
      const from = closes[first];
      if (!from || to.at - from.at < (span - 1) * MINUTE_MS || from.price <= 0) continue;
      const changePct = (to.price / from.price - 1) * 100;
      const sigmas = Math.abs(changePct) / usual;
      if (best === null || sigmas > best.sigmas * BETTER) best = { from, to, changePct, sigmas };
    }
  }
  return best;
}

/** The last close at or before an instant, at most five minutes older; null where there is none. */
export function closeAt(closes: readonly Close[], at: number): Close | null {
  const last = closes.findLast((close) => close.at <= at);
  return last && last.at >= at - 5 * MINUTE_MS ? last : null;
}

/** That of the window, or why it cannot be told; null where no stretch is long enough. */
export function measureMove({ state, window }: EvidenceInput) {
  const sigma = needed(readNumber(state, "market", "sigma_1h_pct"));
  return derive([sigma], (usual) => {
    if (window.closes.length === 0) return NO_MINUTES;
    if (!(usual > 0)) return gap("insufficient_history", "The usual size of a move is not known.");
    return sharpestMove(window.closes, usual);
  });
}
