// Headlines and mood as far as they are known: a feed that was read and named nobody is an answer, an unread one is not.
import type { FearGreedLatestRow } from "../../schema/dataset/coin/fear-greed.ts";
import { DAY_MS } from "../../schema/duration.ts";
import type { HeadlineLatestRow } from "../../schema/query/coin/headline-latest.ts";
import type { CallLatestRow } from "../../schema/query/service/call-latest.ts";
import { callsOf, isFresh, newest, whyMissing } from "./cause.ts";
import { type Gap, gap, isGap, type Measured } from "./gap.ts";

const SHARE_MIN = 0.6;

/** A newsroom and when its feed was last read (epoch milliseconds). */
type FeedRead = { readonly provider: string; readonly at: number };

/** When each newsroom's feed was read last; 0 where it never was. */
export function feedReads(calls: readonly CallLatestRow[], rows: readonly HeadlineLatestRow[]): FeedRead[] {
  const read = new Map<string, number>();
  const seen = (provider: string, at: number) => read.set(provider, Math.max(at, read.get(provider) ?? 0));
  for (const call of callsOf(calls, "headline")) seen(call.provider, call.ok_at);
  for (const row of rows) seen(row.provider, row.retrieved_ms);
  return [...read].map(([provider, at]) => ({ provider, at })).sort((a, b) => (a.provider < b.provider ? -1 : 1));
}

/** Share of the newsrooms whose feed was read in time, 0..1, or why there is none. */
function feedShare(calls: readonly CallLatestRow[], reads: readonly FeedRead[], asOf: number): Measured<number> {
  const fresh = reads.filter(({ at }) => isFresh("headline", at, asOf));
  if (fresh.length > 0) return fresh.length / reads.length;
  return whyMissing(calls, "headline", newest(reads.map(({ at }) => at)));
}

/** The headlines, or why silence may not be taken for calm. `rows` are newest first. */
export function measureHeadlines(
  calls: readonly CallLatestRow[],
  rows: readonly HeadlineLatestRow[],
  reads: readonly FeedRead[],
  asOf: number,
): Measured<readonly HeadlineLatestRow[]> {
  const share = feedShare(calls, reads, asOf);
  if (isGap(share)) return share;
  if (rows.length === 0 && share < SHARE_MIN) {
    return gap("insufficient_coverage", `Only ${Math.round(share * 100)} % of the newsrooms were read.`);
  }
  return rows;
}

type Mood = {
  readonly now: FearGreedLatestRow;
  /** Points against 7 days before. */
  readonly change7d: Measured<number>;
};

/** The fear and greed index; `rows` are newest first. */
export function measureMood(
  calls: readonly CallLatestRow[],
  rows: readonly FearGreedLatestRow[],
  asOf: number,
): Mood | Gap {
  const [now] = rows;
  if (!now || !isFresh("fear_greed", now.read_at, asOf)) return whyMissing(calls, "fear_greed", now?.read_at ?? 0);
  const before = rows.find(
    (row) => row.provider === now.provider && Math.abs(now.read_at - 7 * DAY_MS - row.read_at) < DAY_MS / 2,
  );
  const none = gap("insufficient_history", "No value of 7 days before.");
  return { now, change7d: before ? now.value - before.value : none };
}
