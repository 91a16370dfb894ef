// Builder of the market section events: the day's headlines; no calendar is read yet, and nothing is said in its place.
import type { MarketSectionOf } from "../../schema/market/index.ts";
import type { HeadlineLatestRow } from "../../schema/query/headline-latest.ts";
import { toTime } from "../../schema/shape/time.ts";
import { derive } from "../measure/gap.ts";
import { feedReads, feedShare, measureHeadlines } from "../measure/news.ts";
import type { MarketBuilder } from "./draft.ts";

const DAY_MS = 86_400_000;
const HEADLINES_MAX = 100;

/** Each article once, newest first; `token` where it names exactly one. */
function articles(rows: readonly HeadlineLatestRow[]): { row: HeadlineLatestRow; token: string | null }[] {
  const byUrl = new Map<string, HeadlineLatestRow[]>();
  for (const row of rows) byUrl.set(row.url, [...(byUrl.get(row.url) ?? []), row]);
  return [...byUrl.values()]
    .flatMap((same) => {
      const tokens = new Set(same.map(({ token }) => token).filter(Boolean));
      const [only = null] = tokens.size === 1 ? tokens : [];
      return same[0] ? [{ row: same[0], token: only }] : [];
    })
    .sort((a, b) => b.row.at - a.row.at || (a.row.url < b.row.url ? -1 : 1))
    .slice(0, HEADLINES_MAX);
}

export const events: MarketBuilder<MarketSectionOf<"events">> = ({ asOf, facts }) => {
  const reads = feedReads(facts.calls, facts.allHeadlines);
  const today = facts.allHeadlines.filter(({ at }) => at > asOf - DAY_MS);
  const headlines = measureHeadlines(facts.calls, today, reads, asOf);
  const known = reads.filter(({ at }) => at > 0);
  return {
    asOf: known.reduce((newest, { at }) => Math.max(newest, at), 0) || asOf,
    sources: known.map(({ provider, at }) => ({
      provider,
      endpoint: "rss",
      as_of: toTime(at),
      retrieved_at: toTime(at),
    })),
    weight: feedShare(facts.calls, reads, asOf),
    members: {
      events: derive([headlines], (all) =>
        articles(all).map(({ row, token }) => ({
          kind: "headline" as const,
          at: toTime(row.at),
          token,
          severity: null,
          title: row.title,
          url: row.url,
        })),
      ),
    },
  };
};
