// Waits for a condition instead of for luck, and a clock for what is promised within a time.

/** Resolves with the first value that is not undefined, null or false; rejects after `timeoutMs`. */
export async function until<T>(look: () => T | Promise<T>, timeoutMs = 60_000): Promise<NonNullable<T>> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const value = await look();
    if (value !== undefined && value !== null && value !== false) return value as NonNullable<T>;
    if (Date.now() > end) throw new Error(`not within ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const TURN_MS = 50;

/**
 * Says how many milliseconds this process has had since the call, in steps of fifty: it stands still while the process does,
 * however slow the machine is.
 */
export function ownClock(t: { teardown(fn: () => unknown): void }): () => number {
  let ms = 0;
  const turns = setInterval(() => {
    ms += TURN_MS;
  }, TURN_MS);
  t.teardown(() => clearInterval(turns));
  return () => ms;
}
