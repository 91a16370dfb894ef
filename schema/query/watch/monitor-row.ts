// How a monitor is read: its columns, times in epoch milliseconds.
import type { MonitorRow } from "../../dataset/watch/monitor.ts";

const ms = (column: string) => `toUnixTimestamp64Milli(m.${column}) AS ${column}`;
const msOrNull = (column: string) =>
  `if(isNull(m.${column}), NULL, toUnixTimestamp64Milli(assumeNotNull(m.${column}))) AS ${column}`;

/** A select list over `m`, a row of `monitor`. */
export const MONITOR_COLUMNS = `m.id AS id, m.secret_digest AS secret_digest, m.secret_sealed AS secret_sealed,
  m.tokens AS tokens, m.kinds AS kinds, m.min_severity AS min_severity, m.verdict_changes AS verdict_changes,
  m.new_briefs AS new_briefs, m.webhook_url AS webhook_url, m.since_event AS since_event, m.caller AS caller,
  m.payment AS payment, ${ms("created_at")},
  ${["begun_at", "stopped_at", "suspended_at", "resumed_at"].map(msOrNull).join(", ")}, ${ms("changed_at")}`;

/** Made, paid for and not stopped. */
export const STANDS = "isNotNull(m.begun_at) AND isNull(m.stopped_at)";

export type MonitorReadRow = Required<MonitorRow>;
