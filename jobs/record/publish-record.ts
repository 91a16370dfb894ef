// Publishes the scorecards, of all tokens together and of each, and what a new call's probability is made of.
import { DAY_MS } from "../../schema/duration.ts";
import { EVALUATION_RULES_VERSION } from "../../schema/evaluation/rule-set.ts";
import { encodeFrame } from "../../schema/frame.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import { LIMITS } from "../../schema/limit.ts";
import { originOf } from "../../schema/link.ts";
import {
  type RecordBaseRow,
  recordBase,
  recordCell,
  recordCount,
  recordOdds,
  recordRisk,
} from "../../schema/query/record/record-cell.ts";
import { recordNewest } from "../../schema/query/record/record-item.ts";
import { oddsOver } from "../../schema/record/proven.ts";
import { cursorAt, itemOf } from "../../schema/record/record-item.ts";
import { HORIZON_IDS, HORIZONS, type HorizonId, type Odds, type OddsTable } from "../../schema/record/rule.ts";
import { baseOf, type Counts, scorecardOf } from "../../schema/record/scorecard.ts";
import type { RecordMeta } from "../../schema/snapshot.ts";
import type { Deps } from "../deps.ts";
import { type Publication, publishFrames } from "../publish.ts";
import { keepOdds } from "./odds.ts";

/** Newest calls are looked for within so long; older ones are on later pages. */
const NEWEST_MS = 3 * DAY_MS;

async function readCounts(store: Store): Promise<Counts> {
  const scope = { since: 0, token: "*" };
  const [cells, counts, bases, risks] = await Promise.all([
    store.query(recordCell, scope),
    store.query(recordCount, scope),
    store.query(recordBase, scope),
    store.query(recordRisk, scope),
  ]);
  return { cells, counts, bases, risks };
}

async function readOddsTable(store: Store, bases: readonly RecordBaseRow[]): Promise<OddsTable> {
  const base = new Map(bases.map((row) => [row.horizon_h, row]));
  const table: Record<string, Record<HorizonId, Odds | null>> = {};
  for (const row of await store.query(recordOdds, { rules: EVALUATION_RULES_VERSION })) {
    const id = HORIZON_IDS.find((one) => HORIZONS[one] === row.horizon_h);
    const share = baseOf(base, row.horizon_h, row.definitions);
    if (!id || share === null) continue;
    table[row.class] ??= { "1h": null, "24h": null, "7d": null };
    Object.assign(table[row.class] ?? {}, { [id]: oddsOver(row, share, row.independent) });
  }
  return table;
}

export async function publishRecord(deps: Deps, signal: AbortSignal): Promise<void> {
  const { env, store, redis, clock } = deps;
  const now = clock.now();
  const origin = originOf(env);
  const counts = await readCounts(store);
  signal.throwIfAborted();
  await keepOdds(deps, await readOddsTable(store, counts.bases));
  const newest = await store.query(recordNewest, { since: now - NEWEST_MS, limit: LIMITS.recordPageDefault });
  const scopes = new Set(["", ...counts.counts.map(({ scope }) => scope)]);
  const frames = [...scopes].map((scope): Publication => {
    const rows = newest.filter((row) => row.scope === scope);
    const card = scorecardOf(scope, counts);
    const name = scope === "" ? SNAPSHOTS.record : SNAPSHOTS.tokenRecord(scope);
    const meta: RecordMeta = { asOf: now, issued: card.totals.issued, cursors: rows.map(cursorAt) };
    const parts = new Map([
      ["card", JSON.stringify(card)],
      ["items", rows.map((row) => JSON.stringify(itemOf(row, origin))).join("\n")],
    ]);
    return { name, version: now, frame: encodeFrame({ name, version: now, meta }, parts, "packed") };
  });
  await publishFrames(redis, frames);
}
