// Which tokens are due a brief that nobody asked for: what is urgent first, then who never had one, then who is due by the day. Pure.
import { DAY_MS, HOUR_MS } from "../../schema/duration.ts";
import type { BriefDueRow } from "../../schema/query/issued/brief-due.ts";

const RANKS = { urgent: 0, first: 1, daily: 2 } as const;
type Due = { readonly token: string; readonly why: keyof typeof RANKS };

/** The last instant at which the token was due by the day: tokens are spread over it. */
const dueByDay = (place: number, count: number, now: number): number => {
  const offset = Math.floor((place / count) * DAY_MS);
  return Math.floor((now - offset) / DAY_MS) * DAY_MS + offset;
};

/** `tokens` the largest first; `now` in epoch milliseconds. At most one a token and hour. */
export function dueBriefs(tokens: readonly string[], rows: readonly BriefDueRow[], now: number): Due[] {
  const known = new Map(rows.map((row) => [row.token, row]));
  const due = tokens.flatMap((token, place): Due[] => {
    const { brief_ms: last, urgent_ms: urgent } = known.get(token) ?? { brief_ms: 0, urgent_ms: 0 };
    if (now - last < HOUR_MS) return [];
    if (urgent > last) return [{ token, why: "urgent" }];
    if (last === 0) return [{ token, why: "first" }];
    return last < dueByDay(place, tokens.length, now) ? [{ token, why: "daily" }] : [];
  });
  return due.toSorted((a, b) => RANKS[a.why] - RANKS[b.why]);
}
