// The wire object history: GET /v1/history/{token}.
import { type Static, Type } from "typebox";
import { VERDICTS } from "../evaluation/rule.ts";
import { SERIES } from "../series/index.ts";
import { NextCursor, RESOLUTIONS, seriesShape } from "../series/series.ts";
import { BRIEF } from "../shape/brief.ts";
import { closed } from "../shape/closed.ts";
import { envelope } from "../shape/envelope.ts";
import { Nullable, usd } from "../shape/quantity.ts";
import { Direction, Severity, Signal } from "../shape/signal.ts";
import { Source } from "../shape/source.ts";
import { oneOf, untrusted } from "../shape/text.ts";
import { Time } from "../shape/time.ts";
import { ResolvedToken } from "../shape/token-ref.ts";

/** Shape of an event's data by its kind. */
export const EVENT_DATA = {
  large_transfer: closed({
    tx_hash: Type.String({ maxLength: 128 }),
    chain: Type.String({ maxLength: 32 }),
    amount: Type.String({ maxLength: 80 }),
    value_usd: Type.Number(),
    from: Type.String({ maxLength: 128 }),
    from_label: Nullable(Type.String({ maxLength: 64 })),
    to: Type.String({ maxLength: 128 }),
    to_label: Nullable(Type.String({ maxLength: 64 })),
    towards: oneOf(["exchange", "wallet", "contract", "burn", "unknown"]),
  }),
  liquidation: closed({
    window_s: Type.Integer(),
    long_usd: usd("Long positions closed by force."),
    short_usd: usd("Short positions closed by force."),
    largest_usd: usd("Largest single closure."),
    venue: Nullable(Type.String({ maxLength: 32 })),
  }),
  signal: Signal,
  headline: closed({
    title: untrusted("Headline.", 160),
    url: Type.String({ maxLength: 512 }),
    source: Type.String({ maxLength: 64 }),
    lang: Type.String({ maxLength: 8 }),
  }),
  brief: closed({
    id: BRIEF.id,
    headline: BRIEF.headline,
    direction: BRIEF.direction,
    severity: BRIEF.severity,
    url: BRIEF.url,
  }),
  verdict_change: closed({
    evaluation_id: Type.String({ maxLength: 64, description: "The evaluation that made the change." }),
    previous_evaluation_id: Nullable(Type.String({ maxLength: 64, description: "The one before it." })),
    from: oneOf(VERDICTS, "The verdict that stood until then."),
    to: oneOf(VERDICTS, "It held for two evaluations in a row, or is avoid."),
  }),
} as const;
export type EventKind = keyof typeof EVENT_DATA;
export const EVENT_KINDS = Object.keys(EVENT_DATA) as EventKind[];

export const EVENT_ID_LENGTH_MAX = 160;

export const HistoryEvent = closed({
  kind: oneOf(EVENT_KINDS),
  id: Type.String({ maxLength: EVENT_ID_LENGTH_MAX }),
  at: Time,
  severity: Nullable(Severity),
  direction: Nullable(Direction),
  summary: Type.String({ maxLength: 300 }),
  data: Type.Union([
    EVENT_DATA.large_transfer,
    EVENT_DATA.liquidation,
    EVENT_DATA.signal,
    EVENT_DATA.headline,
    EVENT_DATA.brief,
    EVENT_DATA.verdict_change,
  ]),
  source: Source,
});
export type HistoryEvent = Static<typeof HistoryEvent>;
export type HistoryEventOf<K extends EventKind> = Omit<HistoryEvent, "data"> & {
  readonly kind: K;
  readonly data: Static<(typeof EVENT_DATA)[K]>;
};

/** Which events were looked for, and whether all of them are shown. */
const EventsCoverage = closed({
  from: Time,
  to: Time,
  delivered: Type.Integer(),
  truncated: Type.Boolean({ description: "Older ones of the window were left out." }),
  next_cursor: NextCursor,
  reason: Nullable(
    oneOf(
      ["pending", "none", "source_error"],
      "Why there is none: not built yet, none happened, or older ones could not be read.",
    ),
  ),
});

/** Remarks on an answer, such as an argument that was clamped. */
export const Note = closed({ code: Type.String({ maxLength: 64 }), detail: Type.String({ maxLength: 300 }) });

export const history = envelope(
  "history",
  closed({
    token: ResolvedToken,
    since: Nullable(Time),
    until: Time,
    resolution: oneOf(["15m", "1h", "6h", "raw"]),
    resolution_requested: oneOf(RESOLUTIONS),
    series: closed(
      Object.fromEntries(Object.entries(SERIES).map(([id, series]) => [id, Type.Optional(seriesShape(series))])),
    ),
    events: Type.Array(HistoryEvent, { maxItems: 500 }),
    events_coverage: EventsCoverage,
    truncated: Type.Boolean({ description: "A series or the events were cut." }),
    next_cursor: NextCursor,
    notes: Type.Array(Note),
  }),
);
