// GET /v1/history/{token}: series by bucket or raw, and events.
import { Type } from "typebox";
import { SNAPSHOTS } from "../../schema/key.ts";
import { LIMITS } from "../../schema/limit.ts";
import { history } from "../../schema/object/history.ts";
import { SERIES_IDS, type SeriesId } from "../../schema/series/index.ts";
import { type BucketResolution, RESOLUTIONS, TIME_OF_ROWS } from "../../schema/series/series.ts";
import { closed } from "../../schema/shape/closed.ts";
import { oneOf } from "../../schema/shape/text.ts";
import { route } from "../contract.ts";
import type { Deps } from "../deps.ts";
import { placeOf, readCall, readFrame, toReply } from "../history/answer.ts";
import { CURSOR_LENGTH_MAX } from "../history/cursor.ts";
import type { HistoryCall, Parts } from "../history/history-call.ts";
import { readEventsHeld, readEventsStored } from "../history/read-events.ts";
import { readRaw } from "../history/read-raw.ts";
import type { HistoryQuery } from "../history/window.ts";
import { SourcesParam } from "../request/sources-param.ts";
import { TokenParam } from "../request/token-param.ts";
import { TOKEN_FAULTS } from "../snapshot/named-token.ts";
import { historyExample } from "./example/history.ts";

/** One object each, by which the access of a call is found. */
const [NO_RATES, STORED_RATES] = [[], ["history-raw"]] as const;

const contract = route({
  id: "getHistory",
  method: "GET",
  path: "/v1/history/{token}",
  tag: "Understand",
  tier: "data",
  summary: "Read the history of a token",
  description: `Series reduced to buckets: of candles the bar of each bucket and venue, of flows their sum (minutes says over how much of the bucket), of points the last value, without interpolation or forward fill; raw gives every stored row. ${TIME_OF_ROWS} auto: 15m up to 2 days, 1h up to 30 days, else 6h. The window is [since, until); without since, series of 14 days and events of 24 hours. At most limit rows a series and 500 events; what was cut says truncated, and next_cursor goes on with all that was cut. coverage: expected = delivered + absent, by the cadence of each source.`,
  params: closed({ token: TokenParam }),
  query: closed({
    since: Type.Optional(
      Type.String({
        format: "date-time",
        maxLength: 40,
        description: "Series and events at or after this time; at most 180 days back.",
        examples: ["2026-11-19T00:00:00Z"],
      }),
    ),
    until: Type.Optional(
      Type.String({
        format: "date-time",
        maxLength: 40,
        description: "Series and events before this time.",
        examples: ["2026-11-20T00:00:00Z"],
      }),
    ),
    series: Type.Optional(
      Type.Array(oneOf(SERIES_IDS), { minItems: 1, description: "Series to include; all without it." }),
    ),
    resolution: Type.Optional(
      Type.Enum([...RESOLUTIONS], { default: "auto", description: "Bucket length, or raw for every row." }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LIMITS.seriesRawRowsMax,
        default: LIMITS.seriesRawRowsMax,
        description: "Rows a series; events are at most 500.",
      }),
    ),
    cursor: Type.Optional(
      Type.String({
        maxLength: CURSOR_LENGTH_MAX,
        pattern: "^[A-Za-z0-9_-]+$",
        description: "next_cursor of the page before; it carries the window.",
      }),
    ),
    sources: SourcesParam,
  }),
  output: history,
  faults: [...TOKEN_FAULTS, "upstream_unavailable", "overloaded"],
  maxAgeS: 5,
  rates: (query) => (isStored(query as HistoryQuery) ? STORED_RATES : NO_RATES),
  example: {
    params: { token: "bitcoin" },
    query: { series: ["price"], resolution: "1h" },
    answer: historyExample,
  },
});

const isStored = ({ resolution, cursor }: HistoryQuery): boolean => resolution === "raw" || cursor !== undefined;

/** Reads what memory lacks: frames from Redis, raw rows and older events from the store. */
async function read(call: HistoryCall, deps: Deps): Promise<Parts> {
  const { window, ids, ask } = call;
  const { snapshots } = deps;
  const readSeries = async (id: SeriesId) => {
    if (window.resolution === "raw") return readRaw(id, ask, placeOf(call, id), deps);
    return readFrame(call, id, await snapshots.load("history", SNAPSHOTS.history(ask.token, id, window.resolution)));
  };
  const readEvents = async () => {
    if (call.events === null) return null;
    const frame = await snapshots.load("events", SNAPSHOTS.events(ask.token));
    const held = readEventsHeld(frame, call.events);
    return held ?? (frame === null ? null : readEventsStored(frame, call.events, deps));
  };
  const [series, events] = await Promise.all([Promise.all(ids.map(readSeries)), readEvents()]);
  return { series, events };
}

type Names = { readonly series: readonly string[]; readonly events: string };
/** By the series asked for, then by token and resolution: a name made anew is looked up several times as slowly. */
const named = new WeakMap<readonly SeriesId[], Map<string, Map<string, Names>>>();

/** Names of the snapshots behind a window. */
function namesOf(token: string, ids: readonly SeriesId[], resolution: BucketResolution): Names {
  const byToken = named.get(ids) ?? new Map<string, Map<string, Names>>();
  const held = byToken.get(token)?.get(resolution);
  if (held !== undefined) return held;
  named.set(ids, byToken);
  const series = ids.map((id) => SNAPSHOTS.history(token, id, resolution));
  const made = { series, events: SNAPSHOTS.events(token) };
  byToken.set(token, (byToken.get(token) ?? new Map<string, Names>()).set(resolution, made));
  return made;
}

/** The parts that are all in memory; null where one is not. */
function readNow(call: HistoryCall, { snapshots }: Deps): Parts | null {
  const { window, ids, ask } = call;
  const { resolution } = window;
  if (resolution === "raw") return null;
  const names = namesOf(ask.token, ids, resolution);
  const frames = names.series.map((name) => snapshots.get("history", name));
  const frame = snapshots.get("events", names.events);
  if (frame === undefined || frames.includes(undefined)) return null;
  const events = call.events === null ? null : readEventsHeld(frame, call.events);
  if (events === null && call.events !== null) return null;
  return { series: ids.map((id, at) => readFrame(call, id, frames[at] ?? null)), events };
}

export const getHistory = contract.handle(
  async ({ params, query }, deps) => {
    const call = readCall(params.token, query, deps);
    return toReply(call, await read(call, deps), deps);
  },
  ({ params, query }, deps) => {
    if (isStored(query)) return null;
    const call = readCall(params.token, query, deps);
    const parts = readNow(call, deps);
    return parts === null ? null : toReply(call, parts, deps);
  },
);
