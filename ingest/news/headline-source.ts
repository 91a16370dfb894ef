// A newsroom's feed as a source: new headlines are stored once for every token they name.
import { DAY_MS } from "../../schema/duration.ts";
import { headlineKnown } from "../../schema/query/coin/headline-known.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import { callJson } from "../client/http-json.ts";
import type { Run } from "../run/run.ts";
import { type OwnSource, ownSource } from "../source/define-source.ts";
import type { SourceRow } from "../source/source-base.ts";
import type { VenueId } from "../source/venue.ts";
import { type FeedItem, parseFeed } from "./feed.ts";
import { matchTokens } from "./match.ts";

type Newsroom = {
  readonly id: VenueId;
  /** The public feed. */
  readonly url: string;
  readonly lang: string;
};

const AGE_MS_MAX = 14 * DAY_MS;
const ACCEPT = "application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.8";

/** Rows of the items that are not known yet, each address once: what a newsroom changes later stays as first told. */
export function headlineRows(
  items: readonly FeedItem[],
  known: ReadonlySet<string>,
  about: { readonly lang: string; readonly provider: string; readonly retrievedAt: number },
): SourceRow[] {
  const seen = new Set(known);
  return items.flatMap(({ title, url, at }) => {
    if (url !== "" && seen.has(url)) return [];
    seen.add(url);
    const tokens = matchTokens(title);
    const row = { at, url, title, lang: about.lang, provider: about.provider, retrieved_at: about.retrievedAt };
    return (tokens.length > 0 ? tokens : [""]).map((token) => ({ token, ...row }));
  });
}

async function pull(run: Run, newsroom: Newsroom): Promise<void> {
  const simulated = run.connections.origin(newsroom.id);
  const path = new URL(newsroom.url).pathname;
  const ask = {
    venue: newsroom.id,
    endpoint: "rss",
    url: simulated === null ? newsroom.url : `${simulated}${path}`,
    headers: { accept: ACCEPT },
    text: true,
  } as const;
  const { body, record } = await callJson(run.connections, ask, run.context);
  const now = run.deps.clock.now();
  const items = parseFeed(String(body)).filter(({ at }) => !(at < now - AGE_MS_MAX));
  const stored = await run.deps.store.query(headlineKnown, { provider: run.provider, from: now - 2 * AGE_MS_MAX });
  const known = new Set(stored.map(({ url }) => url));
  const about = { lang: newsroom.lang, provider: run.provider, retrievedAt: record.responded_at };
  await run.take(headlineRows(items, known, about), { now, record, ageMsMax: AGE_MS_MAX });
}

/** Defines the source of a newsroom. */
export const headlineSource = (newsroom: Newsroom): OwnSource =>
  ownSource({
    id: `${newsroom.id}-headline`,
    provider: newsroom.id,
    tokens: TRACKED.map(({ id }) => id),
    pull: (run) => pull(run, newsroom),
  });
