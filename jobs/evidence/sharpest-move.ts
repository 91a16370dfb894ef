// Finds the sharpest move in a series of minute closes: of all stretches of a few lengths, the one that is largest for its length.
import { CAUSE_BAR_MS, CAUSE_LEAD_MS } from "../../schema/cause.ts";
import { HOUR_MS, MINUTE_MS } from "../../schema/duration.ts";
import { isGap, type Measured } from "../measure/gap.ts";
import { roundPct } from "../number/round.ts";
import type { PastHours } from "./against-past.ts";
import { type Close, NO_MINUTES, type WindowRows } from "./builder.ts";

export type Move = {
  readonly from: Close;
  readonly to: Close;
  /** Percentage points. */
  readonly changePct: number;
  /** Its size as that of an hour, by the square root of time: what moves of different lengths are compared by. */
  readonly hourlyPct: number;
};

/** Minutes; from shorter ones nobody tells a cause from noise. */
const SPANS = [5, 10, 15, 30, 60];
const HOUR_MINUTES = 60;
/** Beyond this a shorter stretch says as much of the move: it is the one that is told. */
const BETTER = 1.0001;

/** Null where no stretch is as long as the shortest. */
export function sharpestMove(closes: readonly Close[]): Move | null {
  let best: Move | null = null;
  for (const span of SPANS) {
    const scale = Math.sqrt(HOUR_MINUTES / span);
    let first = 0;
    for (const to of closes) {
      while ((closes[first]?.at ?? to.at) < to.at - span * MINUTE_MS) first += 1;
      const from = closes[first];
      if (!from || to.at - from.at < (span - 1) * MINUTE_MS || from.price <= 0) continue;
      const changePct = (to.price / from.price - 1) * 100;
      const hourlyPct = Math.abs(changePct) * scale;
      if (hourlyPct > (best?.hourlyPct ?? 0) * BETTER || best === null) best = { from, to, changePct, hourlyPct };
    }
  }
  return best;
}

/** An hour with fewer minutes is not held against others. */
const MINUTES_MIN = 55;

/** The sharpest move of each of the hours that end at `end`, in percent of an hour; oldest first. */
export function sharpestByHour(closes: readonly Close[], end: number, hours: number): PastHours {
  const byHour = Array.from({ length: hours }, (): Close[] => []);
  for (const close of closes) {
    const place = (close.at - end) / HOUR_MS + hours;
    const hour = Math.ceil(place) - 1;
    byHour[hour]?.push(close);
    // The close between two hours ends the one and begins the other.
    if (Number.isInteger(place)) byHour[hour + 1]?.push(close);
  }
  return byHour.map((inside) => {
    const move = inside.length < MINUTES_MIN ? null : sharpestMove(inside);
    return move && roundPct(move.hourlyPct);
  });
}

/** The last close at or before an instant, at most five minutes older; null where there is none. */
export function closeAt(closes: readonly Close[], at: number): Close | null {
  const last = closes.findLast((close) => close.at <= at);
  return last && last.at >= at - 5 * MINUTE_MS ? last : null;
}

/** Where causes of the window's move lie, epoch milliseconds, and which way it went; null where there is no move. */
export function beforeMove(window: WindowRows) {
  const move = measureMove(window);
  if (isGap(move) || move === null) return null;
  const { at } = move.from;
  return {
    from: at - CAUSE_LEAD_MS - CAUSE_BAR_MS,
    to: at + MINUTE_MS,
    /** What is told by bars may begin while the price still moves. */
    barsTo: Math.min(move.to.at, at + CAUSE_BAR_MS),
    sign: Math.sign(move.changePct),
  };
}

type Span = ReturnType<typeof beforeMove>;

/** Whether what happened at one instant lies there. */
export const isBeforeMove = (span: Span, at: string): boolean =>
  span !== null && Date.parse(at) >= span.from && Date.parse(at) < span.to;

/** That of the window, or why it cannot be told; null where no stretch is long enough. */
export const measureMove = ({ closes }: WindowRows): Measured<Move | null> =>
  closes.length === 0 ? NO_MINUTES : sharpestMove(closes);
