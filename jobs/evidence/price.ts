// Builds the evidence price: where the price stands, how it moved in the window, and its sharpest move.
import { MINUTE_MS, QUARTER_MS } from "../../schema/duration.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import { toTime } from "../../schema/shape/time.ts";
import { group } from "../draft/draft.ts";
import { derive, gap, type Measured } from "../measure/gap.ts";
import { roundPct, roundPrice, roundRatio } from "../number/round.ts";
import { sourcesAs } from "../state/built-state.ts";
import { readNumber } from "../state/read-number.ts";
import { standingOf } from "./against-past.ts";
import {
  type Close,
  type EvidenceBuilder,
  type EvidenceInput,
  instantOf,
  NO_MINUTES,
  needed,
  say,
  type WindowRows,
} from "./builder.ts";
import { type Move, measureMove } from "./sharpest-move.ts";

/** Minutes come late, and not in each of them is a trade: a longer hole hides what happened in it. */
const HOLE_MAX = 10 * MINUTE_MS;
const HOLES = gap("insufficient_coverage", "Minutes of the window are missing.");

function pathOf(closes: readonly Close[]): { t: string; price: number }[] {
  const last = new Map<number, number>();
  for (const { at, price } of closes) last.set(Math.floor((at - 1) / QUARTER_MS) * QUARTER_MS, price);
  return [...last].map(([t, price]) => ({ t: toTime(t), price: roundPrice(price) }));
}

/** The move, and how it stands among the sharpest of past windows as long. */
function told(move: Move, { pastMoves, from, to }: EvidenceInput["window"]) {
  const standing = standingOf(move.hourlyPct, pastMoves, to - from);
  return group({
    from: toTime(move.from.at),
    to: toTime(move.to.at),
    from_price: roundPrice(move.from.price),
    to_price: roundPrice(move.to.price),
    change_pct: roundPct(move.changePct),
    usual_ratio: derive([standing], ({ usualRatio }) => usualRatio),
    percentile: derive([standing], ({ percentile }) => percentile),
    past_windows: derive([standing], ({ windows }) => windows),
  });
}

const hasNoHole = (instants: readonly number[]): boolean =>
  instants.every((at, place) => at - (instants[place - 1] ?? at) <= HOLE_MAX);

/** Where the minutes reach over the window, from its start to its end. */
function returnOf({ from, to, closes }: WindowRows): Measured<number> {
  const [first, last] = [closes[0], closes.at(-1)];
  if (!first || !last) return NO_MINUTES;
  if (!hasNoHole([from, first.at]) || !hasNoHole([last.at, to]) || last.at <= first.at) return HOLES;
  return roundPct((last.price / first.price - 1) * 100);
}

/** Of the whole window, so that none of it may be missing. */
function of({ from, to, closes }: WindowRows, pick: (all: readonly number[]) => number): Measured<number> {
  if (closes.length === 0) return NO_MINUTES;
  if (!hasNoHole([from, ...closes.map(({ at }) => at), to])) return HOLES;
  return roundPrice(pick(closes.map(({ price }) => price)));
}

export const price: EvidenceBuilder<"price"> = {
  words: "price",
  draft(input) {
    const { state, window } = input;
    const { closes } = window;
    const number = (name: Parameters<typeof market>[1]) => market(input, name);
    return [
      {
        asOf: instantOf(state.sections.market),
        sources: sourcesAs(state, "market", "candle", "candle_1h", "candle_24h", "candle_7d", "ticker", "coin_market"),
        members: {
          price: number("price_usd"),
          window_h: roundRatio(window.hours),
          window_return_pct: returnOf(window),
          high: of(window, (all) => Math.max(...all)),
          low: of(window, (all) => Math.min(...all)),
          change_1h_pct: number("change_1h_pct"),
          change_24h_pct: number("change_24h_pct"),
          change_7d_pct: number("change_7d_pct"),
          rank: number("rank"),
          market_cap: number("market_cap_usd"),
          volume_24h: number("volume_24h_usd"),
          ath: number("ath_usd"),
          path_15m: closes.length === 0 ? NO_MINUTES : pathOf(closes),
          sharpest_move: derive([measureMove(window)], (move) => (move === null ? null : told(move, window))),
        },
      },
    ];
  },
  say: (data, symbol) =>
    `${symbol} at ${say(data.price, "usd")}, ${say(data.window_return_pct, "pct1")} over ${say(data.window_h, "hours")}` +
    (data.change_24h_pct === UNASSESSED ? "" : `, ${say(data.change_24h_pct, "pct1")} over a day`),
};

type MarketNumber =
  | "price_usd"
  | "change_1h_pct"
  | "change_24h_pct"
  | "change_7d_pct"
  | "rank"
  | "market_cap_usd"
  | "volume_24h_usd"
  | "ath_usd";

function market({ state }: EvidenceInput, name: MarketNumber): Measured<number> {
  return needed(readNumber(state, "market", name));
}
