// The clock: the only place that reads the time of day.

export type Clock = { /** Epoch milliseconds. */ now(): number };

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that stands still until told otherwise; for builds of a frozen instant. */
export const fixedClock = (epochMs: number): Clock => ({ now: () => epochMs });
