// Since when each rule of signals was judged for a token, and which never were, by the minutes that are kept.
import { DAY_MS } from "../../schema/duration.ts";
import { signalMinuteUsual } from "../../schema/query/signal/signal-minute-usual.ts";
import type { Reason } from "../../schema/reason.ts";
import { SIGNAL_KINDS } from "../../schema/signal/index.ts";
import type { Deps } from "../deps.ts";
import type { TokenCoverage } from "../detect/run-minute.ts";
import { coverageFrom } from "../detect/show.ts";

export type Past = {
  /** By rule the first kept instant at which it was judged, epoch milliseconds. */
  readonly judgedFrom: ReadonlyMap<string, number>;
  /** Rules of which too little was covered for long, and that were never judged. */
  readonly never: ReadonlySet<string>;
};
export const NO_PAST: Past = { judgedFrom: new Map(), never: new Set() };

/** Minutes with one coverage: the first of them in epoch milliseconds, and full hours among them. */
export type PastMinutes = { readonly coverage: TokenCoverage; readonly firstAt: number; readonly hours?: number };

/** What is for a while at one token, and for good at another that is traded or moved where nobody looks. */
export const THIN: Reason = "insufficient_coverage";
/** Hours that must be known to say of it what is for good. */
const HOURS_MIN = 12;
/** As long as minutes are kept. */
const KEPT_MS = 45 * DAY_MS;

/** Rules that were judged; of a minute that was stored before they were named, none for sure. */
export function judgedIn([judged, missing, , byReason, aside = []]: TokenCoverage): readonly string[] {
  const named = new Set<string>([...Object.values(byReason).flat(), ...aside]);
  return judged === 0 || (missing > 0 && named.size === 0) ? [] : SIGNAL_KINDS.filter((kind) => !named.has(kind));
}

export function pastOf(minutes: readonly PastMinutes[]): Past {
  const judgedFrom = new Map<string, number>();
  const thin = new Map<string, number>();
  for (const { coverage, firstAt, hours = 0 } of minutes) {
    for (const kind of judgedIn(coverage))
      judgedFrom.set(kind, Math.min(firstAt, judgedFrom.get(kind) ?? Number.POSITIVE_INFINITY));
    for (const kind of coverage[3][THIN] ?? []) thin.set(kind, (thin.get(kind) ?? 0) + hours);
  }
  const never = [...thin].flatMap(([kind, hours]) => (hours >= HOURS_MIN && !judgedFrom.has(kind) ? [kind] : []));
  return { judgedFrom, never: new Set(never) };
}

/** One minute an hour of all that are kept, and one in ten of the last day. */
export async function readPastMinutes(
  { store }: Pick<Deps, "store">,
  tokens: readonly string[],
  now: number,
): Promise<(token: string) => readonly PastMinutes[]> {
  if (tokens.length === 0) return () => [];
  const asked = { tokens, since: now - KEPT_MS, lately: now - DAY_MS, known: now };
  const rows = await store.query(signalMinuteUsual, asked);
  return (id) =>
    rows.flatMap(({ token, coverage, first_at: firstAt, hours }) =>
      token === id ? [{ coverage: coverageFrom(JSON.parse(coverage)), firstAt, hours }] : [],
    );
}
