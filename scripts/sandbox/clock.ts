// The sandbox's clock: the base clock plus an offset, or one frozen instant.

export type Clock = {
  now(): number;
  read(): { now_ms: number; offset_ms: number; frozen_ms: number | null };
  /** Freezes at an instant, or moves by an offset; an empty change returns to the base clock. */
  change(change: { frozenMs?: number; offsetMs?: number }): void;
};

export const createClock = (base: () => number): Clock => {
  let offsetMs = 0;
  let frozenMs: number | null = null;
  const now = (): number => Math.floor(frozenMs ?? base() + offsetMs);
  return {
    now,
    read: () => ({ now_ms: now(), offset_ms: offsetMs, frozen_ms: frozenMs }),
    change(change) {
      frozenMs = change.frozenMs ?? null;
      offsetMs = change.offsetMs ?? 0;
    },
  };
};
