// Headlines of the last 24 hours as market events, each article once.
import { DAY_MS } from "../../schema/duration.ts";
import type { MarketSectionOf } from "../../schema/market/index.ts";
import type { HeadlineLatestRow } from "../../schema/query/coin/headline-latest.ts";
import type { Source } from "../../schema/shape/source.ts";
import { toTime } from "../../schema/shape/time.ts";
import { derive, type Measured } from "../measure/gap.ts";
import { feedReads, measureHeadlines } from "../measure/news.ts";
import { type MarketInput, wideSource } from "./market-builder.ts";

type MarketEvent = Extract<MarketSectionOf<"events">["events"], readonly unknown[]>[number];

const HEADLINES_MAX = 100;

const readsOf = ({ facts }: MarketInput) => feedReads(facts.calls, facts.allHeadlines);

/** Newest first; `token` where the headline names exactly one. */
function tell(rows: readonly HeadlineLatestRow[]): MarketEvent[] {
  const byUrl = new Map<string, HeadlineLatestRow[]>();
  for (const row of rows) byUrl.set(row.url, [...(byUrl.get(row.url) ?? []), row]);
  return [...byUrl.values()]
    .flatMap((same) => {
      const tokens = new Set(same.map(({ token }) => token).filter(Boolean));
      const [only = null] = tokens.size === 1 ? tokens : [];
      return same[0] ? [{ row: same[0], token: only }] : [];
    })
    .sort((a, b) => b.row.at - a.row.at || (a.row.url < b.row.url ? -1 : 1))
    .slice(0, HEADLINES_MAX)
    .map(({ row, token }) => ({
      kind: "headline",
      at: toTime(row.at),
      token,
      severity: null,
      title: row.title,
      url: row.url,
    }));
}

/** The day's headlines, or why they are not known. */
export function headlineEvents(input: MarketInput): Measured<MarketEvent[]> {
  const { asOf, facts } = input;
  const today = facts.allHeadlines.filter(({ at }) => at > asOf - DAY_MS);
  return derive([measureHeadlines(facts.calls, today, readsOf(input), asOf)], tell);
}

/** The newsrooms they were read from. */
export const headlineSources = (input: MarketInput): Source[] =>
  readsOf(input)
    .filter(({ at }) => at > 0)
    .map(({ provider, at }) => wideSource(input, { dataset: "headline", provider, venue: null, at, retrievedAt: at }));
