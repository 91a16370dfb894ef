// Request budgets of a provider: counted always, enforced only when switched on.

export type Budget = {
  /** Adds to a window and returns what is used in it, with the milliseconds until it ends. */
  spend(bucket: string, weight: number, windowMs: number, wallMs: number): { used: number; endsInMs: number };
  readonly enforced: boolean;
  enforce(on: boolean): void;
  reset(): void;
};

export const createBudget = (): Budget => {
  const windows = new Map<string, { index: number; used: number }>();
  let enforced = false;
  return {
    spend(bucket, weight, windowMs, wallMs) {
      const index = Math.floor(wallMs / windowMs);
      const known = windows.get(bucket);
      const window = known && known.index === index ? known : { index, used: 0 };
      window.used += weight;
      windows.set(bucket, window);
      return { used: window.used, endsInMs: (index + 1) * windowMs - wallMs };
    },
    get enforced() {
      return enforced;
    },
    enforce(on) {
      enforced = on;
      windows.clear();
    },
    reset: () => windows.clear(),
  };
};
