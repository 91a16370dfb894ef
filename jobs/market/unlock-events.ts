// The unlocks of the next seven days as market events.
import { DAY_MS } from "../../schema/duration.ts";
import { toTime } from "../../schema/shape/time.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import { gap, isGap, type Measured, orGap } from "../measure/gap.ts";
import { isNeverLocked, measureUnlocks, unlockText } from "../measure/unlock.ts";
import { type MarketInput, sourcesOf } from "./market-builder.ts";

const AHEAD_MS = 7 * DAY_MS;
const unknown = gap("no_source", "The provider does not say.");

/** Cliffs within seven days, soonest first; a gap where no schedule was read at all. */
export function unlockEvents(input: MarketInput) {
  const { facts } = input;
  const measured = TRACKED.flatMap((token) => {
    const rows = facts.tokens.get(token.id);
    if (!rows || isNeverLocked(rows)) return [];
    const circulating: Measured<number> = orGap(rows.coin?.circulating_native, unknown);
    return [{ token, cliffs: measureUnlocks(facts, rows, unknown, circulating).cliffs }];
  });
  const known = measured.flatMap(({ token, cliffs }) => (isGap(cliffs) ? [] : [{ token, cliffs }]));
  const none = measured.map(({ cliffs }) => cliffs).find(isGap);
  if (known.length === 0) return none ?? gap("pending", "Not read yet.");
  return known
    .flatMap(({ token, cliffs }) => cliffs.map((unlock) => ({ token, unlock })))
    .filter(({ unlock }) => unlock.at <= facts.asOf + AHEAD_MS)
    .sort((a, b) => a.unlock.at - b.unlock.at || (a.token.id < b.token.id ? -1 : 1))
    .map(({ token, unlock }) => ({
      kind: "unlock" as const,
      at: toTime(unlock.at),
      token: token.id,
      severity: null,
      title: unlockText(token.symbol, unlock),
      url: null,
    }));
}

/** Sources of the unlocks among those of the states. */
export const unlockSources = (input: MarketInput) =>
  sourcesOf(input, "supply").filter(({ endpoint }) => endpoint === "emissions" || endpoint === "unlock");

/** When the oldest schedule that counts was read, or the build's own instant. */
export const unlocksAt = ({ facts }: MarketInput): number =>
  [...facts.tokens.values()].reduce((min, { unlock }) => Math.min(min, unlock?.read_at ?? min), facts.asOf);
