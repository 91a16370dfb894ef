// What a token's schedule releases next, and in 30 and 90 days, against what circulates; unrounded.
import { DAY_MS } from "../../schema/duration.ts";
import type { UnlockAheadRow } from "../../schema/query/chain/unlock-ahead.ts";
import type { Facts, TokenFacts } from "../fact/fact.ts";
import { sum } from "../number/statistics.ts";
import { isFresh, whyMissing } from "./cause.ts";
import { derive, gap, isGap, type Measured } from "./gap.ts";

export type Unlock = {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly amount: number;
  readonly kind: string;
  readonly valueUsd: Measured<number>;
  readonly pctOfCirculating: Measured<number>;
};

type Unlocks = {
  readonly row: Measured<UnlockAheadRow>;
  /** Cliffs within 90 days, soonest first. */
  readonly cliffs: Measured<readonly Unlock[]>;
  /** The next cliff, or the next day's share where coins only trickle; null where nothing is released. */
  readonly next: Measured<Unlock | null>;
  /** Null where nothing is ever released by a schedule. */
  readonly pct7d: Measured<number | null>;
  readonly pct30d: Measured<number | null>;
  readonly pct90d: Measured<number | null>;
};

const noSchedule = gap("no_source", "No unlock schedule of this token is published.");

const notFollowed = gap("pending", "The list of schedules was not followed to its end yet.");

const neverLocked = gap("no_source", "Nothing of it is released by a schedule.");
const NEVER_LOCKED: Unlocks = { row: neverLocked, cliffs: [], next: null, pct7d: null, pct30d: null, pct90d: null };

/** Coins of miners come with blocks, stablecoins with deposits: none were set aside to be released. */
export const isNeverLocked = ({ token, unlock }: Pick<TokenFacts, "token" | "unlock">): boolean =>
  unlock === null && (token.stablecoin || token.categories.includes("proof-of-work"));

/** Only a list of schedules that was followed to its end, and does not name the token, says that it has none. */
function rowOf({ asOf, unlockCalls }: Facts, { token: { id }, unlock, calls }: TokenFacts): Measured<UnlockAheadRow> {
  if (unlock) return isFresh("unlock", unlock.read_at, asOf) ? unlock : whyMissing(calls, "unlock", unlock.read_at);
  const own = unlockCalls.filter(({ token }) => token === id);
  if (own.length > 0) {
    const why = whyMissing(own, "unlock");
    return why.gap === "no_source" ? noSchedule : why;
  }
  const list = unlockCalls.filter(({ token }) => token === "");
  if (list.some(({ kept_at }) => kept_at > 0 && isFresh("unlock", kept_at, asOf))) return noSchedule;
  const why = whyMissing(list, "unlock");
  return why.gap === "no_source" ? notFollowed : why;
}

function ahead(row: UnlockAheadRow, price: Measured<number>, circulating: Measured<number>): Unlock[] {
  return row.at.map((at, index) => {
    const amount = row.amount[index] ?? 0;
    return {
      at,
      amount,
      kind: row.kind[index] ?? "",
      valueUsd: derive([price], (usd) => usd * amount),
      pctOfCirculating: derive([circulating], (coins) => (amount / coins) * 100),
    };
  });
}

/** `price` in USD; `circulating` in coins. */
export function measureUnlocks(
  facts: Facts,
  rows: TokenFacts,
  price: Measured<number>,
  circulating: Measured<number>,
): Unlocks {
  if (isNeverLocked(rows)) return NEVER_LOCKED;
  const row = rowOf(facts, rows);
  const all = derive([row], (known) => ahead(known, price, circulating).filter(({ at }) => at > facts.asOf));
  const released = derive([all], (list) => list.filter(({ amount }) => amount > 0));
  const cliffs = derive([released], (list) => list.filter(({ kind }) => kind === "cliff"));
  const within = (days: number) =>
    derive(
      [all, circulating],
      (list, coins) =>
        (sum(list.filter(({ at }) => at <= facts.asOf + days * DAY_MS).map(({ amount }) => amount)) / coins) * 100,
    );
  return {
    row,
    cliffs,
    next: derive([cliffs, released], (sudden, any) => sudden[0] ?? any[0] ?? null),
    pct7d: within(7),
    pct30d: within(30),
    pct90d: within(90),
  };
}

/** The signal rules' `upcoming_unlocks`: cliffs ahead, soonest first. */
export const upcomingUnlocks = (unlocks: Unlocks): Measured<{ at: number; pct_of_circulating: Measured<number> }[]> =>
  isGap(unlocks.cliffs)
    ? unlocks.cliffs
    : unlocks.cliffs.map(({ at, pctOfCirculating }) => ({ at, pct_of_circulating: pctOfCirculating }));

const amountOf = (amount: number): string =>
  amount >= 1e6 ? `${(amount / 1e6).toFixed(2)} million` : Math.round(amount).toString();

const shareOf = ({ pctOfCirculating }: Unlock): string =>
  isGap(pctOfCirculating)
    ? "share of circulating supply not measured"
    : `${pctOfCirculating.toFixed(2)} % of circulating supply`;

/** "92.65 million ARB unlock (1.64 % of circulating supply)". */
export const unlockText = (symbol: string, unlock: Unlock): string =>
  `${amountOf(unlock.amount)} ${symbol} unlock (${shareOf(unlock)})`;
