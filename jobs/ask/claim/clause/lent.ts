// Whether the time of one clause is meant in another that names none.
import { metricRow } from "../../metric.ts";
import type { Read } from "../../read-items.ts";
import type { Claim, Time } from "../claim.ts";

/** The time of another clause; one that was said within a clause before need not reach as far as this one. */
export type Lent = { readonly times: readonly Time[] | null; readonly isAside: boolean; readonly isWithin: boolean };

const NOW =
  /^(?:(?:is|are|it is|sits|stands|costs|remains?|stays|trades?|holds|is trading|is priced at|worth|is worth)\b|right now|now|currently|at the moment|at present|presently)/i;
const BEFORE = /^(?:was|were|had|did|traded|stood|sat|stayed|remained|held|became|got|went|saw|been)\b/i;

/** What is said of a part that tells how it is now, marked so. */
export function marked(items: readonly Read[], words: readonly string[]): Read[] {
  const isNow = words.some((word) => NOW.test(word)) && !words.some((word) => BEFORE.test(word));
  return isNow ? items.map((item) => ({ ...item, now: true })) : [...items];
}

/** Of what is measured over no time, as the price or a supply. */
const isStanding = (claim: Claim): boolean =>
  claim.is === "test" &&
  claim.ref.aspect === "level" &&
  claim.ref.time === null &&
  metricRow(claim.ref.metric).over === undefined;

/** The readings of a clause: `plain` as it is told, and what `read` makes of it over the times that are lent to it. Pure. */
export function withLent(
  plain: Claim,
  items: readonly Read[],
  { times, isAside, isWithin }: Lent,
  read: (time: Time) => Claim,
): Claim[] {
  // "Up 12 % this week, and it trades above 150": that is of now.
  if (!isWithin && isStanding(plain) && items.some(({ now }) => now === true)) return [plain];
  const timed = (times ?? []).map(read);
  if (isWithin && timed.length > 0) return timed;
  // "Up 12 % this week, market cap $66bn": of what is measured as it stands no time was meant.
  const isOfNow = isAside || isStanding(plain);
  return isOfNow && plain.is !== "unknown" ? [plain, ...timed.filter(({ is }) => is !== "unknown")] : [plain, ...timed];
}
