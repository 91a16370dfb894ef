// The clock: the only place that reads the time of day.

export type Clock = { /** Epoch milliseconds. */ now(): number };

export const systemClock: Clock = { now: () => Date.now() };
