// Takes up what was issued: one row of the record for every evaluation, signal and brief, with what it said.
import type { RecordCallRow } from "../../schema/dataset/issued/record-call.ts";
import { HOUR_MS } from "../../schema/duration.ts";
import { recordFired } from "../../schema/query/record/record-fired.ts";
import { recordIssued } from "../../schema/query/record/record-issued.ts";
import type { RecordMarkRow } from "../../schema/query/record/record-mark.ts";
import {
  type CallSaid,
  definitionOf,
  HORIZON_IDS,
  type HorizonId,
  type OddsTable,
  oddsClassOf,
  oddsOf,
} from "../../schema/record/rule.ts";
import type { Deps } from "../deps.ts";
import { readOdds } from "./odds.ts";

const BATCH_MAX = 2_000;
/** What was issued so long before the newest call may still come in. */
const OVERLAP_MS = HOUR_MS;

type Said = CallSaid & {
  readonly id: string;
  readonly subkind: string;
  readonly token: string;
  readonly issued_ms: number;
  readonly severity: number;
  readonly rules: string;
  readonly is_simulated: 0 | 1;
};
type Given = {
  readonly confidence: number | null;
  readonly pRight: Readonly<Record<HorizonId, number | null>>;
  readonly sigmaPct: Readonly<Record<HorizonId, number | null>>;
  readonly validUntil: number | null;
  readonly previous: string;
};

const NONE = Object.fromEntries(HORIZON_IDS.map((id) => [id, null])) as Record<HorizonId, null>;
const NOTHING: Given = { confidence: null, pRight: NONE, sigmaPct: NONE, validUntil: null, previous: "" };

function rowOf(said: Said, given: Given, table: OddsTable, takenAt: number): RecordCallRow {
  const { p } = oddsOf(table, oddsClassOf(said));
  const pRight = (id: HorizonId) => given.pRight[id] ?? p[id];
  return {
    kind: said.kind,
    id: said.id,
    subkind: said.subkind,
    token: said.token,
    issued_at: said.issued_ms,
    direction: said.direction,
    verdict: said.verdict,
    severity: said.severity,
    side: said.side,
    definition: definitionOf(said),
    confidence: given.confidence ?? pRight("24h"),
    p_right_1h: pRight("1h"),
    p_right_24h: pRight("24h"),
    p_right_7d: pRight("7d"),
    sigma_1h_pct: given.sigmaPct["1h"],
    sigma_24h_pct: given.sigmaPct["24h"],
    sigma_7d_pct: given.sigmaPct["7d"],
    valid_until: given.validUntil,
    previous_verdict: given.previous,
    rules: said.rules,
    is_simulated: said.is_simulated,
    taken_at: takenAt,
  };
}

type From = { readonly from: number; readonly table: OddsTable; readonly now: number };

async function issuedCalls({ store }: Deps, { from, table, now }: From): Promise<RecordCallRow[]> {
  const rows = await store.query(recordIssued, { from, limit: BATCH_MAX });
  return rows.map((row) => {
    const side = row.kind === "evaluation" ? row.side || "buy" : "";
    const given: Given = {
      confidence: row.confidence,
      pRight: { "1h": row.p_right_1h, "24h": row.p_right_24h, "7d": row.p_right_7d },
      sigmaPct: { "1h": row.sigma_1h_pct, "24h": row.sigma_24h_pct, "7d": row.sigma_7d_pct },
      validUntil: row.valid_ms === 0 ? null : row.valid_ms,
      previous: row.previous_verdict,
    };
    return rowOf({ ...row, side }, given, table, now);
  });
}

async function firedCalls({ store }: Deps, { from, table, now }: From): Promise<RecordCallRow[]> {
  const rows = await store.query(recordFired, { from, limit: BATCH_MAX });
  return rows.map((row) => rowOf({ ...row, kind: "signal", verdict: "", side: "" }, NOTHING, table, now));
}

/**
 * Takes up everything issued since the newest call of either sort, each oldest first: killed anywhere, the next run
 * goes on where this one stopped. @returns how many calls were new.
 */
export async function takeCalls(deps: Deps, mark: RecordMarkRow | undefined, signal: AbortSignal): Promise<number> {
  const { table } = await readOdds(deps);
  let taken = 0;
  const sorts = [
    { take: issuedCalls, last: mark?.last_issued ?? 0 },
    { take: firedCalls, last: mark?.last_fired ?? 0 },
  ];
  for (const { take, last: newest } of sorts) {
    const from = Math.max(0, newest - OVERLAP_MS);
    for (;;) {
      signal.throwIfAborted();
      const rows = await take(deps, { from, table, now: deps.clock.now() });
      const [first, last] = [rows[0], rows.at(-1)];
      if (first && last)
        await deps.store.insert("record_call", rows, `record_call~${first.kind}~${first.id}~${last.id}`);
      taken += rows.length;
      if (rows.length < BATCH_MAX) break;
    }
  }
  return taken;
}
