// The wire form of the record's items and the cursor of its pages.
import { HOUR_MS } from "../duration.ts";
import { verifyUrl } from "../link.ts";
import type { RecordItem } from "../object/record.ts";
import type { RecordItemRow, RecordPage } from "../query/record/record-item.ts";
import { toTime } from "../shape/time.ts";
import { HORIZON_IDS, HORIZONS, type HorizonId } from "./rule.ts";

export const METHOD_PATH = "/record/method";

type Outcome = RecordItem["outcomes"]["1h"];
type Result = Outcome["result"];

function outcomeOf({ issued_ms: issuedMs, outcomes }: RecordItemRow, id: HorizonId): Outcome {
  const due = toTime(issuedMs + HORIZONS[id] * HOUR_MS);
  const found = outcomes.find(([horizon]) => horizon === HORIZONS[id]);
  if (!found) {
    const nothing = { at: null, price: null, return_pct: null, excess_pct: null, worst_pct: null, best_pct: null };
    return { due_at: due, ...nothing, result: "pending", revision: 0 };
  }
  const [, at, price, returnPct, excess, worst, best, result, revision] = found;
  return {
    due_at: due,
    at: at === null ? null : toTime(at),
    price,
    return_pct: returnPct,
    excess_pct: excess,
    worst_pct: worst,
    best_pct: best,
    result: result as Result,
    revision,
  };
}

const orNull = <T extends string>(text: string): T | null => (text === "" ? null : (text as T));

/** `origin` is where callers reach the service. */
export function itemOf(row: RecordItemRow, origin: string): RecordItem {
  const { kind, id } = row;
  return {
    id: kind === "evaluation" ? id : Number(id),
    kind,
    subkind: orNull(row.subkind),
    token: row.token,
    issued_at: toTime(row.issued_ms),
    direction: orNull(row.direction),
    verdict: orNull(row.verdict),
    severity: row.severity === 0 ? null : row.severity,
    confidence: row.confidence,
    sampled: row.sampled === null ? null : row.sampled === 1,
    price_at_issue: row.price_0,
    outcomes: Object.fromEntries(HORIZON_IDS.map((one) => [one, outcomeOf(row, one)])) as RecordItem["outcomes"],
    watch_met: kind === "brief" ? row.watch_met.map(([index, at]) => ({ index, at: toTime(at) })) : null,
    // A signal is no issued object: it has no canonical form to verify.
    verify_url: kind === "signal" ? null : verifyUrl(origin, String(id)),
  };
}

type Place = Pick<RecordPage, "beforeMs" | "beforeKind" | "beforeId">;

/** After everything. */
export const FIRST_PAGE: Place = { beforeMs: 253_402_300_799_000, beforeKind: "~", beforeId: "~" };

export const cursorAt = (row: Pick<RecordItemRow, "issued_ms" | "kind" | "id">): string =>
  Buffer.from(JSON.stringify([row.issued_ms, row.kind, row.id])).toString("base64url");

/** The place a cursor names; null where it is none of ours. */
export function placeOf(cursor: string): Place | null {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (!Array.isArray(place) || place.length !== 3) return null;
    const [beforeMs, beforeKind, beforeId] = place as unknown[];
    if (!Number.isSafeInteger(beforeMs) || typeof beforeKind !== "string" || typeof beforeId !== "string") return null;
    return { beforeMs: beforeMs as number, beforeKind, beforeId };
  } catch {
    return null;
  }
}
