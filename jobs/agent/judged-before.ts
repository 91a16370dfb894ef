// Since when each rule of signals was judged for a token, and which never were, by the minutes that are kept.
import { DAY_MS } from "../../schema/duration.ts";
import { signalMinuteUsual } from "../../schema/query/signal/signal-minute-usual.ts";
import type { Reason } from "../../schema/reason.ts";
import { SIGNAL_KINDS, type SignalKind } from "../../schema/signal/index.ts";
import type { Deps } from "../deps.ts";
import type { TokenCoverage } from "../detect/run-minute.ts";
import { coverageFrom } from "../detect/show.ts";

export type Past = {
  /** By rule the first kept instant at which it was judged, epoch milliseconds. */
  readonly judgedFrom: ReadonlyMap<string, number>;
  /** The same of the last day, and of the time that is asked about. */
  readonly latelyFrom: ReadonlyMap<string, number>;
  /** Rules of which too little was covered for long, and that were never judged. */
  readonly never: ReadonlySet<string>;
};
export const NO_PAST: Past = { judgedFrom: new Map(), latelyFrom: new Map(), never: new Set() };

/** Minutes with one coverage: the first of them in epoch milliseconds, and full hours among them. */
export type PastMinutes = { readonly coverage: TokenCoverage; readonly firstAt: number; readonly hours?: number };

/** What is for a while at one token, and for good at another that is traded or moved where nobody looks. */
export const THIN: Reason = "insufficient_coverage";
/**
 * Of these it may be: few venues trade the token, or it moves on chains that nobody reads. The others are judged over
 * what tells the token, and miss something only while one of these is silent.
 */
const MAY_BE_THIN: ReadonlySet<string> = new Set<SignalKind>([
  ...(["price_divergence", "large_transfer", "exchange_inflow", "exchange_outflow"] as const),
]);
/** Hours that must be known to say of it what is for good. */
const HOURS_MIN = 12;
/** As long as minutes are kept. */
const KEPT_MS = 45 * DAY_MS;

/** Rules that were judged; of a minute that was stored before they were named, none for sure. */
function judgedIn([judged, missing, , byReason, aside = []]: TokenCoverage): readonly string[] {
  const named = new Set<string>([...Object.values(byReason).flat(), ...aside]);
  return judged === 0 || (missing > 0 && named.size === 0) ? [] : SIGNAL_KINDS.filter((kind) => !named.has(kind));
}

function firstJudged(minutes: readonly PastMinutes[]): ReadonlyMap<string, number> {
  const from = new Map<string, number>();
  for (const { coverage, firstAt } of minutes)
    for (const kind of judgedIn(coverage))
      from.set(kind, Math.min(firstAt, from.get(kind) ?? Number.POSITIVE_INFINITY));
  return from;
}

/** Of what is kept as far as it was read, `lately` among it. */
export function pastOf(kept: readonly PastMinutes[], lately: readonly PastMinutes[] = []): Past {
  const judgedFrom = firstJudged([...kept, ...lately]);
  const thin = new Map<string, number>();
  for (const { coverage, hours = 0 } of kept)
    for (const kind of coverage[3][THIN] ?? []) thin.set(kind, (thin.get(kind) ?? 0) + hours);
  const isNever = (kind: string, hours: number) => hours >= HOURS_MIN && !judgedFrom.has(kind) && MAY_BE_THIN.has(kind);
  const never = [...thin].flatMap(([kind, hours]) => (isNever(kind, hours) ? [kind] : []));
  return { judgedFrom, latelyFrom: firstJudged(lately), never: new Set(never) };
}

/** One minute an hour of all that are kept or of `reachMs`, and one in ten of the last day. */
export async function readPastMinutes(
  { store }: Pick<Deps, "store">,
  tokens: readonly string[],
  now: number,
  reachMs: number = KEPT_MS,
): Promise<(token: string) => readonly PastMinutes[]> {
  if (tokens.length === 0) return () => [];
  const asked = { tokens, since: now - reachMs, lately: now - DAY_MS, known: now };
  const rows = await store.query(signalMinuteUsual, asked);
  return (id) =>
    rows.flatMap(({ token, coverage, first_at: firstAt, hours }) =>
      token === id ? [{ coverage: coverageFrom(JSON.parse(coverage)), firstAt, hours }] : [],
    );
}
