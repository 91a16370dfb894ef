// What messages tell of an event, by its kind, from the rows that made it.
import { DIMENSIONS } from "../../schema/evaluation/rule.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { LIMITS } from "../../schema/limit.ts";
import { verifyUrl } from "../../schema/link.ts";
import type { Evaluation } from "../../schema/object/evaluation.ts";
import type { MessageKind, MessageObject } from "../../schema/object/message.ts";
import type { BriefLatestRow } from "../../schema/query/issued/brief-latest.ts";
import type { SignalToldRow } from "../../schema/query/signal/signal-row.ts";
import { briefTold } from "../../schema/query/watch/brief-told.ts";
import { type EvaluationToldRow, evaluationTold } from "../../schema/query/watch/evaluation-told.ts";
import type { EventAfterRow } from "../../schema/query/watch/event-after.ts";
import { signalTold } from "../../schema/query/watch/signal-told.ts";
import { toTime } from "../../schema/shape/time.ts";
import { toShownBrief } from "../../schema/shown-brief.ts";

/** `asOf` in epoch milliseconds. */
type ToldObject = { readonly object: object; readonly asOf: number };

/** The rows that events were made by, under the ids that events have. */
export type Behind = {
  readonly signals: ReadonlyMap<string, SignalToldRow>;
  readonly briefs: ReadonlyMap<string, BriefLatestRow>;
  readonly evaluations: ReadonlyMap<string, EvaluationToldRow>;
};

const byId = <R extends { readonly id: string | number }>(rows: readonly R[]): Map<string, R> =>
  new Map(rows.map((row) => [String(row.id), row]));

/** Signals alone: their kinds decide who is told. */
export async function readSignals(store: Store, events: readonly EventAfterRow[]): Promise<Map<string, SignalToldRow>> {
  const mine = events.filter(({ kind }) => kind === "signal");
  if (mine.length === 0) return new Map();
  const ids = mine.map(({ id }) => Number(id));
  const tokens = [...new Set(mine.map(({ token }) => token))];
  return byId(await store.query(signalTold, { ids, tokens, from: Math.min(...mine.map(({ at }) => at)) }));
}

/** What the other kinds rest on. */
export async function readIssued(
  store: Store,
  events: readonly EventAfterRow[],
): Promise<Pick<Behind, "briefs" | "evaluations">> {
  const idsOf = (kind: MessageKind) => events.filter((event) => event.kind === kind).map(({ id }) => id);
  const [briefs, changes] = [idsOf("brief"), idsOf("verdict_change")];
  return {
    briefs: byId(briefs.length === 0 ? [] : await store.query(briefTold, { ids: briefs })),
    evaluations: byId(changes.length === 0 ? [] : await store.query(evaluationTold, { ids: changes })),
  };
}

/** Details of a rule stay small; what is too long for a message is read where its link leads. */
const DETAIL_BYTES_MAX = LIMITS.messageBytesMax - 4_000;
const SHORT = ["unit", "window", "baseline", "threshold", "thresholds", "price_usd", "escalates"];

function detailsOf(text: string): Record<string, unknown> {
  const details = JSON.parse(text) as Record<string, unknown>;
  if (Buffer.byteLength(text) <= DETAIL_BYTES_MAX) return details;
  return Object.fromEntries(Object.entries(details).filter(([name]) => SHORT.includes(name)));
}

function tellSignal(event: EventAfterRow, { signals }: Behind, origin: string): ToldObject | null {
  const row = signals.get(event.id);
  if (row === undefined) return null;
  const object: MessageObject<"signal"> = {
    id: row.id,
    kind: row.kind as MessageObject<"signal">["kind"],
    direction: row.direction as MessageObject<"signal">["direction"],
    severity: row.severity,
    value: row.value,
    ratio: row.ratio,
    at: toTime(row.fired_at),
    details: detailsOf(row.details),
    url: `${origin}/v1/state/${event.token}?sections=signals`,
  };
  return { object, asOf: row.fired_at };
}

function tellBrief(event: EventAfterRow, { briefs }: Behind, origin: string): ToldObject | null {
  const row = briefs.get(event.id);
  if (row === undefined) return null;
  const { url, id, headline, summary, direction, severity, confidence, window, created_at } = toShownBrief(row, origin);
  const object: MessageObject<"brief"> = {
    ...{ id, headline, summary, direction, severity, confidence, window, created_at },
    url,
    verify_url: verifyUrl(origin, event.id),
  };
  return { object, asOf: row.as_of_ms };
}

type Judged = Evaluation["data"];
const judged = ({ canonical }: EvaluationToldRow): Judged => (JSON.parse(canonical) as { readonly data: Judged }).data;

/** The last evaluation with the verdict that stood before: one with the new verdict may lie between the two. */
function lastBefore(row: EvaluationToldRow, from: string, rows: Behind["evaluations"]): EvaluationToldRow | null {
  const one = rows.get(row.previous_id);
  if (one === undefined || judged(one).verdict === from) return one ?? null;
  const two = rows.get(one.previous_id);
  return two !== undefined && judged(two).verdict === from ? two : one;
}

function tellChange(event: EventAfterRow, { evaluations }: Behind, origin: string): ToldObject | null {
  const row = evaluations.get(event.id);
  if (row === undefined) return null;
  const before = lastBefore(row, event.verdict_from, evaluations);
  const [was, is] = [before === null ? null : judged(before), judged(row)];
  const changed = DIMENSIONS.flatMap((dimension) => {
    const [from, to] = [was?.dimensions[dimension].verdict, is.dimensions[dimension]];
    const [first] = to.reasons;
    return from === undefined || from === to.verdict
      ? []
      : [{ dimension, from, to: to.verdict, reason: first?.code ?? null }];
  });
  const object: MessageObject<"verdict_change"> = {
    evaluation_id: event.id,
    previous_evaluation_id: before?.id ?? null,
    from: event.verdict_from as MessageObject<"verdict_change">["from"],
    to: event.verdict_to as MessageObject<"verdict_change">["to"],
    severity: event.severity,
    changed_dimensions: changed,
    at: toTime(event.at),
    url: `${origin}/v1/evaluate/${event.token}`,
    verify_url: verifyUrl(origin, event.id),
  };
  return { object, asOf: row.as_of_ms };
}

const TELL = { signal: tellSignal, brief: tellBrief, verdict_change: tellChange } as const;

/** What its messages tell; null where the rows behind it are gone. `origin`: where links lead. */
export const tellEvent = (event: EventAfterRow, behind: Behind, origin: string): ToldObject | null =>
  TELL[event.kind](event, behind, origin);
