// Builder of the market section events: the day's signals and headlines; no calendar is read yet, and it says so.
import type { MarketSectionOf } from "../../schema/market/index.ts";
import type { HeadlineLatestRow } from "../../schema/query/headline-latest.ts";
import { toTime } from "../../schema/shape/time.ts";
import { TRACKED } from "../../schema/tracked.ts";
import { detectionAt, saySignal, toShown } from "../detect/show.ts";
import { isGap } from "../measure/gap.ts";
import { type FeedRead, feedReads, measureHeadlines } from "../measure/news.ts";
import { type MarketBuilder, type MarketInput, sourcesOf } from "./draft.ts";

type MarketEvent = Extract<MarketSectionOf<"events">["events"], readonly unknown[]>[number];

const DAY_MS = 86_400_000;
const SIGNALS_MAX = 200;
const HEADLINES_MAX = 100;

/** Kinds of events that the section can show. */
const KINDS = 5;

function signalEvents({ asOf, facts }: MarketInput): MarketEvent[] {
  return TRACKED.flatMap((token) =>
    (facts.tokens.get(token.id)?.signals ?? [])
      .filter(({ fired_at }) => fired_at > asOf - DAY_MS)
      .map((row) => ({ token, row })),
  )
    .sort((a, b) => b.row.fired_at - a.row.fired_at || b.row.severity - a.row.severity || a.row.id - b.row.id)
    .slice(0, SIGNALS_MAX)
    .map(({ token, row }) => ({
      kind: "signal",
      at: toTime(row.fired_at),
      token: token.id,
      severity: row.severity,
      title: saySignal(toShown(row, asOf), token.symbol).slice(0, 160),
      url: null,
    }));
}

/** Each article once, newest first; `token` where it names exactly one. */
function headlineEvents(rows: readonly HeadlineLatestRow[]): MarketEvent[] {
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

const feedSources = (reads: readonly FeedRead[]) =>
  reads
    .filter(({ at }) => at > 0)
    .map(({ provider, at }) => ({ provider, endpoint: "rss", as_of: toTime(at), retrieved_at: toTime(at) }));

export const events: MarketBuilder<MarketSectionOf<"events">> = (input) => {
  const { asOf, facts } = input;
  const detected = detectionAt(facts.detections, asOf);
  const reads = feedReads(facts.calls, facts.allHeadlines);
  const today = facts.allHeadlines.filter(({ at }) => at > asOf - DAY_MS);
  const headlines = measureHeadlines(facts.calls, today, reads, asOf);
  const told = [
    ...(isGap(detected) ? [] : signalEvents(input)),
    ...(isGap(headlines) ? [] : headlineEvents(headlines)),
  ].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  const assessed = [detected, headlines].filter((kind) => !isGap(kind)).length;
  const sources = [...(isGap(detected) ? [] : sourcesOf(input, "market")), ...feedSources(reads)];
  const none = isGap(detected) ? detected : isGap(headlines) ? headlines : null;
  return {
    asOf: isGap(detected) ? asOf : detected,
    sources: assessed > 0 ? sources : [],
    coverage: { assessed, expected: KINDS },
    weight: assessed === 0 && none ? none : assessed / KINDS,
    members: { events: assessed === 0 && none ? none : told },
  };
};
