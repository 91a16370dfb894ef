// Lengths of time in milliseconds.

export const MINUTE_MS = 60_000;
export const QUARTER_MS = 900_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** The whole minute before an instant, epoch milliseconds. */
export const minuteOf = (at: number): number => Math.floor(at / MINUTE_MS) * MINUTE_MS;
