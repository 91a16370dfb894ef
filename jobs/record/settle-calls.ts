// Settles calls whose horizon is over, each once; looks at them once more a day later and appends what differs.
import type { OutcomeRow } from "../../schema/dataset/issued/outcome.ts";
import { HOUR_MS } from "../../schema/duration.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { type RecordDueRow, recordDue } from "../../schema/query/record/record-due.ts";
import { recordFollower } from "../../schema/query/record/record-follower.ts";
import type { RecordMarkRow } from "../../schema/query/record/record-mark.ts";
import { recordSettled } from "../../schema/query/record/record-settled.ts";
import {
  type Definition,
  HORIZON_IDS,
  HORIZONS,
  type HorizonId,
  judgeCall,
  type Result,
  SCORING_VERSION,
} from "../../schema/record/rule.ts";
import type { Deps } from "../deps.ts";
import {
  bandOf,
  horizonMs,
  type Measure,
  measureOutcome,
  openMarketReturns,
  settleableAt,
  sigmaAt,
} from "./measure-outcome.ts";
import { hourAfter, readPrices } from "./prices.ts";

/** Calls settled in one go. */
const BATCH_MAX = 5_000;
/** Calls of one go were issued within so long, so that few minutes of prices are held. */
const SPAN_MAX_MS = 6 * HOUR_MS;
/** Calls this long before the newest settled one may have been left out. */
const OVERLAP_MS = 2 * HOUR_MS;

/**
 * Whether an evaluation belongs to the fixed sample: it changed the verdict, or it was in force at a full hour. `next`
 * is when the one after it was issued. Everything else always belongs. Epoch ms.
 */
export function isSampled(call: RecordDueRow, next: number): boolean {
  if (call.kind !== "evaluation" || call.subkind !== "standard") return true;
  if (call.previous_verdict !== "" && call.previous_verdict !== call.verdict) return true;
  const hour = hourAfter(call.issued_ms);
  return hour < next && hour <= call.valid_ms;
}

type Judged = {
  readonly result: Result;
  readonly reason: string;
  readonly sigma: number | null;
  readonly band: number | null;
};

function judge(call: RecordDueRow, found: Measure, sigma: number | null): Judged {
  const band = sigma === null ? null : bandOf(sigma);
  const { returnPct, worstPct, bestPct } = found;
  if (returnPct === null || worstPct === null || bestPct === null) {
    const reason = found.entry === null ? "no_entry_price" : "no_settlement_price";
    return { result: "unassessed", reason, sigma, band };
  }
  if (sigma === null || band === null) return { result: "unassessed", reason: "insufficient_history", sigma, band };
  const moved = { returnPct, worstPct, bestPct, sigmaPct: sigma, bandPct: band };
  return { result: judgeCall(call.definition as Definition, moved), reason: "", sigma, band };
}

function rowOf(
  call: RecordDueRow,
  id: HorizonId,
  found: Measure,
  judged: Judged,
  sampled: boolean,
): Omit<OutcomeRow, "revision" | "correction" | "scored_at"> {
  return {
    kind: call.kind,
    id: call.id,
    horizon_h: HORIZONS[id],
    subkind: call.subkind,
    token: call.token,
    issued_at: call.issued_ms,
    due_at: call.issued_ms + horizonMs(id),
    verdict: call.verdict,
    direction: call.direction,
    severity: call.severity,
    definition: call.definition,
    sampled: sampled ? 1 : 0,
    p_right: call.p_right,
    entry_at: found.entry?.at ?? null,
    price_0: found.entry?.price ?? null,
    settled_at: found.settled?.at ?? null,
    price_h: found.settled?.price ?? null,
    return_pct: found.returnPct,
    excess_pct: found.excessPct,
    worst_pct: found.worstPct,
    best_pct: found.bestPct,
    sigma_pct: judged.sigma,
    band_pct: judged.band,
    result: judged.result,
    reason: judged.reason,
    scoring: SCORING_VERSION,
    is_simulated: call.is_simulated,
  };
}

/** Outcomes of calls that were issued close to each other, oldest first. */
async function outcomesOf(store: Store, calls: readonly RecordDueRow[], id: HorizonId) {
  const [first, last] = [calls[0], calls.at(-1)];
  if (!first || !last) return [];
  const [prices, followers] = await Promise.all([
    readPrices(store, first.issued_ms, last.issued_ms, horizonMs(id)),
    store.query(recordFollower, { from: first.issued_ms, to: last.issued_ms + HOUR_MS }),
  ]);
  const issued = new Map(followers.map((row) => [row.token, row.issued]));
  const marketReturn = openMarketReturns(prices, id);
  return calls.map((call) => {
    const next = issued.get(call.token)?.find((at) => at > call.issued_ms) ?? Number.POSITIVE_INFINITY;
    const found = measureOutcome(prices, marketReturn, call.token, call.issued_ms, id);
    const sigma = call.sigma_pct ?? sigmaAt(prices, call.token, call.issued_ms, id);
    return rowOf(call, id, found, judge(call, found, sigma), isSampled(call, next));
  });
}

/** Cuts calls, oldest first, into runs that were issued within `SPAN_MAX_MS`. */
function closeTogether(calls: readonly RecordDueRow[]): RecordDueRow[][] {
  const runs: RecordDueRow[][] = [];
  for (const call of calls) {
    const run = runs.at(-1);
    if (run?.[0] && call.issued_ms - run[0].issued_ms <= SPAN_MAX_MS) run.push(call);
    else runs.push([call]);
  }
  return runs;
}

const nameOf = (id: HorizonId, rows: readonly { readonly kind: string; readonly id: string }[]): string =>
  `outcome~${id}~${rows[0]?.kind}~${rows[0]?.id}~${rows.at(-1)?.id}`;

/** @returns how many outcomes were settled. */
export async function settleCalls(deps: Deps, mark: RecordMarkRow, signal: AbortSignal): Promise<number> {
  const { store, clock } = deps;
  let settled = 0;
  for (const [index, id] of HORIZON_IDS.entries()) {
    const from = Math.max(0, (mark.last_outcome[index] ?? 0) - OVERLAP_MS);
    const to = clock.now() - settleableAt(0, id);
    for (;;) {
      signal.throwIfAborted();
      const due =
        to < from ? [] : await store.query(recordDue, { from, to, horizon: HORIZONS[id], all: 0, limit: BATCH_MAX });
      for (const calls of closeTogether(due)) {
        const found = await outcomesOf(store, calls, id);
        const rows = found.map((row) => ({ ...row, revision: 0, correction: "", scored_at: clock.now() }));
        await store.insert("outcome", rows, nameOf(id, rows));
        settled += rows.length;
        signal.throwIfAborted();
      }
      if (due.length < BATCH_MAX) break;
    }
  }
  return settled;
}

/** Looks again at the calls issued within a time (epoch ms, both within). @returns how many corrections were appended. */
export async function correctCalls({ store, clock }: Deps, id: HorizonId, from: number, to: number): Promise<number> {
  const span = { from, to, horizon: HORIZONS[id] };
  const before = new Map((await store.query(recordSettled, span)).map((row) => [`${row.kind} ${row.id}`, row]));
  const calls = await store.query(recordDue, { ...span, all: 1, limit: 1_000_000 });
  let corrected = 0;
  for (const run of closeTogether(calls.filter((call) => before.has(`${call.kind} ${call.id}`)))) {
    const rows = (await outcomesOf(store, run, id)).flatMap((row) => {
      const old = before.get(`${row.kind} ${row.id}`);
      const same =
        old?.result === row.result &&
        old.return_pct === row.return_pct &&
        old.worst_pct === row.worst_pct &&
        old.best_pct === row.best_pct &&
        old.excess_pct === row.excess_pct;
      if (!old || same) return [];
      const correction = old.result === "unassessed" ? "late_data" : "changed_data";
      return [{ ...row, revision: old.revision + 1, correction, scored_at: clock.now() }];
    });
    if (rows.length > 0) await store.insert("outcome", rows, `${nameOf(id, rows)}~correction`);
    corrected += rows.length;
  }
  return corrected;
}
