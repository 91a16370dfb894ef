// The public record: what was precomputed as it is, later pages and other cuts counted from the stored outcomes.
import { MINUTE_MS } from "../../schema/duration.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import { LIMITS } from "../../schema/limit.ts";
import { originOf } from "../../schema/link.ts";
import type { RecordData } from "../../schema/object/record.ts";
import { recordBase, recordCell, recordCount, recordRisk } from "../../schema/query/record/record-cell.ts";
import { recordPage } from "../../schema/query/record/record-item.ts";
import { cursorAt, FIRST_PAGE, itemOf, METHOD_PATH, placeOf } from "../../schema/record/record-item.ts";
import { type CallKind, HORIZON_IDS, SCORING_VERSION } from "../../schema/record/rule.ts";
import { type Scorecard, scorecardOf } from "../../schema/record/scorecard.ts";
import { toTime } from "../../schema/shape/time.ts";
import type { Reply } from "../contract.ts";
import type { Deps } from "../deps.ts";
import { parseSince } from "../history/window.ts";
import { refuse } from "../request/input.ts";
import type { FrameOf } from "../snapshot/frame-table.ts";
import { needFrame } from "../snapshot/need.ts";
import { joinWithCommas, linesOf } from "../snapshot/sections.ts";
import { openStoreReads } from "../store-read.ts";

type RecordQuery = {
  readonly since?: string;
  readonly kind?: CallKind;
  readonly limit?: number;
  readonly cursor?: string;
};

/** What was counted is given again until the record is published anew, or so long. */
const KEEP_MS = MINUTE_MS;

const askStore = openStoreReads(2, {
  busy: "Too many cuts of the record at once; try again shortly.",
  away: "The store cannot be reached; the record without since, kind and cursor still answers.",
  logged: "the record was not counted",
});

type Cut = { readonly since: number | null; readonly kind: CallKind | null; readonly token: string | null };

const headOf = ({ since, kind, token }: Cut, asOf: number) => ({
  since: since === null ? null : toTime(since),
  kind,
  token,
  generated_at: toTime(asOf),
  scoring_version: SCORING_VERSION as typeof SCORING_VERSION,
  horizons: HORIZON_IDS,
});
const methodUrl = (deps: Deps): string => `${originOf(deps.env)}${METHOD_PATH}`;

/** The precomputed record with its first items; bytes as they were published. */
function fromFrame(frame: FrameOf<"record">, token: string | null, limit: number, deps: Deps): Reply<never> {
  const { asOf, issued, cursors } = frame.meta;
  const items = linesOf(frame.parts.get("items")).slice(0, limit);
  const next =
    issued > items.length
      ? (cursors[items.length - 1] ?? cursorAt({ issued_ms: asOf, kind: "signal", id: "~" }))
      : null;
  const head = JSON.stringify(headOf({ since: null, kind: null, token }, asOf)).slice(0, -1);
  const card = frame.parts.get("card") ?? Buffer.from("{}");
  const tail = JSON.stringify({ next_cursor: next, method_url: methodUrl(deps) }).slice(1);
  const body = Buffer.concat([
    Buffer.from(`{"object":"record","id":null,"as_of":"${toTime(asOf)}","data":${head},`),
    card.subarray(1, card.length - 1),
    Buffer.from(`,"items":[`),
    joinWithCommas(items),
    Buffer.from(`],${tail},"sources":[]}`),
  ]);
  return { body, asOf, from: [frame] };
}

/** Rows of one kind; their q-values stay those of the whole table. */
function ofKind(card: Scorecard, kind: CallKind | null): Scorecard {
  if (kind === null) return card;
  const only = <R extends { readonly kind: string }>(rows: readonly R[]) => rows.filter((row) => row.kind === kind);
  const nothing = { issued: 0, scored: 0, pending: 0, unassessed: 0 };
  const by = { evaluation: nothing, signal: nothing, brief: nothing, [kind]: card.totals.by_kind[kind] };
  const { by_kind, by_severity } = card.calibration;
  return {
    ...card,
    totals: { ...card.totals.by_kind[kind], by_kind: by },
    summary: only(card.summary),
    calibration: { by_kind: only(by_kind), by_severity: only(by_severity) },
  };
}

type Page = { readonly limit: number; readonly cursor: string | undefined };

/** Counts from the stored outcomes, and reads one page of calls. */
async function count(cut: Cut, { limit, cursor }: Page, asOf: number, deps: Deps): Promise<RecordData> {
  const { store } = deps;
  const place = cursor === undefined ? FIRST_PAGE : placeOf(cursor);
  if (place === null)
    refuse([{ parameter: "cursor", code: "out_of_range", detail: "It is no cursor of this record." }]);
  const scope = { since: cut.since ?? 0, token: cut.token ?? "" };
  const page = { ...scope, ...place, kind: cut.kind ?? "", limit: limit + 1 };
  const [cells, counts, bases, risks, rows] = await Promise.all([
    store.query(recordCell, scope),
    store.query(recordCount, scope),
    store.query(recordBase, scope),
    store.query(recordRisk, scope),
    store.query(recordPage, page),
  ]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    ...headOf(cut, asOf),
    horizons: [...HORIZON_IDS],
    ...ofKind(scorecardOf(scope.token, { cells, counts, bases, risks }), cut.kind),
    items: shown.map((row) => itemOf(row, originOf(deps.env))),
    next_cursor: rows.length > limit && last ? cursorAt(last) : null,
    method_url: methodUrl(deps),
  };
}

async function fromStore(cut: Cut, page: Page, frame: FrameOf<"record">, deps: Deps) {
  const now = deps.clock.now();
  const data = await askStore(deps, () => count(cut, page, now, deps));
  const body = { object: "record" as const, id: null, as_of: toTime(now), data, sources: [] };
  return { body, asOf: now, from: [frame], keepMs: KEEP_MS };
}

/** The record of a token, or of all (null). Throws not_ready before it was published first. */
export async function readRecord(token: string | null, query: RecordQuery, deps: Deps) {
  const whole = needFrame(deps.snapshots, "record", SNAPSHOTS.record);
  const limit = query.limit ?? LIMITS.recordPageDefault;
  const since = query.since === undefined ? null : parseSince(query.since, deps.clock.now());
  const isPlain = since === null && query.kind === undefined && query.cursor === undefined;
  const frame =
    token === null ? whole : isPlain ? await deps.snapshots.load("token-record", SNAPSHOTS.tokenRecord(token)) : null;
  const isHeld =
    frame !== null && isPlain && (limit <= LIMITS.recordPageDefault || frame.meta.issued <= LIMITS.recordPageDefault);
  if (isHeld) return fromFrame(frame, token, limit, deps);
  return fromStore({ since, kind: query.kind ?? null, token }, { limit, cursor: query.cursor }, whole, deps);
}
