// Stored rows of one series, page by page: each row once, in the order of its time, its line and what tells it apart.
import { SNAPSHOTS } from "../../schema/key.ts";
import { LIMITS } from "../../schema/limit.ts";
import type { SeriesId } from "../../schema/series/index.ts";
import type { EmptyReason } from "../../schema/series/series.ts";
import { toTime } from "../../schema/shape/time.ts";
import { wholeOf } from "../answer/pieces.ts";
import type { Deps } from "../deps.ts";
import type { RowPlace } from "./cursor.ts";
import { ABSENT_UNKNOWN, type Certificate, NONE_ABSENT } from "./cut.ts";
import { RAW_SERIES } from "./raw-rows.ts";
import { readRawSources } from "./raw-sources.ts";
import { type Ask, emptyReason, saidEmpty } from "./read-buckets.ts";
import type { SeriesRead } from "./series-text.ts";
import { askStore } from "./store-call.ts";

/** What is known of the hours of the series says why none of its rows are there. */
async function reasonOf(id: SeriesId, ask: Ask, { snapshots }: Deps): Promise<EmptyReason> {
  const frame = await snapshots.load("history", SNAPSHOTS.history(ask.token, id, "1h"));
  return frame ? emptyReason(frame.meta, ask, NONE_ABSENT) : "pending";
}

/** Stored rows of one series. Throws upstream_unavailable without the store. */
export async function readRaw(id: SeriesId, ask: Ask, after: RowPlace | null, deps: Deps): Promise<SeriesRead> {
  const series = RAW_SERIES[id];
  const rowsMax = Math.min(ask.limit, LIMITS.seriesRawRowsMax);
  const [since, line, tie] = after ?? [ask.from, "", ""];
  const params = {
    token: ask.token,
    since,
    until: ask.to,
    isAfter: after === null ? 0 : 1,
    line,
    tie,
    rows: rowsMax + 1,
  };
  const { found, shown, sources } = await askStore(deps, async (store) => {
    const rows = await series.read(store, params);
    const page = rows.slice(0, rowsMax);
    return { found: rows, shown: page, sources: await readRawSources(store, series.dataset, ask.token, page) };
  });
  const last = shown.at(-1);
  const isCut = found.length > shown.length && last !== undefined;
  const reason = last === undefined && after === null ? await reasonOf(id, ask, deps) : null;
  const coverage: Certificate = {
    from: toTime(since),
    to: toTime(isCut ? last.t : Math.max(since, ask.to)),
    bucket_s: null,
    expected: "unassessed",
    delivered: shown.length,
    absent: ABSENT_UNKNOWN,
  };
  return {
    id,
    rows: wholeOf(Buffer.from(shown.map(({ t, cells }) => JSON.stringify([toTime(t), ...cells])).join(","))),
    asOf: last?.asOf ?? null,
    coverage,
    next: isCut ? [last.t, last.line ?? "", last.tie] : null,
    reason,
    frame: null,
    sources,
    notes: saidEmpty(id, reason),
  };
}
