// What came of the hours of simulated weeks, and the record of their bullish signals as the scout asks for it at an hour.

import { HOUR_MS } from "../../../schema/duration.ts";
import { isProven, oddsOver } from "../../../schema/record/proven.ts";
import { directedClassOf, type Odds, type OddsTable, SCORING } from "../../../schema/record/rule.ts";
import { hash, hashText, unit } from "../../../scripts/sandbox/model/hash.ts";
import { addCall, type Windows, windowSums } from "../../support/record/window-sums.ts";
import { columnOf, type TokenSignals } from "./open-signals.ts";
import { PAST_HOURS, type Span } from "./token-path.ts";
import type { TokenWeeks } from "./weeks.ts";

const HORIZON = 24;

/** Whether a rise over the horizon came after a token's hour: right, wrong, or neither where it stayed within the noise. */
type RoseAfter = (one: TokenWeeks, column: number) => boolean | null;
type Signals = ReadonlyMap<TokenWeeks, TokenSignals>;
/** Of bullish signals of the kind so many points more are followed by a rise; none where there is no kind. */
type Planted = { readonly kind: string | null; readonly points: number };

function measured({ columns }: TokenWeeks, column: number): boolean | null {
  const rise = columns.return_24h_pct?.[column] ?? Number.NaN;
  const band = Math.max(SCORING.bandMinPct, SCORING.bandSigmas * (columns.sigma_24h_pct?.[column] ?? 0));
  return rise >= band ? true : rise <= -band ? false : null;
}

/**
 * As the market has it; where an edge is planted, of some bullish signals of its kind the falls within their life are rises of
 * the same size. Which, a hash decides; about half are falls, so that of twice as many signals as points are asked for.
 */
export function outcomesOf(
  signals: Signals,
  { kind, points }: Planted,
  { seed, span }: { readonly seed: number; readonly span: Span },
): RoseAfter {
  if (kind === null) return measured;
  const isDrawn = (token: string, at: number) =>
    unit(hash(hashText(token), seed, Math.floor(at / 60_000))) < points / 50;
  const lucky = new Map<TokenWeeks, ReadonlySet<number>>();
  for (const [one, { open, fired }] of signals) {
    const columns = new Set<number>();
    const isOurs = (signal: (typeof fired)[number]) =>
      signal.kind === kind && signal.direction === "bullish" && isDrawn(one.token, signal.at);
    for (const signal of fired) if (isOurs(signal)) columns.add(columnOf(span, signal.at));
    for (const [hour, all] of open.entries()) if (all?.some(isOurs)) columns.add(PAST_HOURS + hour);
    lucky.set(one, columns);
  }
  return (one, column) => {
    const rose = measured(one, column);
    return rose === false && lucky.get(one)?.has(column) ? true : rose;
  };
}

type Counted = { readonly windows: Windows; readonly ofTokens: Set<string> };

/** What the record knows at an hour: calls and hours of the market whose day is over. */
export function openScoutRecord(signals: Signals, roseAfter: RoseAfter, span: Span) {
  const calls = [...signals].flatMap(([one, { fired }]) =>
    fired.flatMap((signal) => {
      const column = columnOf(span, signal.at);
      if (signal.direction !== "bullish" || column >= PAST_HOURS + span.hours) return [];
      const window = Math.floor(signal.at / (HORIZON * HOUR_MS));
      const rose = roseAfter(one, column);
      return [{ class: directedClassOf(signal), token: one.token, window, column, rose }];
    }),
  );
  calls.sort((a, b) => a.column - b.column);
  const table = new Map<string, Counted>();
  const base = { n: 0, right: 0 };
  let next = 0;
  const oddsOf = ({ windows, ofTokens }: Counted): Odds =>
    oddsOver(windowSums(windows), base.right / Math.max(1, base.n), ofTokens.size);
  return {
    upTo(column: number): OddsTable {
      const over = column - HORIZON;
      for (const one of over >= PAST_HOURS ? signals.keys() : []) {
        const rose = roseAfter(one, over);
        if (rose === null) continue;
        base.n += 1;
        base.right += Number(rose);
      }
      for (; next < calls.length && (calls[next]?.column ?? 0) <= over; next++) {
        const call = calls[next];
        if (call === undefined || call.rose === null) continue;
        const counted = table.get(call.class) ?? { windows: new Map(), ofTokens: new Set() };
        table.set(call.class, counted);
        addCall(counted.windows, call.window, call.rose);
        counted.ofTokens.add(`${call.token}~${call.window}`);
      }
      return Object.fromEntries(
        [...table].map(([name, one]) => [name, { "1h": null, "24h": oddsOf(one), "7d": null }]),
      );
    },
    /** By name, what is known of each in the end. */
    classes: () =>
      [...table.keys()].toSorted().flatMap((name) => {
        const counted = table.get(name);
        if (counted === undefined) return [];
        const odds = oddsOf(counted);
        return [{ name, odds, proven: isProven(odds) }];
      }),
  };
}
