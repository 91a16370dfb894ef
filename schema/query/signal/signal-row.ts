// What is told of a signal, however it was found: its columns and their row.

/** `fired_at` in epoch milliseconds; `details` is JSON. */
export type SignalToldRow = {
  readonly id: number;
  readonly kind: string;
  readonly direction: string;
  readonly severity: number;
  readonly value: number;
  readonly ratio: number;
  readonly fired_at: number;
  readonly details: string;
};

/** A select list over `s`, a row of `signal`. */
export const SIGNAL_COLUMNS = `s.id AS id, s.kind AS kind, s.direction AS direction, s.severity AS severity, s.value AS value,
  s.ratio AS ratio, toUnixTimestamp64Milli(s.at) AS fired_at, s.details AS details`;
