// GET /v1/history/{token}: series by bucket or raw, and events.
import { Type } from "typebox";
import { SNAPSHOTS } from "../../schema/key.ts";
import { history } from "../../schema/object/history.ts";
import { SERIES_IDS } from "../../schema/series/index.ts";
import { RESOLUTIONS } from "../../schema/series/series.ts";
import { oneOf } from "../../schema/shape/text.ts";
import { toTime } from "../../schema/shape/time.ts";
import { route } from "../contract.ts";
import type { Deps } from "../deps.ts";
import { type EventsRead, readEvents } from "../history/read-events.ts";
import { type Ask, readBuckets, readRaw, type SeriesRead } from "../history/read-series.ts";
import { numberSources, writeSeries } from "../history/series-text.ts";
import { resolveWindow, type Window } from "../history/window.ts";
import { TokenParam } from "../request/token-param.ts";
import { needFrame } from "../snapshot/need.ts";
import { joinWithCommas } from "../snapshot/sections.ts";
import { type Found, resolveToken } from "../snapshot/token-index.ts";
import { universeOf } from "../snapshot/universe.ts";
import { historyExample } from "./example/history.ts";

const contract = route({
  id: "getHistory",
  method: "GET",
  path: "/v1/history/{token}",
  tag: "Understand",
  tier: "data",
  summary: "Read the history of a token",
  description:
    "Series reduced to buckets that keep the last value per bucket and venue, without interpolation or forward fill; raw gives every stored row, at most 5,000 a series, then next_since. auto: 15m up to 2 days, 1h up to 30 days, else 6h. Each series carries a coverage certificate: expected = delivered + absent. Without since: series of 14 days, events of 24 hours.",
  params: Type.Object({ token: TokenParam }, { additionalProperties: false }),
  query: Type.Object(
    {
      since: Type.Optional(
        Type.String({
          format: "date-time",
          maxLength: 40,
          description: "Series and events at or after this time; at most 180 days back.",
          examples: ["2026-11-19T00:00:00Z"],
        }),
      ),
      series: Type.Optional(
        Type.Array(oneOf(SERIES_IDS), { minItems: 1, description: "Series to include; all without it." }),
      ),
      resolution: Type.Optional(
        Type.Enum([...RESOLUTIONS], { default: "auto", description: "Bucket length, or raw for every row." }),
      ),
    },
    { additionalProperties: false },
  ),
  output: history,
  faults: ["token_not_found", "token_not_tracked", "ambiguous_token", "upstream_unavailable", "overloaded"],
  maxAgeS: 5,
  rates: (query) => (query.resolution === "raw" ? ["history-raw"] : []),
  example: {
    params: { token: "bitcoin" },
    query: { series: ["price"], resolution: "1h" },
    answer: historyExample,
  },
});

/** Series that move with the market decide as_of (contract D15). */
const MARKET_SPEED: ReadonlySet<string> = new Set(["price", "candles", "open_interest", "funding", "long_short"]);
/** Where a part is not built yet, nothing announces the answer's end. */
const KEPT_MS = { whole: 30_000, partial: 2_000 } as const;

const read = (ids: readonly (typeof SERIES_IDS)[number][], { resolution }: Window, ask: Ask, deps: Deps) =>
  Promise.all(
    ids.map((id) => (resolution === "raw" ? readRaw(id, ask, deps) : readBuckets(id, resolution, ask, deps))),
  );

function asOfParts(series: readonly SeriesRead[], events: EventsRead, otherwise: number): number {
  const known = series.filter((s) => s.answer.asOf !== null);
  const fast = known.filter((s) => MARKET_SPEED.has(s.answer.id));
  const parts = (fast.length > 0 ? fast : known).map((s) => s.answer.asOf ?? otherwise);
  return parts.length > 0 ? Math.min(...parts) : (events.asOf ?? otherwise);
}

const COMMA = Buffer.from(",");

type Parts = { readonly window: Window; readonly series: readonly SeriesRead[]; readonly events: EventsRead };

/** `head` holds the members of data before series. */
function compose(head: object, { window, series, events }: Parts, asOf: number): Buffer {
  const { all, each } = numberSources(series.map((s) => s.answer.sources));
  const notes = [...window.notes, ...series.flatMap((s) => s.notes), ...events.notes];
  return Buffer.concat([
    Buffer.from(`{"object":"history","id":null,"as_of":"${toTime(asOf)}","data":`),
    Buffer.from(`${JSON.stringify(head).slice(0, -1)},"series":{`),
    ...series.flatMap(({ answer }, at) => [
      ...(at === 0 ? [] : [COMMA]),
      ...writeSeries({ ...answer, sources: each[at] ?? [] }),
    ]),
    Buffer.from(`},"events":[`),
    joinWithCommas(events.rows),
    Buffer.from(`],"notes":${JSON.stringify(notes)}},"sources":${JSON.stringify(all)}}`),
  ]);
}

const tokenOf = ({ token: { id, symbol, name, rank }, resolved }: Found) => ({
  id,
  symbol,
  name,
  rank,
  ...(resolved ? { resolved } : {}),
});

export const getHistory = contract.handle(async ({ params, query }, deps) => {
  const tokens = needFrame(deps.snapshots, "tokens", SNAPSHOTS.tokens);
  const universe = universeOf(deps.snapshots).current();
  const found = resolveToken(tokens.meta, params.token, universe);
  const now = deps.clock.now();
  const requested = query.resolution ?? "auto";
  const window = resolveWindow(query.since, requested, now);
  const ids = SERIES_IDS.filter((id) => query.series?.includes(id) ?? true);
  const ask = { token: found.token.id, from: window.seriesFrom, now };
  const [series, events] = await Promise.all([
    read(ids, window, ask, deps),
    readEvents(found.token.id, window.eventsFrom, deps),
  ]);
  const from = [...series.flatMap((s) => s.from), ...events.from];
  const raw = window.resolution === "raw";
  const asOf = asOfParts(series, events, tokens.meta.asOf);
  const head = {
    token: tokenOf(found),
    since: window.since === null ? null : toTime(window.since),
    // Buckets end where the newest snapshot was built; raw rows at the moment of reading.
    until: toTime(raw || from.length === 0 ? now : Math.max(...from.map(({ version }) => version))),
    resolution: window.resolution,
    resolution_requested: requested,
  };
  const whole = series.every((s) => s.from.length > 0) && events.from.length > 0;
  return {
    body: compose(head, { window, series, events }, asOf),
    asOf,
    from: raw ? null : [...from, tokens, ...(found.resolved && universe ? [universe.from] : [])],
    keepMs: whole ? KEPT_MS.whole : KEPT_MS.partial,
  };
});
