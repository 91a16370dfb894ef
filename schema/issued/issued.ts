// What an issued kind is: its wire object, which members of it the canonical object leaves out, and which the store keeps as columns.
import type { TSchema } from "typebox";
import type { IssuedRow } from "../dataset/issued/issued-object.ts";
import { HORIZON_IDS, type HorizonId } from "../record/rule.ts";
import type { UNASSESSED } from "../shape/quantity.ts";
import { timeOfUlid } from "../ulid.ts";

/** Members of data that are about any object, not of it: they come after the hash or change later. */
export const ABOUT = ["hash", "verify_url", "attestation"] as const;

/** `Said` is the data of the wire object without what is said about it. */
export type IssuedKindOf<Said> = {
  /** Name of the wire object. */
  readonly object: string;
  /** Name of the canonical object's form. */
  readonly schema: string;
  /** Shape of the wire object. */
  readonly shape: TSchema;
  /** Members of the wire object's data that the canonical object leaves out. */
  readonly leftOut: readonly string[];
  /** Those of them, but hash and address, that an object has from the first, as they are then. */
  readonly atFirst: Readonly<Record<string, unknown>>;
  /** What lists show and the record takes up, so that nobody reads it out of the canonical text. */
  readonly columnsOf: (said: Said) => IssuedColumns;
  /** Whether it is an event that somebody may wait for. */
  readonly isEvent: (row: Pick<IssuedRow, "changed_from">) => boolean;
};

/** Columns that are members of the object. */
type IssuedColumns = Pick<
  IssuedRow,
  | "token"
  | "subkind"
  | "verdict"
  | "previous_id"
  | "previous_verdict"
  | "direction"
  | "severity"
  | "side"
  | "headline"
  | "summary"
  | "confidence"
  | `p_right_${HorizonId}`
  | `sigma_${HorizonId}_pct`
  | "valid_until"
  | "created_at"
  | "window_from"
  | "window_to"
  | "rules"
  | "run_id"
  | "lost_count"
>;

/** Of an object that has none of the members. */
export const NO_COLUMNS: IssuedColumns = {
  token: "",
  subkind: "",
  verdict: "",
  previous_id: "",
  previous_verdict: "",
  direction: "",
  severity: 0,
  side: "",
  headline: "",
  summary: "",
  confidence: 0,
  p_right_1h: null,
  p_right_24h: null,
  p_right_7d: null,
  sigma_1h_pct: null,
  sigma_24h_pct: null,
  sigma_7d_pct: null,
  valid_until: null,
  created_at: null,
  window_from: null,
  window_to: null,
  rules: "",
  run_id: "",
  lost_count: null,
};

type Forecast = {
  readonly p_right: Readonly<Record<HorizonId, number>>;
  readonly sigma_pct: Readonly<Record<HorizonId, number | typeof UNASSESSED>>;
};

/** Columns of what the record holds outcomes against. */
export function forecastColumns({ p_right, sigma_pct }: Forecast) {
  const sigmas = HORIZON_IDS.map((id) => [`sigma_${id}_pct`, typeof sigma_pct[id] === "number" ? sigma_pct[id] : null]);
  const odds = HORIZON_IDS.map((id) => [`p_right_${id}`, p_right[id]]);
  return Object.fromEntries([...odds, ...sigmas]) as Pick<
    IssuedColumns,
    `p_right_${HorizonId}` | `sigma_${HorizonId}_pct`
  >;
}

/**
 * Year and month (YYYYMM) of the instant that is in an id, 0 where it holds none. The store divides objects by it: one id
 * is always of one month, and the store can tell that it is there already.
 */
export function monthOfId(id: string): number {
  const at = id.indexOf("_");
  if (at < 0) return 0;
  const made = new Date(timeOfUlid(id.slice(at + 1)));
  return made.getUTCFullYear() * 100 + made.getUTCMonth() + 1;
}
